import type { Store, TimerClaim, TimerRow } from './port.ts'

/**
 * Claims timers by a guarded step for each: for stores that belong to one process, where nearly none
 * is refused. All steps are handed in together, so that the store writes them in one commit.
 */
export async function claimBySteps(
  store: Pick<Store, 'commit' | 'read'>,
  claim: TimerClaim,
): Promise<readonly TimerRow[]> {
  const due = await dueOf(store, claim)
  const claims = await Promise.allSettled(due.map((row) => step(store, row, claim)))
  const claimed = claims.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []))
  const failed = claims.find((each) => each.status === 'rejected')
  if (failed !== undefined && claimed.length === 0) throw failed.reason
  return claimed
}

async function dueOf(
  { read }: Pick<Store, 'read'>,
  { dueAtMs, limit, entityIds, exceptEntityIds = [] }: TimerClaim,
): Promise<readonly TimerRow[]> {
  if (entityIds !== undefined) return read.dueTimersOf(entityIds, dueAtMs, limit)
  const due = await read.dueTimers(dueAtMs, limit)
  if (exceptEntityIds.length === 0) return due
  const excepted = new Set<string | null>(exceptEntityIds)
  return due.filter(({ entityId }) => !excepted.has(entityId))
}

/** The claimed timer; `undefined`: it was changed since it was read. */
async function step(
  store: Pick<Store, 'commit'>,
  timer: TimerRow,
  { untilMs }: TimerClaim,
): Promise<TimerRow | undefined> {
  const { kind, subjectId, version } = timer
  const set = { dueAtMs: untilMs, attempts: timer.attempts + 1 }
  const claim = { kind: 'stepTimer', timer: kind, subjectId, expectedVersion: version } as const
  const committed = await store.commit([{ ...claim, ...set }])
  return committed.applied ? { ...timer, ...set, version: version + 1 } : undefined
}
