import type {
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  NamedByProvider,
} from '../../server/payments/connectors/connector.ts'
import { isObject, isWebAddress, type JsonObject, memberAt, textAt } from '../shared/json.ts'
import { ACQUIRER_ERROR, type Judged, named, optional, unknown } from '../shared/judged.ts'
import type { Answer } from './client.ts'
import { amountAtStripe } from './currencies.ts'
import { isDecline, meaningOf } from './declines.ts'
import { SHOPPER_MS, TOLD_WITHIN_MS } from './limits.ts'

/** The data of an operation with which answers are compared. */
export type Asked = Pick<ConnectorOperation, 'amount'>

/** "The shopper did not finish": the wait on another page is over. */
const SHOPPER_GONE = '100.396.103'
const MERCHANT_CANCELLED = '100.396.201'

/**
 * The outcome that a PaymentIntent has (docs.stripe.com/payments/paymentintents/lifecycle). `undefined`: it is
 * made ready and not confirmed.
 */
export function outcomeOfIntent(intent: JsonObject, asked: Asked): Judged | undefined {
  const status = textAt(intent, 'status')
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return isOf(intent, asked)
        ? { outcome: { kind: 'approved', ...heldUntil(intent), ...answerOf(intent) } }
        : unknown('tells another amount than was asked for')
    case 'processing':
      return { outcome: { kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, ...answerOf(intent) } }
    case 'requires_action':
      return pendingWith(intent)
    case 'requires_confirmation':
      return undefined
    case 'requires_payment_method': {
      const error = memberAt(intent, 'last_payment_error')
      return isObject(error) ? declinedBy(error, intent) : undefined
    }
    case 'canceled':
      return { outcome: { kind: 'declined', code: codeOfCancel(intent), ...answerOf(intent) } }
    default:
      return unknown(`tells the status ${status}`)
  }
}

/** Whether it is of the amount that was asked for. */
function isOf(intent: JsonObject, { amount }: Asked): boolean {
  return (
    memberAt(intent, 'amount') === amountAtStripe(amount) &&
    textAt(intent, 'currency') === amount.currency.toLowerCase()
  )
}

/** A hold of a card has the end that its network gives it. */
function heldUntil(intent: JsonObject): { readonly holdUntilMs?: number } {
  const seconds = memberAt(intent, `${CARD}.capture_before`)
  return typeof seconds === 'number' ? { holdUntilMs: seconds * 1000 } : {}
}

const CARD = 'latest_charge.payment_method_details.card'

function pendingWith(intent: JsonObject): Judged {
  const url = textAt(intent, 'next_action.redirect_to_url.url') ?? ''
  if (!isWebAddress(url)) return unknown('wants an action of the shopper that no page shows')
  const redirect = { url, method: 'GET', parameters: [] } as const
  const isCard = textAt(intent, 'payment_method.type') === 'card'
  return {
    outcome: {
      kind: 'pending',
      code: '000.200.000',
      ...(isCard ? { authenticationRedirect: redirect } : { redirect }),
      expiresAfterMs: SHOPPER_MS,
      ...answerOf(intent),
    },
  }
}

function codeOfCancel(intent: JsonObject): string {
  const reason = textAt(intent, 'cancellation_reason')
  return reason === 'abandoned' || reason === 'automatic' ? SHOPPER_GONE : MERCHANT_CANCELLED
}

/** The decline that an error of Stripe tells (docs.stripe.com/api/errors). */
export function declinedBy(error: JsonObject, intent?: JsonObject): Judged {
  const said = textAt(error, 'decline_code') ?? textAt(error, 'code') ?? textAt(error, 'type')
  const { code, adviceCode } = meaningOf({
    ...optional('code', textAt(error, 'code')),
    ...optional('declineCode', textAt(error, 'decline_code')),
    ...optional('adviceCode', textAt(error, 'advice_code')),
    ...optional('networkAdviceCode', textAt(error, 'network_advice_code')),
  })
  const answer = intent === undefined ? {} : answerOf(intent)
  const resultDetails = {
    ...answer.resultDetails,
    ...optional('AcquirerResponse', said),
    ...optional('MerchantAdviceCode', adviceCode),
  }
  return { outcome: { kind: 'declined', code, ...answer, resultDetails } }
}

/** "Does not fit the payment that is referred to" */
const UNFIT = '900.100.202'

const UNFIT_ERRORS: ReadonlySet<string> = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_disputed',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
  'refund_disputed_payment',
])

/** Errors that say nothing of what was done: of a key in use or used for another body, and a failure behind Stripe. */
const OF_UNKNOWN_EFFECT: ReadonlySet<string> = new Set(['idempotency_error', 'api_error'])

/** What it means that an operation was not done; where it may have been, that is looked up. */
export function refusedBy({ status, error }: Extract<Answer, { kind: 'error' }>): Judged {
  const type = textAt(error, 'type')
  const code = textAt(error, 'code') ?? type ?? ''
  if (status === 409 || OF_UNKNOWN_EFFECT.has(type ?? ''))
    return unknown(`answers ${status}, ${code}`)
  if (type === 'card_error' || isDecline(code)) return declinedBy(error, intentOfError(error))
  const param = textAt(error, 'param')
  const trouble = `refuses ${param ?? 'the request'}: ${code}`
  if (param === 'final_capture') return { outcome: capturesOnce, trouble }
  const outcome = {
    kind: 'declined',
    code: UNFIT_ERRORS.has(code) ? UNFIT : ACQUIRER_ERROR,
    resultDetails: { AcquirerResponse: code },
  } as const
  return { outcome, trouble }
}

const capturesOnce: ConnectorOutcome = {
  kind: 'declined',
  code: UNFIT,
  resultDetails: {
    ExtendedDescription:
      'Stripe captures this hold once only: send sequence=FINAL, which releases the rest',
  },
}

function intentOfError(error: JsonObject): JsonObject | undefined {
  const intent = memberAt(error, 'payment_intent')
  return isObject(intent) ? intent : undefined
}

/** The outcome of a refund (docs.stripe.com/refunds). */
export function outcomeOfRefund(refund: JsonObject, asked: Asked): Judged {
  const status = textAt(refund, 'status')
  const answer = { references: namesOfRefund(refund), ...detailsOfRefund(refund) }
  if (memberAt(refund, 'amount') !== amountAtStripe(asked.amount)) {
    return unknown('tells a refund of another amount than was asked for')
  }
  switch (status) {
    case 'succeeded':
      return { outcome: { kind: 'approved', ...answer } }
    case 'pending':
    case 'requires_action':
      return { outcome: { kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, ...answer } }
    case 'failed':
    case 'canceled':
      return { outcome: { kind: 'declined', code: ACQUIRER_ERROR, ...answer } }
    default:
      return unknown(`tells the status ${status} of a refund`)
  }
}

function detailsOfRefund(refund: JsonObject): ConnectorAnswer {
  const id = textAt(refund, 'id')
  const reason = textAt(refund, 'failure_reason')
  return {
    resultDetails: { ...optional('ConnectorTxID1', id), ...optional('AcquirerResponse', reason) },
  }
}

function namesOfRefund(refund: JsonObject): readonly NamedByProvider[] {
  return [
    ...named('operation', textAt(refund, 'id')),
    ...named('arn', textAt(refund, 'destination_details.card.reference')),
  ]
}

/** Data of a PaymentIntent beside its outcome. `latest_charge` and `payment_method` are expanded. */
export function answerOf(intent: JsonObject): ConnectorAnswer {
  const intentId = textAt(intent, 'id')
  const chargeId = textAt(intent, 'latest_charge.id')
  const network = textAt(intent, `${CARD}.network_transaction_id`)
  const shown = {
    ...checksOf(intent),
    ...optional('standingInstruction.initialTransactionId', network),
  }
  return {
    references: [
      ...named('payment', intentId),
      ...named('charge', chargeId),
      ...named('network', network),
      ...namesOfSeries(intent),
    ],
    resultDetails: {
      ...optional('ConnectorTxID1', intentId),
      ...optional('ConnectorTxID2', chargeId),
      ...captureLimit(intent),
    },
    ...(Object.keys(shown).length === 0 ? {} : { shown }),
  }
}

/** A hold that Stripe captures once, though several captures were asked for (docs.stripe.com/payments/multicapture). */
function captureLimit(intent: JsonObject): Readonly<Record<string, string>> {
  const isHeld = textAt(intent, 'status') === 'requires_capture'
  const isOnce = textAt(intent, `${CARD}.multicapture.status`) === 'unavailable'
  return isHeld && isOnce ? { Captures: 'once' } : {}
}

/** What later payments of a series are charged with. */
function namesOfSeries(intent: JsonObject): readonly NamedByProvider[] {
  if (textAt(intent, 'setup_future_usage') === undefined) return []
  return [
    ...named('customer', textAt(intent, 'customer') ?? textAt(intent, 'customer.id')),
    // An answer has it whole, an event its id.
    ...named('token', textAt(intent, 'payment_method') ?? textAt(intent, 'payment_method.id')),
  ]
}

/** Checks of the security code, and of the address, in the letters of the interface document. */
function checksOf(intent: JsonObject): Readonly<Record<string, string>> {
  const check = (name: string) => textAt(intent, `${CARD}.checks.${name}`)
  const code = check('cvc_check')
  const [line, postcode] = [check('address_line1_check'), check('address_postal_code_check')]
  const isChecked = line !== undefined || postcode !== undefined
  return {
    ...optional('result.cvvResponse', code && (CODE_CHECKS[code] ?? 'U')),
    ...optional('result.avsResponse', isChecked ? addressCheck(line, postcode) : undefined),
  }
}

const CODE_CHECKS: Readonly<Record<string, string>> = { pass: 'M', fail: 'N', unchecked: 'P' }

function addressCheck(line: string | undefined, postcode: string | undefined): string {
  const letters: Readonly<Record<string, string>> = {
    'pass pass': 'F',
    'pass fail': 'A',
    'fail pass': 'Z',
    'fail fail': 'N',
  }
  return letters[`${line} ${postcode}`] ?? 'U'
}
