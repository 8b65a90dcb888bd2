import { DAY_MS } from '../../../common/durations.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { StoredCard } from '../../payments/authenticate/index.ts'
import { detailsOf, type Notifications, type NotifiedEntity } from '../../payments/index.ts'
import {
  type CardholderAgreement,
  codeFault,
  type Instrument,
  isOfKept,
  type ReadInstrument,
  restoredInstrument,
} from '../../payments/instruments/index.ts'
import type { DraftedPayment, PaymentExtension } from '../../payments/screen/index.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { PaymentRow, RegistrationRow, Store } from '../../store/port.ts'
import { type EndWithRegistration, lifeMonthsOf } from './deduplication.ts'
import {
  detailsOfRow,
  linkFields,
  type RegistrationDetails,
  readRegistrationDetails,
  withLinkOf,
} from './details.ts'
import { registrationChanges } from './notified.ts'
import {
  endAfterUse,
  endOfCard,
  mergeDetails,
  numberIsLost,
  renewalOf,
  stepRegistration,
  unknownRegistration,
  unusableReason,
} from './rules.ts'
import { agreedTypes } from './series-rules.ts'
import { extendNewPayment, participantsOfStored } from './storing.ts'

interface RegistrationsParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  readonly notifications: Notifications
  readonly schedulesEnd: EndWithRegistration
}

/** Stored payment details, as payments use and create them. */
export interface Registrations {
  /**
   * The instrument of an active registration of the channel, for one payment. 404 with 100.150.200
   * for one that is not there, 100.150.202 and 100.150.203 for one that cannot be paid with.
   */
  stored(
    registrationId: string,
    channel: UsableEntity,
    values: ParameterValues,
    nowMs: number,
  ): Promise<ReadInstrument | Refusal>
  /**
   * Stores the payment details of a payment with `createRegistration=true` in the commit of its
   * success, and updates them after payments that used a registration.
   */
  readonly extension: PaymentExtension
  /** Since when a card is stored, and how its cardholder was authenticated then. */
  storedCardOf(registrationId: string): Promise<StoredCard | undefined>
}

export function createRegistrations(parts: RegistrationsParts): Registrations {
  const { store, vault } = parts

  async function usable(
    registrationId: string,
    channel: UsableEntity,
    nowMs: number,
  ): Promise<RegistrationRow | Refusal> {
    const row = await store.read.registration(registrationId)
    if (row?.entityId !== channel.entity.id) return unknownRegistration
    return unusableReason(row, nowMs) ?? row
  }

  /** The number out of the vault; `undefined` when the registration has ended since it was read. */
  async function openNumber(row: RegistrationRow): Promise<string | undefined> {
    if (row.vaultRecordId === null) return undefined
    const [record, keys] = await Promise.all([
      store.read.vaultRecord(row.vaultRecordId),
      vault.keysOf(row.entityId),
    ])
    return record && vault.openCard(keys, record)
  }

  async function noteUse(
    row: RegistrationRow,
    details: RegistrationDetails,
    use: { readonly lifeMonths: number; readonly nowMs: number },
  ): Promise<void> {
    const expiresAtMs = endAfterUse(row, details, use.nowMs, use.lifeMonths)
    if (expiresAtMs === undefined) return
    // A conflict is ignored: another request has just used or ended the registration.
    await store.commit(stepRegistration(row, { expiresAtMs }, use.nowMs).changes)
  }

  return {
    async stored(registrationId, channel, values, nowMs) {
      const row = await usable(registrationId, channel, nowMs)
      if (isRefusal(row)) return row
      const number = await openNumber(row)
      if (number === undefined) {
        const now = await usable(registrationId, channel, nowMs)
        if (isRefusal(now)) return now
        return numberIsLost
      }
      const details = readRegistrationDetails(row.details)
      const { settings } = channel
      await noteUse(row, details, { lifeMonths: lifeMonthsOf(settings), nowMs })
      return readStoredInstrument({ row, details, number }, values, nowMs)
    },

    async storedCardOf(registrationId) {
      const row = await store.read.registration(registrationId)
      if (row === undefined) return undefined
      const { priorAuthentication } = readRegistrationDetails(row.details)
      const storedAtMs = row.createdAtMs
      return priorAuthentication === undefined
        ? { storedAtMs }
        : { storedAtMs, authentication: priorAuthentication }
    },

    extension: {
      concernedByFirst: { sends: ['createRegistration'], has: ['sealed'] },
      concernedByStored: { details: ['registrationId'] },
      withFirst(drafted) {
        // A redirect brand sends nothing that could be stored: the payment goes on without storing.
        if (drafted.sealed === undefined || !isStoring(drafted)) return undefined
        return extendNewPayment(drafted, drafted.sealed, parts)
      },
      participantsOf: (payment, { createsRegistration, registrationId }) =>
        createsRegistration !== true || registrationId === undefined
          ? []
          : participantsOfStored(payment, registrationId, parts),
      afterSuccess: (payment, { registrationId }) =>
        registrationId === undefined
          ? undefined
          : updateFromPayment(payment, registrationId, parts),
    },
  }
}

/** Whether a payment asks to store its payment details. */
function isStoring({ values, read }: DraftedPayment): boolean {
  return read.registrationId === undefined && values.sent('createRegistration') === 'true'
}

/** A registration with its number, for one payment. */
interface OpenedRegistration {
  readonly row: RegistrationRow
  readonly details: RegistrationDetails
  /** The number, read from the vault. */
  readonly number: string
}

/**
 * The instrument of a registration for one payment: the stored data, the security code that the shopper
 * enters again, and a sent holder if none is stored and `overrideHolder` is set.
 */
export function readStoredInstrument(
  stored: OpenedRegistration,
  values: ParameterValues,
  nowMs: number,
): ReadInstrument {
  const { row, details, number } = stored
  const instrument = restoredInstrument({ kind: details.account, number, details }, values)
  const faultCode = instrumentFault(stored, instrument, nowMs)
  return {
    instrument,
    brand: row.paymentBrand,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(row.vaultRecordId === null ? {} : { vaultRecordId: row.vaultRecordId }),
    registrationId: row.id,
    isOfPayment: row.paymentId !== null,
    shown: accountShown(details, instrument),
    sentAlong: linkFor(details, values),
    agreed: agreementOf(stored, nowMs),
  }
}

function instrumentFault(
  { row, details }: OpenedRegistration,
  instrument: Instrument,
  nowMs: number,
): string | undefined {
  const endMs = endOfCard(details)
  if (endMs !== undefined && nowMs >= endMs) return '100.100.303'
  return instrument.kind === 'card' ? codeFault(instrument, row.paymentBrand) : undefined
}

/** A payment with it has left a link; an authentication at its storing, here or elsewhere, its proof. */
function agreementOf({ row, details }: OpenedRegistration, nowMs: number): CardholderAgreement {
  const { link, authentication, request, series } = details
  const tookPart =
    link !== undefined ||
    authentication !== undefined ||
    request['threeDSecure.verificationId'] !== undefined
  const isUsable = link === undefined && nowMs - row.createdAtMs <= PROOF_MS
  const proof = isUsable ? proofIn({ ...request, ...authentication }) : undefined
  return { tookPart, seriesTypes: agreedTypes(series), ...(proof && { proof }) }
}

/** How long issuers take the proof of an authentication, in milliseconds. */
const PROOF_MS = 90 * DAY_MS

function proofIn(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  if (fields['threeDSecure.verificationId'] === undefined) return undefined
  const proof = Object.entries(fields).filter(([name]) => name.startsWith('threeDSecure.'))
  return Object.fromEntries(proof)
}

/** What answers show besides the card summary, which is made from the instrument. */
function accountShown(
  { request, shown }: RegistrationDetails,
  instrument: Instrument,
): Record<string, string> {
  const account = Object.entries(request).filter(([name]) => isOfKept(name))
  const holder = instrument.kind === 'bankAccount' ? instrument.holder : undefined
  return {
    ...Object.fromEntries(account),
    ...shown,
    ...(holder === undefined ? {} : { 'bankAccount.holder': holder }),
  }
}

/**
 * What links a payment to the first one, unless the merchant sent it. Only repeated and
 * merchant-initiated payments name the initial transaction.
 */
function linkFor({ link }: RegistrationDetails, values: ParameterValues): Record<string, string> {
  const isRepeated =
    values.get('standingInstruction.mode') === 'REPEATED' ||
    values.get('standingInstruction.source') === 'MIT'
  const fields = Object.entries(linkFields(link)).filter(
    ([name]) => isRepeated || !name.startsWith('standingInstruction.'),
  )
  return Object.fromEntries(fields)
}

interface UpdateParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  readonly notifications: Notifications
}

/**
 * Copies data of a succeeded payment to its registration: links for later payments, and a newer expiry
 * and holder if the number was stored before. Not in the payment's own commit, because that would
 * conflict with other payments of the same registration. A second call changes nothing.
 */
export async function updateFromPayment(
  payment: PaymentRow,
  registrationId: string,
  parts: UpdateParts,
): Promise<void> {
  await decideAndCommit(parts, {
    load: () => registrationToUpdate(payment, registrationId, parts),
    decide: (loaded) => (loaded === undefined ? { result: true } : decideUpdate(payment, loaded)),
  })
}

interface LoadedRegistration {
  readonly row: RegistrationRow
  readonly lifeMonths: number
  readonly nowMs: number
  readonly notified: NotifiedEntity
}

/** The registration; `undefined` when there is nothing to update. */
async function registrationToUpdate(
  payment: PaymentRow,
  registrationId: string,
  { store, clock, settingsOf, notifications }: UpdateParts,
): Promise<LoadedRegistration | undefined> {
  const row = await store.read.registration(registrationId)
  // A registration that this payment stored already has all its data.
  if (row?.state !== 'active' || row.paymentId === payment.id) return undefined
  const lifeMonths = lifeMonthsOf(await settingsOf(row.entityId))
  const notified = await notifications.of(row.entityId)
  return { row, lifeMonths, nowMs: clock.of(row.entityId), notified }
}

function decideUpdate(
  payment: PaymentRow,
  { row, lifeMonths, nowMs, notified }: LoadedRegistration,
): Decision<true> {
  const set = renewalOf(row, detailsAfterPayment(row, payment), nowMs, lifeMonths)
  if (set === undefined) return { result: true }
  const { changes, after } = stepRegistration(row, set, nowMs)
  // A later end alone shows nowhere: each use would be an event.
  const isShown = after.details !== row.details
  const notices = isShown ? registrationChanges(after, 'UPDATED', notified) : []
  return { result: true, parts: [{ owner: 'registration', changes: [...changes, ...notices] }] }
}

/**
 * The details of a registration after a payment. Every payment adds links that are missing; a payment
 * in which the number was entered again also replaces expiry and holder.
 */
function detailsAfterPayment(row: RegistrationRow, payment: PaymentRow): RegistrationDetails {
  const before = readRegistrationDetails(row.details)
  const paid = detailsOf(payment)
  const known = withLinkOf(before, paid)
  if (paid.createsRegistration !== true) return known
  // The payment's own commit has written the series: a later call would begin it anew.
  const { series: _begun, ...given } = detailsOfRow(payment)
  return mergeDetails(known, given)
}
