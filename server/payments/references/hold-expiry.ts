import { DAY_MS } from '../../../common/durations.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import type { Change, PaymentRow } from '../../store/port.ts'
import { openNow } from '../life-cycle.ts'

/** How long before the expiry of a hold its merchant is told, if the hold is given for longer. */
export const HOLD_NOTICE_MS = 3 * DAY_MS

/** How long brands without a rule hold an amount; the most usual of the rules below. */
export const DEFAULT_HOLD_DAYS = 7

/** How long the issuer of some brands holds an amount for the merchant. */
export interface HoldRule {
  readonly brands: readonly string[]
  /** From the authorisation on. */
  readonly days: number
  /** Of authorisations that the merchant starts, without the cardholder; absent: as many. */
  readonly daysByMerchant?: number
  /** Who says so, for people. */
  readonly source: string
}

const BRAINTREE = 'Braintree, Statuses: Authorization expired'

/**
 * By the schemes' own rules where they are public, else by those of acquirers. Where the sources differ,
 * the longest time: an acquirer that allows less declines the capture itself, but a capture that is refused
 * here is lost. `docs/holds.md` has the table with what the other sources say.
 */
export const HOLD_RULES: readonly HoldRule[] = [
  {
    brands: ['VISA', 'VISADEBIT', 'VISAELECTRON', 'VPAY'],
    days: 10,
    daysByMerchant: 5,
    source: 'Visa Core Rules, as Airwallex and others state them',
  },
  {
    brands: ['MASTER', 'MASTERDEBIT'],
    days: 30,
    source: 'Mastercard, preauthorisation, as Braintree and Peach Payments state it',
  },
  { brands: ['MAESTRO', 'AMEX'], days: 7, source: BRAINTREE },
  { brands: ['DISCOVER', 'DINERS', 'JCB', 'UNIONPAY'], days: 30, source: BRAINTREE },
  {
    brands: ['CARTEBANCAIRE', 'CARTEBLEUE'],
    days: 12,
    source: 'Adyen, Separate authorisation and capture',
  },
  {
    brands: ['PAYPAL', 'PAYPAL_CONTINUE'],
    days: 29,
    source: 'PayPal, Authorization and honor period',
  },
  { brands: ['VENMO_PAYFAST'], days: 10, source: BRAINTREE },
  {
    brands: [
      'KLARNA_INSTALLMENTS',
      'KLARNA_INVOICE',
      'KLARNA_PAYMENTS_ONE',
      'KLARNA_PAYMENTS_PAYLATER',
      'KLARNA_PAYMENTS_SLICEIT',
    ],
    days: 28,
    source: 'Dintero, Duration of authorizations',
  },
]

const ruleOf: ReadonlyMap<string, HoldRule> = new Map(
  HOLD_RULES.flatMap((rule) => rule.brands.map((brand) => [brand, rule] as const)),
)

/** What decides how long an amount is held. */
export interface HeldBy {
  readonly brand: string
  /** Of a card that came out of a wallet: the brand of the card itself. */
  readonly network: string
  /** `standingInstruction.source=MIT`. */
  readonly isByMerchant: boolean
  readonly settings: Pick<EntitySettings, 'holds'>
  /** What its connector account says. */
  readonly accountDays: number | undefined
}

/** When a hold that begins at `nowMs` expires; `null`: never, because no issuer holds the amount. */
export function holdExpiryOf(held: HeldBy, nowMs: number): number | null {
  const days = holdDays(held)
  return days === undefined ? null : nowMs + days * DAY_MS
}

function holdDays(held: HeldBy): number | undefined {
  const { brand, network, isByMerchant, settings, accountDays } = held
  if (accountDays !== undefined && !isTransferred(brand)) return accountDays
  const own = settings.holds?.days
  const ownDays = own?.[brand] ?? own?.[network]
  if (ownDays !== undefined) return ownDays
  if (isTransferred(brand)) return undefined
  const rule = ruleOf.get(network)
  if (rule === undefined) return DEFAULT_HOLD_DAYS
  return isByMerchant ? (rule.daysByMerchant ?? rule.days) : rule.days
}

/**
 * Whether the shopper's bank moves the money instead of holding it. A PA of such a brand, which only
 * `legacy` takes, is an order that waits for its capture: nobody releases anything.
 */
function isTransferred(brandName: string): boolean {
  const brand = paymentBrand(brandName)
  if (brand === undefined) return false
  return brand.kind === 'bankAccount' || brand.kind === 'prepayment' || brand.method === 'OT'
}

/** Whether nothing more of a hold may be captured, because its time is over. */
export function hasExpired({ expiresAtMs }: PaymentRow, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs
}

/** Why a capture, increment or renewal of an expired hold is refused. */
export function expiredText({ expiresAtMs }: PaymentRow): string {
  return `The hold expired at ${wireTimestamp(expiresAtMs ?? 0)}, and the issuer may have released its amount: make a new payment. Renew a hold with REAUTHORIZATION before it expires`
}

/** The timer of a hold that was just booked, in the same commit; a hold that never expires has none. */
export function beginHold({ id, entityId, state, expiresAtMs, updatedAtMs }: PaymentRow): Change[] {
  if (expiresAtMs === null || state !== 'succeeded') return []
  const dueAtMs = lookAt(expiresAtMs, updatedAtMs)
  const times = { dueAtMs, createdAtMs: updatedAtMs }
  const row = { subjectId: id, entityId, ...times, attempts: 0, version: 1 }
  return [{ kind: 'insertTimer', row: { kind: 'holdExpiry', ...row } }]
}

/**
 * The timer of a hold of which nothing was open and something is open again, by the outcome of a reference:
 * a capture has failed, or an increment was approved late. The first timer may have ended, because it found
 * nothing open. Not after a reversal of an expired hold, which may be the release that the timer has made:
 * it would be made over and over.
 */
export function resumeHold(before: PaymentRow, after: PaymentRow, outcome: PaymentRow): Change[] {
  const { id: subjectId, entityId, expiresAtMs, expiredAtMs } = before
  const isOpenAgain = openNow(before) === 0 && openNow(after) > 0
  if (expiresAtMs === null || !isOpenAgain) return []
  if (expiredAtMs !== null && outcome.operation === 'reversal') return []
  const nowMs = outcome.updatedAtMs
  const times = { dueAtMs: lookAt(expiresAtMs, nowMs), createdAtMs: nowMs }
  return [{ kind: 'ensureTimer', timer: 'holdExpiry', subjectId, entityId, ...times }]
}

/** When a hold is next looked at: to tell its merchant before it expires, else when it has expired. */
function lookAt(expiresAtMs: number, nowMs: number): number {
  const noticeAtMs = expiresAtMs - HOLD_NOTICE_MS
  return noticeAtMs > nowMs ? noticeAtMs : expiresAtMs
}
