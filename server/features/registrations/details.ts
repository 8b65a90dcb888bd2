import type { PriorAuthentication } from '../../payments/authenticate/index.ts'
import {
  type CardSummary,
  detailsOf,
  onlyStores,
  type PaymentDetails,
  withoutEarlierNumbers,
} from '../../payments/index.ts'
import {
  expiryOf,
  type Instrument,
  isOfKept,
  keptKind,
  restoredInstrument,
} from '../../payments/instruments/index.ts'
import type { PaymentRow } from '../../store/port.ts'
import { isCharge, type SeriesOfTypes, seriesBegunBy } from './series-rules.ts'

/**
 * What links later payments to the first one of a card on file. Sent with each payment of the
 * registration (interface document, Card on file, transactionLinkId, lifecycleId).
 */
export interface PaymentLink {
  readonly initialTransactionId?: string
  /** Of one card network, beside or in place of `initialTransactionId`. */
  readonly agreementId?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
}

/** What a registration stores besides its columns: the JSON text in `RegistrationRow.details`. */
export interface RegistrationDetails {
  /** The kind of the instrument; the vault stores its number. */
  readonly account: Instrument['kind']
  /** Echoed request parameters: wire names and values, nothing secret. */
  readonly request: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** True when the card's number is one of a device (DPAN). Not shown. */
  readonly isDeviceNumber?: boolean
  /** The brand of the wallet that the card came out of. Not shown. */
  readonly wallet?: string
  /** What answers add, such as the masked account: wire names and values. */
  readonly shown?: Readonly<Record<string, string>>
  /** The brand that was found by the number, when the request named none. */
  readonly brandResult?: string
  readonly link?: PaymentLink
  /** The authentication of the payment that stored it, for those of later payments. Not shown. */
  readonly priorAuthentication?: PriorAuthentication
  /** The series of payments with it. Not shown; kept when it is wiped. */
  readonly series?: SeriesOfTypes
  /** What its authentication brought: wire names and values of `threeDSecure`. Later payments send none of it. */
  readonly authentication?: Readonly<Record<string, string>>
}

/** Reads back what `JSON.stringify` of `RegistrationDetails` wrote. */
export function readRegistrationDetails(text: string): RegistrationDetails {
  return JSON.parse(withoutEarlierNumbers(text)) as RegistrationDetails
}

/** The expiry month of stored details; `undefined` when they do not expire. */
export function expiryOfDetails(details: RegistrationDetails): ReturnType<typeof expiryOf> {
  return expiryOf(restoredInstrument({ kind: details.account, number: '', details }))
}

/** Whether a parameter belongs to the payment details or their owner. */
function isKept(name: string): boolean {
  return isOfKept(name) || name.startsWith('customer.') || name.startsWith('billing.')
}

/** The registration details of a payment that stores its payment details. */
function detailsOfPayment(payment: PaymentDetails): RegistrationDetails {
  const { request, card, isDeviceNumber, wallet, shown = {}, brandResult } = payment
  const link = linkOfPayment(payment)
  const account = keptKind(payment)
  if (account === undefined)
    throw new Error('A payment stores details of a kind that cannot be stored')
  return {
    account,
    request: only(request, isKept),
    ...(card === undefined ? {} : { card }),
    ...(isDeviceNumber === true ? { isDeviceNumber } : {}),
    ...(wallet === undefined ? {} : { wallet }),
    shown: only(shown, isOfKept),
    ...(brandResult === undefined ? {} : { brandResult }),
    ...(link === undefined ? {} : { link }),
  }
}

/**
 * The registration details of a payment that only authenticates the card: all that its request sent, as
 * of a registration without a payment.
 */
function detailsOfAuthentication(payment: PaymentDetails): RegistrationDetails {
  const isOwn = (name: string) => name !== 'createRegistration' && name !== 'descriptor'
  const { request, shown = {} } = payment
  return {
    ...detailsOfPayment(payment),
    request: only(request, isOwn),
    authentication: only(shown, (name) => name.startsWith('threeDSecure.')),
  }
}

/** The registration details that a payment row has. */
export function detailsOfRow(payment: PaymentRow): RegistrationDetails {
  const details = detailsOf(payment)
  const series = seriesOfRow(payment)
  const kept = onlyStores(payment) ? detailsOfAuthentication(details) : detailsOfPayment(details)
  const priorAuthentication = authenticationOfPayment(details, payment.updatedAtMs)
  return {
    ...kept,
    ...(series === undefined ? {} : { series }),
    ...(priorAuthentication === undefined ? {} : { priorAuthentication }),
  }
}

/** The series that the success of a payment begins. */
export function seriesOfRow(payment: PaymentRow): SeriesOfTypes | undefined {
  const begun = { isCharged: isCharge(payment), begunAtMs: payment.createdAtMs }
  return seriesBegunBy(detailsOf(payment).request, begun)
}

/** The authentication of a payment, here or at the merchant's own 3-D Secure server, if it passed. */
function authenticationOfPayment(
  { request, shown = {} }: PaymentDetails,
  atMs: number,
): PriorAuthentication | undefined {
  const proof = (name: string) => shown[`threeDSecure.${name}`] ?? request[`threeDSecure.${name}`]
  const acsTransactionId = proof('acsTransactionId')
  const status = proof('authenticationStatus')
  if (acsTransactionId === undefined || (status !== 'Y' && status !== 'A')) return undefined
  return { acsTransactionId, wasChallenged: proof('authType') !== undefined, atMs }
}

/** The details with the links of a payment that they lack. */
export function withLinkOf(
  details: RegistrationDetails,
  payment: PaymentDetails,
): RegistrationDetails {
  const link = { ...linkOfPayment(payment), ...details.link }
  return Object.keys(link).length === 0 ? details : { ...details, link }
}

/** The links in a payment's answer or, if missing there, in its request. */
export function linkOfPayment(payment: PaymentDetails): PaymentLink | undefined {
  const { request, shown = {}, resultDetails = {} } = payment
  const sent = (name: string) => shown[name] ?? request[name]
  return linkOf({
    initialTransactionId:
      resultDetails.CardholderInitiatedTransactionID ??
      sent('standingInstruction.initialTransactionId'),
    agreementId: sent('standingInstruction.agreementId'),
    transactionLinkId: sent('transactionLinkId'),
    lifecycleId: sent('lifecycleId'),
  })
}

/**
 * The links in the request of a registration without a payment. A migrated registration names the
 * transaction that began its series at another gateway (interface document, Recurring migration).
 */
export function linkOfRequest(request: Readonly<Record<string, string>>): PaymentLink | undefined {
  return linkOf({
    initialTransactionId:
      request['standingInstruction.initialTransactionId'] ??
      request['recurringMigration.connectorTxId1'],
    agreementId: request['standingInstruction.agreementId'],
    transactionLinkId: request.transactionLinkId,
    lifecycleId: request.lifecycleId,
  })
}

function linkOf(found: Readonly<Record<keyof PaymentLink, string | undefined>>) {
  const known = Object.entries(found).filter(([, value]) => value !== undefined)
  return known.length === 0 ? undefined : (Object.fromEntries(known) as PaymentLink)
}

const WIRE_NAMES = {
  initialTransactionId: 'standingInstruction.initialTransactionId',
  agreementId: 'standingInstruction.agreementId',
  transactionLinkId: 'transactionLinkId',
  lifecycleId: 'lifecycleId',
} as const satisfies Record<keyof PaymentLink, string>

/** A link by its wire names, for answers and connectors. */
export function linkFields(link: PaymentLink = {}): Record<string, string> {
  const known = Object.entries(link) as [keyof PaymentLink, string][]
  return Object.fromEntries(known.map(([name, value]) => [WIRE_NAMES[name], value]))
}

function only(
  fields: Readonly<Record<string, string>>,
  isTaken: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isTaken(name)))
}
