import type { EntitySettings } from '../../entities/settings.ts'
import type { Notifications } from '../../payments/index.ts'
import type { ChangeSet, RegistrationRow, Store } from '../../store/port.ts'
import { registrationChanges } from './notified.ts'
import { LIFE_MONTHS, unusableReason, wipe } from './rules.ts'

/** A number that is to be stored, and where. */
export interface NumberToDeduplicate {
  /** The channel. */
  readonly entityId: string
  readonly settings: Pick<EntitySettings, 'registrations'>
  readonly paymentBrand: string
  readonly fingerprint: string
  /** By the channel's clock. */
  readonly nowMs: number
}

/** Where a number is stored: in the registration that already has it, or in a new one. */
export type StorageTarget =
  | { readonly kind: 'existing'; readonly row: RegistrationRow; readonly vaultRecordId: string }
  | {
      readonly kind: 'new'
      /** Whether the channel stores each number only once. */
      readonly deduplicated: boolean
      readonly lifeMonths: number
      /** Changes before the insert: end an expired registration whose timer has not run yet. */
      readonly before: ChangeSet
    }

/** The changes that end the schedules of a registration together with it. */
export type EndWithRegistration = (ended: RegistrationRow) => Promise<ChangeSet>

/** Where no feature has schedules. */
export const noSchedules: EndWithRegistration = async () => []

interface StorageTargetParts {
  readonly store: Store
  readonly notifications: Notifications
  readonly schedulesEnd: EndWithRegistration
}

/**
 * Finds where to store a number. When several requests store the same number at once on a channel
 * that deduplicates, one inserts the registration; the others get the conflict `exists` and must call
 * this again.
 */
export async function findStorageTarget(
  number: NumberToDeduplicate,
  { store, notifications, schedulesEnd }: StorageTargetParts,
): Promise<StorageTarget> {
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
  if (unusableReason(row, nowMs) === undefined) return { kind: 'existing', row, vaultRecordId }
  const { changes, after } = wipe(row, 'expired', nowMs)
  const notices = registrationChanges(after, 'DELETED', await notifications.of(entityId))
  const before = [...changes, ...notices, ...(await schedulesEnd(after))]
  return { kind: 'new', deduplicated: true, lifeMonths, before }
}

/** How long an entity keeps payment details, in months. */
export function lifeMonthsOf({ registrations }: NumberToDeduplicate['settings']): number {
  return registrations?.lifeMonthsAfterExpiry ?? LIFE_MONTHS
}
