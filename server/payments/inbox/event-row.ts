import { createHash } from 'node:crypto'
import { DAY_MS } from '../../../common/durations.ts'
import { holdsNumberBesideIds, withoutNumbers } from '../../parameters/masking.ts'
import type { AcquirerEventRow, TimerRow } from '../../store/port.ts'
import type { AcquirerEvent, OutcomeEvent } from '../connectors/acquirer-event.ts'
import type { ToldDispute } from '../connectors/told-dispute.ts'
import type { ToldReport } from '../connectors/told-report.ts'

/** Longer ids and names are no such thing, in characters. */
const MAX_ID = 255
const MAX_FACTS = 30
const MAX_FACT = 255
/** JSON text of one event, in characters; a larger one is kept without what is only shown. */
const MAX_EVENT = 32 * 1024

/** How long an event is kept, from its arrival. */
export const EVENTS_KEPT_MS = 90 * DAY_MS

/** An event that has arrived, as it is stored. `receivedAtMs`: by the clock of the process. */
export function eventRow(
  connector: string,
  event: AcquirerEvent,
  receivedAtMs: number,
): AcquirerEventRow {
  return {
    connector,
    eventId: storedId(event.id),
    kind: event.kind,
    name: withoutNumbers(event.name.slice(0, MAX_ID)),
    receivedAtMs,
    occurredAtMs: isTime(event.occurredAtMs) ? event.occurredAtMs : null,
    paymentId: null,
    event: storedEvent(event),
    state: 'waiting',
    endedAtMs: null,
  }
}

function isTime(atMs: number | undefined): atMs is number {
  return Number.isSafeInteger(atMs) && Number(atMs) >= 0
}

/** An id as it is stored: one that is long, or reads like a card number, as its SHA-256. */
function storedId(id: string): string {
  if (id.length <= MAX_ID && !holdsNumberBesideIds(id)) return id
  return createHash('sha256').update(id).digest('hex')
}

/**
 * The JSON text of an event. Card numbers in texts are masked as everywhere; what the provider calls payments stays
 * as it is, because they are found by it.
 */
function storedEvent(event: AcquirerEvent): string {
  const { about, references, ...rest } = event
  const facts = Object.entries(rest.facts ?? {}).slice(0, MAX_FACTS)
  const kept = { ...rest, facts: Object.fromEntries(facts.map(shortened)) }
  const masked = JSON.parse(JSON.stringify(kept), maskedText) as typeof kept
  const named = references === undefined ? { about } : { about, references }
  const text = JSON.stringify({ ...masked, ...named })
  if (text.length <= MAX_EVENT) return text
  return JSON.stringify({ ...withoutShown(masked), ...named })
}

function shortened([name, value]: readonly [string, string]): [string, string] {
  return [name.slice(0, MAX_FACT), value.slice(0, MAX_FACT)]
}

/** By the name of its case a dispute is read, and found again; a report is fetched by its own, an outcome read by one. */
const CASE: keyof ToldDispute = 'caseReference'
const REPORT: keyof ToldReport = 'reference'
const REST: keyof OutcomeEvent = 'restReadBy'

function maskedText(name: string, value: unknown): unknown {
  const isName = name === CASE || name === REPORT || name === REST
  return typeof value === 'string' && !isName ? withoutNumbers(value) : value
}

/** An event without what has no effect. */
function withoutShown(event: Omit<AcquirerEvent, 'about' | 'references'>) {
  const { facts: _facts, ...rest } = event
  if (!('told' in rest)) return rest
  const {
    resultDetails: _details,
    shown: _shown,
    cardFacts: _card,
    ...told
  } = rest.told as object & {
    readonly resultDetails?: unknown
    readonly shown?: unknown
    readonly cardFacts?: unknown
  }
  return { ...rest, told }
}

/** An event of a row, as `eventRow` has written it. */
export function eventOfRow({ event }: Pick<AcquirerEventRow, 'event'>): AcquirerEvent {
  return JSON.parse(event) as AcquirerEvent
}

/** The timer of an event is named by its key; a connector has no blank in its name. */
export function timerSubject({
  connector,
  eventId,
}: Pick<AcquirerEventRow, 'connector' | 'eventId'>): string {
  return `${connector} ${eventId}`
}

export function keyOfTimer({ subjectId }: Pick<TimerRow, 'subjectId'>): [string, string] {
  const end = subjectId.indexOf(' ')
  return [subjectId.slice(0, end), subjectId.slice(end + 1)]
}
