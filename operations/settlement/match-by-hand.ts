import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { KeyInUse } from '../../server/http/idempotency/idempotency.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { PaymentFacts, SettlementLineRow, Store } from '../../server/store/port.ts'
import { channelsOf, settles } from './accounts.ts'
import { readAmount } from './decimal.ts'
import { fileIdOf } from './file-book.ts'
import { ImportedFiles } from './imported-files.ts'
import type { LinePlace } from './line-place.ts'
import { writeMatch } from './match-again.ts'
import { expectedMinor, isChargeback, isSignUnexpected, wantedTypes } from './match-rules.ts'

/** What a person says that a line is about. */
export interface ManualMatch {
  /** Empty: no payment that is known. */
  readonly paymentIds: readonly string[]
  /** Who says so. */
  readonly matchedBy: string
  /** Names that person; absent: a command. */
  readonly matchedById?: string | null
  readonly accepts?: Accepted
  /** What a request adds to the commit of its effect: its idempotency key. */
  readonly also?: readonly ChangePart[]
}

/** What of the amounts a person has been shown, and takes as it is. */
export interface Accepted {
  /** What the line has more than its payments, such as `-0.50`. */
  readonly difference?: string
  /** That of the line, where its payments have another one. */
  readonly currency?: string
}

export type ManualOutcome =
  | 'matched'
  | 'unmatched'
  | 'noSuchLine'
  | 'noSuchPayment'
  | 'otherMerchant'
  | 'severalCurrencies'
  | 'nothingLeft'
  | 'aboutNoPayment'
  /** Lines of this type are about other types of payment. */
  | 'otherType'
  /** The payment has not succeeded. */
  | 'movedNoMoney'
  | 'signUnexpected'
  /** A dispute has followed from it. */
  | 'disputed'
  | 'changedMeanwhile'
  | AmountsDiffer

/** The amounts are not equal, and the person has not said so. */
export interface AmountsDiffer {
  readonly line: { readonly minor: number; readonly currency: string }
  /** Of the payments, what no other line is about. */
  readonly payments: { readonly minor: number; readonly currency: string }
}

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

/** Other lines may be matched to the same payments at the same moment. */
const MAX_TRIES = 20

/**
 * Says which payments a line is about, whatever it matched before; without payments that it matches none. Amounts
 * that differ must be accepted as they are: a wrong id is found by them.
 */
export async function matchByHand(
  place: LinePlace,
  match: ManualMatch,
  parts: Parts,
): Promise<ManualOutcome | KeyInUse> {
  const first = await matchableLine(place, parts.store)
  if (typeof first === 'string') return first
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const line = tries === 0 ? first : await matchableLine(place, parts.store)
    if (typeof line === 'string') return line
    if (line.matchState !== first.matchState) return 'changedMeanwhile'
    const outcome = await matchedOnce(line, match, parts)
    if (outcome !== 'conflict') return outcome
  }
  return 'changedMeanwhile'
}

/** `conflict`: the line, or what other lines say of its payments, was changed meanwhile. */
async function matchedOnce(
  line: SettlementLineRow,
  { paymentIds, matchedBy, matchedById = null, accepts = {}, also = [] }: ManualMatch,
  parts: Parts,
): Promise<ManualOutcome | KeyInUse | 'conflict'> {
  // Before what other lines say of the payments: a match that is committed since then conflicts.
  const decidedOn = await parts.store.read.acquirerAccount(line.accountId)
  if (decidedOn === undefined) return 'noSuchLine'
  const payments = await namedPayments(line, paymentIds, parts.store)
  if (typeof payments === 'string') return payments
  const shared = paymentIds.length === 0 ? [] : await shares(line, payments, accepts, parts.store)
  if (!Array.isArray(shared)) return shared
  const by = {
    toleranceMinor: Math.abs(acceptedMinor(accepts, line) ?? 0),
    matchedBy,
    matchedById,
    amounts: shared,
    decidedOn,
    also,
  }
  const state = payments.length === 0 ? 'NOT_MATCHED' : 'MATCHED'
  // Whatever was flagged, a person has looked at it.
  const flag = payments.length === 0 ? 'unmatchedByHand' : null
  const manual = { state, rule: 'manual', payments, flag } as const
  const written = await writeMatch(line, manual, by, parts)
  if (written !== true) return written === false ? 'conflict' : written
  return payments.length === 0 ? 'unmatched' : 'matched'
}

async function matchableLine(
  { batchId, position }: LinePlace,
  { read }: Store,
): Promise<SettlementLineRow | 'noSuchLine' | 'aboutNoPayment' | 'disputed'> {
  const [line] = await read.settlementLines(batchId, position - 1, 1)
  const file = line && (await read.settlementFile(fileIdOf(line.batchId)))
  if (line?.position !== position || file?.state !== 'imported') return 'noSuchLine'
  if (line.matchState === 'NONE') return 'aboutNoPayment'
  const before = await read.settlementMatchesOfLines(batchId, position, position)
  return before.some(({ disputeState }) => disputeState === 'reported') ? 'disputed' : line
}

/** The payments with these ids, where they may be those of the line. */
async function namedPayments(
  line: SettlementLineRow,
  ids: readonly string[],
  store: Store,
): Promise<readonly PaymentFacts[] | NamedFault> {
  const { accountId } = line
  if (ids.length === 0) return []
  const payments = await store.read.paymentFactsById(ids)
  if (payments.length < new Set(ids).size) return 'noSuchPayment'
  const account = await store.read.acquirerAccount(accountId)
  const channels = new Set(account && (await channelsOf(account, store)))
  const isForeign = ({ entityId, connector }: PaymentFacts) =>
    account === undefined || !channels.has(entityId) || !settles(account, connector)
  if (payments.some(isForeign)) return 'otherMerchant'
  if (new Set(payments.map(({ currency }) => currency)).size > 1) return 'severalCurrencies'
  return faultOfMoney(line, payments) ?? payments
}

type NamedFault =
  | 'noSuchPayment'
  | 'otherMerchant'
  | 'severalCurrencies'
  | 'otherType'
  | 'movedNoMoney'
  | 'signUnexpected'

/** Why the line cannot be about the money of these payments, whatever its amount. */
function faultOfMoney(
  line: SettlementLineRow,
  payments: readonly PaymentFacts[],
): NamedFault | undefined {
  const isDispute = isChargeback(line.type)
  // A disputed refund may be named by itself; a credit is settled by paying it out.
  const types = [...(wantedTypes(line) ?? []), ...(isDispute ? ['RF'] : [])]
  if (payments.some(({ paymentType }) => !types.includes(paymentType))) return 'otherType'
  // What failed here is charged back where the acquirer has its money.
  const moved = ({ state }: PaymentFacts) =>
    state === 'succeeded' || (isDispute && state === 'failed')
  if (!payments.every(moved)) return 'movedNoMoney'
  const isUnexpected = ({ paymentType }: PaymentFacts) => isSignUnexpected(line, paymentType)
  return payments.some(isUnexpected) ? 'signUnexpected' : undefined
}

/**
 * The part of the line that each payment has, with the sign of the line: in another currency the payment's own
 * amount. The last one has what is left.
 */
async function shares(
  line: SettlementLineRow,
  payments: readonly PaymentFacts[],
  accepts: Accepted,
  store: Store,
): Promise<number[] | 'nothingLeft' | AmountsDiffer> {
  const sign = line.grossMinor < 0 ? -1 : 1
  const lineMinor = Math.abs(line.grossMinor)
  const currency = payments[0]?.currency ?? line.grossCurrency
  const open = await openAmounts(line, payments, store)
  const sumMinor = open.reduce((sum, minor) => sum + minor, 0)
  const differ = {
    line: { minor: lineMinor, currency: line.grossCurrency },
    payments: { minor: sumMinor, currency },
  }
  if (currency !== line.grossCurrency) {
    if (accepts.currency !== line.grossCurrency) return differ
    return payments.map(({ amountMinor }) => sign * amountMinor)
  }
  if (acceptedMinor(accepts, line) !== lineMinor - sumMinor) return differ
  let leftMinor = lineMinor
  const parts = open.map((minor, at) => {
    const part = at === open.length - 1 ? leftMinor : Math.min(minor, leftMinor)
    leftMinor -= part
    return sign * part
  })
  return parts.length > 1 && parts.includes(0) ? 'nothingLeft' : parts
}

/** In minor units of the line's currency; `undefined`: it is no amount of that currency. */
function acceptedMinor(
  { difference = '0' }: Accepted,
  { grossCurrency }: SettlementLineRow,
): number | undefined {
  const amount = readAmount(difference, minorDigitsOf(grossCurrency) ?? 2)
  return amount?.isRounded === true ? undefined : amount?.minor
}

/** What other lines have left of each payment, in minor units. */
async function openAmounts(
  line: SettlementLineRow,
  payments: readonly PaymentFacts[],
  store: Store,
): Promise<readonly number[]> {
  const ids = payments.map(({ id }) => id)
  const all = await store.read.settlementMatchesOfPayments(ids)
  const others = all.filter(
    ({ batchId, position }) => batchId !== line.batchId || position !== line.position,
  )
  const shown = await new ImportedFiles(store).linesOfImported(others)
  return payments.map((payment) =>
    expectedMinor(
      line,
      payment,
      shown.filter(({ paymentId }) => paymentId === payment.id),
    ),
  )
}

/** How a door of the gateway names what a person accepts. */
export interface AcceptanceWords {
  readonly difference: (amount: string) => string
  readonly noDifference: string
  readonly currency: (code: string) => string
}

/** What differs, and how to say that it is right. */
export function differenceText(
  { line, payments }: AmountsDiffer,
  { difference, noDifference, currency }: AcceptanceWords,
): string {
  const shown = `The line has ${moneyText(line)}, its payments have ${moneyText(payments)} that no other line is about`
  if (line.currency !== payments.currency) {
    return `${shown}: if the line is about them all the same, send ${currency(line.currency)}`
  }
  const minor = line.minor - payments.minor
  if (minor === 0) return `${shown}: there is no difference, so send ${noDifference}`
  const amount = moneyText({ minor, currency: line.currency })
  const sent = difference(amount.split(' ')[0] ?? '')
  return `${shown}, a difference of ${amount}: if the line is about them all the same, send ${sent}`
}

function moneyText({ minor, currency }: AmountsDiffer['line']): string {
  return `${amountText(minor, minorDigitsOf(currency) ?? 2)} ${currency}`
}
