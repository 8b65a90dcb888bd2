import { csvLine } from '../../common/csv-line.ts'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import { wireTime } from '../../server/kernel/timers/clock.ts'
import type { FetchedReport } from '../../server/payments/connectors/told-report.ts'
import { isObject, type JsonObject, memberOf, textAt } from '../shared/json.ts'
import { moneyFromStripe } from './currencies.ts'
import { LINES_OF_PAGE, MAX_PAYOUT_LINES } from './limits.ts'
import { environmentFault, type StripeSteps } from './steps.ts'

/** Columns of Stripe's itemized payout reconciliation report, which settlement reads. */
const COLUMNS = [
  'automatic_payout_id',
  'automatic_payout_effective_at_utc',
  'trace_id',
  'balance_transaction_id',
  'created_utc',
  'available_on_utc',
  'currency',
  'gross',
  'fee',
  'net',
  'reporting_category',
  'source_id',
  'description',
  'customer_facing_amount',
  'customer_facing_currency',
  'charge_id',
  'payment_intent_id',
  'payment_method_type',
  'card_brand',
  'dispute_reason',
] as const

type Cells = Partial<Record<(typeof COLUMNS)[number], string | undefined>>

type Steps = Pick<StripeSteps, 'client' | 'environment'>

/** A report by the id of what it is of: a movement of the balance, or all that a payout has paid. */
export function fetchReportAtStripe(id: string, steps: Steps): Promise<FetchedReport> {
  return id.startsWith('txn_') ? fetchMovement(id, steps) : fetchPayoutReport(id, steps)
}

/**
 * What was paid out with a payout, as the lines of Stripe's report have it: read from the balance
 * (docs.stripe.com/api/balance_transactions/list), so that nobody has to ask for the report.
 */
async function fetchPayoutReport(payoutId: string, steps: Steps): Promise<FetchedReport> {
  const payout = await steps.client.get(`/v1/payouts/${encodeURIComponent(payoutId)}`)
  if (payout.kind === 'error') return { kind: 'refused', why: 'Stripe does not know its payout' }
  if (payout.kind !== 'object') return { kind: 'later', why: payout.reason }
  const fault = environmentFault(payout.object, steps)
  if (fault !== undefined) return { kind: 'refused', why: fault }
  const lines = await balanceLines(payoutId, steps)
  if (!Array.isArray(lines)) return lines
  const ofPayout: Cells = {
    automatic_payout_id: payoutId,
    automatic_payout_effective_at_utc: timeText(memberOf(payout.object, 'arrival_date')),
    trace_id: textAt(payout.object, 'trace_id.value'),
  }
  return reportOf(payoutId, lines, ofPayout)
}

/**
 * A movement of the balance that no payout has paid yet, such as that of a payout which came back
 * (docs.stripe.com/api/balance_transactions/retrieve): the report of the payout that pays it has the same line, then
 * with the number of that payout.
 */
async function fetchMovement(id: string, { client }: Steps): Promise<FetchedReport> {
  const path = `/v1/balance_transactions/${encodeURIComponent(id)}`
  const answer = await client.get(path, { expand: ['source'] })
  if (answer.kind === 'error') {
    return {
      kind: 'refused',
      why: 'Stripe does not give its line: the key may not read the balance',
    }
  }
  if (answer.kind !== 'object') return { kind: 'later', why: answer.reason }
  return reportOf(id, [answer.object], {})
}

/** A file of lines, each with the cells of its payout. */
function reportOf(id: string, lines: readonly JsonObject[], ofPayout: Cells): FetchedReport {
  const rows = lines.map((line) => cellsOf(line))
  if (rows.includes(undefined)) {
    return { kind: 'refused', why: 'Stripe tells a line of it in a currency without a known unit' }
  }
  const text = [
    csvLine(COLUMNS, ','),
    ...rows.map((row) => {
      const cells = { ...ofPayout, ...row }
      return csvLine(
        COLUMNS.map((name) => cells[name] ?? ''),
        ',',
      )
    }),
  ]
  return {
    kind: 'file',
    file: {
      name: `${id}.csv`,
      format: 'stripe-payout-reconciliation',
      text: `${text.join('\n')}\n`,
    },
  }
}

/** The movements of the balance that a payout has paid, without that of the payout itself. */
async function balanceLines(
  payout: string,
  { client }: Steps,
): Promise<JsonObject[] | Exclude<FetchedReport, { readonly kind: 'file' }>> {
  const lines: JsonObject[] = []
  let starting_after: string | undefined
  do {
    const query = { payout, limit: LINES_OF_PAGE, starting_after, expand: ['data.source'] }
    const answer = await client.get('/v1/balance_transactions', query)
    if (answer.kind === 'error') {
      return {
        kind: 'refused',
        why: 'Stripe does not give its lines: the key may not read the balance',
      }
    }
    if (answer.kind !== 'object') return { kind: 'later', why: answer.reason }
    const page = memberOf(answer.object, 'data')
    if (!Array.isArray(page) || !page.every(isObject)) return UNREADABLE
    lines.push(...page.filter((line) => memberOf(line, 'type') !== 'payout'))
    const hasMore = memberOf(answer.object, 'has_more') === true
    starting_after = hasMore ? textAt(page.at(-1), 'id') : undefined
    if (hasMore && starting_after === undefined) return UNREADABLE
    if (lines.length > MAX_PAYOUT_LINES) {
      const why = `it has more than ${MAX_PAYOUT_LINES} lines: import the itemized report of the payout reconciliation`
      return { kind: 'refused', why }
    }
  } while (starting_after !== undefined)
  return lines
}

/** A list whose end was not read must not be taken for the whole one. */
const UNREADABLE = {
  kind: 'later',
  why: 'Stripe lists its lines in a way that cannot be read',
} as const

/** `undefined`: its currency has no unit here. */
function cellsOf(line: JsonObject): Cells | undefined {
  const currency = textAt(line, 'currency')
  const amounts = ['amount', 'fee', 'net'].map((name) => amountOf(memberOf(line, name), currency))
  const [gross, fee, net] = amounts
  if (amounts.includes(undefined)) return undefined
  const member = memberOf(line, 'source')
  const source = isObject(member) ? member : {}
  const isCharge = textAt(source, 'object') === 'charge'
  return {
    balance_transaction_id: textAt(line, 'id'),
    created_utc: timeText(memberOf(line, 'created')),
    available_on_utc: timeText(memberOf(line, 'available_on')),
    currency,
    ...{ gross, fee, net },
    reporting_category: textAt(line, 'reporting_category'),
    source_id: textAt(source, 'id') ?? textAt(line, 'source'),
    description: textAt(line, 'description'),
    ...shownToCustomer(line, source),
    charge_id: isCharge ? textAt(source, 'id') : textAt(source, 'charge'),
    payment_intent_id: textAt(source, 'payment_intent'),
    payment_method_type: textAt(source, 'payment_method_details.type'),
    card_brand: textAt(source, 'payment_method_details.card.brand'),
    dispute_reason: textAt(source, 'object') === 'dispute' ? textAt(source, 'reason') : undefined,
  }
}

/** What the customer has paid or got back, where Stripe has changed it into the currency of the balance. */
function shownToCustomer(line: JsonObject, source: JsonObject): Cells {
  const currency = textAt(source, 'currency')
  const value = movedOf(line, source)
  if (currency === undefined || currency === textAt(line, 'currency')) return {}
  const isOut = Number(memberOf(line, 'amount')) < 0
  const shown = typeof value === 'number' ? (isOut ? -value : value) : undefined
  return {
    customer_facing_amount: amountOf(shown, currency),
    customer_facing_currency: currency,
  }
}

/** Amounts whose quotient is no further from 1 are the same one, changed at a rate that was rounded. */
const SAME_WITHIN = 0.01

/**
 * What a movement is of its charge, or refund. A capture of a part stands as the whole hold, with a line that takes the
 * rest back, and each of several captures has a line of its own: the rate says which of them it is.
 */
function movedOf(line: JsonObject, source: JsonObject): unknown {
  const whole = memberOf(source, 'amount')
  const captured = memberOf(source, 'amount_captured')
  const rate = memberOf(line, 'exchange_rate')
  if (typeof captured !== 'number' || typeof whole !== 'number') return whole
  // Between currencies of other units it is not certain what the rate is of.
  if (typeof rate !== 'number' || rate <= 0 || !haveCents(line, source)) return captured
  const told = Math.abs(Number(memberOf(line, 'amount'))) / rate
  const farOff = (amount: number) => Math.abs(told / amount - 1)
  const nearest = farOff(whole) < farOff(captured) ? whole : captured
  return farOff(nearest) <= SAME_WITHIN ? nearest : Math.round(told)
}

function haveCents(...objects: readonly JsonObject[]): boolean {
  const digits = objects.map((one) => minorDigitsOf(textAt(one, 'currency')?.toUpperCase() ?? ''))
  return digits.every((one) => one === 2)
}

/** `-12.50`, of an amount in the units of Stripe. */
function amountOf(value: unknown, currency: string | undefined): string | undefined {
  const name = currency?.toUpperCase() ?? ''
  const money = typeof value === 'number' ? moneyFromStripe(value, name) : undefined
  const digits = minorDigitsOf(name)
  return money === undefined || digits === undefined ? undefined : amountText(money.minor, digits)
}

/** Of a time in seconds. */
function timeText(seconds: unknown): string | undefined {
  return typeof seconds === 'number' ? wireTime(seconds * 1000) : undefined
}
