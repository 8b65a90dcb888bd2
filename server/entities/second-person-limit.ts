import { DAY_MS } from '../../common/durations.ts'
import type { EntityRow } from '../store/port.ts'
import { ownSettings } from './own-settings.ts'
import type { Person } from './rights.ts'
import { type EarlierLimit, type EntitySettings, type Limits, settingsOf } from './settings.ts'

type LimitSettings = Pick<EntitySettings, 'secondPersonAbove' | 'earlierLimits'>

/**
 * How long a limit that a person has raised or taken away still counts: else one person could raise it, move
 * money alone, and put it back.
 */
const EARLIER_MS = DAY_MS

/**
 * So long colleagues have to notice who may decide now: else one person invites a second one when needed, or
 * gives a colleague the role for a moment.
 */
const KNOWN_AFTER_MS = DAY_MS

/**
 * Whether a person may be the second one: who had the right a day ago, in the test environment at once. It
 * counts from the role, not from the user: one who was a reader until now has just become able to agree.
 */
export function mayBeSecond(
  { decidesSinceMs }: Pick<Person, 'decidesSinceMs'>,
  nowMs: number,
  environment: 'test' | 'live',
): boolean {
  return environment === 'test' || nowMs - decidesSinceMs >= KNOWN_AFTER_MS
}

/**
 * Until when a connector account takes no new payments after one person alone has changed where their money goes:
 * for a day, where a limit is in force, so that colleagues notice. In the test environment not at all.
 */
export function heldAccountUntilMs(
  settings: LimitSettings,
  nowMs: number,
  environment: 'test' | 'live',
): number | undefined {
  const isLimited = Object.keys(limitsAt(settings, nowMs)).length > 0
  return isLimited && environment === 'live' ? nowMs + KNOWN_AFTER_MS : undefined
}

/** The amount above which a second person has to agree at a time; `undefined`: there is no limit. */
export function limitAt(
  { secondPersonAbove = {}, earlierLimits = [] }: LimitSettings,
  currency: string,
  nowMs: number,
): string | undefined {
  const earlier = earlierLimits.filter((one) => one.currency === currency && one.untilMs > nowMs)
  const limits = [secondPersonAbove[currency], ...earlier.map(({ amount }) => amount)]
  return limits
    .filter((amount) => amount !== undefined)
    .reduce<string | undefined>(
      (lowest, amount) =>
        lowest === undefined || Number(amount) < Number(lowest) ? amount : lowest,
      undefined,
    )
}

/** The limits of all currencies at a time. */
export function limitsAt(settings: LimitSettings, nowMs: number): Limits {
  const { secondPersonAbove = {}, earlierLimits = [] } = settings
  const named = [...Object.keys(secondPersonAbove), ...earlierLimits.map((one) => one.currency)]
  return Object.fromEntries(
    [...new Set(named)].flatMap((currency) => {
      const amount = limitAt(settings, currency, nowMs)
      return amount === undefined ? [] : [[currency, amount] as const]
    }),
  )
}

/** What still counts of an entity's earlier limits when its own become these. `safeMs`: see `safeNow` of a clock. */
export function earlierLimitsAfter(
  entity: Pick<EntityRow, 'settings'>,
  next: Limits = {},
  nowMs: number,
  safeMs = nowMs,
): readonly EarlierLimit[] {
  const { own, kept } = ownSettings(entity)
  const before = { ...own, ...kept }
  const { earlierLimits = [] } = kept
  return Object.entries(limitsAt(before, safeMs)).flatMap(([currency, amount]) => {
    const isRaised = isAbove(next[currency], own.secondPersonAbove?.[currency])
    // The lowest one of the last day goes on: a limit that is raised in steps is none the sooner.
    if (isRaised) return [{ currency, amount, untilMs: nowMs + EARLIER_MS }]
    return earlierLimits.filter((one) => one.currency === currency && one.untilMs > safeMs)
  })
}

/** Whether a limit lets more pass than another one; none lets everything pass. */
function isAbove(limit: string | undefined, other: string | undefined): boolean {
  if (other === undefined) return false
  return limit === undefined || Number(limit) > Number(other)
}

/** Why an entity may not have these limits, as the end of a sentence: one above it is lower. `path`: itself first. */
export function limitsFault(
  [, ...above]: readonly EntityRow[],
  limits: Limits = {},
): string | undefined {
  const inForce = settingsOf(above).secondPersonAbove ?? {}
  const fault = Object.entries(limits).find(([currency, amount]) =>
    isAbove(amount, inForce[currency]),
  )
  if (fault === undefined) return undefined
  const [currency] = fault
  const most = inForce[currency]
  const setter = above.find((one) => ownSettings(one).own.secondPersonAbove?.[currency] === most)
  return `secondPersonAbove.${currency} must be at most ${most}, the limit of ${setter?.name}: what lies below it may only lower it`
}
