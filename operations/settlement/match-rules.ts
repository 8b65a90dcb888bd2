import type {
  Change,
  MatchState,
  PaymentFacts,
  SettlementLineType,
  SettlementMatchRow,
} from '../../server/store/port.ts'

/** What a person should look at. Nothing of it keeps a line from being booked. */
export type LineFlag =
  /** The type of record is not known: it is booked in the account `suspense`. */
  | 'unknownType'
  /** The amount is not that of the payment. */
  | 'amountDiffers'
  /** With earlier lines it is more than the payment. */
  | 'exceedsPayment'
  /** Charged back although it was refunded. */
  | 'afterRefund'
  /** The gateway knows of no success of the payment. */
  | 'notSucceeded'
  /** A chargeback of a payment that cannot be disputed. */
  | 'notDisputed'
  /** A chargeback that a person has brought, and a second one has to agree to. */
  | 'waitsForSecond'
  /** Money goes the other way than lines of the type say. */
  | 'signUnexpected'
  /** The acquirer takes back a success that it has reported: the payment has failed there, and not here. */
  | 'failedLater'
  /** A person has said that it is about no payment that is known. */
  | 'unmatchedByHand'

/** What matching looks at of a line. */
export interface MatchedLine {
  readonly type: SettlementLineType
  /** The acquirer's word for it. */
  readonly acquirerType: string
  readonly grossMinor: number
  readonly grossCurrency: string
}

export type MatchRule = SettlementMatchRow['rule']

/** Payments that a rule has found for a line. */
export interface Found {
  readonly rule: MatchRule
  readonly payments: readonly PaymentFacts[]
}

/** What a line matches. */
export interface Match {
  readonly state: MatchState
  readonly rule: MatchRule
  /** One where it is matched, candidates where there are several. */
  readonly payments: readonly PaymentFacts[]
  readonly flag: LineFlag | null
  /** Stored lines whose flag is not true any more, because their payment is settled right with this line. */
  readonly completes?: readonly Pick<SettlementMatchRow, 'batchId' | 'position'>[]
}

/** More candidates help nobody. */
const MAX_CANDIDATES = 10

type PaymentTypes = readonly PaymentFacts['paymentType'][]

/** Types of payment that a line is about; nothing for a line that is about none. */
export function wantedTypes({
  type,
  grossMinor,
}: Pick<MatchedLine, 'type' | 'grossMinor'>): PaymentTypes | undefined {
  switch (type) {
    case 'settled':
      return grossMinor < 0 ? ['CD', 'DB', 'CP', 'RB'] : ['DB', 'CP', 'RB']
    case 'refunded':
      return ['RF', 'CD']
    case 'refundReversed':
      return ['RF', 'CD']
    case 'chargeback':
    case 'chargebackReversed':
      return ['DB', 'CP', 'RB']
    case 'cost':
      return ['PA', 'DB', 'CP', 'RB', 'RF', 'CD', 'RV']
    case 'fee':
    case 'payout':
    case 'payoutReturned':
    case 'reserve':
    case 'carried':
    case 'correction':
    case 'other':
      return undefined
  }
}

/** An acquirer's word for the part of a settlement that was never captured: a line before it has the whole. */
const NOT_CAPTURED = 'partial_capture_reversal'

/** Acquirers' words for a settlement that is taken back: what they settle, they take. */
const SETTLED_BACK: ReadonlySet<string> = new Set([
  'SettledReversed',
  'CaptureCorrected',
  'charge_failure',
  NOT_CAPTURED,
])

/** Whether a line and those before it are to be looked at together, before any is flagged for its amount. */
export function takesBackUncaptured({ acquirerType }: Pick<MatchedLine, 'acquirerType'>): boolean {
  return acquirerType === NOT_CAPTURED
}

/** Whether a flag says nothing but that the amount of a line is not that of its payment. */
export function isOfAmount(flag: string | null): boolean {
  return flag === 'amountDiffers' || flag === 'exceedsPayment'
}

/** Acquirers' words for a payment or refund that has failed after they had reported its success. */
const FAILED_LATER: ReadonlySet<string> = new Set([
  'SettledReversed',
  'RefundedReversed',
  'PaidOutReversed',
  'charge_failure',
  'refund_failure',
])

/** Whether money goes the other way than a line of this type says. A credit (CD) is settled by paying it out. */
export function isSignUnexpected(
  { type, acquirerType, grossMinor }: Omit<MatchedLine, 'grossCurrency'>,
  paymentType?: PaymentFacts['paymentType'],
): boolean {
  switch (type) {
    case 'settled':
      return grossMinor < 0 && paymentType !== 'CD' && !SETTLED_BACK.has(acquirerType)
    case 'refunded':
    case 'chargeback':
      return grossMinor > 0
    case 'refundReversed':
    case 'chargebackReversed':
      return grossMinor < 0
    default:
      return false
  }
}

export function isChargeback(type: SettlementLineType): boolean {
  return type === 'chargeback' || type === 'chargebackReversed'
}

/** Takes the flags off stored lines whose amounts are right with the one that is matched. */
export function unflagging({ completes = [] }: Pick<Match, 'completes'> = {}): readonly Change[] {
  return completes.map(({ batchId, position }) => {
    const state = { expectedState: 'MATCHED', matchState: 'MATCHED', flag: null } as const
    return { kind: 'matchSettlementLine', batchId, position, ...state }
  })
}

export const UNMATCHED: Match = {
  state: 'NOT_MATCHED',
  rule: 'acquirerReference',
  payments: [],
  flag: null,
}

/**
 * The payments that a line is about, among those that a rule has found and their families: of the wanted
 * type and currency, the one with the amount, otherwise the only one. Amounts may differ by `toleranceMinor`.
 * Nothing where none fits: then the next rule is asked.
 */
export function chosen(
  line: MatchedLine,
  { rule, payments }: Found,
  toleranceMinor: number,
): Match | undefined {
  const types = wantedTypes(line)
  const fitting = payments.filter(
    ({ paymentType, currency }) =>
      types?.includes(paymentType) === true && currency === line.grossCurrency,
  )
  const amountMinor = Math.abs(line.grossMinor)
  const exact = fitting.filter((one) => Math.abs(one.amountMinor - amountMinor) <= toleranceMinor)
  const best = exact.length > 0 ? exact : fitting
  // A failed try of the same amount is no rival of the success.
  const succeeded = best.filter(({ state }) => state === 'succeeded')
  const rivals = succeeded.length > 0 ? succeeded : best
  const [only] = rivals
  if (only === undefined) return undefined
  // A cost has no amount of the payment, and may be of one that has failed, or of one with several captures.
  if (line.type === 'cost') return { state: 'MATCHED', rule, payments: [only], flag: null }
  if (rivals.length > 1) {
    const candidates = rivals.slice(0, MAX_CANDIDATES)
    return { state: 'MULTIPLE_MATCHES', rule, payments: candidates, flag: null }
  }
  const isSame = only.amountMinor === amountMinor
  if (only.state !== 'succeeded') {
    return { state: 'MATCHED', rule, payments: [only], flag: 'notSucceeded' }
  }
  return { state: 'MATCHED', rule, payments: [only], flag: isSame ? null : 'amountDiffers' }
}

/** Types of line that take the same money, and give it back. */
const GIVEN_BACK_BY: Partial<Record<SettlementLineType, SettlementLineType>> = {
  refunded: 'refundReversed',
  chargeback: 'chargebackReversed',
}

/**
 * What a line about this payment is expected to have, in minor units: what earlier lines have left of the
 * payment, or have taken of it where the line gives back.
 */
export function expectedMinor(
  { type, grossMinor }: Pick<MatchedLine, 'type' | 'grossMinor'>,
  { amountMinor }: Pick<PaymentFacts, 'amountMinor'>,
  earlier: readonly Pick<SettlementMatchRow, 'type' | 'amountMinor' | 'isCandidate'>[],
): number {
  const sumOf = (wanted: SettlementLineType | undefined) =>
    earlier
      .filter((match) => match.type === wanted && !match.isCandidate)
      .reduce((sum, match) => sum + Math.abs(match.amountMinor), 0)
  if (type === 'settled') return settledMinor(amountMinor, grossMinor < 0, earlier)
  const taking = Object.entries(GIVEN_BACK_BY).find(([, back]) => back === type)?.[0]
  if (taking !== undefined) {
    const takenMinor = sumOf(taking as SettlementLineType)
    // A connector may have told of what was taken.
    return takenMinor === 0 ? amountMinor : Math.max(0, takenMinor - sumOf(type))
  }
  const takenMinor = sumOf(type) - sumOf(GIVEN_BACK_BY[type])
  return Math.max(0, amountMinor - takenMinor)
}

/** What is left to be settled of a payment, or was settled of it where the line takes that back. */
function settledMinor(
  amountMinor: number,
  isBack: boolean,
  earlier: Parameters<typeof expectedMinor>[2],
): number {
  const minor = earlier
    .filter((match) => match.type === 'settled' && !match.isCandidate)
    .reduce((sum, match) => sum + match.amountMinor, 0)
  if (isBack && minor > 0) return minor
  return Math.max(0, amountMinor - Math.abs(minor))
}

/** The flag of a matched line in view of the lines that the payment has already. */
export function flagOf(
  line: MatchedLine,
  payment: PaymentFacts,
  earlier: readonly Pick<SettlementMatchRow, 'type' | 'amountMinor' | 'isCandidate'>[],
): LineFlag | null {
  const sumOf = (type: SettlementLineType) =>
    earlier
      .filter((match) => match.type === type && !match.isCandidate)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (isSignUnexpected(line, payment.paymentType)) return 'signUnexpected'
  if (FAILED_LATER.has(line.acquirerType)) return 'failedLater'
  const { amountMinor, refundedMinor } = payment
  switch (line.type) {
    case 'settled':
    case 'refunded':
      return Math.abs(sumOf(line.type) + line.grossMinor) > amountMinor ? 'exceedsPayment' : null
    case 'chargeback': {
      const charged = -(sumOf('chargeback') + sumOf('chargebackReversed') + line.grossMinor)
      if (charged > amountMinor) return 'exceedsPayment'
      return charged + refundedMinor > amountMinor ? 'afterRefund' : null
    }
    default:
      return null
  }
}
