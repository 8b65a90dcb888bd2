import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'

/** Groups of requests that are throttled together. */
export const THROTTLED_GROUPS = [
  'payments',
  'checkouts',
  'status',
  'query',
  'registrations',
  'reports',
] as const

export type ThrottlingGroup = (typeof THROTTLED_GROUPS)[number]

/** How many requests of one access token are answered at most in each period. */
export interface ThrottlingLimit {
  readonly most: number
  readonly periodMs: number
}

/** A group that is absent is not throttled. */
export type ThrottlingLimits = Readonly<Partial<Record<ThrottlingGroup, ThrottlingLimit>>>

const PERIODS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: HOUR_MS,
  day: DAY_MS,
}

/**
 * By default payments are not limited in practice: 10,000 a second is more than one process can do.
 * Queries have a lower limit because each costs more.
 */
export const defaultThrottling: ThrottlingLimits = {
  payments: { most: 600_000, periodMs: 60_000 },
  checkouts: { most: 600_000, periodMs: 60_000 },
  status: { most: 600_000, periodMs: 60_000 },
  registrations: { most: 600_000, periodMs: 60_000 },
  query: { most: 6_000, periodMs: 60_000 },
  reports: { most: 600, periodMs: 60_000 },
}

/** Reads `payments=6000/min,query=off`; groups that are not named keep their default. */
export function readThrottlingLimits(text: string): ThrottlingLimits | undefined {
  const limits = new Map(Object.entries(defaultThrottling))
  const named = new Set<string>()
  for (const part of text.split(',')) {
    const [group, limitText] = part.split('=').map((piece) => piece.trim())
    if (!isGroup(group) || named.has(group) || limitText === undefined) return undefined
    named.add(group)
    const limit = limitText === 'off' ? 'off' : readLimit(limitText)
    if (limit === undefined) return undefined
    if (limit === 'off') limits.delete(group)
    else limits.set(group, limit)
  }
  return Object.fromEntries(limits)
}

function isGroup(text: string | undefined): text is ThrottlingGroup {
  return THROTTLED_GROUPS.some((group) => group === text)
}

function readLimit(text: string): ThrottlingLimit | undefined {
  const [, count, period = ''] = /^([1-9]\d{0,8})\/(s|min|h|day)$/.exec(text) ?? []
  const periodMs = PERIODS_MS[period]
  return periodMs === undefined ? undefined : { most: Number(count), periodMs }
}
