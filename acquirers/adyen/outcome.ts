import type {
  ConnectorAnswer,
  ConnectorOperation,
  NamedByProvider,
} from '../../server/payments/connectors/connector.ts'
import { isObject, isWebAddress, type JsonObject, memberAt, textAt } from '../shared/json.ts'
import { ACQUIRER_ERROR, type Judged, named, notSent, optional, unknown } from '../shared/judged.ts'
import type { Answer } from './client.ts'
import { moneyFromAdyen } from './currencies.ts'
import { DEBIT_TOLD_WITHIN_MS, SHOPPER_MS, TOLD_WITHIN_MS } from './limits.ts'
import { isChargedByReturn } from './methods.ts'
import { meaningOf } from './refusals.ts'

/** The data of an operation with which answers are compared. */
export type Asked = Pick<ConnectorOperation, 'paymentId' | 'amount' | 'paymentBrand'>

/** What Adyen refuses of the shopper's data, by its error code (docs.adyen.com/development-resources/error-codes). */
const ERRORS: Readonly<Record<string, string>> = {
  '101': '100.100.101',
  '102': '100.100.101',
  '103': '100.100.601',
  '129': '100.100.303',
  '137': '800.100.174',
  '138': '800.100.173',
  '152': '100.390.117',
  '161': '100.100.101',
  '800': '100.150.203',
}

/** What has come of a charge, or of what its shopper has brought back. */
export function outcomeOfCharge(answer: Answer, asked: Asked): Judged {
  switch (answer.kind) {
    case 'object':
      return outcomeOfPayment(answer.object, asked)
    case 'error':
      return refusedBy(answer.errorCode)
    case 'notSent':
      return notSent(answer.reason)
    case 'lost':
      return unknown(answer.reason)
  }
}

/** A request that Adyen refuses has done nothing. */
export function refusedBy(errorCode: string): Judged {
  return {
    outcome: {
      kind: 'declined',
      code: ERRORS[errorCode] ?? ACQUIRER_ERROR,
      resultDetails: { AcquirerResponse: errorCode },
    },
    trouble: `refuses the request: ${errorCode}`,
  }
}

/** By `resultCode` (docs.adyen.com/online-payments/build-your-integration/payment-result-codes). */
function outcomeOfPayment(payment: JsonObject, asked: Asked): Judged {
  // A shopper may bring back what belongs to another payment of theirs.
  const reference = textAt(payment, 'merchantReference')
  if (reference !== undefined && reference !== asked.paymentId) return unknown(OTHER_PAYMENT)
  const resultCode = textAt(payment, 'resultCode')
  switch (resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      return approvedPayment(payment, asked)
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return refusedPayment(payment)
    case 'RedirectShopper':
      return pendingWith(payment, asked)
    case 'Pending':
    case 'Received': {
      const expectedWithinMs = DEBIT_TOLD_WITHIN_MS
      return { outcome: { kind: 'taken', expectedWithinMs, ...answerOf(payment) } }
    }
    default:
      return unknown(`tells the result ${resultCode}`)
  }
}

const OTHER_PAYMENT = 'tells another payment than was asked for'

/** It says which amount it approves, where that is another one than was asked for. */
function approvedPayment(payment: JsonObject, { paymentId, amount }: Asked): Judged {
  const value = memberAt(payment, 'amount.value')
  const isSame = textAt(payment, 'amount.currency') === amount.currency
  const money = typeof value === 'number' ? moneyFromAdyen(value, amount.currency) : undefined
  if (textAt(payment, 'merchantReference') !== paymentId || !isSame || money === undefined) {
    return unknown(OTHER_PAYMENT)
  }
  const other = money.minor === amount.minor ? {} : { amount: money }
  return { outcome: { kind: 'approved', ...other, ...answerOf(payment) } }
}

function refusedPayment(payment: JsonObject): Judged {
  const data = additionalDataOf(payment)
  const refusal = {
    reasonCode: textAt(payment, 'refusalReasonCode'),
    reason: textAt(payment, 'refusalReason'),
    raw: data.refusalReasonRaw,
    adviceCode: data.merchantAdviceCode,
  }
  return { outcome: { kind: 'declined', ...declinedBy(refusal), references: namesOf(payment) } }
}

/** The decline that a refusal means, as an answer or an event tells it. */
export function declinedBy(refusal: Parameters<typeof meaningOf>[0]) {
  const { code, advice } = meaningOf(refusal)
  const said = refusal.raw ?? refusal.reason
  const resultDetails = {
    ...optional('AcquirerResponse', said?.slice(0, MAX_VALUE)),
    ...optional('MerchantAdviceCode', advice),
  }
  return { code, resultDetails }
}

function pendingWith(payment: JsonObject, { paymentBrand }: Asked): Judged {
  const url = textAt(payment, 'action.url') ?? ''
  if (textAt(payment, 'action.type') !== 'redirect' || !isWebAddress(url)) {
    return unknown('wants an action of the shopper that no page shows')
  }
  const redirect = { url, ...formOf(payment) }
  return {
    outcome: {
      kind: 'pending',
      code: '000.200.000',
      ...(isChargedByReturn(paymentBrand) ? { authenticationRedirect: redirect } : { redirect }),
      expiresAfterMs: SHOPPER_MS,
      ...answerOf(payment),
    },
  }
}

function formOf(payment: JsonObject) {
  const method = textAt(payment, 'action.method') === 'POST' ? ('POST' as const) : ('GET' as const)
  const data = memberAt(payment, 'action.data')
  const parameters = Object.entries(isObject(data) ? data : {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  )
  return { method, parameters }
}

/** What has come of a capture, cancel, refund or new total: Adyen only says that it has it. */
export function outcomeOfChange(
  answer: Answer,
  { paymentId }: Pick<ConnectorOperation, 'paymentId'>,
): Judged {
  switch (answer.kind) {
    case 'object': {
      const { object } = answer
      const isReceived =
        textAt(object, 'status') === 'received' && textAt(object, 'reference') === paymentId
      if (!isReceived) return unknown('has not received what was asked for')
      const name = textAt(object, 'pspReference')
      const references = named('operation', name)
      const resultDetails = optional('ConnectorTxID1', name)
      return {
        outcome: { kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, references, resultDetails },
      }
    }
    case 'error':
      return refusedBy(answer.errorCode)
    case 'notSent':
      return notSent(answer.reason)
    case 'lost':
      return unknown(answer.reason)
  }
}

/** Data of a payment beside its outcome. */
function answerOf(payment: JsonObject): ConnectorAnswer {
  const data = additionalDataOf(payment)
  const shown = {
    ...checksOf(data),
    ...optional('standingInstruction.initialTransactionId', data.networkTxReference),
  }
  return {
    references: namesOf(payment),
    resultDetails: {
      ...optional('ConnectorTxID1', textAt(payment, 'pspReference')),
      ...optional('AcquirerResponse', data.refusalReasonRaw),
    },
    ...(Object.keys(shown).length === 0 ? {} : { shown }),
  }
}

function namesOf(payment: JsonObject): readonly NamedByProvider[] {
  return [
    ...named('payment', textAt(payment, 'pspReference')),
    ...namesOfSeries(additionalDataOf(payment)),
  ]
}

/** What later payments of a series are charged with. */
export function namesOfSeries(data: Texts): readonly NamedByProvider[] {
  return [
    ...named('network', data.networkTxReference),
    ...named('token', data['tokenization.storedPaymentMethodId'] ?? data[OLD_TOKEN]),
    ...named('customer', data['tokenization.shopperReference'] ?? data[OLD_SHOPPER]),
  ]
}

/** What the same was called before. */
const OLD_TOKEN = 'recurring.recurringDetailReference'
const OLD_SHOPPER = 'recurring.shopperReference'

export type Texts = Readonly<Record<string, string | undefined>>

/** The texts of `additionalData` of an answer or an event. */
export function additionalDataOf(object: JsonObject): Texts {
  const data = memberAt(object, 'additionalData')
  if (!isObject(data)) return {}
  const texts = Object.entries(data).filter(
    ([, value]) => typeof value === 'string' && value.length <= MAX_VALUE,
  )
  return Object.fromEntries(texts) as Texts
}

const MAX_VALUE = 255

/** Checks of the security code, and of the address, in the letters of the interface document. */
function checksOf({ cvcResult, avsResult }: Texts): Readonly<Record<string, string>> {
  const code = cvcResult === undefined ? undefined : (CODE_CHECKS[leading(cvcResult)] ?? 'U')
  const address = avsResult === undefined ? undefined : (ADDRESS_CHECKS[leading(avsResult)] ?? 'U')
  return { ...optional('result.cvvResponse', code), ...optional('result.avsResponse', address) }
}

/** docs.adyen.com/development-resources/test-cards-and-credentials/cvc-cvv-result-testing */
const CODE_CHECKS: Readonly<Record<string, string>> = { '1': 'M', '2': 'N', '3': 'P', '4': 'S' }

/** docs.adyen.com/risk-management/configure-your-risk-profile/risk-rules/avs: both, the street, the code, none. */
const ADDRESS_CHECKS: Readonly<Record<string, string>> = {
  '1': 'A',
  '2': 'N',
  '6': 'Z',
  '7': 'F',
  '20': 'F',
}

/** The number of "1 Matches". */
function leading(text: string): string {
  return text.split(' ', 1)[0] ?? ''
}
