import { StoreError } from '../errors.ts'
import type { Change } from '../port.ts'
import { MAX_SIGHTINGS_DELETED } from '../tables/sighting.ts'
import type { OwnKind } from '../tables/tables.ts'
import type { Reason, Tables } from './tables.ts'

type OwnWrites = {
  readonly [Kind in OwnKind]: (
    tables: Tables,
    change: Extract<Change, { readonly kind: Kind }>,
  ) => Reason | undefined
}

/** The changes whose statements are written by hand for the SQL engines. May throw `invalid-change`. */
export const OWN_WRITES: OwnWrites = {
  requireVaultRecord: ({ vaultRecords }, { id }) =>
    vaultRecords.get(id) === undefined ? 'version' : undefined,

  moveGiftCard({ giftCards }, { id, byMinor }) {
    const before = giftCards.get(id)
    if (before === undefined) return 'version'
    // JSON has turned what is no number into null, which would be added as zero.
    if (!Number.isInteger(byMinor)) {
      throw new StoreError('invalid-change', 'No valid value for byMinor')
    }
    return giftCards.replace(before, { ...before, balanceMinor: before.balanceMinor + byMinor })
  },

  takeQuota({ quotas }, { row }) {
    quotas.assertShape(row)
    const before = quotas.get(row.key)
    if (before === undefined) return quotas.insert(row)
    return quotas.replace(before, { ...before, used: before.used + row.used, most: row.most })
  },

  deleteQuota({ quotas }, { key, nowMs }) {
    const row = quotas.get(key)
    if (row !== undefined && row.expiresAtMs <= nowMs) quotas.remove(key)
    return undefined
  },

  deleteSightings({ sightings }, { beforeMs }) {
    const old = sightings
      .entries()
      .filter(([, row]) => row.atMs < beforeMs)
      .sort(([, one], [, other]) => one.atMs - other.atMs)
    for (const [key] of old.slice(0, MAX_SIGHTINGS_DELETED)) sightings.removeEntry(key)
    return undefined
  },

  stepTimer({ timers }, { timer, subjectId, expectedVersion, dueAtMs, attempts }) {
    const before = timers.get(timer, subjectId)
    if (before?.version !== expectedVersion) return 'version'
    return timers.replace(before, { ...before, dueAtMs, attempts, version: before.version + 1 })
  },

  endTimer({ timers }, { timer, subjectId, expectedVersion }) {
    const before = timers.get(timer, subjectId)
    if (expectedVersion !== null && before?.version !== expectedVersion) return 'version'
    timers.remove(timer, subjectId)
    return undefined
  },

  answerIdempotency({ idempotency }, { scope, key, answer }) {
    const before = idempotency.get(scope, key)
    if (before === undefined || before.answer !== null) return 'version'
    return idempotency.replace(before, { ...before, answer })
  },

  deleteIdempotency({ idempotency }, { scope, key, nowMs }) {
    const row = idempotency.get(scope, key)
    if (row !== undefined && row.expiresAtMs <= nowMs) idempotency.remove(scope, key)
    return undefined
  },
}
