import type { PaymentRow } from '../../engine/store/port.ts'
import type { CardFacts, Inquiry, Redirect } from '../../methods/connectors/connector.ts'
import type { Instrument } from '../../methods/instruments/instrument.ts'
import { addToTree, flatTree, type TreeRoot, toTree } from '../../wire/parameters/tree.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { descriptionOf } from '../../wire/results/catalogue.ts'

/** What an answer shows of a card: never more than the first six and the last four digits (PCI DSS 3.4.1). */
export interface CardSummary {
  readonly bin: string
  readonly last4Digits: string
  readonly holder?: string
  readonly expiryMonth: string
  readonly expiryYear: string
}

/** What a stored payment shows and keeps beside its columns: `storedDetails` writes it. */
export interface PaymentDetails {
  /** Echoed request parameters: wire names and values. */
  readonly request: Readonly<Record<string, string>>
  readonly card?: CardSummary & Partial<CardFacts>
  /** The brand that the card number has, when the request named none or that of a wallet. */
  readonly brandResult?: string
  /** True when the card's number is one of a device (DPAN), as wallets give it. Not shown. */
  readonly isDeviceNumber?: boolean
  readonly resultDetails?: Readonly<Record<string, string>>
  /** What `resultDetails` says of its authentication; the connector's own come beside it. Not shown. */
  readonly authenticationDetails?: Readonly<Record<string, string>>
  /** What the gateway or the connector adds to the answer: wire names and values, nothing secret. */
  readonly shown?: Readonly<Record<string, string>>
  /** Where the shopper has to go, while the payment is pending. */
  readonly redirect?: Redirect
  /**
   * Where the connector authenticates the cardholder; `redirect` leads there through the gateway's
   * page. Not shown, and kept after the outcome: the shopper may come back to that page later.
   */
  readonly authenticationRedirect?: Redirect
  /** Where the shopper comes back to from another page. Not shown. */
  readonly shopperResultUrl?: string
  /** The stored payment details that it is paid with, or that its success stores. */
  readonly registrationId?: string
  /** True when its success stores them. */
  readonly createsRegistration?: boolean
  /** The code of its success where a risk check asks for a review. */
  readonly reviewCode?: string
}

export function cardSummary(card: {
  readonly number: string
  readonly holder?: string
  readonly expiryMonth: string
  readonly expiryYear: string
}): CardSummary {
  return {
    bin: card.number.slice(0, 6),
    last4Digits: card.number.slice(-4),
    ...(card.holder === undefined ? {} : { holder: card.holder }),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
  }
}

/** Whether a card is a device's, as wallets and `card.numberType` say. */
export function isDeviceNumber(instrument: Instrument): boolean {
  return instrument.kind === 'card' && instrument.numberType === 'DPAN'
}

/** The details of a payment whose authentication is over: its shopper has nowhere to go any more. */
export function detailsAfterAuthentication(
  { redirect: _over, ...details }: PaymentDetails,
  { shown, resultDetails }: Required<Pick<PaymentDetails, 'shown' | 'resultDetails'>>,
): PaymentDetails {
  return {
    ...details,
    shown: { ...details.shown, ...shown },
    ...(Object.keys(resultDetails).length === 0 ? {} : { authenticationDetails: resultDetails }),
  }
}

/** Whether a payment has its outcome; before that it waits, or is under way. */
export function hasOutcome(state: PaymentRow['state']): boolean {
  return state === 'succeeded' || state === 'failed'
}

/** What of a payment decides which of its details are shown. */
type Shown = Pick<PaymentRow, 'state' | 'resultCode'>

/**
 * The text in `PaymentRow.details`: a JSON object of what answers show after `currency`, as they show
 * it. What they do not show follows as a second object after a line break, which JSON text never has.
 */
export function storedDetails({ state, resultCode }: Shown, details: PaymentDetails): string {
  const { request, card, resultDetails, shown, brandResult, redirect, ...notShown } = details
  const { registrationId, createsRegistration } = notShown
  const tree = toTree(request)
  const result = { code: resultCode, description: descriptionOf(resultCode) }
  for (const name in shown) addShown(tree, result, name, shown[name] ?? '')
  const members: Record<string, unknown> = Object.assign({ result }, tree)
  if (card !== undefined) {
    members.card = tree.card === undefined ? card : Object.assign({}, card, tree.card)
  }
  if (resultDetails !== undefined) members.resultDetails = resultDetails
  if (brandResult !== undefined) members.brandResult = brandResult
  if (createsRegistration === true && registrationId !== undefined && state === 'succeeded') {
    members.registration = { id: registrationId }
  }
  if (redirect !== undefined) members.redirect = redirect
  const text = JSON.stringify(members)
  const added = hasOutcome(state) ? [] : addedNames(request, shown)
  const beside = added.length === 0 ? notShown : { ...notShown, added }
  return Object.keys(beside).length === 0 ? text : `${text}\n${JSON.stringify(beside)}`
}

/**
 * What answers show beside the request. As long as the outcome is to come, its connector must see what
 * the merchant sent alone: what it finds there it does not add.
 */
function addedNames(
  request: PaymentDetails['request'],
  shown: PaymentDetails['shown'] = {},
): readonly string[] {
  return Object.keys(shown).filter(
    (name) => !name.startsWith(IN_RESULT) && request[name] !== shown[name],
  )
}

const IN_RESULT = 'result.'

/** What the gateway or a connector adds: the answers of the issuer's checks go into `result`. */
function addShown(tree: TreeRoot, result: Record<string, string>, name: string, value: string) {
  if (name.startsWith(IN_RESULT)) result[name.slice(IN_RESULT.length)] = value
  else addToTree(tree, name, value)
}

/** What an answer shows of a stored payment beside its columns. */
export interface ShownDetails {
  /** JSON text of the members after `currency`, without the braces around them. */
  readonly members: string
  /** Stored by the payment's success alone, or paid with: then always. */
  readonly registrationId: string | undefined
}

export function shownOf(payment: PaymentRow): ShownDetails {
  const text = newForm(payment)
  const end = text.indexOf('\n')
  if (end === -1) return { members: text.slice(1, -1), registrationId: undefined }
  const { registrationId, createsRegistration } = JSON.parse(text.slice(end)) as PaymentDetails
  const isShown = createsRegistration !== true || payment.state === 'succeeded'
  return { members: text.slice(1, end - 1), registrationId: isShown ? registrationId : undefined }
}

/** Version 0.1.0 stored `PaymentDetails` as such; its rows get today's form with their next step. */
const OLD_FORM = '{"request":'

function newForm(payment: PaymentRow): string {
  const { details } = payment
  if (!details.startsWith(OLD_FORM)) return details
  return storedDetails(payment, JSON.parse(details) as PaymentDetails)
}

/**
 * Reads the details of a stored payment. Of one that has its outcome, `request` has what was added to
 * it as well: both are shown side by side.
 */
export function readDetails({ details }: Pick<PaymentRow, 'details'>): PaymentDetails {
  if (details.startsWith(OLD_FORM)) return JSON.parse(details) as PaymentDetails
  const [shownText = '', notShownText = '{}'] = details.split('\n', 2)
  const { result, card, resultDetails, brandResult, redirect, registration, ...members } =
    JSON.parse(shownText) as ShownMembers
  const { added = [], ...notShown } = JSON.parse(notShownText) as StoredBeside
  const { code: _code, description: _description, ...ofResult } = result
  const shown = Object.entries(ofResult).map(([name, value]) => [IN_RESULT + name, value])
  const request = flatTree(members)
  for (const name of added) {
    shown.push([name, request[name] ?? ''])
    delete request[name]
  }
  return {
    request,
    ...(card === undefined ? {} : { card }),
    ...(resultDetails === undefined ? {} : { resultDetails }),
    ...(shown.length === 0 ? {} : { shown: Object.fromEntries(shown) }),
    ...(brandResult === undefined ? {} : { brandResult }),
    ...(redirect === undefined ? {} : { redirect }),
    ...notShown,
  }
}

/** The members of an answer that are no parameter of its request. */
interface ShownMembers
  extends Pick<PaymentDetails, 'card' | 'resultDetails' | 'brandResult' | 'redirect'> {
  readonly result: Readonly<Record<string, string>>
  readonly registration?: { readonly id: string }
}

/** What is stored beside the members of an answer. */
interface StoredBeside extends Partial<PaymentDetails> {
  /** Names of `shown` that are members of the answer beside the request, see `addedNames`. */
  readonly added?: readonly string[]
}

const known = new WeakMap<PaymentRow, PaymentDetails>()

/** The details of a payment, without reading their text where this process has just written it. */
export function detailsOf(payment: PaymentRow): PaymentDetails {
  return known.get(payment) ?? readDetails(payment)
}

/** Notes the details that the text of a payment was made of. */
export function rememberDetails(payment: PaymentRow, details: PaymentDetails): void {
  known.set(payment, details)
}

/** Whether a payment only authenticates a card, which its success stores. */
export function onlyStores(payment: PaymentRow): boolean {
  return payment.paymentType === '3D' && detailsOf(payment).createsRegistration === true
}

/** The operation that a connector was given, as far as it is stored: without instrument and secrets. */
export function storedOperation(
  payment: PaymentRow,
  { request, shown }: PaymentDetails,
): Inquiry['operation'] {
  return {
    paymentId: payment.id,
    paymentType: payment.paymentType,
    paymentBrand: payment.paymentBrand,
    amount: { minor: payment.amountMinor, currency: payment.currency },
    ...(payment.referencedId === null ? {} : { referencedId: payment.referencedId }),
    request,
    ...authenticationOf(shown),
    customParameters: ParameterValues.of(Object.entries(request)).map('customParameters'),
  }
}

/** The member of `resultDetails` by which a merchant sees that a payment failed although it was approved. */
export const APPROVED_AT = 'ApprovedByAcquirerAt'

/** Whether it is written down that the acquirer approved a payment which has failed here. */
export function isApprovedLate({ resultDetails }: PaymentDetails): boolean {
  return resultDetails?.[APPROVED_AT] !== undefined
}

/** The gateway's own proof, as far as answers show it. */
function authenticationOf(
  shown: PaymentDetails['shown'] = {},
): Pick<Inquiry['operation'], 'authentication'> {
  const status = shown['threeDSecure.authenticationStatus']
  return status === undefined ? {} : { authentication: { status } }
}
