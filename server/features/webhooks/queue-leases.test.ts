import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { timeAt } from '../../store/testing/sample-rows.ts'
import { LEASE_MS, QueueLeases } from './queue-leases.ts'

function leasesAt(time: { ms: number }, holder = 'one', store = openMemoryStore()) {
  const clock = sharedClock({ now: () => time.ms })
  return { store, leases: new QueueLeases({ store, clock, holder }) }
}

describe('the leases of a process', () => {
  it('are forgotten once they are over, also in the database', async () => {
    const time = { ms: timeAt(0) }
    const { store, leases } = leasesAt(time)
    for (let at = 0; at < 100; at += 1)
      expect(await leases.hold(`https://${at}.example`)).toBe(true)
    time.ms += LEASE_MS
    expect(await leases.hold('w')).toBe(true)
    expect(await store.read.deliveryLease('https://0.example')).toBeUndefined()
    expect(await store.read.deliveryLease('https://99.example')).toBeUndefined()
    expect(await store.read.deliveryLease('w')).toMatchObject({ holder: 'one' })
    expect(await leases.hold('https://0.example')).toBe(true)
  })

  it('are kept by the queues that are taken again at that moment', async () => {
    const time = { ms: timeAt(0) }
    const { store, leases } = leasesAt(time)
    const queues = ['a', 'b', 'c']
    for (const queue of queues) await leases.hold(queue)
    time.ms += LEASE_MS
    expect(await Promise.all(queues.map((queue) => leases.hold(queue)))).toEqual([true, true, true])
    for (const queue of queues) {
      expect(leases.isHeld(queue)).toBe(true)
      expect(await store.read.deliveryLease(queue)).toMatchObject({ untilMs: time.ms + LEASE_MS })
    }
  })

  it('of another process are left alone', async () => {
    const time = { ms: timeAt(0) }
    const { store, leases } = leasesAt(time)
    const { leases: others } = leasesAt(time, 'two', store)
    await leases.hold('a')
    time.ms += LEASE_MS
    expect(await others.hold('a')).toBe(true)
    expect(await leases.hold('b')).toBe(true)
    expect(await store.read.deliveryLease('a')).toMatchObject({ holder: 'two' })
    expect(await leases.hold('a')).toBe(false)
  })
})
