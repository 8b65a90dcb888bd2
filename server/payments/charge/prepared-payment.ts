import { formatAmount } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import { readPageOrigins } from '../../entities/page-origins.ts'
import { shortIdOf } from '../../kernel/ids.ts'
import { wireTime } from '../../kernel/timers/clock.ts'
import type { Writable } from '../../kernel/writable.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { Trace } from '../../results/trace.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import {
  type AuthenticationRow,
  type ChangeSet,
  newPayment,
  type PaymentRow,
  type VaultRecordRow,
} from '../../store/port.ts'
import type { PlannedAuthentication } from '../authenticate/authenticate-stage.ts'
import type { Connector, ConnectorOperation } from '../connectors/connector.ts'
import { leftOutOf } from '../connectors/field-uses.ts'
import { cardSummary, type PaymentDetails, walletMarks } from '../details.ts'
import type { ReadInstrument } from '../instruments/instrument.ts'
import type { Instrument } from '../instruments/instrument-kinds.ts'
import type { FirstType } from '../life-cycle.ts'
import { leaveOutUnprovedClaims } from '../read/card-schemes.ts'
import { standingInstructionDefaults } from '../read/standing-instruction.ts'
import type { TargetOfReference } from '../record/booking.ts'
import { holdExpiryOf } from '../references/hold-expiry.ts'
import type { DraftedPayment, ExtensionAnswer, SeriesOfRun } from '../screen/payment-extension.ts'
import type { PlannedParts } from './part-payment.ts'

/** A first payment as the request asks for it, for a channel and perhaps for a checkout. */
export interface FirstPayment {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  /** The type may depend on the brand of the instrument (overridePaymentType). */
  readonly paymentTypeFor: (brand: string) => FirstType
  readonly checkoutId?: string
  /** From where the shopper of the checkout has submitted it. */
  readonly shopperAddress?: string
  /** It charges nothing: its card is authenticated, and its success stores the card. */
  readonly onlyStores?: true
  /** Participants of its first commit besides the extensions: its checkout. */
  readonly participants?: readonly CommitParticipant[]
  /** The idempotency key of its request; see `PreparedPayment`. */
  readonly requestParticipants?: readonly CommitParticipant[]
  /** Members that its answers show in addition to the request: wire names and values. */
  readonly shown?: Readonly<Record<string, string>>
  /** What gift cards pay of its checkout besides; its amount is the rest. */
  readonly giftCardParts?: PlannedParts
  /** Of a run of a schedule. */
  readonly seriesOfRun?: SeriesOfRun
  /** By the channel's clock. */
  readonly nowMs: number
  /** Present where the request asks for a trace. */
  readonly trace?: Trace
}

/** A first payment after the stage read. */
export interface ReadPayment {
  readonly first: FirstPayment
  readonly connector: Connector
  readonly drafted: DraftedPayment
}

/** All data with which a payment is sent to its connector and stored. */
export interface PreparedPayment {
  /** In state `intent`, version 1. */
  readonly payment: PaymentRow
  readonly details: PaymentDetails
  readonly operation: ConnectorOperation
  readonly connector: Connector
  /** Set when the payment fails before its connector is asked: it is recorded as failed with this code. */
  readonly faultCode?: string
  /** The authentication that the payment waits for before its charge. */
  readonly authentication?: PlannedAuthentication
  /** An authentication that has already ended; it is stored with the payment. */
  readonly authenticated?: AuthenticationRow
  /** Plans the authentication that follows a charge which was declined with 300.100.100. */
  readonly afterSoftDecline?: () => PlannedAuthentication
  /** The payment that it refers to, as it was when the reference was decided. */
  readonly reference?: TargetOfReference
  /** Inserts the vault record of its number, or requires the existing one. */
  readonly vaultChanges: ChangeSet
  /**
   * The participants of its first commit. Those of later commits are made from the stored payment; the
   * first ones need data that only the request has: the counters of the risk rules, the checkout as it
   * was when the submit was decided, the vault record of the number.
   */
  readonly participants: readonly CommitParticipant[]
  /**
   * The request's idempotency key, if it has one. It takes part in every commit while the request runs.
   * It cannot be made from the stored payment, because its answer is rendered for this request.
   */
  readonly requestParticipants: readonly CommitParticipant[]
}

/** Prepares a payment; called again when data that it has read was changed before the commit. */
export type Prepare = () => Promise<PreparedPayment | Refusal>

/** A first payment that was read and screened, ready for its charge. */
export function preparedFirst(
  { first, connector, drafted }: ReadPayment,
  { faultCode, participants = [], details: more, vaultRecordId }: ExtensionAnswer,
): PreparedPayment {
  const { participants: ofCheckout = [], requestParticipants = [], trace } = first
  trace?.note('connector', describeConnector(drafted, connector, faultCode))
  const { id, values, paymentType, amount, read } = drafted
  const sealed = vaultRecordId === undefined ? drafted.sealed : undefined
  const needed = vaultRecordId ?? read.vaultRecordId
  const details: Writable<PaymentDetails> = Object.assign(detailsOf(drafted), more)
  if (trace !== undefined) noteLeftOut(details.request, connector, trace)
  if (first.shown !== undefined) details.shown = { ...details.shown, ...first.shown }
  return {
    payment: rowOf(drafted, connector, sealed?.id ?? needed ?? null),
    details,
    operation: {
      paymentId: id,
      paymentType,
      paymentBrand: read.brand,
      amount,
      instrument: read.instrument,
      ...(details.registrationId === undefined ? {} : { registrationId: details.registrationId }),
      request: details.request,
      customParameters: values.map('customParameters'),
      ...(read.agreed?.proof === undefined ? {} : { storedProof: read.agreed.proof }),
      confidential: values.confidential(),
    },
    connector,
    vaultChanges: vaultChangesOf(sealed, needed),
    participants: [...ofCheckout, ...participants],
    requestParticipants,
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

function describeConnector(
  { paymentType, amount }: DraftedPayment,
  connector: Connector,
  faultCode: string | undefined,
): string {
  const where =
    faultCode === undefined
      ? `goes to "${connector.name}"`
      : `fails with ${faultCode}: "${connector.name}" is not asked`
  return `${paymentType} of ${formatAmount(amount)} ${amount.currency} ${where}`
}

/** Fields that one sentence names: a cart may have hundreds. */
const MAX_NAMED_FIELDS = 12

/** Says which fields the provider is not sent although they could change something there. */
function noteLeftOut(
  request: Readonly<Record<string, string>>,
  { name, fields }: Connector,
  trace: Trace,
): void {
  if (fields === undefined) return
  for (const [effect, names] of leftOutOf(fields, Object.keys(request))) {
    const shown = names.slice(0, MAX_NAMED_FIELDS).join(', ')
    const more = names.length - MAX_NAMED_FIELDS
    const all = more > 0 ? `${shown} and ${more} more` : shown
    trace.note('fields', `"${name}" is not sent ${all}: this may change the ${effect}`)
  }
}

/** Inserts the vault record of a new number, or requires that the record of a stored one still exists. */
function vaultChangesOf(
  sealed: VaultRecordRow | undefined,
  neededId: string | undefined,
): ChangeSet {
  if (sealed !== undefined) return [{ kind: 'insertVaultRecord', row: sealed }]
  return neededId === undefined ? [] : [{ kind: 'requireVaultRecord', id: neededId }]
}

function detailsOf(drafted: DraftedPayment): PaymentDetails {
  const { instrument, detectedBrand, registrationId } = drafted.read
  const shopperResultUrl = drafted.values.get('shopperResultUrl')
  const submitted = drafted.values.sent('pageOrigins')
  const pageOrigins = submitted === undefined ? undefined : readPageOrigins(submitted)
  return {
    request: echoedRequest(drafted),
    ...(instrument.kind === 'card' ? { card: cardSummary(instrument) } : {}),
    ...walletMarks(instrument),
    ...(detectedBrand === undefined ? {} : { brandResult: detectedBrand }),
    ...(registrationId === undefined ? {} : { registrationId }),
    ...(shopperResultUrl === undefined ? {} : { shopperResultUrl }),
    ...(pageOrigins === undefined ? {} : { pageOrigins }),
  }
}

function rowOf(
  drafted: DraftedPayment,
  connector: Connector,
  vaultRecordId: string | null,
): PaymentRow {
  const { id, channel, values, checkoutId, paymentType, amount, read, nowMs } = drafted
  const captures = paymentType === 'PA' ? values.get('numberOfCaptures') : undefined
  return newPayment({
    id,
    entityId: channel.entity.id,
    checkoutId,
    familyId: id,
    operation: 'first',
    paymentType,
    paymentBrand: read.brand,
    amountMinor: amount.minor,
    currency: amount.currency,
    state: 'intent',
    resultCode: '000.200.000',
    maximumCaptures: captures === undefined ? null : Number(captures),
    connector: connector.name,
    vaultRecordId,
    giftCardId: read.giftCardId ?? null,
    merchantTransactionId: values.get('merchantTransactionId') ?? null,
    expiresAtMs: paymentType === 'PA' && amount.minor > 0 ? expiryOf(drafted, connector) : null,
    details: '',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}

/** When the hold of a PA expires, if it is booked at once. */
function expiryOf(
  { channel: { settings }, read, values, nowMs }: DraftedPayment,
  { account }: Connector,
): number | null {
  const { brand, detectedBrand: network = brand } = read
  const isByMerchant = values.get('standingInstruction.source') === 'MIT'
  const accountDays = account?.settings.holdDays
  return holdExpiryOf({ brand, network, isByMerchant, settings, accountDays }, nowMs)
}

export const ORDERED_AT = 'risk.orderTimestamp'

/** The time of the order: "default set by the service" (interface document, Risk). */
export function orderedAt(values: ParameterValues, nowMs: number): string {
  return values.sent(ORDERED_AT) ?? wireTime(nowMs)
}

/** The parameters that the answer echoes. `merchant.name` overrides the descriptor (interface document). */
function echoedRequest({
  id,
  channel,
  values,
  read,
  nowMs,
  trace,
}: DraftedPayment): Record<string, string> {
  const request = values.echo()
  request.descriptor = request['merchant.name'] ?? request.descriptor ?? descriptorOf(id, channel)
  const network = read.detectedBrand ?? read.brand
  for (const name of leaveOutUnprovedClaims(request, values, network))
    trace?.note(
      'defaults',
      `${name} is left out: its proof, threeDSecure.verificationId, is missing`,
    )
  leaveOutCryptogram(request, read.instrument)
  const defaults = standingInstructionDefaults(network, values)
  for (const [name, value] of Object.entries(defaults)) {
    request[name] ??= value
    trace?.note('defaults', `${name} is ${value}, as the network of ${network} has it`)
  }
  for (const [name, value] of Object.entries(read.sentAlong ?? {})) request[name] ??= value
  if (isUnmarkedTokenPayment(request, channel, read)) {
    request['standingInstruction.source'] = 'CIT'
  }
  if (sendsRisk(request)) request[ORDERED_AT] ??= orderedAt(values, nowMs)
  return request
}

/**
 * Removes the verification id of a wallet's card: it is the cryptogram, which must not be stored. The
 * connector gets it with the card.
 */
export function leaveOutCryptogram(request: Record<string, string>, instrument: Instrument): void {
  if (instrument.kind === 'card' && instrument.cryptogram !== undefined) {
    delete request['threeDSecure.verificationId']
  }
}

function descriptorOf(paymentId: string, { entity }: UsableEntity): string {
  return `${shortIdOf(paymentId)} ${entity.name}`
}

/**
 * A payment with a stored card that says nothing of a series: its cardholder is authenticated as one who is
 * there, so the acquirer is told so, as of one click in a checkout.
 */
function isUnmarkedTokenPayment(
  request: Readonly<Record<string, string>>,
  { settings }: UsableEntity,
  { registrationId, instrument }: ReadInstrument,
): boolean {
  if (registrationId === undefined || instrument.kind !== 'card') return false
  return settings.profile === 'strict' && !sendsAny(request, 'standingInstruction.')
}

function sendsRisk(request: Readonly<Record<string, string>>): boolean {
  return sendsAny(request, 'risk.')
}

function sendsAny(request: Readonly<Record<string, string>>, beginning: string): boolean {
  for (const name in request) if (name.startsWith(beginning)) return true
  return false
}
