import { StoreError } from '../errors.ts'
import { SIGHTINGS_FORGOTTEN_AT_ONCE } from '../list-limit.ts'
import type { Change, GiftCardRow } from '../port.ts'
import { insert, type Reason } from './guarded.ts'
import { assertShape, giftCardShape, quotaShape, sightingShape } from './record-shapes.ts'
import type { Tables } from './tables.ts'

type GiftCardChange = Extract<Change, { kind: 'insertGiftCard' | 'moveGiftCard' }>
type QuotaChange = Extract<Change, { kind: 'takeQuota' | 'deleteQuota' }>
type SightingChange = Extract<Change, { kind: 'appendSighting' | 'deleteSightings' }>

/** Applies a change of a gift card, or answers why not. Throws `invalid-change`. */
export function applyGiftCard(tables: Tables, change: GiftCardChange): Reason | undefined {
  const { giftCards } = tables
  if (change.kind === 'insertGiftCard') {
    const { row } = change
    assertShape(row, giftCardShape)
    return keepsBalance(row) ? insert(giftCards, row.id, row) : 'limit'
  }
  const before = giftCards.get(change.id)
  if (before === undefined) return 'version'
  // JSON has turned what is no number into null, which would be added as zero.
  if (!Number.isInteger(change.byMinor)) {
    throw new StoreError('invalid-change', 'No valid value for byMinor')
  }
  const after = { ...before, balanceMinor: before.balanceMinor + change.byMinor }
  assertShape(after, giftCardShape)
  if (!keepsBalance(after)) return 'limit'
  giftCards.put(change.id, after)
  return undefined
}

function keepsBalance({ balanceMinor, issuedMinor }: GiftCardRow): boolean {
  return balanceMinor >= 0 && balanceMinor <= issuedMinor
}

/** Applies a change of a quota, or answers why not. Throws `invalid-change`. */
export function applyQuota(tables: Tables, change: QuotaChange): Reason | undefined {
  const { quotas } = tables
  if (change.kind === 'deleteQuota') {
    const row = quotas.get(change.key)
    if (row !== undefined && row.expiresAtMs <= change.nowMs) quotas.remove(change.key)
    return undefined
  }
  const { row } = change
  assertShape(row, quotaShape)
  const before = quotas.get(row.key)
  const used = (before?.used ?? 0) + row.used
  if (used > row.most) return 'limit'
  quotas.put(row.key, { ...(before ?? row), used, most: row.most })
  return undefined
}

/** Applies a change of sightings; there is nothing that it could conflict with. */
export function applySighting(tables: Tables, change: SightingChange): undefined {
  const { sightings } = tables
  if (change.kind === 'appendSighting') {
    assertShape(change.row, sightingShape)
    tables.lastSighting += 1
    sightings.put(String(tables.lastSighting), change.row)
    return
  }
  const old = sightings
    .entries()
    .filter(([, row]) => row.atMs < change.beforeMs)
    .sort(([, one], [, other]) => one.atMs - other.atMs)
  for (const [key] of old.slice(0, SIGHTINGS_FORGOTTEN_AT_ONCE)) sightings.remove(key)
}
