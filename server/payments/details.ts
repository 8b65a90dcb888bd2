import type { Writable } from '../kernel/writable.ts'
import { addToTree, flatTree, type TreeRoot, toTree } from '../parameters/tree.ts'
import { ParameterValues } from '../parameters/values.ts'
import { descriptionOf } from '../results/catalogue.ts'
import type { PaymentRow } from '../store/port.ts'
import type { CardFacts, Inquiry, Redirect } from './connectors/connector.ts'
import { withoutEarlierNumbers } from './earlier-numbers.ts'
import type { Instrument } from './instruments/instrument-kinds.ts'

/** What an answer shows of a card: at most the first six and the last four digits (PCI DSS 3.4.1). */
export interface CardSummary {
  readonly bin: string
  readonly last4Digits: string
  readonly holder?: string
  readonly expiryMonth: string
  readonly expiryYear: string
}

/** The data of a payment that has no column of its own. `storedDetails` makes its stored text. */
export interface PaymentDetails {
  /** Echoed request parameters: wire names and values. */
  readonly request: Readonly<Record<string, string>>
  readonly card?: CardSummary & Partial<CardFacts>
  /** The brand that the card number has, when the request named none or that of a wallet. */
  readonly brandResult?: string
  /** True when the card number is a device number (DPAN), as wallets supply it. Not shown. */
  readonly isDeviceNumber?: boolean
  /** The wallet's brand, where the card came out of one: the payment may have the brand of the card. Not shown. */
  readonly wallet?: string
  readonly resultDetails?: Readonly<Record<string, string>>
  /** The members of `resultDetails` about its authentication; those of the connector are added. Not shown. */
  readonly authenticationDetails?: Readonly<Record<string, string>>
  /** Members that the gateway or the connector adds to the answer: wire names and values, no secrets. */
  readonly shown?: Readonly<Record<string, string>>
  /** Where the shopper has to go, while the payment is pending. */
  readonly redirect?: Redirect
  /**
   * The page where the connector authenticates the cardholder; `redirect` leads there by a page of the
   * gateway. Not shown. Kept after the outcome, because the shopper may open that page again later.
   */
  readonly authenticationRedirect?: Redirect
  /** The page of the shop to which another page sends the shopper back. Not shown. */
  readonly shopperResultUrl?: string
  /** Of the page that has submitted it and of all pages around that one: see `framingOrigins`. Not shown. */
  readonly pageOrigins?: readonly string[]
  /** The URL to which its outcome is reported, if it waits for its shopper. Not shown. */
  readonly notificationUrl?: string
  /** The registration that it is paid with, or that its success creates. */
  readonly registrationId?: string
  /** Of an instalment: the registration in which its series is kept, and when that began. Not shown. */
  readonly inSeries?: { readonly keptIn: string; readonly begunAtMs?: number }
  /** True when its success creates the registration. */
  readonly createsRegistration?: boolean
  /** The result code of its success if a risk check asks for a review. */
  readonly reviewCode?: string
  /** What a person has blocked, which refused it. Not shown. */
  readonly block?: HitBlock
  /** Where it counts as a failed try until it is approved. Not shown. */
  readonly countedTries?: readonly CountedTry[]
  /** What its shopper has brought back from the provider's page; see `Connector.returns`. Not shown. */
  readonly returned?: Readonly<Record<string, string>>
  /** Since then its request may have been sent once more, UTC: that the first one did nothing proves nothing. Not shown. */
  readonly replayedAtMs?: number
  /** Since then it is being voided at its acquirer, UTC: it can only fail. Not shown. */
  readonly voidedAtMs?: number
  /** With what it fails then; absent: its outcome could not be found. Not shown. */
  readonly voidCode?: string
  /** What its acquirer calls its first charge, which was softly declined: the second one has another name. Not shown. */
  readonly softlyDeclinedAs?: readonly string[]
  /** Of a raise the new total of its hold: a request that is sent again has to be the same. Not shown. */
  readonly holdAfterMinor?: number
  /** When its acquirer was asked, where its row was changed since, or the outcome was told on a later day. Not shown. */
  readonly askedAtMs?: number
  /** What its acquirer has only accepted counts as done at once, because its shop takes a pending one for a failed one. Not shown. */
  readonly takenIsDone?: boolean
  /** Its success is what its acquirer has accepted: the acquirer tells later whether it is done. Not shown. */
  readonly isUnconfirmed?: boolean
  /** The parts of its checkout's amount that gift cards pay. Shown as `cart.payments`. */
  readonly giftCardParts?: readonly ShownPart[]
}

/** A card or customer that a person has blocked, as it was when it refused a payment. */
export interface HitBlock {
  readonly id: string
  readonly kind: 'card' | 'email'
  /** What people read of it. */
  readonly shown: string
  readonly reason: string
  readonly blockedBy: string
  /** As the wire writes times. */
  readonly blockedAt: string
  /** The name of the entity that blocks it. */
  readonly entity: string
}

/** A row of the table `quota` in which a payment counts as not approved. */
export interface CountedTry {
  readonly key: string
  readonly expiresAtMs: number
}

/** What the payment of the rest shows of a part that a gift card pays. */
export interface ShownPart {
  /** Of the payment that the part becomes when the rest is paid. */
  readonly id: string
  readonly last4Digits: string
  /** Two decimals, in the currency of the payment. */
  readonly amount: string
  readonly currency: string
  /** What the part becomes: a debit is captured, a preauthorisation is authorised. */
  readonly status: 'captured' | 'authorized'
  /** Its place in `cart.payments`: the merchant may have named others. */
  readonly index: number
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

/** What is stored of the wallet that a card came out of, and whether its number is one of a device. */
export function walletMarks(
  instrument: Instrument,
): Pick<PaymentDetails, 'isDeviceNumber' | 'wallet'> {
  if (instrument.kind !== 'card') return {}
  const { numberType, wallet } = instrument
  return {
    ...(numberType === 'DPAN' ? { isDeviceNumber: true } : {}),
    ...(wallet === undefined ? {} : { wallet }),
  }
}

/** The details of a payment whose authentication has ended: its shopper is not redirected any more. */
export function detailsAfterAuthentication(
  details: PaymentDetails,
  { shown, resultDetails }: Required<Pick<PaymentDetails, 'shown' | 'resultDetails'>>,
): PaymentDetails {
  const after = detailsWithoutRedirect(details)
  // It is asked anew.
  if (after.askedAtMs !== undefined) delete after.askedAtMs
  after.shown = details.shown === undefined ? shown : Object.assign({}, details.shown, shown)
  if (!isEmpty(resultDetails)) after.authenticationDetails = resultDetails
  return after
}

/** The details of a payment that waits for its authentication; those of an earlier one do not count any more. */
export function detailsInAuthentication(
  details: PaymentDetails,
  redirect: Redirect,
): PaymentDetails {
  const { authenticationDetails, shown, ...kept } = details
  const others = Object.entries(shown ?? {}).filter(([name]) => !name.startsWith('threeDSecure.'))
  return { ...kept, shown: Object.fromEntries(others), redirect }
}

/**
 * A copy that the caller may change. Not `{ redirect, ...kept } = details`, because every later copy of
 * such an object is slow: an authenticated payment takes 20 µs less this way.
 */
export function detailsWithoutRedirect(details: PaymentDetails): Writable<PaymentDetails> {
  const copy: Writable<PaymentDetails> = Object.assign({}, details)
  if (copy.redirect !== undefined) delete copy.redirect
  return copy
}

/**
 * What is stored of a payment when its row is changed without an outcome: of one whose acquirer has been asked also
 * when that was, which `updatedAtMs` says no longer.
 */
export function detailsWhenNoted(
  { state, updatedAtMs }: PaymentRow,
  details: PaymentDetails,
): PaymentDetails {
  if (state !== 'intent' || details.askedAtMs !== undefined) return details
  return { ...details, askedAtMs: updatedAtMs }
}

/** Whether a payment has its final outcome. */
export function hasOutcome(state: PaymentRow['state']): boolean {
  return state === 'succeeded' || state === 'failed'
}

/** The columns that decide which details are shown. */
type Shown = Pick<PaymentRow, 'state' | 'resultCode'>

/**
 * The text in `PaymentRow.details`: a JSON object with the members that answers show after `currency`.
 * What answers do not show follows as a second JSON object after a line break, which the text of the
 * first one never contains.
 */
export function storedDetails({ state, resultCode }: Shown, details: PaymentDetails): string {
  const { request, card, resultDetails, shown, brandResult, redirect } = details
  const { registrationId, createsRegistration } = details
  const result = { code: resultCode, description: descriptionOf(resultCode) }
  const tree = toTree(request, { result })
  for (const name in shown) addShown(tree, result, name, shown[name] ?? '')
  if (details.giftCardParts !== undefined && state !== 'failed') {
    for (const part of details.giftCardParts) addPart(tree, part, state === 'succeeded')
  }
  const members: Record<string, unknown> = tree
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
  const beside = besideOf(details, hasOutcome(state) ? [] : addedNames(request, shown))
  return isEmpty(beside) ? text : `${text}\n${JSON.stringify(beside)}`
}

/** The details that answers do not show; the compiler checks that the list is complete. */
const NOT_SHOWN = Object.keys({
  isDeviceNumber: true,
  wallet: true,
  authenticationDetails: true,
  authenticationRedirect: true,
  shopperResultUrl: true,
  pageOrigins: true,
  notificationUrl: true,
  registrationId: true,
  inSeries: true,
  createsRegistration: true,
  reviewCode: true,
  block: true,
  countedTries: true,
  returned: true,
  replayedAtMs: true,
  voidedAtMs: true,
  voidCode: true,
  softlyDeclinedAs: true,
  holdAfterMinor: true,
  askedAtMs: true,
  takenIsDone: true,
  isUnconfirmed: true,
  giftCardParts: true,
} satisfies Record<keyof Omit<PaymentDetails, ShownMember>, true>) as (keyof PaymentDetails)[]

type ShownMember = 'request' | 'card' | 'resultDetails' | 'shown' | 'brandResult' | 'redirect'

/** Where a part stands in the flat names of an answer. */
const placeOfPart = ({ index }: ShownPart) => `cart.payments[${index}].`

function addPart(tree: TreeRoot, part: ShownPart, isPaid: boolean): void {
  const place = placeOfPart(part)
  const { id, last4Digits, amount, currency, status } = part
  const members = {
    // The payment exists from the success on; before, nothing could be refunded.
    ...(isPaid ? { id } : {}),
    name: `****${last4Digits}`,
    type: 'GIFTCARD',
    amount,
    currency,
    status: isPaid ? status : 'pending',
    brand: 'GIFTCARD',
    primary: 'false',
  }
  for (const [name, value] of Object.entries(members)) addToTree(tree, place + name, value)
}

function withoutParts(
  request: Readonly<Record<string, string>>,
  parts: readonly ShownPart[],
): Record<string, string> {
  const places = parts.map(placeOfPart)
  return Object.fromEntries(
    Object.entries(request).filter(([name]) => !places.some((place) => name.startsWith(place))),
  )
}

function besideOf(details: PaymentDetails, added: readonly string[]): object {
  const beside: Record<string, unknown> = {}
  for (const name of NOT_SHOWN) {
    const value = details[name]
    if (value !== undefined) beside[name] = value
  }
  if (added.length > 0) beside.added = added
  return beside
}

function isEmpty(members: object): boolean {
  for (const _ in members) return false
  return true
}

/**
 * Members that answers show in addition to the request. Stored until the outcome is known, so that the
 * connector is given only what the merchant sent: it does not add what the request already has.
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

/** Adds a member to the answer. Names that begin with `result.`, the issuer's checks, go into `result`. */
function addShown(tree: TreeRoot, result: Record<string, string>, name: string, value: string) {
  if (name.startsWith(IN_RESULT)) result[name.slice(IN_RESULT.length)] = value
  else addToTree(tree, name, value)
}

/** What an answer shows of a stored payment in addition to its columns. */
export interface ShownDetails {
  /** JSON text of the members after `currency`, without the braces around them. */
  readonly members: string
  /** One that the payment creates is shown only after its success; one that it is paid with, always. */
  readonly registrationId: string | undefined
}

export function shownOf(payment: PaymentRow): ShownDetails {
  const { details: text } = payment
  const end = text.indexOf('\n')
  const shown = end === -1 ? text : text.slice(0, end)
  const members = (known.has(payment) ? shown : withoutEarlierNumbers(shown)).slice(1, -1)
  if (end === -1) return { members, registrationId: undefined }
  const { registrationId, createsRegistration } = JSON.parse(text.slice(end)) as PaymentDetails
  const isShown = createsRegistration !== true || payment.state === 'succeeded'
  return { members, registrationId: isShown ? registrationId : undefined }
}

/**
 * Reads the details of a stored payment. Where the payment has its outcome, `request` also contains
 * the members of `shown`: they are stored together, and nothing has to tell them apart any more.
 */
export function readDetails({ details }: Pick<PaymentRow, 'details'>): PaymentDetails {
  const [shownText = '', notShownText = '{}'] = details.split('\n', 2)
  const { result, card, resultDetails, brandResult, redirect, registration, ...members } =
    JSON.parse(withoutEarlierNumbers(shownText)) as ShownMembers
  const { added = [], ...notShown } = JSON.parse(notShownText) as StoredBeside
  const { code: _code, description: _description, ...ofResult } = result
  const shown = Object.entries(ofResult).map(([name, value]) => [IN_RESULT + name, value])
  const all = flatTree(members)
  const { giftCardParts } = notShown
  const request = giftCardParts === undefined ? all : withoutParts(all, giftCardParts)
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

/** The members of an answer that are not parameters of its request. */
interface ShownMembers
  extends Pick<PaymentDetails, 'card' | 'resultDetails' | 'brandResult' | 'redirect'> {
  readonly result: Readonly<Record<string, string>>
  readonly registration?: { readonly id: string }
}

/** The second object of the stored text: what answers do not show. */
interface StoredBeside extends Partial<PaymentDetails> {
  /** Names of members that are not from the request, see `addedNames`. */
  readonly added?: readonly string[]
}

const known = new WeakMap<PaymentRow, PaymentDetails>()

/** The details of a payment. Their text is not parsed where this process has just written it. */
export function detailsOf(payment: PaymentRow): PaymentDetails {
  return known.get(payment) ?? readDetails(payment)
}

/** Remembers the details from which the text of a payment was made. */
export function rememberDetails(payment: PaymentRow, details: PaymentDetails): void {
  known.set(payment, details)
}

/** Whether a payment is being voided at its acquirer, because its outcome could not be found. */
export function isVoided(payment: PaymentRow): boolean {
  return detailsOf(payment).voidedAtMs !== undefined
}

/** Whether a payment only authenticates a card, and its success stores the card. */
export function onlyStores(payment: PaymentRow): boolean {
  return payment.paymentType === '3D' && detailsOf(payment).createsRegistration === true
}

/** The stored part of the operation that a connector was given: without instrument and secrets. */
export function storedOperation(
  payment: PaymentRow,
  { request, shown, registrationId, holdAfterMinor }: PaymentDetails,
): Inquiry['operation'] {
  const { currency } = payment
  return {
    paymentId: payment.id,
    paymentType: payment.paymentType,
    paymentBrand: payment.paymentBrand,
    amount: { minor: payment.amountMinor, currency },
    ...(holdAfterMinor === undefined ? {} : { holdAfter: { minor: holdAfterMinor, currency } }),
    ...(payment.referencedId === null
      ? {}
      : { referencedId: payment.referencedId, rootId: payment.familyId }),
    ...(registrationId === undefined ? {} : { registrationId }),
    request,
    ...authenticationOf(shown),
    customParameters: ParameterValues.of(Object.entries(request)).map('customParameters'),
  }
}

/** The member of `resultDetails` that shows that the acquirer approved a payment which has failed here. */
export const APPROVED_AT = 'ApprovedByAcquirerAt'

/** Whether it is recorded that the acquirer approved a payment which has failed here. */
export function isApprovedLate({ resultDetails }: PaymentDetails): boolean {
  return resultDetails?.[APPROVED_AT] !== undefined
}

/** The part of the gateway's own proof of authentication that answers show. */
function authenticationOf(
  shown: PaymentDetails['shown'] = {},
): Pick<Inquiry['operation'], 'authentication'> {
  const status = shown['threeDSecure.authenticationStatus']
  return status === undefined ? {} : { authentication: { status } }
}

/** Who has paid: what lists show of it. */
export function personIn({ card, request }: PaymentDetails) {
  const account = request['bankAccount.iban'] ?? request['bankAccount.number']
  return {
    email: request['customer.email'],
    holder: card?.holder ?? request['bankAccount.holder'] ?? request['virtualAccount.holder'],
    last4: card?.last4Digits ?? account?.slice(-4),
  }
}
