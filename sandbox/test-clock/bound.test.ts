import { expect, it } from 'vitest'
import { createEntityClocks } from '../../server/entities/entity-clocks.ts'
import { ParameterValues } from '../../server/parameters/values.ts'
import { entity, timer } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createTestClock } from './test-clock.ts'

/** A timer is moved by this after each round of due work; its first due time comes a day after the start. */
async function advanceAYear(movedByMs: number) {
  const store = openMemoryStore()
  const channel = entity({ kind: 'channel' })
  const due = timer({ entityId: channel.id, dueAtMs: Date.UTC(2026, 10, 21) })
  await store.commit([
    { kind: 'insertEntity', row: channel },
    { kind: 'insertTimer', row: due },
  ])
  const clocks = createEntityClocks({ now: () => Date.UTC(2026, 10, 20) })
  let rounds = 0
  const runDue = async () => {
    const [row = due] = await store.read.dueTimersOf([channel.id], Number.MAX_SAFE_INTEGER, 1)
    const { kind, subjectId, version: expectedVersion, attempts } = row
    const dueAtMs = row.dueAtMs + movedByMs
    await store.commit([
      { kind: 'stepTimer', timer: kind, subjectId, expectedVersion, dueAtMs, attempts },
    ])
    rounds += 1
    return 1
  }
  const clock = createTestClock({ store, clocks, runDue })
  const moved = await clock.advance(channel, { values: ParameterValues.of([['advance', 'P1Y']]) })
  return { moved, rounds }
}

it.each([
  ['is due again at once', 0, Date.UTC(2026, 10, 21)],
  ['is due again a second later', 1000, Date.UTC(2026, 10, 21) + 1999 * 1000],
])('stops after 2,000 rounds and says so when work %s', async (_when, movedByMs, nowMs) => {
  expect(await advanceAYear(movedByMs)).toEqual({
    moved: expect.objectContaining({ nowMs, stoppedBeforeMs: Date.UTC(2027, 10, 20) }),
    rounds: 2000,
  })
})
