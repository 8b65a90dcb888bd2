import { holdsCardNumber } from '../../common/card-number-in-text.ts'
import { shownText } from '../../server/parameters/masking.ts'
import type {
  CardFacts,
  ConnectorAnswer,
  NamedByProvider,
} from '../../server/payments/connectors/connector.ts'
import { answeredNames } from '../../server/payments/instruments/instruments.ts'
import { type JsonObject, MAX_TEXT, memberOf, textAt } from '../shared/json.ts'
import type { ReceiverAnswer } from './answer.ts'
import { MAX_DETAILS } from './limits.ts'

/** The member of `resultDetails` that names the payment at the receiver. */
export const RECEIVER_PAYMENT_ID = 'ReceiverPaymentId'

/** The first transaction of a series, as its card network knows it. */
const NETWORK_TRANSACTION = 'standingInstruction.initialTransactionId'

/** References of networks: long numbers that may look like a card's by chance. */
const REFERENCES: readonly string[] = [
  'transactionLinkId',
  'lifecycleId',
  NETWORK_TRANSACTION,
  'standingInstruction.agreementId',
]

/** Fields of an answer that are carried, where the merchant has not sent them himself. */
const CARRIED: readonly string[] = [
  ...REFERENCES,
  'result.avsResponse',
  'result.cvvResponse',
  'merchant.bankAccount.holder',
  'merchant.bankAccount.number',
  'merchant.bankAccount.bic',
  'merchant.bankAccount.country',
  ...answeredNames,
]

/** How many faults of a refusal are logged. */
const MAX_FAULTS = 10

/** Data of a receiver's answer beside its decision, for the merchant; never a card number. */
export function answerDetails(
  { members, id, code }: ReceiverAnswer,
  request: Readonly<Record<string, string>>,
): ConnectorAnswer {
  const cardFacts = cardFactsOf(members)
  const resultDetails = detailsOf(members)
  // A refusal has no details, and its code may be one that is not passed on.
  if (id === undefined) resultDetails.AcquirerResponse ??= code
  else resultDetails[RECEIVER_PAYMENT_ID] = id
  const shown = forwardedMembers(members, request)
  return {
    resultDetails,
    shown,
    references: referencesOf(id, shown[NETWORK_TRANSACTION]),
    ...(cardFacts === undefined ? {} : { cardFacts }),
  }
}

function referencesOf(
  id: string | undefined,
  network: string | undefined,
): readonly NamedByProvider[] {
  return [
    ...(id === undefined ? [] : [{ kind: 'payment', value: id } as const]),
    ...(network === undefined ? [] : [{ kind: 'network', value: network } as const]),
  ]
}

function detailsOf(members: JsonObject): Record<string, string> {
  const given = memberOf(members, 'resultDetails')
  if (typeof given !== 'object' || given === null) return {}
  const kept = Object.entries(given).filter(
    (entry): entry is [string, string] =>
      /^[A-Za-z0-9._]{3,64}$/.test(entry[0]) && isText(entry[1]),
  )
  return Object.fromEntries(kept.slice(0, MAX_DETAILS))
}

/** What was wrong with a request that the receiver refused: names and reasons, no values. */
export function faultsOf({ members }: ReceiverAnswer): { readonly faults?: string } {
  const given = memberOf(memberOf(members, 'result'), 'parameterErrors')
  if (!Array.isArray(given) || given.length === 0) return {}
  const said = given
    .slice(0, MAX_FAULTS)
    .map((fault: unknown) => shownText(`${textAt(fault, 'name')} ${textAt(fault, 'message')}`))
  return { faults: said.join('; ') }
}

function forwardedMembers(
  members: JsonObject,
  request: Readonly<Record<string, string>>,
): Record<string, string> {
  const carried: Record<string, string> = {}
  for (const name of CARRIED) {
    const value = request[name] === undefined ? textAt(members, name) : undefined
    if (value === undefined) continue
    if (REFERENCES.includes(name) || isText(value)) carried[name] = value
  }
  return carried
}

function cardFactsOf(members: JsonObject): CardFacts | undefined {
  const [bank, phone, website, type, level, country, regulatedFlag] = [
    'issuer.bank',
    'issuer.phone',
    'issuer.website',
    'type',
    'level',
    'country',
    'regulatedFlag',
  ].map((name) => textAt(members, `card.${name}`))
  if (bank === undefined || phone === undefined || website === undefined) return undefined
  if (type === undefined || level === undefined) return undefined
  if (country === undefined || regulatedFlag === undefined) return undefined
  return { issuer: { bank, phone, website }, type, level, country, regulatedFlag }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT && !holdsCardNumber(value)
}
