import { channelsBelow } from '../../server/entities/channels-below.ts'
import type { EntityClocks } from '../../server/entities/entity-clocks.ts'
import { settingsOf } from '../../server/entities/settings.ts'
import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { type Decision, decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { shownText } from '../../server/parameters/masking.ts'
import { DURATION } from '../../server/parameters/test-environment.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import { isRefusal, type Refusal, refuseParameters, tooBusy } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { EntityRow, QuotaRow, Store } from '../../server/store/port.ts'

/** No clock goes further: times must fit what is written of them. */
const LAST_MOMENT_MS = Date.UTC(2099, 11, 31)

/** How many rounds of due work one advance carries out; then it stops where it is. */
const MAX_ROUNDS = 2000

/** How many channels one look for due work covers. */
const MAX_AT_ONCE = 1000

interface TestClockParts {
  readonly store: Store
  readonly clocks: EntityClocks
  /** Carries out a round of due work; answers how much there was. */
  readonly runDue: () => Promise<number>
}

/** The time at an entity, in milliseconds, and how far that is ahead of the process. */
export interface EntityTime {
  readonly nowMs: number
  readonly offsetMs: number
  /** Where the clock was to go, if there was too much due work on the way. */
  readonly stoppedBeforeMs?: number
}

/** How a clock shall be moved. */
interface Advance {
  readonly values: ParameterValues
  /** What others add to the same commit; the time is the one that the clock is moved to. */
  readonly extraParts?: (time: EntityTime) => readonly ChangePart[]
  /** Of a request with an `Idempotency-Key`: all its repetitions together make one move. */
  readonly once?: RepeatableMove | undefined
}

/** Names a move that may be repeated, and says until when it is known. */
interface RepeatableMove {
  readonly requestName: string
  readonly expiresAtMs: number
}

/** Clocks that merchants move to see what happens later (decisions §12). */
export interface TestClock {
  read(entity: EntityRow): Promise<EntityTime>
  /**
   * Moves the clock of an entity, and of all below it, forward, from due time to due time: what comes
   * due is done at its own time, before this resolves. The answer is the time that the clock was
   * moved to.
   */
  advance(entity: EntityRow, advance: Advance): Promise<EntityTime | Refusal | KeyInUse>
}

export function createTestClock(parts: TestClockParts): TestClock {
  const { store, clocks } = parts
  return {
    async read(entity) {
      const offsetMs = await offsetOf(entity.id, store)
      return { nowMs: clocks.now() + offsetMs, offsetMs }
    },

    async advance(entity, asked) {
      const startMs = clocks.now() + (await offsetOf(entity.id, store))
      const whole = await wayOf(asked, startMs, parts)
      if (isRefusal(whole)) return whole
      const ids = [...new Set([entity.id, ...(await channelsBelow(entity, store))])]
      const { way, isFree } = await workOnTheWay({ entityId: entity.id, whole, ids }, parts)
      const moved = await decideAndCommit<LoadedMove, EntityTime | KeyInUse>(
        { store, clock: clocks },
        {
          load: () => loadMove(entity.id, way, parts),
          decide: (loaded) => decideEnd(loaded, { isFree, asked }, clocks.now()),
          onConflict: keyInUse,
        },
      )
      if (moved === undefined) return tooBusy
      await follow(ids, parts)
      return moved
    },
  }
}

async function offsetOf(entityId: string, { read }: Store): Promise<number> {
  return settingsOf(await read.entityPath(entityId)).clockOffsetMs ?? 0
}

async function load(entityId: string, store: Store): Promise<LoadedClock> {
  const entity = await store.read.entity(entityId)
  if (entity === undefined) throw new Error(`Entity ${entityId} is gone`)
  return { entity, beforeMs: await offsetOf(entityId, store) }
}

async function loadMove(entityId: string, way: Way, parts: TestClockParts): Promise<LoadedMove> {
  return { ...(await load(entityId, parts.store)), way: await wayNow(way, parts) }
}

/** When the first timer of these entities is due, if that is at `untilMs` or before. */
async function firstDue(
  ids: readonly string[],
  untilMs: number,
  { read }: Store,
): Promise<number | undefined> {
  let first: number | undefined
  for (let at = 0; at < ids.length; at += MAX_AT_ONCE) {
    const [timer] = await read.dueTimersOf(ids.slice(at, at + MAX_AT_ONCE), untilMs, 1)
    if (timer !== undefined) first = Math.min(timer.dueAtMs, first ?? timer.dueAtMs)
  }
  return first
}

interface AskedMove {
  readonly entityId: string
  readonly whole: Way
  /** Of the entity and the channels below it. */
  readonly ids: readonly string[]
}

/** Does the due work on the way; answers whether the way is free to its end. */
async function workOnTheWay(
  { entityId, whole, ids }: AskedMove,
  parts: TestClockParts,
): Promise<{ readonly way: Way; readonly isFree: boolean }> {
  const { store, clocks, runDue } = parts
  let way = whole
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { beforeMs } = await load(entityId, store)
    const nowMs = clocks.now() + beforeMs
    const dueMs = await firstDue(ids, endOf(way, nowMs), store)
    if (dueMs === undefined) return { way, isFree: true }
    if (dueMs > nowMs) {
      const left = await step(entityId, way, dueMs, parts)
      if (left === undefined) return { way, isFree: true }
      way = left
    }
    await follow(ids, parts)
    await runDue()
  }
  // Up to the end, not up to now: the last round may have made work that is due on the way.
  const next = await firstDue(ids, endOf(way, clocks.of(entityId)), store)
  return { way, isFree: next === undefined }
}

/** Moves the clock to the time of due work; answers the way that is left, `undefined`: too many others move it. */
function step(
  entityId: string,
  way: Way,
  dueMs: number,
  parts: TestClockParts,
): Promise<Way | undefined> {
  const { store, clocks } = parts
  return decideAndCommit<LoadedMove, Way>(
    { store, clock: clocks },
    {
      load: () => loadMove(entityId, way, parts),
      decide: (loaded) => {
        const offsetMs = dueMs - clocks.now()
        const byMs = offsetMs - loaded.beforeMs
        if (byMs <= 0 || dueMs > endOf(loaded.way, clocks.now() + loaded.beforeMs)) {
          return { result: loaded.way }
        }
        const changes = [moveOf(loaded, offsetMs), ...progressOf(loaded.way, byMs)]
        return {
          result: { ...loaded.way, leftMs: loaded.way.leftMs - byMs },
          parts: changes,
        }
      },
    },
  )
}

/** The way as it is now: other requests of the same key may have gone a part of it. */
async function wayNow(way: Way, parts: TestClockParts): Promise<Way> {
  const made = way.once && (await progressRow(way.once, parts))
  return made === undefined ? way : wayLeft(made, way)
}

async function progressRow(
  once: RepeatableMove,
  { store, clocks }: TestClockParts,
): Promise<QuotaRow | undefined> {
  const row = await store.read.quota(keyOf(once))
  return row !== undefined && row.expiresAtMs > clocks.now() ? row : undefined
}

/** The way of a request; of one that was interrupted, what is left of it. */
async function wayOf(
  { values, once }: Advance,
  startMs: number,
  parts: TestClockParts,
): Promise<Way | Refusal> {
  const isMoment = values.sent('to') !== undefined
  const begun = once && (await progressRow(once, parts))
  if (once !== undefined && begun !== undefined) {
    return wayLeft(begun, { once, totalMs: begun.most, leftMs: 0, isMoment })
  }
  const target = targetOf(values, startMs)
  if (isRefusal(target)) return target
  const totalMs = isMoment ? target : target - startMs
  return { once, totalMs, leftMs: totalMs, isMoment }
}

/** Includes the entity itself: answers to requests without a channel show its time. */
async function follow(ids: readonly string[], { store, clocks }: TestClockParts): Promise<void> {
  for (const id of ids) clocks.raiseOffset(id, await offsetOf(id, store))
}

/** An entity, and how far its clock was ahead of the process. */
interface LoadedClock {
  readonly entity: EntityRow
  readonly beforeMs: number
}

interface LoadedMove extends LoadedClock {
  readonly way: Way
}

/** How far a clock has to go. */
interface Way {
  readonly once: RepeatableMove | undefined
  /** The whole way, or the moment to end at, however long the way there takes. */
  readonly totalMs: number
  /** Without what this request has moved it already: parallel requests add up. */
  readonly leftMs: number
  readonly isMoment: boolean
}

function endOf({ leftMs, totalMs, isMoment }: Way, nowMs: number): number {
  return isMoment ? totalMs : nowMs + leftMs
}

function wayLeft({ used, most }: QuotaRow, way: Way): Way {
  return { ...way, leftMs: most - used }
}

function keyOf({ requestName }: RepeatableMove): string {
  return `clock move ${requestName}`
}

/**
 * What a repeatable move writes with each of its steps: how far it is. A repetition after a crash goes on from
 * there, and two at the same time cannot move the clock further than one.
 */
function progressOf({ once, totalMs, isMoment }: Way, byMs: number): readonly ChangePart[] {
  if (once === undefined) return []
  const { expiresAtMs } = once
  const row = { key: keyOf(once), used: isMoment ? 0 : byMs, most: totalMs, expiresAtMs }
  return [{ owner: 'clockMove', changes: [{ kind: 'takeQuota', row }], mayMeetLimit: true }]
}

function moveOf({ entity }: LoadedClock, clockOffsetMs: number): ChangePart {
  const settings = JSON.stringify({ ...JSON.parse(entity.settings), clockOffsetMs })
  const { id, version: expectedVersion } = entity
  return {
    owner: 'entity',
    changes: [{ kind: 'stepEntity', id, expectedVersion, set: { settings } }],
  }
}

/** Moves the clock to the end of its way; it stays where it is when the way is not free. */
function decideEnd(
  loaded: LoadedMove,
  { isFree, asked }: { readonly isFree: boolean; readonly asked: Advance },
  processMs: number,
): Decision<EntityTime> {
  const { beforeMs, way } = loaded
  const endMs = endOf(way, processMs + beforeMs)
  const offsetMs = isFree ? Math.max(endMs - processMs, beforeMs) : beforeMs
  const time: EntityTime = {
    nowMs: processMs + offsetMs,
    offsetMs,
    ...(isFree ? {} : { stoppedBeforeMs: endMs }),
  }
  const parts = [
    ...(asked.extraParts?.(time) ?? []),
    moveOf(loaded, offsetMs),
    ...progressOf(way, offsetMs - beforeMs),
  ]
  return { result: time, parts }
}

/** The moment that a request wants to be at; never before the present one. */
function targetOf(values: ParameterValues, nowMs: number): number | Refusal {
  const advance = values.sent('advance')
  const to = values.sent('to')
  if (advance !== undefined && to !== undefined)
    return fault('to', to, 'must not be sent together with advance')
  const [name, value] = advance === undefined ? ['to', to ?? ''] : ['advance', advance]
  const target = name === 'to' ? momentOf(value) : durationFrom(nowMs, value)
  if (target === undefined || Number.isNaN(target)) return fault(name, value, examples[name] ?? '')
  if (target < nowMs)
    return fault(
      name,
      value,
      `lies before the present moment of this clock, ${new Date(nowMs).toISOString()}: a clock only goes forward`,
    )
  if (target > LAST_MOMENT_MS)
    return fault(name, value, 'lies after 2099-12-31, where every clock ends')
  return target
}

const examples: Readonly<Record<string, string>> = {
  advance: 'must be a duration of ISO 8601, such as PT29M, P1D or P1Y',
  to: 'must be a moment in UTC, such as 2027-01-31T10:30:00Z or 2027-01-31 10:30:00',
}

function durationFrom(nowMs: number, text: string): number | undefined {
  const duration = readDuration(text)
  return duration && laterBy(nowMs, duration)
}

/** NaN for a day or an hour that there is not; all else was read by the table. */
function momentOf(text: string): number {
  const iso = text.replace(' ', 'T')
  return Date.parse(iso.endsWith('Z') || iso.length === 10 ? iso : `${iso}Z`)
}

function fault(name: string, value: string, message: string): Refusal {
  return refuseParameters([{ name, value: shownText(value), message }])
}

/** A duration of ISO 8601, in the parts that it was written in: months have no fixed length. */
interface Duration {
  readonly years: number
  readonly months: number
  readonly days: number
  /** Hours, minutes and seconds together. */
  readonly milliseconds: number
}

/** Reads `P1Y`, `P30D`, `PT29M`, `P1DT12H`; `undefined` for anything else. */
export function readDuration(text: string): Duration | undefined {
  const parts = DURATION.exec(text)?.slice(1)
  if (parts === undefined) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    parts.map((part) => Number(part ?? 0))
  return {
    years,
    months,
    days: weeks * 7 + days,
    milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000,
  }
}

/** A moment later by a duration, in UTC: a month after 31 January is the last day of February. */
export function laterBy(atMs: number, { years, months, days, milliseconds }: Duration): number {
  const at = new Date(atMs)
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() + years * 12 + months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), lastDay)
  const ofDayMs = atMs - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  return Date.UTC(Math.floor(month / 12), month % 12, day + days) + ofDayMs + milliseconds
}
