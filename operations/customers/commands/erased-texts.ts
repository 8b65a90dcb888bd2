import { flatTree, toTree } from '../../../server/parameters/tree.ts'
import { isKeptName, isKeptResultDetail } from './kept-names.ts'

type Flat = Readonly<Record<string, string>>

/** Members of `PaymentDetails` that answers do not show and that say nothing of a customer. */
const KEPT_BESIDE = [
  'isDeviceNumber',
  'wallet',
  'registrationId',
  'inSeries',
  'createsRegistration',
  'reviewCode',
  'replayedAtMs',
  'voidedAtMs',
  'voidCode',
  'softlyDeclinedAs',
  'holdAfterMinor',
  'askedAtMs',
  'takenIsDone',
  'isUnconfirmed',
  'giftCardParts',
]

/** What is left of the details of a payment (`storedDetails` in `payments/details.ts` has their form). */
export function erasedPayment(details: string): string {
  const [shownText = '{}', besideText = '{}'] = details.split('\n', 2)
  const { result, resultDetails, registration, ...members } = JSON.parse(shownText)
  const left: Record<string, unknown> = {
    result: codesOf(result),
    ...toTree(kept(flatTree(members))),
    ...(resultDetails === undefined ? {} : { resultDetails: keptResultDetails(resultDetails) }),
    ...(registration === undefined ? {} : { registration }),
  }
  const beside = only(JSON.parse(besideText), KEPT_BESIDE)
  const text = JSON.stringify(left)
  return Object.keys(beside).length === 0 ? text : `${text}\n${JSON.stringify(beside)}`
}

/** What is left of stored details that have ended: as when they are deleted. */
export function erasedRegistration(details: string): string {
  const { account, card, series } = JSON.parse(details)
  const { holder: _holder, ...shown } = card ?? {}
  return JSON.stringify({ account, request: {}, card: card && shown, series })
}

/** What is left of a request that is stored as names with their values: of a plan, of a checkout. */
export function erasedRequest(request: string): string {
  const stored = JSON.parse(request)
  const sent: readonly (readonly [string, string])[] = Array.isArray(stored)
    ? stored
    : (stored.readable ?? [])
  return JSON.stringify(sent.filter(([name]) => isKeptName(name)))
}

/** Of an authentication: how it went, without browser, texts and addresses. */
export function erasedAuthentication(data: string): string {
  const known = [
    'version',
    'isNotEnrolled',
    'brand',
    'acsTransId',
    'dsTransId',
    'challengeMandated',
  ]
  return JSON.stringify(only(JSON.parse(data), [...known, 'transStatus', 'challengeCancel']))
}

/** Members of answers that name what was made, or the request. */
const NAMING = [
  'id',
  'registrationId',
  'referencedId',
  'buildNumber',
  'timestamp',
  'ndc',
  'alreadyShown',
]

/** What is left of an answer that waits to be repeated: whoever sends its request again learns that it was done. */
export function erasedAnswer(answer: string): string {
  const { status, body } = JSON.parse(answer)
  const { result, resultDetails, ...members } = JSON.parse(body)
  const left = {
    ...only(members, NAMING),
    ...toTree(kept(flatTree(members))),
    result: codesOf(result),
    ...(resultDetails === undefined ? {} : { resultDetails: keptResultDetails(resultDetails) }),
  }
  return JSON.stringify({ status, body: JSON.stringify(left) })
}

/** Of an event that a provider has told: nothing, its columns say what it was. */
export const ERASED_EVENT = '{}'

function kept(flat: Flat): Flat {
  return Object.fromEntries(Object.entries(flat).filter(([name]) => isKeptName(name)))
}

function keptResultDetails(details: Flat): Flat {
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => isKeptResultDetail(name, value)),
  )
}

/** Codes, and the description that belongs to the first of them. */
function codesOf({ description, ...result }: Flat): Flat {
  const codes = Object.entries(result).filter(([, value]) => /^[\w.]{0,32}$/.test(value))
  return { ...Object.fromEntries(codes), ...(description === undefined ? {} : { description }) }
}

function only(members: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}
