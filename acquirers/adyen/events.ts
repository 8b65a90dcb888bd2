import { type Money, minorDigitsOf } from '../../common/money.ts'
import type {
  EventReader,
  EventSubject,
  EventWithout,
  MadeElsewhere,
} from '../../server/payments/connectors/acquirer-event.ts'
import type { PaymentOperation } from '../../server/store/port.ts'
import { textAt } from '../shared/json.ts'
import { ACQUIRER_ERROR } from '../shared/judged.ts'
import { moneyFromAdyen } from './currencies.ts'
import { disputeBy, isOfDispute } from './disputes.ts'
import { type Notification, readNotifications } from './notification.ts'
import { additionalDataOf, declinedBy, namesOfSeries } from './outcome.ts'
import { isSettlementReport } from './report.ts'
import type { WebhookSecrets } from './steps.ts'

/** Adyen repeats what is not answered with this text. */
const ACCEPTED = '[accepted]'

/** `merchantAccount`: the one of the account; a webhook of a company tells about others too. */
export function createEventReader(secrets: WebhookSecrets, merchantAccount: string): EventReader {
  return {
    read(raw, headers) {
      const read = readNotifications(raw, headers, secrets)
      if ('reason' in read) return { kind: 'refused', ...read }
      const environment = read.isLive ? ('live' as const) : ('test' as const)
      const events = read.items.map((one) => ({
        ...factsOf(one),
        environment,
        ...(one.merchantAccountCode === merchantAccount
          ? toldBy(one)
          : { kind: 'other' as const, about: [], facts: shownOf(one) }),
      }))
      return { kind: 'genuine', answer: ACCEPTED, events }
    },
  }
}

/** An event without what each has. */
type Told = EventWithout<'id' | 'name' | 'occurredAtMs' | 'environment'>

function factsOf({ eventCode, pspReference, isSuccess, item }: Notification) {
  const date = textAt(item, 'eventDate') ?? ''
  const occurredAtMs = Date.parse(date)
  // A repeated event may have another date; but what was captured again is told with the name of the first capture.
  const again = eventCode === 'CAPTURE' ? ` ${date}` : ''
  return {
    id: `${eventCode} ${pspReference} ${isSuccess}${again}`,
    name: eventCode,
    ...(Number.isNaN(occurredAtMs) ? {} : { occurredAtMs }),
  }
}

/** Outcomes of what a merchant has asked of an earlier payment. */
const CHANGES: Readonly<Record<string, PaymentOperation>> = {
  CAPTURE: 'capture',
  CANCELLATION: 'reversal',
  REFUND: 'refund',
  AUTHORISATION_ADJUSTMENT: 'increment',
}

/** Failures of what was called done before. */
const LATE_FAILURES: Readonly<Record<string, PaymentOperation>> = {
  CAPTURE_FAILED: 'capture',
  REFUND_FAILED: 'refund',
  REFUNDED_REVERSED: 'refund',
}

/** What Adyen tells besides; every other code is kept as it is (docs.adyen.com/development-resources/webhooks). */
const KEPT: Readonly<Record<string, 'fraudReport' | 'payout'>> = {
  NOTIFICATION_OF_FRAUD: 'fraudReport',
  PAIDOUT_REVERSED: 'payout',
  PAYOUT_DECLINE: 'payout',
  PAYOUT_EXPIRE: 'payout',
  PAYOUT_THIRDPARTY: 'payout',
}

function toldBy(one: Notification): Told {
  const { eventCode, isSuccess } = one
  if (eventCode === 'AUTHORISATION') return authorised(one)
  const changed = CHANGES[eventCode]
  if (changed !== undefined) return changeBy(one, changed)
  const failed = LATE_FAILURES[eventCode]
  if (failed !== undefined) return lateFailureBy(one, failed)
  const about = ofPayment(one)
  const facts = shownOf(one)
  switch (eventCode) {
    case 'EXPIRE':
      return { kind: 'holdEnded', about, facts }
    case 'OFFER_CLOSED':
      return { kind: 'outcome', about, told: { kind: 'declined', code: SHOPPER_GONE } }
    case 'CANCEL_OR_REFUND':
    case 'TECHNICAL_CANCEL':
      // One that failed says nothing: the payment may be captured, or not be there at all.
      return { kind: isSuccess ? 'voided' : 'other', about, facts }
    case 'REPORT_AVAILABLE':
      return reportBy(one, facts)
    default:
      return isOfDispute(eventCode)
        ? { kind: 'dispute', about: ofDispute(one), ...disputeBy(one, moneyOf(one)), facts }
        : { kind: KEPT[eventCode] ?? 'other', about, facts }
  }
}

/** The reason of a report is its address, and its reference its name. */
function reportBy(
  { pspReference, isSuccess, item }: Notification,
  facts: Readonly<Record<string, string>>,
): Told {
  const reference = textAt(item, 'reason')
  const isFetched = isSuccess && reference !== undefined && isSettlementReport(pspReference)
  return { kind: 'report', about: [], facts, ...(isFetched ? { report: { reference } } : {}) }
}

/** "Pending payment ran out of time" */
const SHOPPER_GONE = '100.396.103'

function authorised(one: Notification): Told {
  const { isSuccess, pspReference, item } = one
  const about = ofPayment(one)
  const data = additionalDataOf(item)
  const references = [{ kind: 'payment', value: pspReference } as const, ...namesOfSeries(data)]
  if (!isSuccess) {
    const reason = textAt(item, 'reason')
    const { refusalReasonRaw: raw, merchantAdviceCode: adviceCode } = data
    const told = { kind: 'declined', ...declinedBy({ reason, raw, adviceCode }) } as const
    return { kind: 'outcome', about, told: { ...told, references } }
  }
  const amount = moneyOf(one)
  if (amount === undefined) return { kind: 'other', about, facts: shownOf(one) }
  return { kind: 'outcome', about, told: { kind: 'approved', references }, amount }
}

/** Adyen tells it with the change's own reference, or with that of its payment: see `operation`. */
function changeBy(one: Notification, operation: PaymentOperation): Told {
  const { isSuccess, item } = one
  const about = ofChange(one)
  if (!isSuccess) return { kind: 'outcome', operation, about, told: failureOf(item) }
  // The amount of a cancel is that of its payment, and that of a raise is the new total.
  const hasAmount = operation === 'capture' || operation === 'refund'
  const amount = hasAmount ? moneyOf(one) : undefined
  const told = { kind: 'approved' } as const
  return {
    ...{ kind: 'outcome', operation, about, told },
    ...(amount === undefined ? {} : { amount }),
    ...elsewhere(one, operation, amount),
  }
}

/** A refund or cancel in the Customer Area. A capture there is told to people: nothing here was captured. */
function elsewhere(
  { pspReference, originalReference }: Notification,
  operation: PaymentOperation,
  amount: Money | undefined,
): { readonly elsewhere?: MadeElsewhere } {
  const about = named('payment', originalReference)
  if (operation === 'reversal') return { elsewhere: { about } }
  if (operation !== 'refund' || amount === undefined) return {}
  const reference = { kind: 'operation', value: pspReference } as const
  return { elsewhere: { about, refund: { amount, reference } } }
}

function failureOf(item: Notification['item']) {
  const reason = textAt(item, 'reason') ?? ''
  const resultDetails = reason === '' ? {} : { AcquirerResponse: reason.slice(0, 255) }
  return { kind: 'declined', code: ACQUIRER_ERROR, resultDetails } as const
}

function lateFailureBy(one: Notification, operation: PaymentOperation): Told {
  const told = { ...failureOf(one.item), kind: 'failedLater' } as const
  return { kind: 'failedLater', operation, about: ofChange(one), told }
}

function ofPayment({ pspReference, originalReference, merchantReference }: Notification) {
  return [
    ...named('payment', originalReference),
    ...named('payment', pspReference),
    ...named('operation', pspReference),
    ...ours(merchantReference),
  ]
}

function ofChange({ pspReference, originalReference, merchantReference }: Notification) {
  return [
    ...named('operation', pspReference),
    ...ours(merchantReference),
    ...named('payment', originalReference),
  ]
}

/** Some events of a case name its payment only where a setting of the account is on. */
function ofDispute(one: Notification): readonly EventSubject[] {
  const { pspReference, originalReference, merchantReference } = one
  return [
    ...named('dispute', pspReference),
    ...named('operation', originalReference),
    ...named('payment', originalReference),
    ...ours(merchantReference),
  ]
}

function named(kind: 'payment' | 'operation' | 'dispute', value: string): readonly EventSubject[] {
  return value === '' ? [] : [{ reference: { kind, value } }]
}

function ours(merchantReference: string): readonly EventSubject[] {
  return /^[0-9a-f]{32}$/.test(merchantReference) ? [{ paymentId: merchantReference }] : []
}

function moneyOf({ value, currency }: Notification) {
  return minorDigitsOf(currency) === undefined ? undefined : moneyFromAdyen(value, currency)
}

/** For people. */
function shownOf(one: Notification): Readonly<Record<string, string>> {
  const { isSuccess, pspReference, originalReference, value, currency, item } = one
  const reason = textAt(item, 'reason') ?? ''
  const told = {
    pspReference,
    originalReference,
    success: String(isSuccess),
    amount: currency === '' ? '' : `${value} ${currency}`,
    reason,
  }
  return Object.fromEntries(Object.entries(told).filter(([, text]) => text !== ''))
}
