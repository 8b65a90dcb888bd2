import { newObjectId } from '../../engine/ids.ts'
import type { ChangeSet, PaymentRow, Store, VaultRecordRow } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import type { EntitySettings } from '../../wire/entities/settings.ts'
import { type PaymentDetails, readDetails } from '../payments/details.ts'
import type { DraftedPayment, ExtensionAnswer } from '../payments/payment-extension.ts'
import type { CommitParticipant } from '../payments/settlement.ts'
import { detailsOfPayment } from './details.ts'
import { type Place, placeOf } from './place.ts'
import { insertRegistration, newRegistration, unusable } from './rules.ts'

export interface StoringParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  /** Takes from a payment what belongs to a registration that is there. */
  readonly learn: (payment: PaymentRow) => Promise<void>
}

/** What a new registration is made of beside its payment. */
interface Kept extends Extract<Place, { kind: 'new' }> {
  readonly fingerprint: string
}

/** The payment details that go with a payment, stored in the commit of its success. */
export interface Storing {
  /** Goes along with a payment whose number was sealed. */
  extend(drafted: DraftedPayment, sealed: VaultRecordRow): Promise<ExtensionAnswer>
  /** Goes along with the late outcome of a payment that stores; nothing for any other. */
  withLateOutcome(payment: PaymentRow): Promise<readonly CommitParticipant[]>
}

export function createStoring({ store, clock, settingsOf, learn }: StoringParts): Storing {
  async function extend(
    { channel, read }: DraftedPayment,
    { fingerprint }: VaultRecordRow,
  ): Promise<ExtensionAnswer> {
    const { entity, settings } = channel
    const place = await placeOf(
      {
        entityId: entity.id,
        settings,
        paymentBrand: read.brand,
        fingerprint,
        nowMs: clock.of(entity.id),
      },
      store,
    )
    const details = { createsRegistration: true } as const
    if (place.kind === 'known') {
      return {
        participants: [decidingAgain(nothing)],
        details: { ...details, registrationId: place.row.id },
        keptIn: place.vaultRecordId,
        afterwards: learn,
      }
    }
    return {
      participants: [decidingAgain(storing({ ...place, fingerprint }))],
      details: { ...details, registrationId: newObjectId(clock.now()) },
      // With a late success it may find that the number was stored meanwhile.
      ...(place.deduplicated ? { afterwards: learn } : {}),
    }
  }

  /** Time has passed since a payment was opened: its success finds its place as things stand then. */
  function decidingAgain(participant: CommitParticipant): CommitParticipant {
    return { ...participant, again: late }
  }

  async function late(payment: PaymentRow): Promise<CommitParticipant> {
    const [participant] = await withLateOutcome(payment)
    return participant ?? nothing
  }

  async function withLateOutcome(payment: PaymentRow): Promise<readonly CommitParticipant[]> {
    const { vaultRecordId, entityId, paymentBrand } = payment
    const { createsRegistration, registrationId } = readDetails(payment.details)
    if (createsRegistration !== true || registrationId === undefined) return []
    const nowMs = clock.of(entityId)
    const there = await store.read.registration(registrationId)
    // The number was stored before; nobody may be told of a token that has ended since.
    if (there !== undefined) {
      return [decidingAgain(unusable(there, nowMs) === undefined ? nothing : forgetting)]
    }
    const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
    if (record === undefined) return [decidingAgain(forgetting)]
    const { fingerprint } = record
    const settings = await settingsOf(entityId)
    const place = await placeOf({ entityId, settings, paymentBrand, fingerprint, nowMs }, store)
    if (place.kind === 'known') return [decidingAgain(joining(place, record.id))]
    return [decidingAgain(storing({ ...place, fingerprint }))]
  }

  return { extend, withLateOutcome }
}

const nothing: CommitParticipant = { opened: () => [], settled: () => [] }

/** Stores the payment details of a payment in the commit of its success, and never otherwise. */
function storing(kept: Kept): CommitParticipant {
  return {
    opened: () => [],
    settled: (payment) => (payment.state === 'succeeded' ? stored(payment, kept) : []),
  }
}

function stored(payment: PaymentRow, kept: Kept): ChangeSet {
  const details = readDetails(payment.details)
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
    opened: () => [],
    settled: ({ state }) =>
      state === 'succeeded'
        ? [
            { kind: 'requireVaultRecord', id: vaultRecordId },
            { kind: 'deleteVaultRecord', id: ownRecordId },
          ]
        : [],
    amend: (details) => ({ details: { ...details, registrationId: row.id }, vaultRecordId }),
  }
}

/** What it was to be stored in has been wiped: the number is gone, and no token is promised. */
const forgetting: CommitParticipant = {
  opened: () => [],
  settled: () => [],
  amend: (details) => ({ details: withoutRegistration(details) }),
}

function withoutRegistration(details: PaymentDetails): PaymentDetails {
  const { registrationId: _ended, createsRegistration: _kept, ...rest } = details
  return rest
}
