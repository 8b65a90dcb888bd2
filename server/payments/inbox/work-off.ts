import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import { StoreError } from '../../store/errors.ts'
import type {
  AcquirerEventRow,
  AcquirerEventState,
  Change,
  PaymentOperation,
  PaymentRow,
  Store,
  TimerRow,
} from '../../store/port.ts'
import { keptNames } from '../accounts/provider-references.ts'
import type {
  AcquirerEvent,
  MadeElsewhere,
  OutcomeEvent,
  RefundElsewhere,
} from '../connectors/acquirer-event.ts'
import type {
  Connector,
  ConnectorOutcome,
  LateWord,
  NamedByProvider,
} from '../connectors/connector.ts'
import type { ImportReport } from '../connectors/told-report.ts'
import { hasOutcome, isVoided, readDetails } from '../details.ts'
import type { FindConnector } from '../read/routing.ts'
import { bookRefundElsewhere } from '../record/made-elsewhere.ts'
import type { PaymentLog } from '../record/outcomes.ts'
import type { ReportToldDispute } from '../record/report-told-dispute.ts'
import type { Recovery } from '../recovery/recovery.ts'
import { isOfOtherAmount, mayVoidOtherAmount } from '../recovery/void.ts'
import type { PaymentExtension } from '../screen/payment-extension.ts'
import { eventOfRow, keyOfTimer } from './event-row.ts'
import { endHold } from './hold-ended.ts'
import { createLineLimit } from './log-limit.ts'
import { ReportPlaces } from './report-places.ts'

/** Pauses before an event is tried again whose payment is not known yet; the last one is repeated. */
const RETRY_AFTER_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]

/** How long an event waits for its payment, from its arrival. */
const MATCHED_WITHIN_MS = 3 * DAY_MS

export interface WorkOffParts {
  readonly environment: 'test' | 'live'
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly connectorOf: FindConnector
  readonly extensions: readonly PaymentExtension[]
  readonly recovery: Pick<Recovery, 'take'>
  /** Of the feature that keeps disputes; absent: they are kept for people. */
  readonly reportDispute?: ReportToldDispute | undefined
  /** Of the feature that keeps settlement; absent: reports are kept for people. */
  readonly importReport?: ImportReport | undefined
}

interface WorkParts extends WorkOffParts {
  readonly reports: ReportPlaces
}

/** An event, with the reason of a state that a person has to look at. */
interface Worked {
  /** `waiting`: it cannot be worked off yet, because of `why`. */
  readonly state: AcquirerEventState
  readonly payment?: PaymentRow | undefined
  readonly why?: string
}

interface Ended extends Omit<Worked, 'state'> {
  readonly state: Exclude<AcquirerEventState, 'waiting'>
}

/**
 * Handles the timer of an event: gives it its effect, and then ends both in one commit. After a crash in between it
 * is worked off again, which changes nothing, because an outcome is written once. `onKept`: called with the account of
 * each event that stays for people.
 */
export function createEventWork(
  parts: WorkOffParts,
  onKept: (connector: string) => void,
): TimerHandler {
  const { store, clock, log } = parts
  const mayTell = createLineLimit(clock)
  const reports = new ReportPlaces()
  return async (timer) => {
    const row = await store.read.acquirerEvent(...keyOfTimer(timer))
    if (row?.state !== 'waiting') return 'done'
    const nowMs = clock.now()
    const dueAtMs = nextTryAt(row, timer, nowMs)
    let worked: Worked | undefined
    try {
      worked = await workOff(row, { ...parts, reports })
    } catch (err) {
      if (err instanceof StoreError) throw err
      log.error({ ...factsOf(row), err }, 'an event of an acquirer cannot be worked off')
    }
    const isLater = worked === undefined || worked.state === 'waiting'
    if (isLater && dueAtMs !== undefined) return { dueAtMs }
    const ended = worked === undefined ? UNMATCHED : endOf(worked)
    // Another process has ended the event.
    if (!(await end(row, ended, timer, parts))) return 'ended'
    if (ended.state !== 'done') onKept(row.connector)
    tell(row, ended, { log, mayTell })
    return 'ended'
  }
}

/** What still waits when its time is over has no effect any more. */
function endOf({ state, ...worked }: Worked): Ended {
  return { ...worked, state: state === 'waiting' ? 'unmatched' : state }
}

function tell(
  row: AcquirerEventRow,
  { state, payment, why }: Ended,
  { log, mayTell }: Pick<WorkOffParts, 'log'> & { readonly mayTell: (about: string) => boolean },
): void {
  const facts = { ...factsOf(row), ...(payment === undefined ? {} : { paymentId: payment.id }) }
  if (why !== undefined) log.error({ ...facts, why }, 'an event of an acquirer has no effect')
  else if (state === 'kept' && mayTell(`${row.connector} ${row.name}`)) {
    log.warn(facts, 'an acquirer tells what the gateway only keeps')
  }
}

const UNMATCHED: Ended = {
  state: 'unmatched',
  why: 'its payment, or the outcome of that, is not known here, or has not as much open as it tells',
}

/** When an event whose payment is not known is tried again; `undefined`: not any more. */
function nextTryAt(
  { receivedAtMs }: AcquirerEventRow,
  { attempts }: TimerRow,
  nowMs: number,
): number | undefined {
  const endMs = receivedAtMs + MATCHED_WITHIN_MS
  if (nowMs >= endMs) return undefined
  const pauseMs = RETRY_AFTER_MS[Math.max(0, attempts - 1)] ?? RETRY_AFTER_MS.at(-1) ?? HOUR_MS
  return Math.min(nowMs + pauseMs, endMs)
}

/** Gives an event its effect; `undefined`: its payment is not known yet. */
async function workOff(row: AcquirerEventRow, parts: WorkParts): Promise<Worked | undefined> {
  const event = eventOfRow(row)
  if (event.environment !== undefined && event.environment !== parts.environment) {
    return { state: 'refused', why: `it is of the environment ${event.environment}` }
  }
  const payment = await paymentOf(row, event, parts)
  // A signed event of one account must not change payments of another one.
  if (payment !== undefined && payment.connector !== row.connector) {
    return { state: 'refused', why: 'it names a payment of another account' }
  }
  if (payment === undefined && event.kind === 'outcome' && event.elsewhere !== undefined) {
    return workOffElsewhere(row, event, event.elsewhere, parts)
  }
  switch (event.kind) {
    case 'outcome':
    case 'failedLater':
      return payment && giveOutcome(row, event, payment, parts)
    case 'holdEnded':
      // A hold whose own answer is still to come ends after it.
      if (payment === undefined || !hasOutcome(payment.state)) return undefined
      return { state: 'done', payment: await endHold(payment, event.occurredAtMs, parts) }
    case 'voided':
      return payment && endVoided(payment, parts)
    case 'madeElsewhere':
      if (event.refund === undefined) return { state: 'kept', payment }
      return payment && giveRefund(event.refund, payment, parts)
    case 'report':
      return giveReport(row, event, parts)
    case 'dispute':
      return giveDispute(row, event, payment, parts)
    default:
      return { state: 'kept', payment }
  }
}

/**
 * The outcome of an operation that nobody has asked for here. While one of ours is under way it may be that one, whose
 * name is not known yet.
 */
async function workOffElsewhere(
  row: AcquirerEventRow,
  { operation, occurredAtMs }: AcquirerEvent,
  { about, refund }: MadeElsewhere,
  parts: WorkOffParts,
): Promise<Worked | undefined> {
  const payment = await paymentOf(row, { about }, parts)
  if (payment?.connector !== row.connector || !hasOutcome(payment.state)) return undefined
  const family = await parts.store.read.paymentsOfFamily(payment.familyId)
  if (family.some((one) => one.operation === operation && !hasOutcome(one.state))) return undefined
  if (refund !== undefined) return giveRefund(refund, payment, parts)
  return { state: 'done', payment: await endHold(payment, occurredAtMs, parts) }
}

/** Books a refund that was made elsewhere; what of a hold went back is booked by its capture or reversal. */
async function giveRefund(
  refund: RefundElsewhere,
  payment: PaymentRow,
  parts: WorkOffParts,
): Promise<Worked | undefined> {
  if (refund.mayBeRestOfHold && payment.paymentType === 'PA') {
    if (payment.reversedMinor === refund.amount.minor) return { state: 'done', payment }
    const family = await parts.store.read.paymentsOfFamily(payment.familyId)
    return family.every(({ state }) => hasOutcome(state)) ? { state: 'kept', payment } : undefined
  }
  const booked = await bookRefundElsewhere(payment, refund, parts)
  return booked && { state: 'done', payment: booked }
}

/** Fetches a settlement report and has it imported, whole or not at all. */
async function giveReport(
  { connector: account }: AcquirerEventRow,
  { report }: Extract<AcquirerEvent, { readonly kind: 'report' }>,
  { importReport, connectorOf, reports }: WorkParts,
): Promise<Worked | undefined> {
  const connector = await connectorOf(account)
  if (report === undefined || importReport === undefined || connector.fetchReport === undefined) {
    return { state: 'kept' }
  }
  const outcome = await reports.inPlace(account, async () => {
    const fetched = await connector.fetchReport?.(report)
    return fetched?.kind === 'file' ? importReport(account, fetched.file) : fetched
  })
  if (outcome === undefined) return { state: 'waiting', why: 'other reports are read now' }
  switch (outcome.kind) {
    case 'imported':
      return { state: 'done' }
    case 'later':
      return { state: 'waiting', why: outcome.why }
    case 'refused':
      return { state: 'refused', why: outcome.why }
  }
}

/** Reports a dispute: as the provider has it now where it can be read, else as the event tells it. */
async function giveDispute(
  { connector: account, name }: AcquirerEventRow,
  { dispute }: Extract<AcquirerEvent, { readonly kind: 'dispute' }>,
  payment: PaymentRow | undefined,
  { reportDispute, connectorOf }: WorkOffParts,
): Promise<Worked | undefined> {
  if (dispute === undefined || reportDispute === undefined) return { state: 'kept', payment }
  if (payment === undefined) return undefined
  const { caseReference } = dispute
  const connector = await connectorOf(account)
  const load = async () =>
    connector.readDispute === undefined ? dispute : connector.readDispute(caseReference)
  const outcome = await reportDispute({ payment, caseReference, name }, load)
  switch (outcome.kind) {
    case 'reported':
      return { state: 'done', payment: outcome.payment }
    case 'later':
      return undefined
    case 'refused':
      return { state: 'refused', payment, why: outcome.why }
  }
}

/** The payment that an event is about. */
async function paymentOf(
  { connector }: AcquirerEventRow,
  { about, operation }: Pick<AcquirerEvent, 'about' | 'operation'>,
  { store: { read } }: WorkOffParts,
): Promise<PaymentRow | undefined> {
  for (const subject of about) {
    const paymentId =
      'paymentId' in subject
        ? subject.paymentId
        : (await read.providerReference(subject.reference.value, subject.reference.kind, connector))
            ?.paymentId
    const payment = paymentId ? await read.payment(paymentId) : undefined
    if (payment !== undefined && isOfOperation(payment, operation)) return payment
  }
  return undefined
}

function isOfOperation(payment: PaymentRow, operation: PaymentOperation | undefined): boolean {
  return (
    operation === undefined ||
    operation === payment.operation ||
    isCaptureOfDebit(payment, operation)
  )
}

/** A debit, also one that is made again, is captured with its charge, and some acquirers tell that of its own. */
function isCaptureOfDebit({ paymentType }: PaymentRow, operation: PaymentOperation | undefined) {
  return operation === 'capture' && (paymentType === 'DB' || paymentType === 'RB')
}

type TellingEvent = OutcomeEvent | Extract<AcquirerEvent, { readonly kind: 'failedLater' }>

async function giveOutcome(
  row: AcquirerEventRow,
  event: TellingEvent,
  payment: PaymentRow,
  parts: WorkOffParts,
): Promise<Worked> {
  if (await isOutrun(row, payment, parts)) return { state: 'done', payment }
  const connector = await parts.connectorOf(row.connector)
  const whole = event.kind === 'outcome' ? await withRest(event, payment, connector) : event
  const told = toldOf(whole, payment, connector.events)
  if (isOfOtherAmount(told, payment) && !mayVoidOtherAmount(payment, connector)) {
    return { state: 'refused', payment, why: 'it tells the approval of another amount' }
  }
  if (told.kind === 'approved' && payment.failedLaterAtMs !== null) {
    return { state: 'refused', payment, why: DONE_AGAIN }
  }
  await parts.recovery.take(payment.id, told)
  return { state: 'done', payment }
}

/**
 * The outcome with what its event leaves out. It does not wait for that: the provider may not answer for long, and how
 * the payment ended is known.
 */
async function withRest(
  event: OutcomeEvent,
  payment: PaymentRow,
  connector: Connector,
): Promise<OutcomeEvent> {
  const { restReadBy, told } = event
  // An outcome that came with its answer has all.
  if (restReadBy === undefined || hasOutcome(payment.state)) return event
  const rest = await connector.readRest?.(restReadBy)
  return rest === undefined ? event : { ...event, told: { ...told, ...rest } }
}

/** Adyen repeats some captures that have failed. Their amount is open here, and would be captured a second time. */
const DONE_AGAIN =
  'it tells the success of what has failed and was taken back here: do not repeat that here'

/** "Timed out with no acquirer answer; was reversed" */
const REVERSED = '900.100.301'

/** The void that was asked for is done: the payment has failed. */
async function endVoided(payment: PaymentRow, { recovery }: WorkOffParts): Promise<Worked> {
  if (!isVoided(payment)) return { state: 'kept', payment }
  const { voidCode = REVERSED } = readDetails(payment)
  await recovery.take(payment.id, { kind: 'declined', code: voidCode })
  return { state: 'done', payment }
}

/** What an event tells, as connector and gateway have it: what the merchant sent himself is not shown again. */
function toldOf(
  event: TellingEvent,
  payment: PaymentRow,
  reader: Connector['events'],
): ConnectorOutcome | LateWord {
  if (event.kind === 'failedLater') return event.told
  if (event.told.kind === 'declined' && isCaptureOfDebit(payment, event.operation)) {
    return { ...event.told, kind: 'failedLater' }
  }
  const { request } = readDetails(payment)
  const { shown, ...rest } = event.told
  const news = Object.entries(shown ?? {}).filter(([name]) => request[name] === undefined)
  const amount = event.told.kind === 'approved' && event.amount
  const told = {
    ...rest,
    ...(shown === undefined ? {} : { shown: Object.fromEntries(news) }),
    ...(amount ? { amount } : {}),
  }
  return reader?.judge?.(payment.id, told) ?? told
}

/** Whether a later event has told how the payment ended: providers promise no order. */
async function isOutrun(
  { occurredAtMs }: AcquirerEventRow,
  { id }: PaymentRow,
  { store }: WorkOffParts,
): Promise<boolean> {
  if (occurredAtMs === null) return false
  const others = await store.read.acquirerEventsOfPayment(id)
  return others.some(
    (one) => one.state === 'done' && Number(one.occurredAtMs) > occurredAtMs && tellsAnEnd(one),
  )
}

function tellsAnEnd(row: AcquirerEventRow): boolean {
  const event = eventOfRow(row)
  if (event.kind === 'failedLater') return true
  if (event.kind !== 'outcome') return false
  return event.told.kind === 'approved' || event.told.kind === 'declined'
}

/** Writes that an event was worked off, with what it says of the names of its payment; whether it was written. */
async function end(
  row: AcquirerEventRow,
  { state, payment }: Ended,
  timer: TimerRow,
  { store, clock }: WorkOffParts,
): Promise<boolean> {
  const { connector, eventId } = row
  const endedAtMs = clock.now()
  const ended: Change = {
    kind: 'endAcquirerEvent',
    connector,
    eventId,
    state,
    paymentId: payment?.id ?? null,
    endedAtMs,
  }
  const references = payment === undefined || state === 'refused' ? [] : namesOf(row, payment)
  const endWith = async ({ kind, subjectId, version: expectedVersion }: TimerRow) => {
    const endOfTimer: Change = { kind: 'endTimer', timer: kind, subjectId, expectedVersion }
    return (await store.commit([ended, endOfTimer, ...references])).applied
  }
  if (await endWith(timer)) return true
  // What takes longer than its lease was claimed again: its work is done, and would begin anew with each lease.
  const claimed = await store.read.timer(timer.kind, timer.subjectId)
  return claimed !== undefined && endWith(claimed)
}

function namesOf(row: AcquirerEventRow, payment: PaymentRow): Change[] {
  const event = eventOfRow(row)
  // The names of a decline are written with it. One that is not the outcome is of an earlier charge, of which nothing is captured or refunded.
  const told =
    'told' in event && event.told.kind !== 'declined' ? (event.told.references ?? []) : []
  const cases = event.kind === 'dispute' ? caseOf(event) : []
  const names = [...(event.references ?? []), ...told, ...cases]
  return keptNames(payment, names, readDetails(payment))
}

/** Later events and files of a case need not name its payment otherwise. */
function caseOf({
  dispute,
}: Extract<AcquirerEvent, { readonly kind: 'dispute' }>): readonly NamedByProvider[] {
  return dispute === undefined ? [] : [{ kind: 'dispute', value: dispute.caseReference }]
}

function factsOf({ connector, eventId, kind, name }: AcquirerEventRow) {
  return { account: connector, eventId, kind, event: name }
}
