import { newObjectId } from '../../engine/ids.ts'
import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { ChangeSet, PaymentRow, Store, VaultRecordRow } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'
import { detailsOf, storedDetails } from '../payments/details.ts'
import type { DraftedPayment, ExtensionAnswer } from '../payments/payment-extension.ts'
import { detailsOfPayment } from './details.ts'
import { type Place, placeOf } from './place.ts'
import { insertRegistration, newRegistration, unusable } from './rules.ts'

export interface StoringParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
}

/** What a new registration is made of beside its payment. */
interface Kept extends Extract<Place, { kind: 'new' }> {
  readonly fingerprint: string
}

/** Who stores the payment details of a first payment, whose number was sealed, in its first commit. */
export async function storingFirst(
  { channel, read }: DraftedPayment,
  { fingerprint }: VaultRecordRow,
  { store, clock }: StoringParts,
): Promise<ExtensionAnswer> {
  const { entity, settings } = channel
  const nowMs = clock.of(entity.id)
  const asked = { entityId: entity.id, settings, paymentBrand: read.brand, fingerprint, nowMs }
  const place = await placeOf(asked, store)
  if (place.kind === 'known') {
    return {
      details: { createsRegistration: true, registrationId: place.row.id },
      vaultRecordId: place.vaultRecordId,
    }
  }
  return {
    participants: [storing({ ...place, fingerprint })],
    details: { createsRegistration: true, registrationId: newObjectId(clock.now()) },
  }
}

/**
 * Who stores the payment details of a payment that was written down before. Others may have stored the
 * number, or wiped it, since: its success finds its place as things are now.
 */
export async function storingStored(
  { vaultRecordId, entityId, paymentBrand }: PaymentRow,
  registrationId: string,
  { store, clock, settingsOf }: StoringParts,
): Promise<readonly CommitParticipant[]> {
  const nowMs = clock.of(entityId)
  const there = await store.read.registration(registrationId)
  // The number was stored before; the id of a registration that has ended since must not be answered.
  if (there !== undefined) return unusable(there, nowMs) === undefined ? [] : [forgetting]
  const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
  if (record === undefined) return [forgetting]
  const { fingerprint } = record
  const settings = await settingsOf(entityId)
  const place = await placeOf({ entityId, settings, paymentBrand, fingerprint, nowMs }, store)
  if (place.kind === 'known') return [joining(place, record.id)]
  return [storing({ ...place, fingerprint })]
}

/** Names the changes of registrations. */
const OWNER = 'registration'

/** Stores the payment details of a payment in the commit of its success, and never otherwise. */
function storing(kept: Kept): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    settled: (payment) => (payment.state === 'succeeded' ? stored(payment, kept) : []),
  }
}

function stored(payment: PaymentRow, kept: Kept): ChangeSet {
  const details = detailsOf(payment)
  const { registrationId } = details
  if (registrationId === undefined || payment.vaultRecordId === null) return []
  const { fingerprint, lifeMonths, deduplicated, before } = kept
  const row = newRegistration({
    id: registrationId,
    entityId: payment.entityId,
    paymentBrand: payment.paymentBrand,
    resultCode: payment.resultCode,
    sealed: { vaultRecordId: payment.vaultRecordId, fingerprint },
    deduplicated,
    paymentId: payment.id,
    // The reference is the payment's: who looks for an order finds its payment alone.
    merchantTransactionId: null,
    details: detailsOfPayment(details),
    nowMs: payment.updatedAtMs,
    lifeMonths,
  })
  return [...before, ...insertRegistration(row)]
}

/**
 * Success finds the number stored meanwhile by somebody else: the payment names that registration,
 * and shares its sealed number as if it had found it there from the beginning.
 */
function joining(
  { row, vaultRecordId }: Extract<Place, { kind: 'known' }>,
  ownRecordId: string,
): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    settled: ({ state }) =>
      state === 'succeeded'
        ? [
            { kind: 'requireVaultRecord', id: vaultRecordId },
            { kind: 'deleteVaultRecord', id: ownRecordId },
          ]
        : [],
    amend: (payment) => ({
      details: storedDetails(payment, { ...detailsOf(payment), registrationId: row.id }),
      vaultRecordId,
    }),
  }
}

/** What it was to be stored in has been wiped: the number is gone, and no token is promised. */
const forgetting: CommitParticipant = {
  owner: OWNER,
  opened: () => [],
  settled: () => [],
  amend(payment) {
    const { registrationId: _ended, createsRegistration: _kept, ...rest } = detailsOf(payment)
    return { details: storedDetails(payment, rest) }
  },
}
