import type { EventCode } from '../facts/events.ts'
import type {
  AmountUpdateParams,
  CancelParams,
  CaptureParams,
  RefundParams,
  TechnicalCancelParams,
} from '../requests/modifications.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { capture, refund, refundable, release } from './money.ts'
import { checkMerchantAccount } from './pay.ts'
import type { Modification, ModificationKind, Payment } from './types.ts'

/** Answers of `/captures`, `/refunds`, … say that a request has come, never what became of it. */
const RECEIVED = 'received'

const EVENTS: Readonly<Record<ModificationKind, EventCode>> = {
  capture: 'CAPTURE',
  cancel: 'CANCELLATION',
  refund: 'REFUND',
  reversal: 'CANCEL_OR_REFUND',
  update: 'AUTHORISATION_ADJUSTMENT',
  technical: 'TECHNICAL_CANCEL',
}

/** What became of a modification: why it was refused, and what else its event says. */
interface Outcome {
  readonly refused?: string
  /** What the event of a late failure says. */
  readonly reason?: string
  readonly additionalData?: Readonly<Record<string, string>>
}

const NO_BALANCE: Outcome = { refused: 'Insufficient balance on payment' }
const NOT_CAPTURED: Outcome = { refused: "Transaction hasn't been captured, refund not possible" }
const NOT_HELD: Outcome = { refused: 'Transaction is not authorised' }

export function captureRequest(world: World, params: CaptureParams, id: string): object {
  const payment = paymentOf(world, params, id)
  const amount = amountOf(payment, params)
  return begin(world, { kind: 'capture', payment, params, amount }, (by) => {
    if (payment.state !== 'held' || amount > payment.held) return NO_BALANCE
    capture(world, payment, amount, by)
    return {}
  })
}

export function cancelRequest(world: World, params: CancelParams, id: string): object {
  const payment = paymentOf(world, params, id)
  return begin(world, { kind: 'cancel', payment, params }, () => cancel(world, payment))
}

export function refundRequest(world: World, params: RefundParams, id: string): object {
  const payment = paymentOf(world, params, id)
  const amount = amountOf(payment, params)
  const { capturePspReference } = params
  if (capturePspReference !== undefined && !isCaptureOf(world, payment, capturePspReference)) {
    throw invalid('167', 'Original pspReference required for this operation')
  }
  return begin(world, { kind: 'refund', payment, params, amount }, (by) => {
    if (payment.captured === 0) return NOT_CAPTURED
    if (amount > refundable(payment)) return NO_BALANCE
    refund(world, payment, amount, by)
    return {}
  })
}

/** Cancels what is held, or pays back what is captured: which of them, its event says unsigned. */
export function reversalRequest(world: World, params: CancelParams, id: string): object {
  const payment = paymentOf(world, params, id)
  return begin(world, { kind: 'reversal', payment, params }, (by) => {
    if (payment.captured === 0) {
      return { ...cancel(world, payment), additionalData: { 'modification.action': 'cancel' } }
    }
    const captures = [...world.modifications.values()].filter((one) => isDoneCapture(one, payment))
    const amount = refundable(payment)
    if (amount === 0 || captures.length > 1) return NO_BALANCE
    if (payment.held > 0) release(world, payment)
    refund(world, payment, amount, by)
    return { additionalData: { 'modification.action': 'refund' } }
  })
}

/** The amount is the new total. */
export function amountUpdateRequest(world: World, params: AmountUpdateParams, id: string): object {
  const payment = paymentOf(world, params, id)
  const amount = amountOf(payment, params)
  if (params.reference === undefined) {
    throw invalid('130', "Required field 'reference' is not provided.")
  }
  return begin(world, { kind: 'update', payment, params, amount }, () => {
    if (!payment.isAdjustable) return { refused: 'Only pre-authorisations can be adjusted' }
    if (payment.state !== 'held' || payment.captured > 0) return NOT_HELD
    const difference = amount - payment.held
    const movement = difference > 0 ? 'authorised' : 'released'
    world.ledger.book(payment.pspReference, payment.currency, movement, Math.abs(difference))
    payment.amount = amount
    payment.held = amount
    return {}
  })
}

/** `POST /cancels`: of a payment whose reference at Adyen is not known. */
export function technicalCancelRequest(world: World, params: TechnicalCancelParams): object {
  checkMerchantAccount(world, params.merchantAccount)
  const { paymentReference } = params
  const payment = [...world.payments.values()].findLast(
    ({ reference, state }) => reference === paymentReference && state !== 'refused',
  )
  return begin(world, { kind: 'technical', payment, params }, () => {
    if (payment === undefined) return { refused: 'Original transaction not found' }
    return cancel(world, payment)
  })
}

function cancel(world: World, payment: Payment): Outcome {
  if (payment.state !== 'held') return NOT_HELD
  release(world, payment)
  return {}
}

function paymentOf(world: World, { merchantAccount }: CancelParams, id: string): Payment {
  checkMerchantAccount(world, merchantAccount)
  const payment = world.payments.get(id)
  if (payment === undefined) {
    throw invalid('167', 'Original pspReference required for this operation')
  }
  return payment
}

function amountOf(payment: Payment, { amount }: CaptureParams): number {
  if (amount.currency !== payment.currency || amount.value === 0) {
    throw invalid('137', 'Invalid amount specified')
  }
  return amount.value
}

const isDoneCapture = ({ kind, state, payment }: Modification, of: Payment) =>
  kind === 'capture' && state === 'done' && payment === of

function isCaptureOf({ modifications }: World, payment: Payment, id: string): boolean {
  const found = modifications.get(id)
  return found !== undefined && isDoneCapture(found, payment)
}

interface Request {
  readonly kind: ModificationKind
  readonly payment: Payment | undefined
  readonly params: CancelParams & Partial<TechnicalCancelParams & RefundParams & AmountUpdateParams>
  readonly amount?: number
}

/** Answers that the request has come; what becomes of it is done and told afterwards. */
function begin(world: World, request: Request, work: (by: Modification) => Outcome): object {
  const { kind, payment, amount } = request
  const modification: Modification = {
    pspReference: world.newReference(),
    kind,
    payment,
    reference: referenceOf(world, request),
    amount: amount ?? payment?.amount ?? 0,
    currency: payment?.currency ?? 'EUR',
    state: 'received',
  }
  world.modifications.set(modification.pspReference, modification)
  const failure = world.current.modificationFails
  world.due.at(world.nowMs() + world.account.modificationsTakeMs, () => {
    const outcome = failure === undefined ? work(modification) : { refused: failure }
    modification.state = outcome.refused === undefined ? 'done' : 'refused'
    tellOfModification(world, modification, EVENTS[kind], outcome)
  })
  return answerOf(world, request, modification)
}

/** What events about a modification have as the merchant's reference. */
function referenceOf({ account }: World, { kind, payment, params }: Request): string {
  if (kind === 'technical') return params.paymentReference ?? ''
  const ofPayment = payment?.reference ?? ''
  const isOwn = account.modificationsTellReferenceOf === 'modification'
  return isOwn ? (params.reference ?? ofPayment) : ofPayment
}

/** Everything of the request that Adyen repeats. */
function answerOf({ account }: World, request: Request, { pspReference }: Modification): object {
  const { payment, params } = request
  const { reference, amount, lineItems, paymentReference } = params
  const { capturePspReference, merchantRefundReason, store, industryUsage } = params
  const repeated = {
    reference,
    amount,
    lineItems,
    capturePspReference,
    merchantRefundReason,
    store,
    industryUsage,
    paymentReference,
    paymentPspReference: paymentReference === undefined ? payment?.pspReference : undefined,
  }
  return {
    merchantAccount: account.merchantAccount,
    ...Object.fromEntries(Object.entries(repeated).filter(([, value]) => value !== undefined)),
    pspReference,
    status: RECEIVED,
  }
}

/** An event that names a modification, and the payment as its original. */
export function tellOfModification(
  { notifications }: World,
  modification: Modification,
  eventCode: EventCode,
  { refused, reason = refused, additionalData }: Outcome = {},
): void {
  const { pspReference, payment, reference, amount, currency } = modification
  notifications.tell({
    eventCode,
    isSuccess: refused === undefined,
    pspReference,
    merchantReference: reference,
    amount: { value: amount, currency },
    ...(payment === undefined
      ? {}
      : { originalReference: payment.pspReference, paymentMethod: payment.brand }),
    ...(reason === undefined ? {} : { reason }),
    ...(additionalData === undefined ? {} : { additionalData }),
  })
}
