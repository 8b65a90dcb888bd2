import type { ChangeSet, RegistrationRow, Store } from '../../engine/store/port.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'
import { LIFE_MONTHS, unusable, wipe } from './rules.ts'

/** A number that is to be stored. */
export interface NumberToStore {
  /** The channel. */
  readonly entityId: string
  readonly settings: Pick<EntitySettings, 'registrations'>
  readonly paymentBrand: string
  readonly fingerprint: string
  /** By the channel's clock. */
  readonly nowMs: number
}

/** Where a number goes: to the registration that has it, or to a new one. */
export type Place =
  | { readonly kind: 'known'; readonly row: RegistrationRow; readonly vaultRecordId: string }
  | {
      readonly kind: 'new'
      /** Whether the number is kept once from now on. */
      readonly deduplicated: boolean
      readonly lifeMonths: number
      /** Changes before the insert: one whose time is over, and whose timer has not come round, ends. */
      readonly before: ChangeSet
    }

/**
 * Decides where a number goes. Of several that store the same number where it is kept once, one
 * writes the new registration; the others meet the conflict `exists` and have to decide again.
 */
export async function placeOf(number: NumberToStore, store: Store): Promise<Place> {
  const { entityId, settings, paymentBrand, fingerprint, nowMs } = number
  const lifeMonths = lifeMonthsOf(settings)
  if (settings.registrations?.deduplicate !== true) {
    return { kind: 'new', deduplicated: false, lifeMonths, before: [] }
  }
  const row = await store.read.registrationOf(entityId, fingerprint, paymentBrand)
  const vaultRecordId = row?.vaultRecordId ?? null
  if (row === undefined || vaultRecordId === null) {
    return { kind: 'new', deduplicated: true, lifeMonths, before: [] }
  }
  if (unusable(row, nowMs) === undefined) return { kind: 'known', row, vaultRecordId }
  const before = wipe(row, 'expired', nowMs).changes
  return { kind: 'new', deduplicated: true, lifeMonths, before }
}

/** How long an entity keeps payment details, in months. */
export function lifeMonthsOf({ registrations }: NumberToStore['settings']): number {
  return registrations?.lifeMonthsAfterExpiry ?? LIFE_MONTHS
}
