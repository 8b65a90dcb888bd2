import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { type EntityClock, wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { TimerHandler, TimerResult } from '../../server/kernel/timers/timers.ts'
import type { EvidenceOutcome } from '../../server/payments/connectors/index.ts'
import type { Core } from '../../server/payments/index.ts'
import type { ConnectorChoice } from '../../server/payments/read/index.ts'
import { isRefusal, tooBusy } from '../../server/results/refusal.ts'
import type { Done } from './commit-step.ts'
import { NOTES } from './notes.ts'
import type { DisputeService } from './service.ts'
import type { EndOfSubmission, PlannedSubmission } from './submissions.ts'

/** When evidence is sent again that perhaps has not arrived; after the last one at the same distance. */
const REPEATED_AFTER_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
] as const
/** An answer that takes longer counts as none, and the submission is sent again. */
const ANSWER_WITHIN_MS = 30_000
/** Without a deadline of the acquirer: then the merchant has to hand it in otherwise, as banks wait for weeks. */
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS
/** Longer than any card network lets a merchant answer: some 250 tries. */
const MAX_SENT_FOR_MS = 60 * 24 * HOUR_MS

interface Parts extends Pick<Core, 'log'>, Pick<ConnectorChoice, 'connectorOf'> {
  readonly clock: EntityClock
  readonly disputes: Pick<
    DisputeService,
    'submissionOf' | 'endSubmission' | 'acceptanceOf' | 'endAcceptance'
  >
}

/**
 * Sends evidence that merchants have submitted to the acquirers of their payments. The timer is the intent: it
 * is written with the submission, and ends with what became of it.
 */
export function createEvidenceSender(parts: Parts): TimerHandler {
  const { clock, disputes } = parts
  return async ({ subjectId, attempts }) => {
    const submission = await disputes.submissionOf(subjectId)
    if (submission === undefined) return tellAcceptance(subjectId, attempts, parts)
    const isRepeated = attempts > 1
    const ended = submission.isAwaited ? await endOf({ ...submission, isRepeated }, parts) : tooLate
    if (ended === undefined) {
      const nextMs = clock.of(submission.entityId) + pauseAfter(attempts)
      return { dueAtMs: Math.min(nextMs, givenUpAtMs(submission)) }
    }
    return timerAfter(await disputes.endSubmission(submission, ended))
  }
}

function pauseAfter(attempts: number): number {
  const place = Math.min(Math.max(attempts, 1), REPEATED_AFTER_MS.length) - 1
  return REPEATED_AFTER_MS[place] ?? HOUR_MS
}

function timerAfter(done: Awaited<Done>): TimerResult {
  // Too many conflicts: it comes due again after its lease, and is sent again.
  if ('keyInUse' in done || done === tooBusy) return 'ended'
  return isRefusal(done) ? 'done' : 'ended'
}

/** Tells the acquirer that the merchant accepts, where it can be told. */
async function tellAcceptance(
  disputeId: string,
  attempts: number,
  { connectorOf, clock, disputes, log }: Parts,
): Promise<TimerResult> {
  const acceptance = await disputes.acceptanceOf(disputeId)
  if (acceptance === undefined) return 'done'
  const { connector: name, entityId, acceptedAtMs } = acceptance
  const connector = await connectorOf(name)
  if (connector.acceptDispute === undefined) return 'done'
  const outcome = await answeredInTime(
    connector
      .acceptDispute({ ...acceptance, isRepeated: attempts > 1 })
      .catch((error: unknown): EvidenceOutcome => {
        log.warn({ err: error, disputeId, connector: name }, 'An acceptance was not told')
        return { kind: 'unknown' }
      }),
  )
  const end = (kind: 'sent' | 'unsent', madeBy: string, note: string) =>
    disputes.endAcceptance(acceptance, { kind, madeBy, note: note.slice(0, MAX_NOTE) })
  if (outcome.kind === 'taken') {
    return timerAfter(await end('sent', 'acquirer', NOTES.taken(outcome.reference)))
  }
  if (outcome.kind === 'refused') return timerAfter(await end('unsent', 'acquirer', outcome.reason))
  const givenUpMs = acceptedAtMs + GIVEN_UP_AFTER_MS
  const nowMs = clock.of(entityId)
  if (nowMs < givenUpMs) return { dueAtMs: Math.min(nowMs + pauseAfter(attempts), givenUpMs) }
  log.error({ disputeId, connector: name }, 'An acceptance of a dispute could not be told')
  return timerAfter(await end('unsent', 'timer', SILENT))
}

const SILENT = 'The acquirer has not answered for three days'

/** Until when a submission is sent again, by the channel's clock. */
function givenUpAtMs({ submittedAtMs, evidenceByMs }: PlannedSubmission): number {
  const untilMs = evidenceByMs ?? submittedAtMs + GIVEN_UP_AFTER_MS
  return Math.min(untilMs, submittedAtMs + MAX_SENT_FOR_MS)
}

/** An acquirer that does not answer must not hold up the timers of all others. */
function answeredInTime(sent: Promise<EvidenceOutcome>): Promise<EvidenceOutcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<EvidenceOutcome>((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, { kind: 'unknown' })
  })
  return Promise.race([sent, late]).finally(() => clearTimeout(timer))
}

/** What became of a submission; `undefined`: it has to be sent again. */
async function endOf(
  submission: PlannedSubmission & { readonly isRepeated: boolean },
  { connectorOf, clock, log }: Parts,
): Promise<EndOfSubmission | undefined> {
  const { disputeId, connector: name, entityId } = submission
  const connector = await connectorOf(name)
  if (connector.sendEvidence === undefined) return cannotSend(name)
  if (submission.unopened.length > 0) return notWhole(submission, log)
  const sent = connector.sendEvidence(submission).catch((error: unknown): EvidenceOutcome => {
    log.warn({ err: error, disputeId, connector: name }, 'Evidence of a dispute was not sent')
    return { kind: 'unknown' }
  })
  const outcome = await answeredInTime(sent)
  const madeBy = 'acquirer'
  switch (outcome.kind) {
    case 'taken': {
      return { outcome, madeBy, note: NOTES.taken(outcome.reference?.slice(0, MAX_NOTE)) }
    }
    case 'refused':
      return { outcome, madeBy, note: outcome.reason.slice(0, MAX_NOTE) }
    case 'unknown': {
      if (clock.of(entityId) < givenUpAtMs(submission)) return undefined
      log.error({ disputeId, connector: name }, 'Evidence of a dispute could not be sent')
      return unsent(silentText(submission))
    }
  }
}

const MAX_NOTE = 500

function silentText({ evidenceByMs }: PlannedSubmission): string {
  return evidenceByMs === null
    ? SILENT
    : `The acquirer has not answered until the deadline, ${wireTimestamp(evidenceByMs)}`
}

/** The bank did not wait for it. */
const tooLate: EndOfSubmission = {
  outcome: { kind: 'unsent' },
  madeBy: 'timer',
  note: NOTES.tooLate,
}

function cannotSend(name: string): EndOfSubmission {
  return unsent(`The connector ${name} cannot send evidence`)
}

/** Evidence that lacks a document could lose the dispute: a person hands all of it in. */
function notWhole({ disputeId, unopened }: PlannedSubmission, log: Parts['log']): EndOfSubmission {
  log.error(
    { disputeId, documents: unopened },
    'Evidence of a dispute does not open, and is not sent',
  )
  return unsent(`The vault does not open ${unopened.join(', ').slice(0, MAX_NAMES)}`)
}

/** Of file names in a note, in characters. */
const MAX_NAMES = 200

function unsent(why: string): EndOfSubmission {
  return { outcome: { kind: 'unsent' }, madeBy: 'timer', note: NOTES.handIn(why) }
}
