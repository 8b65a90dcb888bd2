import { MINUTE_MS } from '../../../common/durations.ts'
import type { EntityThrottling } from '../../entities/settings.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type {
  ThrottlingGroup,
  ThrottlingLimit,
  ThrottlingLimits,
} from '../../kernel/settings/throttling-limits.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import { StoreError } from '../../store/errors.ts'
import type { Store, TokenRow } from '../../store/port.ts'

type Admission = Refusal | undefined | Promise<Refusal | undefined>

/** Limits how many requests are answered in a time (interface document, Limits; decisions §11). */
export interface Throttle {
  /**
   * Counts a request of an access token, or of a person's session. Above the limit it answers a refusal: 429, 800.120.100
   * (interface document, Errors, rule 2). No promise in the usual case. Rejects with the store.
   */
  admit(token: TokenRow, group: ThrottlingGroup, isOfPerson?: boolean): Admission
  /**
   * Counts an admitted request as `more` further ones, because it caused as much work (R-ISO-1).
   */
  addCost(token: TokenRow, group: ThrottlingGroup, more: number): void
  /** Counts a read of a checkout's status, where its channel sets a limit. */
  admitStatusRead(checkoutId: string, throttling: EntityThrottling | undefined): Admission
}

interface ThrottleParts {
  readonly store: Store
  /** Of the process: tokens own no clock. */
  readonly clock: Clock
  readonly limits: ThrottlingLimits
}

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
    admit(token, group, isOfPerson = false) {
      const [limit, quota] = [limits[group], quotas.get(group)]
      if (limit === undefined || quota === undefined) return undefined
      return decide(quota, token.hash, limit, (isOfPerson ? OF_PERSON : OF_TOKEN)[group])
    },

    addCost(token, group, more) {
      const [limit, quota] = [limits[group], quotas.get(group)]
      if (limit !== undefined) quota?.addCost(token.hash, limit, more)
    },

    admitStatusRead(checkoutId, throttling) {
      const most = throttling?.statusReadsPerMinute
      if (most === undefined) return undefined
      const limit = { most, periodMs: MINUTE_MS }
      return decide(ofCheckouts, checkoutId, limit, 'status reads of this checkout')
    },
  }
}

const REQUESTS: Readonly<Record<ThrottlingGroup, string>> = {
  payments: 'payments',
  checkouts: 'checkout requests',
  status: 'status reads',
  query: 'queries',
  registrations: 'registration requests',
  reports: 'reports',
}

const OF_TOKEN = wordsOf('this access token')
const OF_PERSON = wordsOf('one person')

/** What is counted, made once: every request asks for it. */
function wordsOf(whose: string): Readonly<Record<ThrottlingGroup, string>> {
  const groups = Object.entries(REQUESTS).map(([group, requests]) => [
    group,
    `${requests} of ${whose}`,
  ])
  return Object.fromEntries(groups)
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

/**
 * The part of a period's rest that a process takes at once. A smaller part leaves less unused in one
 * process while another has to refuse; a larger part needs fewer commits. A process that alone uses up
 * 6,000 takes about 80 times.
 */
const SHARE = 0.1

/** How many refills a request waits for when other requests of its process use them up. */
const MAX_REFILLS = 5

/** How many subjects are kept in memory; beyond it the oldest are dropped with the rest of their share. */
const MAX_SUBJECTS = 10_000

/** How far the clocks of processes may differ, in milliseconds: a row is kept that much longer. */
const CLOCK_TOLERANCE_MS = 60_000

/** Counts requests per period over all processes that share a store. */
export interface SharedQuota {
  /**
   * Takes one; `false`: the limit of the period is reached. Synchronous while the process has a rest of
   * its share. Rejects with the store.
   */
  take(subject: string, limit: ThrottlingLimit): boolean | Promise<boolean>
  /**
   * Takes more for requests that were granted before. If less is left, the rest is owed: nothing
   * more is granted in this period until it is paid back.
   */
  addCost(subject: string, limit: ThrottlingLimit, more: number): void
}

/** What a process has of one subject in one period. */
interface Share {
  readonly key: string
  readonly startMs: number
  readonly endMs: number
  /** Negative: charged above what was taken. */
  left: number
  /** Taken while the store could not be written: other processes do not count it. */
  uncounted: number
  /** The limit of the period is reached. */
  isUsedUp: boolean
  waiting: number
  refill: Promise<void> | undefined
}

interface SharedQuotaParts {
  /** Distinguishes this quota from others in the store. */
  readonly name: string
  readonly store: Store
  readonly clock: Clock
  /**
   * While the store cannot write, this process counts alone, up to the limit: used for reads, which
   * must answer then (R-RD-1).
   */
  readonly countsLocallyOnFailure?: boolean
}

export function createSharedQuota(parts: SharedQuotaParts): SharedQuota {
  const { name, clock } = parts
  const shares = new Map<string, Share>()

  function shareOf(subject: string, { periodMs }: ThrottlingLimit): Share {
    const nowMs = clock.now()
    const startMs = nowMs - (nowMs % periodMs)
    const known = shares.get(subject)
    if (known?.startMs === startMs) return known
    const share = newShare(`${name}:${subject}:${startMs}`, startMs, startMs + periodMs)
    shares.delete(subject)
    shares.set(subject, share)
    if (shares.size > MAX_SUBJECTS) shares.delete(shares.keys().next().value ?? '')
    return share
  }

  /** One refill at a time serves all that wait. */
  async function takeAfterRefill(share: Share, limit: ThrottlingLimit): Promise<boolean> {
    share.waiting += 1
    try {
      for (let attempt = 1; attempt <= MAX_REFILLS; attempt++) {
        share.refill ??= refill(share, limit, parts).finally(() => {
          share.refill = undefined
        })
        await share.refill
        if (takeFrom(share)) return true
        if (share.isUsedUp) return false
      }
      return false
    } finally {
      share.waiting -= 1
    }
  }

  return {
    take(subject, limit) {
      const share = shareOf(subject, limit)
      if (takeFrom(share)) return true
      return share.isUsedUp ? false : takeAfterRefill(share, limit)
    },

    addCost(subject, limit, more) {
      shareOf(subject, limit).left -= more
    },
  }
}

/** Takes from the store what the share lacks. Rejects with the store, unless it counts locally then. */
async function refill(
  share: Share,
  { most }: ThrottlingLimit,
  { store, clock, countsLocallyOnFailure = false }: SharedQuotaParts,
): Promise<void> {
  const { key, endMs } = share
  // The amount that is being written; nothing while the store is read.
  let taking = 0
  try {
    const done = await decideAndCommit(
      { store, clock },
      {
        load: async () => {
          taking = 0
          return (await store.read.quota(key))?.used ?? 0
        },
        decide: (counted) => {
          const rest = most - counted - share.uncounted
          share.isUsedUp = rest <= 0
          if (share.isUsedUp) return { result: true }
          taking = amountToTake(share, rest)
          const row = { key, used: taking, most, expiresAtMs: endMs + CLOCK_TOLERANCE_MS }
          const changes = [{ kind: 'takeQuota', row } as const]
          return { result: true, parts: [{ owner: 'quota', changes, mayMeetLimit: true }] }
        },
      },
    )
    if (done === undefined) return
  } catch (error) {
    if (taking === 0 || !countsLocallyOnFailure || !(error instanceof StoreError)) throw error
    share.uncounted += taking
  }
  share.left += taking
}

function newShare(key: string, startMs: number, endMs: number): Share {
  return {
    key,
    startMs,
    endMs,
    left: 0,
    uncounted: 0,
    isUsedUp: false,
    waiting: 0,
    refill: undefined,
  }
}

function amountToTake({ waiting, left }: Share, rest: number): number {
  return Math.min(rest, Math.max(Math.floor(rest * SHARE), waiting, 1) - Math.min(left, 0))
}

function takeFrom(share: Share): boolean {
  if (share.left <= 0) return false
  share.left -= 1
  return true
}
