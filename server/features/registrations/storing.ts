import type { EntitySettings } from '../../entities/settings.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import {
  detailsOf,
  type Notifications,
  type NotifiedEntity,
  storedDetails,
} from '../../payments/index.ts'
import type { DraftedPayment, ExtensionAnswer } from '../../payments/screen/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type {
  ChangeSet,
  PaymentRow,
  RegistrationRow,
  Store,
  VaultRecordRow,
} from '../../store/port.ts'
import { type EndWithRegistration, findStorageTarget, type StorageTarget } from './deduplication.ts'
import { detailsOfRow } from './details.ts'
import { registrationChanges } from './notified.ts'
import { insertRegistration, newRegistration, unusableReason } from './rules.ts'
import { seriesBegun } from './series.ts'

export interface StoringParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  readonly notifications: Notifications
  readonly schedulesEnd: EndWithRegistration
}

/** What a new registration needs besides its payment. */
interface NewStorage extends Extract<StorageTarget, { kind: 'new' }> {
  readonly fingerprint: string
  readonly notified: NotifiedEntity
}

/**
 * What stores the payment details of a new payment. Its first commit seals the number, and the commit
 * of its success inserts the registration.
 */
export async function extendNewPayment(
  { id, channel, paymentType, read }: DraftedPayment,
  { fingerprint }: VaultRecordRow,
  parts: StoringParts,
): Promise<ExtensionAnswer> {
  if (paymentType === '3D') {
    // Its registration has the id of the payment; what is stored is decided with its end.
    return { details: { createsRegistration: true, registrationId: id } }
  }
  const { entity, settings } = channel
  const { clock, notifications } = parts
  const nowMs = clock.safeNow(entity.id)
  const asked = { entityId: entity.id, settings, paymentBrand: read.brand, fingerprint, nowMs }
  const target = await findStorageTarget(asked, parts)
  if (target.kind === 'existing') {
    return {
      participants: [beginSeriesOf(target.row)],
      details: { createsRegistration: true, registrationId: target.row.id },
      vaultRecordId: target.vaultRecordId,
    }
  }
  const notified = await notifications.of(entity.id)
  return {
    participants: [storeOnSuccess({ ...target, fingerprint, notified })],
    details: { createsRegistration: true, registrationId: newObjectId(clock.now()) },
  }
}

/**
 * What stores the payment details of a payment that is read from the store. Other requests may have
 * stored or wiped the number since, so the target is looked up again.
 */
export async function participantsOfStored(
  payment: PaymentRow,
  registrationId: string,
  parts: StoringParts,
): Promise<readonly CommitParticipant[]> {
  const storing = await storingParticipant(payment, registrationId, parts)
  const all = storing === undefined ? [] : [storing]
  return payment.paymentType === '3D' ? [...all, wipeOnFailure(payment)] : all
}

async function storingParticipant(
  { vaultRecordId, entityId, paymentBrand }: PaymentRow,
  registrationId: string,
  parts: StoringParts,
): Promise<CommitParticipant | undefined> {
  const { store, clock, settingsOf, notifications } = parts
  const nowMs = clock.safeNow(entityId)
  const existing = await store.read.registration(registrationId)
  // The number was stored before; the id of a registration that has ended since must not be answered.
  if (existing !== undefined)
    return unusableReason(existing, nowMs) === undefined
      ? beginSeriesOf(existing)
      : dropRegistration
  const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
  // A success that comes after the retention of the number finds nothing to store.
  if (record === undefined || record.sealed === '') return dropRegistration
  const { fingerprint } = record
  const settings = await settingsOf(entityId)
  const target = await findStorageTarget(
    { entityId, settings, paymentBrand, fingerprint, nowMs },
    parts,
  )
  if (target.kind === 'existing') return useExisting(target, record.id)
  const notified = await notifications.of(entityId)
  return storeOnSuccess({ ...target, fingerprint, notified })
}

/** The name by which a commit conflict says that a registration caused it. */
const OWNER = 'registration'

/** The number is stored already: the success only begins a series with it, where the payment asks for one. */
const beginSeriesOf = (row: RegistrationRow): CommitParticipant => ({
  owner: OWNER,
  opened: () => [],
  recorded: (payment) => seriesBegun(row, payment),
})

/** Stores the payment details in the commit in which the payment succeeds, and only then. */
function storeOnSuccess(storage: NewStorage): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    recorded: (payment) => (payment.state === 'succeeded' ? insertionOf(payment, storage) : []),
  }
}

function insertionOf(payment: PaymentRow, storage: NewStorage): ChangeSet {
  const details = detailsOf(payment)
  const { registrationId } = details
  if (registrationId === undefined || payment.vaultRecordId === null) return []
  const { fingerprint, lifeMonths, deduplicated, before, notified } = storage
  const row = newRegistration({
    id: registrationId,
    entityId: payment.entityId,
    paymentBrand: payment.paymentBrand,
    resultCode: payment.resultCode,
    sealed: { vaultRecordId: payment.vaultRecordId, fingerprint },
    deduplicated,
    paymentId: payment.id,
    // The payment has the reference: a search for an order then finds the payment only. An
    // authentication charged nothing: a search finds what it has stored as well.
    merchantTransactionId: payment.paymentType === '3D' ? payment.merchantTransactionId : null,
    details: detailsOfRow(payment),
    nowMs: payment.updatedAtMs,
    lifeMonths,
  })
  return [...before, ...insertRegistration(row), ...registrationChanges(row, 'CREATED', notified)]
}

/**
 * Another request has stored the number meanwhile: the payment names that registration and uses its
 * vault record; the payment's own vault record is deleted.
 */
function useExisting(
  { row, vaultRecordId }: Extract<StorageTarget, { kind: 'existing' }>,
  ownRecordId: string,
): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    recorded: (payment) =>
      payment.state === 'succeeded'
        ? [
            { kind: 'requireVaultRecord', id: vaultRecordId },
            { kind: 'deleteVaultRecord', id: ownRecordId },
            ...seriesBegun(row, payment),
          ]
        : [],
    amend: (payment) => ({
      details: storedDetails(payment, { ...detailsOf(payment), registrationId: row.id }),
      vaultRecordId,
    }),
  }
}

/** The registration has ended or the number was wiped: the answer must not promise a token. */
const dropRegistration: CommitParticipant = {
  owner: OWNER,
  opened: () => [],
  recorded: () => [],
  amend(payment) {
    const { registrationId: _ended, createsRegistration: _kept, ...rest } = detailsOf(payment)
    return { details: storedDetails(payment, rest) }
  },
}

/** A card whose cardholder was not authenticated is not kept: nothing was charged that could be repeated. */
function wipeOnFailure({ vaultRecordId }: PaymentRow): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    recorded: ({ state }) =>
      state === 'failed' && vaultRecordId !== null
        ? [{ kind: 'deleteVaultRecord', id: vaultRecordId }]
        : [],
    amendFailure: () => ({ vaultRecordId: null }),
  }
}
