import type { EntityThrottling } from '../../entities/settings.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type {
  ThrottlingGroup,
  ThrottlingLimit,
  ThrottlingLimits,
} from '../../kernel/settings/throttling-limits.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Store, TokenRow } from '../../store/port.ts'
import { createSharedQuota, type SharedQuota } from './shared-quota.ts'

type Admission = Refusal | undefined | Promise<Refusal | undefined>

/** Limits how many requests are answered in a time (interface document, Limits; decisions §11). */
export interface Throttle {
  /**
   * Counts a request of an access token. Above the limit it answers a refusal: 429, 800.120.100
   * (interface document, Errors, rule 2). No promise in the usual case. Rejects with the store.
   */
  admit(token: TokenRow, group: ThrottlingGroup): Admission
  /**
   * Counts an admitted request as `more` further ones, because it caused as much work (R-ISO-1).
   */
  charge(token: TokenRow, group: ThrottlingGroup, more: number): void
  /** Counts a read of a checkout's status, where its channel sets a limit. */
  admitStatusRead(checkoutId: string, throttling: EntityThrottling | undefined): Admission
}

export interface ThrottleParts {
  readonly store: Store
  /** Of the process: tokens own no clock. */
  readonly clock: Clock
  readonly limits: ThrottlingLimits
}

const MINUTE_MS = 60_000

/** Groups whose requests are answered while the store cannot be written (R-RD-1). */
const GROUPS_OF_READS: ReadonlySet<string> = new Set([
  'status',
  'query',
  'reports',
] satisfies ThrottlingGroup[])

export function createThrottle({ store, clock, limits }: ThrottleParts): Throttle {
  const quotas = new Map(
    Object.keys(limits).map((name) => {
      const countsLocallyOnFailure = GROUPS_OF_READS.has(name)
      return [name, createSharedQuota({ name, store, clock, countsLocallyOnFailure })]
    }),
  )
  const ofCheckouts = createSharedQuota({
    name: 'checkout',
    store,
    clock,
    countsLocallyOnFailure: true,
  })

  function decide(
    quota: SharedQuota,
    subject: string,
    limit: ThrottlingLimit,
    words: string,
  ): Admission {
    const refusal = () => tooMany(limit, words, clock.now())
    const taken = quota.take(subject, limit)
    if (taken === true) return undefined
    return taken === false ? refusal() : taken.then((isTaken) => (isTaken ? undefined : refusal()))
  }

  return {
    admit(token, group) {
      const [limit, quota] = [limits[group], quotas.get(group)]
      if (limit === undefined || quota === undefined) return undefined
      return decide(quota, token.hash, limit, WORDS[group])
    },

    charge(token, group, more) {
      const [limit, quota] = [limits[group], quotas.get(group)]
      if (limit !== undefined) quota?.charge(token.hash, limit, more)
    },

    admitStatusRead(checkoutId, throttling) {
      const most = throttling?.statusReadsPerMinute
      if (most === undefined) return undefined
      const limit = { most, periodMs: MINUTE_MS }
      return decide(ofCheckouts, checkoutId, limit, 'status reads of this checkout')
    },
  }
}

const WORDS: Readonly<Record<ThrottlingGroup, string>> = {
  payments: 'payments of this access token',
  checkouts: 'checkout requests of this access token',
  status: 'status reads of this access token',
  query: 'queries of this access token',
  registrations: 'registration requests of this access token',
  reports: 'reports of this access token',
}

/** "The body still carries id": a new one for this refusal, which is not stored. */
function tooMany({ most, periodMs }: ThrottlingLimit, words: string, nowMs: number): Refusal {
  const retryAfterSeconds = Math.ceil((periodMs - (nowMs % periodMs)) / 1_000)
  return refuse('800.120.100', {
    status: 429,
    description: `Too many requests: at most ${most} ${words} are answered in ${periodMs / 1_000} seconds; retry in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
    echo: { id: newObjectId(nowMs) },
  })
}
