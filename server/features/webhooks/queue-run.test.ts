import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Exchange } from '../../http/outgoing/client.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { delivery, timeAt } from '../../store/testing/sample-rows.ts'
import { createCallPace, QueueRun } from './queue-run.ts'

/** A run of one queue with one delivery, whose call is under way until the test answers it. */
async function runOfOne() {
  const row = delivery({ webhookId: 'w' })
  const store = openMemoryStore()
  await store.commit([{ kind: 'insertDelivery', row }])
  let answer: (exchange: Exchange) => void = () => undefined
  const answered = new Promise<Exchange>((resolve) => {
    answer = resolve
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const run = new QueueRun('w', {
    store,
    clock: sharedClock({ now: () => timeAt(5) }),
    log: { error: () => undefined },
    kinds: {
      webhook: {
        call: async () => ({
          url: 'https://shop.example/',
          method: 'POST',
          headers: {},
          body: 'made',
        }),
        retryDelaysMs: [60_000],
      },
    },
    holder: 'one',
    random: () => 0.5,
    leases: undefined,
    signal: new AbortController().signal,
    send: () => {
      begin()
      return answered
    },
  })
  await begun
  return {
    run,
    answer,
    state: async () => (await store.read.delivery(row.id))?.state,
  }
}

describe('a run of a queue that is stopped', () => {
  it('ends when the call that is under way has its outcome, and not before', async () => {
    const { run, answer, state } = await runOfOne()
    let hasEnded = false
    const ended = run.ended.then(() => {
      hasEnded = true
    })
    run.stop()
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    expect(hasEnded).toBe(false)
    answer({ kind: 'answered', status: 200, body: '' })
    await ended
    expect(await state()).toBe('delivered')
  })
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the pace of calls', () => {
  it('lets every call begin while the process has time', () => {
    expect(createCallPace(() => false).mayBegin()).toBe(true)
  })

  it('gives a turn every ten milliseconds while the process is busy, in the order of the requests', () => {
    const pace = createCallPace(() => true)
    expect(pace.mayBegin()).toBe(false)
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) pace.onTurn(() => begun.push(name))
    vi.advanceTimersByTime(9)
    expect(begun).toEqual([])
    vi.advanceTimersByTime(1)
    expect(begun).toEqual(['a'])
    vi.advanceTimersByTime(20)
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('gives all turns at once when the process has time again, and lets nobody overtake before', () => {
    let isBusy = true
    const pace = createCallPace(() => isBusy)
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) pace.onTurn(() => begun.push(name))
    isBusy = false
    expect(pace.mayBegin()).toBe(false)
    vi.advanceTimersByTime(10)
    expect(begun).toEqual(['a', 'b', 'c'])
    expect(pace.mayBegin()).toBe(true)
  })
})
