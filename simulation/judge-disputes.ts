import { DAY_MS } from '../common/durations.ts'
import { parseAmount } from '../common/money.ts'
import type { EvidenceSubmission } from '../server/payments/connectors/index.ts'
import { readDetails } from '../server/payments/index.ts'
import type { DisputeRow, DisputeStage, PaymentRow } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import type { AuditedDispute } from './audited-disputes.ts'
import { latest } from './audited-payment.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import type { DisputeCase } from './dispute-cases.ts'
import { type HeardOf, judgeHeard } from './disputing.ts'
import { assertInvariant } from './invariants.ts'
import { judgeDelivered, judgeOutbox } from './judge-outbox.ts'
import type { JudgeParts } from './judging.ts'
import { SECOND_PERSON_ABOVE } from './prepared-vault.ts'

/** The rules of disputes, written a second time. */
const STAGES: Readonly<
  Record<DisputeStage, { order: number; takesMoney: boolean; isAnswerable: boolean }>
> = {
  inquiry: { order: 0, takesMoney: false, isAnswerable: true },
  alert: { order: 0, takesMoney: false, isAnswerable: true },
  firstChargeback: { order: 1, takesMoney: true, isAnswerable: true },
  representment: { order: 2, takesMoney: true, isAnswerable: false },
  preArbitration: { order: 3, takesMoney: true, isAnswerable: true },
  arbitration: { order: 4, takesMoney: true, isAnswerable: false },
}

/** Who tells of a dispute without being a person of the back office. */
const NO_PERSONS = ['acquirer', 'simulator', 'merchant', 'timer']

/** Compares a change set of the second life, of files and disputes, with the promises. */
export function judgeDisputeSet(set: AuditedSet, parts: JudgeParts): void {
  const { audit, nameOf } = parts
  for (const change of set.changes) {
    if (change.kind === 'insertDispute') judgeStep(change.row.id, set, parts)
    if (change.kind === 'stepDispute') judgeStep(change.id, set, parts)
    if (change.kind === 'insertDisputeDocument') judgeDocuments(change.row.disputeId, audit)
    if (change.kind === 'insertPayment') judgeBooked(change.row, audit, nameOf(change.row))
  }
  judgeOutbox(set, parts)
  judgeDelivered(set, parts)
}

function judgeStep(id: string, set: AuditedSet, parts: JudgeParts): void {
  const { audit } = parts
  const dispute = audit.disputes.of(id)
  const row = latest(dispute.versions)
  const { events } = dispute
  const last = events.at(-1)
  const isTold = events.length === row.version && last?.sequence === row.version
  assertInvariant('events', isTold && last.stage === row.stage, () => {
    return `version ${row.version} of a dispute has the events ${JSON.stringify(events)}`
  })
  judgeNotices(row, last.kind === 'filed' ? 0 : 1, set)
  judgeDeadline(dispute, parts)
  judgeAnswered(dispute)
  judgeSubmission(dispute, parts)
  judgeWhereMoneyIs(row, audit)
  if (!NO_PERSONS.includes(last.madeBy)) judgeByHand(row, set, audit)
}

function judgeNotices({ id, version }: DisputeRow, wanted: number, { changes }: AuditedSet): void {
  const notices = changes.filter(
    (one) =>
      one.kind === 'insertNotice' && one.row.subjectId === id && one.row.sequence === version,
  ).length
  assertInvariant('notified', notices === wanted, () => {
    return `version ${version} of a dispute is reported ${notices} times`
  })
}

/** A deadline has its timer, is one of something that can be answered, and ends nothing before its time. */
function judgeDeadline({ versions, events }: AuditedDispute, { audit, nowMs }: JudgeParts): void {
  const { id, respondByMs, outcome, stage, submittedStage } = latest(versions)
  const hasTimer = audit.work.timer('disputeDeadline', id) !== undefined
  assertInvariant('known', hasTimer === (respondByMs !== null), () => {
    return `the deadline of a dispute is ${respondByMs}, and it has ${hasTimer ? 'a' : 'no'} timer`
  })
  const mayAnswer = outcome === 'open' && STAGES[stage].isAnswerable && submittedStage !== stage
  assertInvariant('disputed', respondByMs === null || mayAnswer, () => {
    return `there is a deadline where nothing can be answered: ${outcome}, ${stage}`
  })
  if (events.at(-1)?.kind !== 'expired') return
  const deadlineMs = versions.at(-2)?.row.respondByMs ?? Number.POSITIVE_INFINITY
  assertInvariant('disputed', deadlineMs <= nowMs() + MAX_SKEW_MS, () => {
    return `a dispute is over before its deadline, ${deadlineMs - nowMs()} ms from now`
  })
}

/** What is sent was submitted before, with these documents. */
export function judgeEvidence(
  { submissionId, documents, note }: EvidenceSubmission,
  audit: Audit,
): void {
  const [id = '', sequence] = submissionId.split('-')
  const dispute = audit.disputes.of(id)
  const event = dispute.events.find((one) => String(one.sequence) === sequence)
  const names = documents.map(({ name }) => name).join()
  const kept = dispute.documents.filter(({ createdAtMs }) => createdAtMs <= (event?.atMs ?? 0))
  const isRight =
    event?.kind === 'submitted' &&
    event.note === note &&
    kept.every(({ name }) => names.includes(name))
  assertInvariant('disputed', isRight, () => `evidence is sent that was not submitted: ${names}`)
}

/** What was submitted is to be sent, until it is written down what became of it: that is so at the acquirer. */
function judgeSubmission({ versions, events }: AuditedDispute, parts: JudgeParts): void {
  const { audit, acquirer } = parts
  const row = latest(versions)
  const last = events.at(-1)
  const hasTimer = audit.work.timer('disputeEvidence', row.id) !== undefined
  if (last?.kind === 'submitted') {
    assertInvariant('known', hasTimer, () => 'evidence was submitted, and nobody will send it')
  }
  if (last?.kind !== 'sent' && last?.kind !== 'returned') return
  const submitted = events.findLast(({ kind }) => kind === 'submitted')
  const answer = acquirer.evidence.get(`${row.id}-${submitted?.sequence}`)?.kind
  const wanted = last.kind === 'sent' ? 'taken' : 'refused'
  assertInvariant('disputed', answer === wanted && !hasTimer, () => {
    return `evidence is ${last.kind}, the acquirer has said ${answer}`
  })
  const twins = events.filter(
    ({ kind, sequence }) => sequence > (submitted?.sequence ?? 0) && SETTLES_SUBMISSION.has(kind),
  )
  assertInvariant('once', twins.length === 1, () => 'evidence was answered twice')
}

const SETTLES_SUBMISSION: ReadonlySet<string> = new Set(['sent', 'returned', 'unsent'])

/** The merchant answers only what is open, once in each stage, and contests with evidence. */
function judgeAnswered({ versions, events, documents }: AuditedDispute): void {
  const before = versions.at(-2)?.row
  const last = events.at(-1)
  if (before === undefined || last?.madeBy !== 'merchant') return
  const { outcome, stage, submittedStage } = before
  const mayAnswer = outcome === 'open' && STAGES[stage].isAnswerable && submittedStage !== stage
  assertInvariant('disputed', mayAnswer, () => {
    return `a dispute that is ${outcome}, ${stage} is answered: ${last.kind}`
  })
  const hasEvidence = last.kind !== 'submitted' || documents.length > 0
  assertInvariant('disputed', hasEvidence, () => 'a dispute is contested without evidence')
  // Each request has a note of its own.
  const twins = events.filter(({ note, kind }) => kind === last.kind && note === last.note).length
  assertInvariant('once', twins === 1, () => `${last.note} has answered a dispute ${twins} times`)
}

function judgeDocuments(id: string, audit: Audit): void {
  const names = audit.disputes.of(id).documents.map(({ name }) => name)
  const isOnce = new Set(names).size === names.length
  assertInvariant('once', isOnce, () => `a document is kept twice: ${names.join()}`)
}

/** A chargeback, and what was given back of it; minor units. */
interface Standing {
  readonly chargeback: PaymentRow
  readonly givenBackMinor: number
}

/** All chargebacks of a payment; `disputeId`: those of one dispute. */
function chargebacksOf(paymentId: string, audit: Audit, disputeId?: string): Standing[] {
  const rowsOf = (id: string, type: PaymentRow['paymentType']) =>
    audit
      .payment(id)
      .references.map((each) => latest(audit.payment(each).versions))
      .filter(({ paymentType }) => paymentType === type)
  return rowsOf(paymentId, 'CB')
    .filter((row) => disputeId === undefined || disputeOf(row) === disputeId)
    .map((chargeback) => ({ chargeback, givenBackMinor: sumOf(rowsOf(chargeback.id, 'CR')) }))
}

function disputeOf(row: PaymentRow): string | undefined {
  return readDetails(row).resultDetails?.DisputeId
}

function sumOf(rows: readonly PaymentRow[]): number {
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function standingMinor(all: readonly Standing[]): number {
  return all.reduce(
    (sum, { chargeback, givenBackMinor }) => sum + chargeback.amountMinor - givenBackMinor,
    0,
  )
}

/** The money is where stage and outcome say, and the payment says how much of it the bank has. */
function judgeWhereMoneyIs(row: DisputeRow, audit: Audit): void {
  const own = chargebacksOf(row.paymentId, audit, row.id)
  for (const { chargeback, givenBackMinor } of own) {
    assertInvariant('limits', givenBackMinor <= chargeback.amountMinor, () => {
      return `${givenBackMinor} of a chargeback of ${chargeback.amountMinor} are given back`
    })
  }
  const minor = standingMinor(own)
  const isWithBank = STAGES[row.stage].takesMoney && row.outcome !== 'won'
  const isInParts = row.outcome === 'won' && row.flags.split(',').includes('inParts')
  const agrees = isWithBank ? minor > 0 : minor === 0 || isInParts
  assertInvariant('disputed', agrees, () => {
    return `a dispute is ${row.outcome}, ${row.stage}, and the bank has ${minor}`
  })
  const isNamed = own.some(({ chargeback }) => chargeback.id === row.chargebackId)
  assertInvariant('disputed', minor > 0 ? isNamed : row.chargebackId === null, () => {
    return `a dispute names the chargeback ${row.chargebackId}, and the bank has ${minor}`
  })
  const { chargedBackMinor } = latest(audit.payment(row.paymentId).versions)
  const all = standingMinor(chargebacksOf(row.paymentId, audit))
  assertInvariant('whole', chargedBackMinor === all, () => {
    return `a payment says that ${chargedBackMinor} are charged back, its chargebacks ${all}`
  })
}

/** A chargeback and its reversal have their legs and one event. */
function judgeBooked({ id, paymentType, amountMinor }: PaymentRow, audit: Audit, name: string) {
  const { postings, events } = audit.payment(id)
  const [from, to] =
    paymentType === 'CB' ? ['merchant', 'chargedBack'] : ['chargedBack', 'merchant']
  const expected = `${from} ${-amountMinor},${to} ${amountMinor}`
  const found = postings.map((each) => `${each.account} ${each.amountMinor}`).join()
  assertInvariant('ledger', found === expected, () => `${name} has ${found}, not ${expected}`)
  const told = events.map(({ sequence, kind }) => `${sequence} ${kind}`).join()
  assertInvariant('events', told === '1 succeeded', () => `${name} has the events ${told}`)
}

/**
 * What a person enters charges no more back than was booked; what moves more than the limit, two persons have
 * agreed on, once.
 */
function judgeByHand(row: DisputeRow, { changes }: AuditedSet, audit: Audit): void {
  const booked = changes.flatMap((one) => (one.kind === 'insertPayment' ? one.row : []))
  if (booked.length === 0) return
  const made = [...audit.disputes.requests.values()].filter(
    ({ madeId }) => madeId !== null && booked.some(({ id }) => id === madeId),
  )
  const [request] = made
  assertInvariant('disputed', made.length === 1 && request !== undefined, () => {
    return `what a person has entered is of ${made.length} requests`
  })
  const limit = parseAmount(SECOND_PERSON_ABOVE, 'EUR')
  const limitMinor = typeof limit === 'string' ? 0 : limit.minor
  const isAllowed = sumOf(booked) <= limitMinor || request.decidedBy !== null
  assertInvariant('disputed', isAllowed, () => `one person alone has moved ${sumOf(booked)}`)
  const { chargedBackMinor, bookedMinor, reversedMinor } = latest(
    audit.payment(row.paymentId).versions,
  )
  const isChargeback = booked.some(({ paymentType }) => paymentType === 'CB')
  const isWithin = !isChargeback || chargedBackMinor + reversedMinor <= bookedMinor
  assertInvariant('limits', isWithin, () => {
    return `a person has charged ${chargedBackMinor} of ${bookedMinor} back`
  })
}

/** What must hold when every step of each case has arrived, and every file is imported. */
export function judgeDisputesEnd(
  { cases, heard }: { readonly cases: readonly DisputeCase[]; readonly heard: readonly HeardOf[] },
  audit: Audit,
): void {
  for (const one of heard) judgeHeard(one, audit)
  for (const each of cases) judgeCase(each, audit)
  for (const dispute of audit.disputes.all.values()) {
    const { respondByMs, stage } = latest(dispute.versions)
    assertInvariant('disputed', respondByMs === null, () => {
      return `a dispute in the stage ${stage} still waits for an answer`
    })
    judgeSentAtEnd(dispute)
  }
}

/** Evidence of a case without a deadline is sent for so long, from the submission (docs/disputes.md). */
const SENT_FOR_MS = 3 * DAY_MS

/**
 * Where the bank still waits, it has the evidence, or the merchant was told that it has not: at the deadline, or
 * when the bank was silent for too long.
 */
function judgeSentAtEnd({ versions, events }: AuditedDispute): void {
  const { outcome, stage, submittedStage, evidenceByMs } = latest(versions)
  const waits = stage === submittedStage || (stage === 'representment' && submittedStage !== null)
  if (outcome !== 'open' || !waits) return
  const submittedAtMs = events.findLast(({ kind }) => kind === 'submitted')?.atMs ?? Infinity
  const isOver = (atMs: number) => atMs >= (evidenceByMs ?? submittedAtMs + SENT_FOR_MS)
  const isSent = events.some(
    ({ kind, atMs }) => kind === 'sent' || (kind === 'unsent' && isOver(atMs)),
  )
  assertInvariant('disputed', isSent, () => `evidence of a dispute (${stage}) was never sent`)
}

function judgeCase(each: DisputeCase, audit: Audit): void {
  const { reference, paymentId, steps } = each
  const disputes = [...audit.disputes.all.values()].filter(
    ({ versions }) => latest(versions).acquirerReference === reference,
  )
  const [dispute] = disputes
  assertInvariant('disputed', disputes.length === 1 && dispute !== undefined, () => {
    return `the case ${reference} has ${disputes.length} disputes`
  })
  const row = latest(dispute.versions)
  const minor = standingMinor(chargebacksOf(paymentId, audit, row.id))
  assertInvariant('disputed', minor === each.standingMinor, () => {
    return `the bank has ${minor} of ${reference}, told was ${each.standingMinor}: ${JSON.stringify(steps)}`
  })
  const last = steps.at(-1)
  if (last === undefined) return
  const isThere = STAGES[row.stage].order >= STAGES[last.stage].order
  const isEnded = last.outcome === undefined || row.outcome === last.outcome
  assertInvariant('disputed', isThere && isEnded, () => {
    return `${reference} is ${row.outcome}, ${row.stage}, told was ${JSON.stringify(last)}`
  })
}
