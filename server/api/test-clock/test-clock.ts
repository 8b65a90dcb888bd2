import type { ChangePart } from '../../engine/store/commit-parts.ts'
import type { EntityRow, Store } from '../../engine/store/port.ts'
import { type Decision, decideAndCommit } from '../../engine/timers/decide-and-commit.ts'
import { channelsBelow } from '../../wire/entities/channels-below.ts'
import { settingsOf } from '../../wire/entities/settings.ts'
import { type KeyInUse, keyInUse } from '../../wire/idempotency/entry.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'
import { laterBy, readDuration } from './duration.ts'
import type { EntityClocks } from './entity-clocks.ts'

/** No clock goes further: times must fit what is written of them. */
const LAST_MOMENT_MS = Date.UTC(2099, 11, 31)

/** How many rounds of due work one advance carries out before it is answered. */
const MAX_ROUNDS = 1000

export interface TestClockParts {
  readonly store: Store
  readonly clocks: EntityClocks
  /** Carries out a round of due work; answers how much there was. */
  readonly runDue: () => Promise<number>
}

/** The time at an entity, in milliseconds, and how far that is ahead of the process. */
export interface EntityTime {
  readonly nowMs: number
  readonly offsetMs: number
}

/** How a clock shall be moved. */
export interface Advance {
  readonly values: ParameterValues
  /** What others add to the same commit; the time is the one that the clock is moved to. */
  readonly extraParts?: (time: EntityTime) => readonly ChangePart[]
}

/** Clocks that merchants move to see what happens later (decisions §12). */
export interface TestClock {
  read(entity: EntityRow): Promise<EntityTime>
  /**
   * Moves the clock of an entity, and of all below it, forward; what comes due thereby is done
   * before this resolves. The answer is the time that the clock was moved to.
   */
  advance(entity: EntityRow, advance: Advance): Promise<EntityTime | Refusal | KeyInUse>
}

export function createTestClock({ store, clocks, runDue }: TestClockParts): TestClock {
  async function offsetOf(entityId: string): Promise<number> {
    return settingsOf(await store.read.entityPath(entityId)).clockOffsetMs ?? 0
  }

  async function load(entityId: string): Promise<LoadedClock> {
    const entity = await store.read.entity(entityId)
    if (entity === undefined) throw new Error(`Entity ${entityId} is gone`)
    return { entity, beforeMs: await offsetOf(entityId) }
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if ((await runDue()) === 0) return
    }
  }

  return {
    async read(entity) {
      const offsetMs = await offsetOf(entity.id)
      return { nowMs: clocks.now() + offsetMs, offsetMs }
    },

    async advance(entity, advance) {
      const moved = await decideAndCommit<LoadedClock, EntityTime | Refusal | KeyInUse>(
        { store, clock: clocks },
        {
          load: () => load(entity.id),
          decide: (loaded) => decideAdvance(loaded, advance, clocks.now()),
          onConflict: keyInUse,
        },
      )
      if (moved === undefined) return tooBusy
      if (isRefusal(moved) || 'keyInUse' in moved) return moved
      // Includes the entity itself: answers to requests without a channel show its time.
      for (const id of new Set([entity.id, ...(await channelsBelow(entity, store))])) {
        clocks.raiseOffset(id, await offsetOf(id))
      }
      await settle()
      return moved
    },
  }
}

/** An entity, and how far its clock was ahead of the process. */
interface LoadedClock {
  readonly entity: EntityRow
  readonly beforeMs: number
}

function decideAdvance(
  { entity, beforeMs }: LoadedClock,
  { values, extraParts }: Advance,
  nowMs: number,
): Decision<EntityTime | Refusal> {
  const target = targetOf(values, nowMs + beforeMs)
  if (isRefusal(target)) return { result: target }
  const clockOffsetMs = target - nowMs
  const time: EntityTime = { nowMs: target, offsetMs: clockOffsetMs }
  const settings = JSON.stringify({ ...JSON.parse(entity.settings), clockOffsetMs })
  const { id, version: expectedVersion } = entity
  const change = { kind: 'stepEntity', id, expectedVersion, set: { settings } } as const
  const parts = [...(extraParts?.(time) ?? []), { owner: 'entity', changes: [change] }]
  return { result: time, parts }
}

const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })

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
