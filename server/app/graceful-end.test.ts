import { setTimeout as after } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { PATIENCE_MS } from '../kernel/timers/timers.ts'
import type { Store } from '../store/port.ts'
import { startTestGateway } from '../testing/gateway.fixture.ts'

/** A claim that is answered when the gateway is already closing. */
const CLAIM_MS = 50

it('a gateway that ends waits for work that its last round has begun, then closes its store', async () => {
  const memory = openMemoryStore()
  const happened: string[] = []
  let isDue = false
  let begins = () => {}
  const begun = new Promise<void>((resolve) => {
    begins = resolve
  })
  const store: Store = {
    ...memory,
    read: {
      ...memory.read,
      // Of the work of an event: it takes longer than a round waits for it.
      async acquirerEvent() {
        await after(2 * PATIENCE_MS)
        happened.push('worked off')
        return undefined
      },
    },
    async claimTimers(claim) {
      if (isDue) {
        begins()
        await after(CLAIM_MS)
      }
      return memory.claimTimers(claim)
    },
    async close() {
      happened.push('closed')
      await memory.close()
    },
  }
  const gateway = await startTestGateway({ store })
  const atMs = gateway.clock.now()
  isDue = true
  await store.commit([
    {
      kind: 'ensureTimer',
      timer: 'acquirerEvent',
      subjectId: 'account event',
      entityId: null,
      dueAtMs: atMs,
      createdAtMs: atMs,
    },
  ])
  await begun
  await gateway.close()
  expect(happened).toEqual(['worked off', 'closed'])
})
