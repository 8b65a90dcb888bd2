import type { Money } from '../../common/money.ts'
import {
  bookChargebacks,
  CHARGEABLE_BACK,
  casePaymentOf,
  chargebackOf,
  type EvidenceOutcome,
  type ReportedChargeback,
  reversalOf,
} from '../../server/payments/index.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type {
  ChangeSet,
  DisputeEventRow,
  DisputeOutcome,
  DisputeRow,
  DisputeStage,
  PaymentRow,
} from '../../server/store/port.ts'

/** Who says something of a dispute. */
export interface Said {
  /** `acquirer`, `simulator`, `timer`, or a person. */
  readonly madeBy: string
  readonly note: string
  /** By the channel's clock. */
  readonly nowMs: number
}

/** What an acquirer, or a person in its place, reports: a fact. */
export interface DisputeReport extends Said {
  readonly stage: DisputeStage
  /** Absent: it goes on. `won` with less than what the bank has: that part is given back, the rest is not. */
  readonly outcome?: 'won' | 'lost'
  readonly reasonCode?: string
  /** 000.100.2xx; absent: as before, at first 000.100.200. */
  readonly resultCode?: string
  /** Absent: as before, at first the whole payment. */
  readonly amount?: Money
  /** When the merchant's answer must be there; `null`: nothing is to be done. */
  readonly respondByMs?: number | null
  /** Who reports it knows that it was not told before, even if all its facts are known. */
  readonly isNew?: true
  /** What it takes is the difference to another amount that was told before. */
  readonly changesAmount?: true
}

/** Where a new dispute comes from. */
export interface Opening {
  readonly id: string
  readonly source: DisputeRow['source']
  readonly acquirerReference: string | null
  readonly report: DisputeReport
}

/** A dispute after a step, with all that belongs into the commit of it. */
export interface Decided {
  readonly dispute: DisputeRow
  /** Events of the dispute, and what it books. */
  readonly changes: ChangeSet
  /** Chargebacks and reversals of them that it books. */
  readonly booked: readonly PaymentRow[]
}

/** A chargeback of the dispute that was not given back, or not all of it. */
export interface StandingChargeback {
  readonly chargeback: PaymentRow
  /** In minor units of its currency. */
  readonly leftMinor: number
}

/** The rows that a step is decided on. */
export interface Case {
  readonly dispute: DisputeRow
  readonly charged: PaymentRow
  /** What the bank has, oldest first: the chargeback, or the parts in which it was taken. */
  readonly standing: readonly StandingChargeback[]
  /** Other payments of the case that chargebacks of it stand on, or that a report names. */
  readonly others?: readonly PaymentRow[]
  /** What a further chargeback is about; absent: `charged`. */
  readonly named?: PaymentRow
}

/** Stages in which the shopper's bank has the money, unless the merchant has won. */
const WITH_MONEY: ReadonlySet<DisputeStage> = new Set([
  'firstChargeback',
  'representment',
  'preArbitration',
  'arbitration',
])

/** In the order in which a dispute goes through them; an inquiry and an alert are equally early. */
export const STAGE_ORDER: Readonly<Record<DisputeStage, number>> = {
  inquiry: 0,
  alert: 0,
  firstChargeback: 1,
  representment: 2,
  preArbitration: 3,
  arbitration: 4,
}

/** Stages in which the merchant can answer. */
const ANSWERABLE: ReadonlySet<DisputeStage> = new Set([
  'inquiry',
  'alert',
  'firstChargeback',
  'preArbitration',
])

const UNKNOWN_REASON = '000.100.200'

/**
 * Why a payment cannot be disputed at all. What an acquirer reports of a payment that failed here is a fact
 * all the same: it has the money of it, and takes it back.
 */
export function undisputable(
  { id, paymentType, state }: PaymentRow,
  source: DisputeRow['source'],
): Refusal | undefined {
  const isKnown = state === 'succeeded' || (state === 'failed' && source !== 'manual')
  if (isKnown && CHARGEABLE_BACK.includes(paymentType)) return undefined
  return refuse('700.400.402', {
    description: `A dispute is about a successful ${CHARGEABLE_BACK.join(', ')}: ${id} is a ${paymentType} that has ${state}`,
  })
}

/** A dispute as it is first reported. Nothing of a report is refused: what is strange about it is flagged. */
export function opened(charged: PaymentRow, opening: Opening, newId: () => string): Decided {
  const { id, source, acquirerReference, report } = opening
  const { nowMs } = report
  const amount = report.amount ?? { minor: charged.amountMinor, currency: charged.currency }
  const dispute: DisputeRow = {
    id,
    paymentId: charged.id,
    casePaymentId: casePaymentOf(charged),
    familyId: charged.familyId,
    entityId: charged.entityId,
    paymentBrand: charged.paymentBrand,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode: report.reasonCode ?? null,
    resultCode: report.resultCode ?? UNKNOWN_REASON,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    connector: charged.connector,
    acquirerReference,
    source,
    chargebackId: null,
    flags: flagsOf(amount, charged).join(),
    submittedStage: null,
    respondByMs: deadlineOf(report, undefined),
    evidenceByMs: null,
    chargedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  const booked = bookingOf({ dispute, charged, standing: [] }, {}, newId)
  const after: DisputeRow = {
    ...dispute,
    chargebackId: booked?.chargebackId ?? null,
    chargedAtMs: booked === undefined ? null : nowMs,
  }
  return {
    dispute: after,
    booked: booked?.booked ?? [],
    changes: [
      { kind: 'insertDispute', row: after },
      eventOf(after, 'opened', report, booked?.booked.length),
      ...(booked?.changes ?? []),
    ],
  }
}

/**
 * A dispute after a later report: another stage, its end, or other facts. What is told again changes nothing:
 * an earlier stage than the present one, or the stage of a dispute that has ended in it.
 */
export function advanced(
  given: Case,
  told: DisputeReport,
  newId: () => string,
): Decided | undefined {
  const { dispute, charged } = given
  const report = { ...told, stage: stageTold(dispute, told) }
  if (STAGE_ORDER[report.stage] < STAGE_ORDER[dispute.stage]) return undefined
  const isSameStage = STAGE_ORDER[report.stage] === STAGE_ORDER[dispute.stage]
  if (isSameStage && report.isNew !== true && hasEndedSo(dispute, report)) return undefined
  const moved = partMoved(given, report)
  const amount = amountAfter(given, report, moved)
  // What comes back has a reason of its own, which is no reason of the dispute.
  const isGivenBack = report.outcome === 'won' && dispute.chargedAtMs !== null
  const { reasonCode, resultCode } = isGivenBack ? dispute : { ...dispute, ...reasonsOf(report) }
  const next: DisputeRow = {
    ...dispute,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode,
    resultCode,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    flags: flagsAfter(given, { amount, moved, isOther: report.changesAmount === true }),
    respondByMs: deadlineOf(report, isSameStage ? dispute : undefined),
  }
  if (report.isNew !== true && hasSameFacts(dispute, next)) return undefined
  const reversal = { code: report.resultCode, reason: report.reasonCode }
  const change = { before: dispute, kind: kindOf(next.outcome), said: report, moved, reversal }
  return stepped({ ...given, dispute: next }, change, newId)
}

function reasonsOf({ reasonCode, resultCode }: DisputeReport) {
  return {
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(resultCode === undefined ? {} : { resultCode }),
  }
}

/**
 * The stage that a report is about. That the merchant has contested a first chargeback is known here before the
 * bank has read it: how the bank ends its first chargeback is how the representment ends.
 */
function stageTold(
  { stage, submittedStage, outcome }: DisputeRow,
  report: DisputeReport,
): DisputeStage {
  const isContested =
    stage === 'representment' && submittedStage === 'firstChargeback' && outcome === 'open'
  const isEnd = report.stage === 'firstChargeback' && report.outcome !== undefined
  return isContested && isEnd ? stage : report.stage
}

/** Whether the dispute has ended, and the report names no end, or the same one again. */
function hasEndedSo(dispute: DisputeRow, report: DisputeReport): boolean {
  if (dispute.outcome === 'open') return false
  return report.outcome === undefined || report.outcome === dispute.outcome
}

/**
 * What is moved of the money where that is not all of it: the part that a win gives back, what the bank takes
 * again of what a partial win had given back, or what is known to be taken beside what it has.
 */
function partMoved(
  { dispute, standing }: Case,
  { outcome, amount, stage, isNew }: DisputeReport,
): Money | undefined {
  const [first] = standing
  if (first === undefined) return undefined
  const { currency } = first.chargeback
  if (outcome === 'won') {
    const isPart = amount?.currency === currency && amount.minor < sumOf(standing)
    return isPart ? amount : undefined
  }
  if (!WITH_MONEY.has(stage)) return undefined
  const own = amount?.currency === currency ? amount : undefined
  if (isNew === true && own !== undefined) return own
  const missingMinor = wholeOf(dispute, first) - sumOf(standing)
  if (missingMinor <= 0 || dispute.outcome !== 'won') return undefined
  return own ?? { minor: missingMinor, currency }
}

/** What the bank has taken in all, where it was taken in parts; otherwise its chargeback. */
function wholeOf(
  { flags, amountMinor, currency }: DisputeRow,
  { chargeback }: StandingChargeback,
): number {
  const isInParts = flags.split(',').includes('inParts') && currency === chargeback.currency
  return isInParts ? Math.max(amountMinor, chargeback.amountMinor) : chargeback.amountMinor
}

/** What the acquirer says that the dispute is about: not the part that is moved of it. */
function amountAfter(
  { dispute: { amountMinor: minor, currency }, standing }: Case,
  { outcome, amount }: DisputeReport,
  moved: Money | undefined,
): Money {
  if (moved === undefined) {
    return amount === undefined || isPartAgain(amount, standing) ? { minor, currency } : amount
  }
  // A part that a file has told before the whole.
  const isMore = outcome === undefined && moved.currency === currency
  return { minor: isMore ? Math.max(minor, sumOf(standing) + moved.minor) : minor, currency }
}

/** Whether an amount is that of the part that was taken last: it says nothing new of the whole. */
function isPartAgain(amount: Money, standing: readonly StandingChargeback[]): boolean {
  const part = standing.length < 2 ? undefined : standing.at(-1)?.chargeback
  return part?.amountMinor === amount.minor && part.currency === amount.currency
}

/** What stands of chargebacks and their reversals, oldest first. */
export function standingOf(booked: readonly PaymentRow[]): readonly StandingChargeback[] {
  const backMinor = new Map<string | null, number>()
  for (const { paymentType, referencedId, amountMinor } of booked) {
    if (paymentType !== 'CR') continue
    backMinor.set(referencedId, (backMinor.get(referencedId) ?? 0) + amountMinor)
  }
  return booked
    .filter(({ paymentType }) => paymentType === 'CB')
    .map((chargeback) => {
      return { chargeback, leftMinor: chargeback.amountMinor - (backMinor.get(chargeback.id) ?? 0) }
    })
    .filter(({ leftMinor }) => leftMinor > 0)
    .sort(byAge)
}

function byAge({ chargeback: one }: StandingChargeback, { chargeback: other }: StandingChargeback) {
  return one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1)
}

export function sumOf(standing: readonly StandingChargeback[]): number {
  return standing.reduce((sum, { leftMinor }) => sum + leftMinor, 0)
}

/** What a report may change. */
const FACTS = [
  'stage',
  'outcome',
  'reasonCode',
  'resultCode',
  'amountMinor',
  'currency',
  'respondByMs',
] as const satisfies readonly (keyof DisputeRow)[]

function hasSameFacts(one: DisputeRow, other: DisputeRow): boolean {
  return FACTS.every((name) => one[name] === other[name])
}

/**
 * Until when the merchant may answer: only while he can, and has not in this stage. A report that says nothing
 * leaves it as it was.
 */
function deadlineOf(
  { stage, outcome, respondByMs }: DisputeReport,
  before: DisputeRow | undefined,
): number | null {
  if (outcome !== undefined || !ANSWERABLE.has(stage)) return null
  if (before?.submittedStage === stage) return null
  return respondByMs === undefined ? (before?.respondByMs ?? null) : respondByMs
}

function kindOf(outcome: DisputeOutcome): DisputeEventRow['kind'] {
  return outcome === 'won' || outcome === 'lost' ? outcome : 'advanced'
}

/** The merchant accepts: the money stays with the shopper. */
export function accepted(given: Case, said: Said, newId: () => string): Decided | Refusal {
  const refusal = unanswerable(given.dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  const next: DisputeRow = { ...given.dispute, outcome: 'accepted', respondByMs: null }
  const change = { before: given.dispute, kind: 'accepted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** The merchant contests, with the evidence that is stored: it is the bank's turn. */
export function submitted(
  given: Case,
  said: Said & { readonly documents: number },
  newId: () => string,
): Decided | Refusal {
  const { dispute } = given
  const refusal = unanswerable(dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  if (said.documents === 0) {
    return refuse('200.300.404', {
      description: 'There is no evidence to submit: add a document first, or accept the dispute',
    })
  }
  const stage = stageOfContest(dispute.stage)
  const next: DisputeRow = {
    ...dispute,
    stage,
    submittedStage: dispute.stage,
    respondByMs: null,
    evidenceByMs: dispute.respondByMs,
  }
  const change = { before: dispute, kind: 'submitted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Where a dispute is once the merchant has contested it in a stage. */
function stageOfContest(stage: DisputeStage): DisputeStage {
  return stage === 'firstChargeback' ? 'representment' : stage
}

/** Evidence was added: a step of its own, so that nobody answers the dispute meanwhile. */
export function proven(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'evidence', said)
}

/** Evidence was taken back: a step of its own, so that nobody submits the document meanwhile. */
export function withdrawn(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'removed', said)
}

/**
 * A file tells what is known: a step of its own, so that no two lines of a case are decided on without each
 * other.
 */
export function confirmed(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'filed', said)
}

/** Whether evidence that was submitted still matters: the bank has not gone on without it. */
export function awaitsEvidence({ outcome, stage, submittedStage }: DisputeRow): boolean {
  if (outcome !== 'open' || submittedStage === null) return false
  return stage === submittedStage || stage === stageOfContest(submittedStage)
}

/**
 * What became of evidence that was to be sent. What the acquirer does not take, the merchant may submit again:
 * the dispute is where it was before, but without the deadline, which the acquirer has to name anew.
 */
export function answeredByAcquirer(
  given: Case,
  outcome: Exclude<EvidenceOutcome, { kind: 'unknown' }> | { readonly kind: 'unsent' },
  said: Said,
  newId: () => string,
): Decided {
  const { dispute } = given
  if (outcome.kind === 'taken') return noted(dispute, 'sent', said)
  const { submittedStage } = dispute
  if (outcome.kind === 'unsent' || submittedStage === null || !awaitsEvidence(dispute)) {
    return noted(dispute, 'unsent', said)
  }
  const next: DisputeRow = { ...dispute, stage: submittedStage, submittedStage: null }
  const change = { before: dispute, kind: 'returned', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** A step that changes nothing but the version, with its event. */
function noted(
  dispute: DisputeRow,
  kind: 'evidence' | 'removed' | 'filed' | 'sent' | 'unsent',
  said: Said,
): Decided {
  const after: DisputeRow = {
    ...dispute,
    updatedAtMs: Math.max(said.nowMs, dispute.updatedAtMs),
    version: dispute.version + 1,
  }
  const { id, version: expectedVersion } = dispute
  const set = { updatedAtMs: after.updatedAtMs }
  return {
    dispute: after,
    booked: [],
    changes: [{ kind: 'stepDispute', id, expectedVersion, set }, eventOf(after, kind, said)],
  }
}

/** Nobody has answered in time: lost. `undefined`: it was answered, or may still be. */
export function expired(given: Case, said: Said, newId: () => string): Decided | undefined {
  const { dispute } = given
  const { respondByMs, outcome } = dispute
  if (outcome !== 'open' || respondByMs === null || said.nowMs < respondByMs) return undefined
  const next: DisputeRow = { ...dispute, outcome: 'expired', respondByMs: null }
  const change = { before: dispute, kind: 'expired', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Why evidence cannot be added, or the dispute be answered. */
export function unanswerable(dispute: DisputeRow, nowMs: number): Refusal | undefined {
  const { outcome, stage, submittedStage, respondByMs } = dispute
  if (outcome !== 'open') return closed(`is ${outcome}: nothing can be answered`)
  if (!ANSWERABLE.has(stage)) {
    return closed(`is in the stage ${stage}: the shopper's bank or the card network decides now`)
  }
  if (submittedStage === stage)
    return closed(`was contested in the stage ${stage}: the bank decides now`)
  if (respondByMs !== null && nowMs >= respondByMs) return closed('had to be answered before now')
  return undefined
}

function closed(why: string): Refusal {
  return refuse('700.400.402', { description: `The dispute ${why}` })
}

/** A step of a dispute: from where, what it is, who says so, and the part of the money that it moves. */
interface StepOfDispute {
  readonly before: DisputeRow
  readonly kind: DisputeEventRow['kind']
  readonly said: Said
  readonly moved?: Money | undefined
  readonly reversal?: ReasonOfReversal | undefined
}

/** What the acquirer says of why a chargeback is given back. */
interface ReasonOfReversal {
  readonly code: string | undefined
  readonly reason: string | undefined
}

function stepped(
  given: Case,
  { before, kind, said, moved, reversal }: StepOfDispute,
  newId: () => string,
): Decided {
  const { dispute: next } = given
  const dispute: DisputeRow = {
    ...next,
    updatedAtMs: Math.max(said.nowMs, before.updatedAtMs),
    version: before.version + 1,
  }
  const booked = bookingOf({ ...given, dispute }, { moved, reversal }, newId)
  const { chargebackId: bookedId } = booked ?? dispute
  // Only a chargeback books of a dispute that was never charged.
  const chargedAtMs = before.chargedAtMs ?? (booked === undefined ? null : dispute.updatedAtMs)
  const after: DisputeRow = { ...dispute, chargebackId: bookedId, chargedAtMs }
  const { stage, outcome, reasonCode, resultCode, amountMinor, currency, shareMinor } = after
  const { chargebackId, flags, submittedStage, respondByMs, evidenceByMs, updatedAtMs } = after
  return {
    dispute: after,
    booked: booked?.booked ?? [],
    changes: [
      {
        kind: 'stepDispute',
        id: before.id,
        expectedVersion: before.version,
        set: {
          stage,
          outcome,
          reasonCode,
          resultCode,
          amountMinor,
          currency,
          shareMinor,
          chargebackId,
          flags,
          submittedStage,
          respondByMs,
          evidenceByMs,
          chargedAtMs,
          updatedAtMs,
        },
      },
      eventOf(after, kind, said, booked?.booked.length),
      ...(booked?.changes ?? []),
    ],
  }
}

interface Booking {
  readonly booked: readonly PaymentRow[]
  readonly chargebackId: string | null
  readonly changes: ChangeSet
}

/** What has to be booked so that the money is where the dispute says: a chargeback, its reversal, or nothing. */
function bookingOf(
  given: Case,
  { moved, reversal }: Pick<StepOfDispute, 'moved' | 'reversal'>,
  newId: () => string,
): Booking | undefined {
  const { dispute, charged, standing, named = charged } = given
  const isTaken = dispute.outcome !== 'won' && WITH_MONEY.has(dispute.stage)
  const factOf = (amount: Money): ReportedChargeback => ({
    id: newId(),
    amount,
    resultCode: dispute.resultCode,
    resultDetails: detailsOf(dispute),
    atMs: dispute.updatedAtMs,
  })
  const book = (booked: readonly PaymentRow[], after: readonly StandingChargeback[]): Booking => {
    const chargebackId = after.at(-1)?.chargeback.id ?? null
    return { booked, chargebackId, changes: changesOfBooking(given, booked, after) }
  }
  if (isTaken && (standing.length === 0 || moved !== undefined)) {
    const amount = moved ?? { minor: dispute.amountMinor, currency: dispute.currency }
    const chargeback = chargebackOf(named, factOf(amount))
    return book([chargeback], [...standing, { chargeback, leftMinor: amount.minor }])
  }
  if (isTaken || standing.length === 0) return undefined
  // What was taken is given back, whatever the acquirer has said of the amount since.
  const { after, parts } = givenBack(standing, moved?.minor ?? sumOf(standing))
  const reversals = parts.map(({ chargeback, leftMinor: minor }) => {
    const fact = factOf({ minor, currency: chargeback.currency })
    const resultCode = reversal?.code ?? UNKNOWN_REASON
    const resultDetails = detailsOf({ ...dispute, reasonCode: reversal?.reason ?? null })
    return reversalOf(chargeback, charged, { ...fact, resultCode, resultDetails })
  })
  return book(reversals, after)
}

/** What is booked, and what of each payment of the case is charged back with it. */
function changesOfBooking(
  { charged, standing, others = [] }: Case,
  booked: readonly PaymentRow[],
  after: readonly StandingChargeback[],
): ChangeSet {
  return [charged, ...others].flatMap((payment) => {
    const [hadMinor, hasMinor] = [standing, after].map((all) => shareOfStanding(all, payment))
    const ids = new Set([payment.id, ...onPayment(standing, payment).map(idOfChargeback)])
    const own = booked.filter(({ referencedId }) => ids.has(referencedId ?? ''))
    if (own.length === 0) return []
    const minor = payment.chargedBackMinor + (hasMinor ?? 0) - (hadMinor ?? 0)
    return bookChargebacks(payment, own, minor)
  })
}

function onPayment(
  standing: readonly StandingChargeback[],
  { id }: Pick<PaymentRow, 'id'>,
): readonly StandingChargeback[] {
  return standing.filter(({ chargeback }) => chargeback.referencedId === id)
}

function idOfChargeback({ chargeback }: StandingChargeback): string {
  return chargeback.id
}

/** What is given back of each chargeback, the newest first, and what then still stands. */
function givenBack(standing: readonly StandingChargeback[], minor: number) {
  const after: StandingChargeback[] = []
  const parts: StandingChargeback[] = []
  let openMinor = minor
  for (const { chargeback, leftMinor } of standing.toReversed()) {
    const backMinor = Math.min(openMinor, leftMinor)
    openMinor -= backMinor
    if (backMinor > 0) parts.push({ chargeback, leftMinor: backMinor })
    if (backMinor < leftMinor) after.unshift({ chargeback, leftMinor: leftMinor - backMinor })
  }
  return { after, parts }
}

/**
 * The part of the payment that the bank has, in minor units of the payment's currency. In another currency the
 * first chargeback that stands is all of the payment, and a part of it the same part of the payment.
 */
export function shareOfStanding(
  standing: readonly StandingChargeback[],
  charged: Pick<PaymentRow, 'id' | 'amountMinor' | 'currency'>,
): number {
  const own = onPayment(standing, charged)
  const [first] = own
  if (first === undefined) return 0
  const minor = sumOf(own)
  const { currency, amountMinor: wholeMinor } = first.chargeback
  if (currency === charged.currency) return minor
  if (minor >= wholeMinor) return charged.amountMinor
  return Number((BigInt(charged.amountMinor) * BigInt(minor)) / BigInt(wholeMinor))
}

function detailsOf({ id, reasonCode, acquirerReference }: DisputeRow): Record<string, string> {
  return {
    DisputeId: id,
    ...(reasonCode === null ? {} : { ReasonCode: reasonCode }),
    ...(acquirerReference === null ? {} : { AcquirerCase: acquirerReference }),
  }
}

/** In another currency the acquirer's amount does not say how much of the payment it is: all of it. */
function shareOf(amount: Money, charged: PaymentRow): number {
  return amount.currency === charged.currency ? amount.minor : charged.amountMinor
}

function flagsOf(amount: Money, charged: PaymentRow): readonly string[] {
  if (charged.state === 'failed') return ['paymentFailed']
  const isAbove = amount.currency === charged.currency && amount.minor > charged.bookedMinor
  return [
    ...(charged.refundedMinor + charged.reversedMinor > 0 ? ['afterRefund'] : []),
    ...(isAbove ? ['abovePayment'] : []),
  ]
}

/** What a step makes of the amount of a dispute. */
interface AmountAfter {
  readonly amount: Money
  readonly moved: Money | undefined
  /** It moves the difference to what was told before. */
  readonly isOther: boolean
}

/** With what is strange now. An acquirer that changes the amount of a chargeback has to be asked what it means. */
function flagsAfter(
  { dispute, charged, standing }: Case,
  { amount, moved, isOther }: AmountAfter,
): string {
  const { flags } = dispute
  const [first] = standing
  const isChanged =
    moved === undefined &&
    first !== undefined &&
    (wholeOf(dispute, first) !== amount.minor || first.chargeback.currency !== amount.currency)
  const now = [
    ...flagsOf(amount, charged),
    ...(isOther || isChanged ? ['amountChanged'] : []),
    ...(moved === undefined ? [] : ['inParts']),
  ]
  return [...new Set([...flags.split(',').filter(Boolean), ...now])].join()
}

function eventOf(
  { id, version, stage }: DisputeRow,
  kind: DisputeEventRow['kind'],
  { madeBy, note, nowMs: atMs }: Said,
  bookedCount = 0,
): ChangeSet[number] {
  const row = { disputeId: id, sequence: version, kind, stage, madeBy, note, bookedCount, atMs }
  return { kind: 'appendDisputeEvent', row }
}
