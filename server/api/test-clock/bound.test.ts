import { expect, it } from 'vitest'
import { openMemoryStore } from '../../engine/store/memory/open-memory-store.ts'
import { entity, timer } from '../../engine/store/testing/sample-rows.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { createEntityClocks } from './entity-clocks.ts'
import { createTestClock } from './test-clock.ts'

it('stops where it is and says so when there is more due work on the way than it carries out', async () => {
  const store = openMemoryStore()
  const channel = entity({ kind: 'channel' })
  const dueAtMs = Date.UTC(2026, 10, 21)
  const endless = timer({ entityId: channel.id, dueAtMs })
  await store.commit([
    { kind: 'insertEntity', row: channel },
    { kind: 'insertTimer', row: endless },
  ])
  const clocks = createEntityClocks({ now: () => Date.UTC(2026, 10, 20) })
  let rounds = 0
  const runDue = async () => {
    rounds += 1
    return 1
  }
  const clock = createTestClock({ store, clocks, runDue })
  const moved = await clock.advance(channel, { values: ParameterValues.of([['advance', 'P1Y']]) })
  expect(moved).toMatchObject({
    nowMs: dueAtMs,
    stoppedBeforeMs: expect.any(Number),
  })
  expect(rounds).toBe(2000)
})
