import { formatAmount, type Money } from '../../common/money.ts'
import type { UsableEntity } from '../entities/access.ts'
import { readPageOrigins } from '../entities/page-origins.ts'
import { newObjectId } from '../kernel/ids.ts'
import type { EntityClock } from '../kernel/timers/clock.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import type { Trace } from '../results/trace.ts'
import type { CommitParticipant } from '../store/commit-parts.ts'
import { type ChangeSet, newPayment, type PaymentRow, type VaultRecordRow } from '../store/port.ts'
import type { AuthenticateStep } from './authenticate-step.ts'
import type { Connector } from './connectors/connector.ts'
import { cardSummary, type PaymentDetails, walletMarks } from './details.ts'
import { echoedRequest } from './echoed-request.ts'
import { holdExpiryOf } from './hold-expiry.ts'
import type { ReadInstrument } from './instruments/instrument.ts'
import type { InstrumentReader } from './instruments/read-instrument.ts'
import { withMandate } from './instruments/sepa.ts'
import type { FirstType } from './life-cycle.ts'
import { moneyOf, noMoney } from './money.ts'
import type { PlannedParts } from './part-payment.ts'
import type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
  SeriesOfRun,
} from './payment-extension.ts'
import {
  brandErrors,
  cartSumWarning,
  deviceNumberFault,
  externalProofErrors,
  instructedByInstrument,
  type Judging,
  returnAddressErrors,
  storedBrandErrors,
  withEveryError,
} from './prepare-errors.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import {
  type InstructedPayment,
  type IssuerCountryOf,
  seriesReferenceFault,
} from './standing-instruction.ts'

/** Chooses the connector of a payment. */
export interface ConnectorChoice {
  readonly environment: 'test' | 'live'
  /** The connector for a mode, or `undefined` when none is configured for it (decisions §7). */
  readonly connectorFor: (mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE') => Connector | undefined
  /** Connectors of the mode EXTERNAL that take no new payments; absent: none. */
  readonly formerNames?: readonly string[]
  /** The connector of that name; if it is not configured any more, one that refuses everything. */
  readonly connectorOf: (name: string) => Connector
}

export interface PrepareParts extends ConnectorChoice {
  readonly vault: Vault
  readonly clock: EntityClock
  readonly readInstrument: InstrumentReader
  readonly extensions: readonly PaymentExtension[]
  readonly issuerCountryOf: IssuerCountryOf
  /** Absent where 3-D Secure is off. */
  readonly authentication?: AuthenticateStep | undefined
}

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

/** A first payment after the step `read`. */
export interface ReadPayment {
  readonly first: FirstPayment
  readonly connector: Connector
  readonly drafted: DraftedPayment
}

/** Reads the instrument, the amount and the connector of a validated request, or refuses. */
export async function readFirst(
  first: FirstPayment,
  parts: PrepareParts,
): Promise<ReadPayment | Refusal> {
  const { channel, values, nowMs, trace } = first
  const connector = chooseConnector(values, parts)
  if (isRefusal(connector)) return connector
  const reading = parts.readInstrument(values, channel, nowMs)
  const read = reading instanceof Promise ? await reading : reading
  if (isRefusal(read)) return withEveryError(read, values, judgingOf(first, parts))
  trace?.note('instrument', describeInstrument(read))
  const paymentType = first.paymentTypeFor(read.brand)
  const paidWith = instructedByInstrument(read, parts.issuerCountryOf)
  const refusal = refusalBeforeCommit(first, { read, paidWith, paymentType, connector })
  if (refusal !== undefined) return withEveryError(refusal, values, judgingOf(first, parts))
  const amount = first.onlyStores === true ? noMoney(values) : moneyOf(values, paymentType)
  if (isRefusal(amount)) return amount
  // What gift cards pay is taken from the amount of the cart.
  const isWhole = first.giftCardParts === undefined && first.onlyStores !== true
  const isTest = parts.environment === 'test'
  const warned = isTest && isWhole ? withCartWarning(read, values, amount) : read
  const id = newObjectId(parts.clock.now())
  const sealed = await sealedNumber(read, first, parts)
  const drafted: DraftedPayment = {
    id,
    channel,
    values,
    checkoutId: first.checkoutId ?? null,
    paymentType,
    amount,
    read: withMandate(warned, values, { madeFor: id, nowMs }),
    sealed,
    nowMs,
    ...(first.shopperAddress === undefined ? {} : { shopperAddress: first.shopperAddress }),
    ...(first.giftCardParts === undefined ? {} : { giftCardParts: first.giftCardParts }),
    ...(first.seriesOfRun === undefined ? {} : { seriesOfRun: first.seriesOfRun }),
    ...(trace === undefined ? {} : { trace }),
  }
  return { first, connector, drafted }
}

/** Adds to the answer of test that the cart does not make the amount, beside any other warning. */
function withCartWarning(
  read: ReadInstrument,
  values: ParameterValues,
  amount: Money,
): ReadInstrument {
  const ofCart = cartSumWarning(values, amount)
  if (ofCart === undefined) return read
  const warning = [read.shown?.warning, ofCart].filter(Boolean).join('. ')
  return { ...read, shown: { ...read.shown, warning } }
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

function judgingOf(
  { channel: { settings }, nowMs, checkoutId }: FirstPayment,
  { issuerCountryOf }: PrepareParts,
): Judging {
  const isOfServer = checkoutId === undefined
  return { brands: settings.brands, nowMs, issuerCountryOf, isOfServer }
}

function describeInstrument({
  instrument,
  brand,
  detectedBrand,
  faultCode,
}: ReadInstrument): string {
  const brandSaid =
    detectedBrand === undefined
      ? `the brand ${brand} is named`
      : `its number tells the brand ${brand}`
  const fault = faultCode === undefined ? '' : `; it cannot be charged: ${faultCode}`
  return `A ${instrument.kind} was sent; ${brandSaid}${fault}`
}

/** Inserts the vault record of a new number, or requires that the record of a stored one still exists. */
function vaultChangesOf(
  sealed: VaultRecordRow | undefined,
  neededId: string | undefined,
): ChangeSet {
  if (sealed !== undefined) return [{ kind: 'insertVaultRecord', row: sealed }]
  return neededId === undefined ? [] : [{ kind: 'requireVaultRecord', id: neededId }]
}

type Writable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

/** A first payment that was read and screened, ready for its charge. */
export function preparedFirst(
  { first, connector, drafted }: ReadPayment,
  { faultCode, participants = [], details: more, vaultRecordId }: ExtensionAnswer,
): PreparedPayment {
  const { participants: ofRequest = [], requestParticipants = [], trace } = first
  trace?.note('connector', describeConnector(drafted, connector, faultCode))
  const { id, values, paymentType, amount, read } = drafted
  const sealed = vaultRecordId === undefined ? drafted.sealed : undefined
  const needed = vaultRecordId ?? read.vaultRecordId
  const details: Writable<PaymentDetails> = Object.assign(detailsOf(drafted), more)
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
      request: details.request,
      customParameters: values.map('customParameters'),
      confidential: values.confidential(),
    },
    connector,
    vaultChanges: vaultChangesOf(sealed, needed),
    participants: [...ofRequest, ...participants],
    requestParticipants,
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

/** Why a payment is refused before anything is written. */
function refusalBeforeCommit(
  { values, channel, onlyStores }: FirstPayment,
  asked: {
    readonly read: ReadInstrument
    readonly paidWith: InstructedPayment
    readonly paymentType: FirstType
    readonly connector: Connector
  },
): Refusal | undefined {
  const { read, paidWith, paymentType, connector } = asked
  const { brand } = paidWith
  const isStrict = channel.settings.profile === 'strict'
  const faults = [
    ...(onlyStores === true ? storedBrandErrors(paidWith, values) : brandErrors(paidWith, values)),
    // An authentication alone is charged later: what it brings decides then.
    ...(isStrict && paymentType !== '3D' ? externalProofErrors(paidWith, values) : []),
  ]
  if (faults.length > 0) return refuseParameters(faults)
  // An authentication alone is not sent to an acquirer.
  const unsupported =
    paymentType === '3D'
      ? undefined
      : connector.unsupported({
          paymentType,
          paymentBrand: brand,
          isReference: false,
          isLegacy: channel.settings.profile === 'legacy',
        })
  if (unsupported !== undefined) {
    return refuse(unsupported.code, { description: unsupported.description })
  }
  const address = returnAddressErrors(brand, values)
  if (address.length > 0) return refuseParameters(address)
  if (paymentType === '3D') return undefined
  const { profile } = channel.settings
  return (
    deviceNumberFault(paymentType, values, read) ??
    seriesReferenceFault({ connector, profile }, values, read)
  )
}

/** The connector for the mode of the request (interface document, test modes). */
export function chooseConnector(
  values: ParameterValues,
  parts: ConnectorChoice,
): Connector | Refusal {
  if (parts.environment === 'live') return parts.connectorFor('LIVE') ?? refuse('600.200.201')
  const mode = values.get('testMode') === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL'
  return (
    parts.connectorFor(mode) ??
    refuse('600.200.700', {
      description: `testMode=${mode} has no connector on this channel: leave it out, or send testMode=INTERNAL`,
    })
  )
}

/** The vault record of the number; `undefined` where there is no number, or it cannot be charged. */
function sealedNumber(
  { numberToSeal, faultCode }: ReadInstrument,
  { channel, nowMs }: FirstPayment,
  { vault, clock }: PrepareParts,
): Promise<VaultRecordRow> | undefined {
  if (numberToSeal === undefined || faultCode !== undefined) return undefined
  const id = newObjectId(clock.now())
  return vault.sealCard(channel.entity.id, { id, pan: numberToSeal, nowMs })
}

function detailsOf(drafted: DraftedPayment): PaymentDetails {
  const { instrument, detectedBrand, registrationId } = drafted.read
  const shopperResultUrl = drafted.values.get('shopperResultUrl')
  const pageOrigins = readPageOrigins(drafted.values.sent('pageOrigins') ?? '')
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
  const captures = values.get('numberOfCaptures')
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
    maximumCaptures: paymentType === 'PA' && captures !== undefined ? Number(captures) : null,
    connector: connector.name,
    vaultRecordId,
    giftCardId: read.giftCardId ?? null,
    merchantTransactionId: values.get('merchantTransactionId') ?? null,
    expiresAtMs: paymentType === 'PA' && amount.minor > 0 ? expiryOf(drafted) : null,
    details: '',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}

/** When the hold of a PA expires, if it is booked at once. */
function expiryOf({ channel: { settings }, read, values, nowMs }: DraftedPayment): number | null {
  const { brand, detectedBrand: network = brand } = read
  const isByMerchant = values.get('standingInstruction.source') === 'MIT'
  return holdExpiryOf({ brand, network, isByMerchant, settings }, nowMs)
}
