import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { TimerHandler, TimerResult } from '../../server/kernel/timers/timers.ts'
import type { Core } from '../../server/payments/index.ts'
import type { Change, MailRow, MailStep, TimerRow } from '../../server/store/port.ts'
import { PACE_MS } from './outbox.ts'
import type { Message, Post, Posted } from './transport.ts'

/** The pauses after tries that failed: a mail server that is away for two days loses nothing. */
export const RETRIES_MS: readonly number[] = [
  ...[1, 5, 15].map((minutes) => minutes * MINUTE_MS),
  ...[1, 4, 12, 24].map((hours) => hours * HOUR_MS),
]

/** Mails that one process sends at once, and of one merchant. */
const MAX_AT_ONCE = 16
const MAX_OF_MERCHANT = 4

/** So long no mail is tried after one that has found no server, and none to a domain after one that has timed out. */
const REST_MS = 30_000

/** Domains that are remembered; of more the oldest is forgotten, and its next mail is tried. */
const MAX_RESTING = 1_000

export interface DeliveryParts extends Pick<Core, 'store' | 'clock' | 'log'> {
  /** `undefined`: no mail server is set up, and mails that wait stay. */
  readonly post: Post | undefined
  /** The mail as it is sent now; `undefined`: what it tells is over. */
  readonly messageOf: (row: MailRow) => Promise<Message | undefined>
}

/**
 * Delivers a mail when its timer is due. Its lease is longer than a try takes, so that no other process sends it; after
 * a crash it is sent again with the same `Message-ID`. A try that waits goes on beside the rounds of the timers. A
 * server that cannot be reached is left alone for a while, and what waits for it costs no connection. Where it can be
 * reached and one mail times out, as a server does that asks the recipient's, only mails to that domain wait.
 */
export function createDelivery(parts: DeliveryParts): TimerHandler {
  const { store, clock, log, post } = parts
  const underWay = new Map<string, number>()
  let count = 0
  let restsUntilMs = 0
  const resting = new Map<string, number>()

  /** Until when a mail is not tried; a time that is past: it may be. */
  const restOf = ({ recipient }: MailRow) =>
    Math.max(restsUntilMs, resting.get(domainOf(recipient)) ?? 0)

  function rest({ recipient }: MailRow, { kind }: Posted): void {
    const untilMs = clock.now() + REST_MS
    if (kind === 'unreachable') restsUntilMs = untilMs
    if (kind !== 'timedOut') return
    const domain = domainOf(recipient)
    resting.delete(domain)
    resting.set(domain, untilMs)
    const [oldest] = resting.keys()
    if (resting.size > MAX_RESTING && oldest !== undefined) resting.delete(oldest)
  }

  async function tried(row: MailRow, timer: TimerRow, send: Post): Promise<TimerResult> {
    const message = await parts.messageOf(row)
    if (message === undefined) return end(row, timer, { state: 'dropped' })
    const posted = await send(message)
    rest(row, posted)
    const step = afterTry(row, posted, clock.now())
    if (step.state === 'givenUp' || step.state === 'refused') {
      const { id, kind } = row
      log.warn({ mailId: id, mail: kind, reply: posted.reply }, `a mail was ${WORDS[step.state]}`)
    }
    return end(row, timer, step)
  }

  /** Writes what became of a mail, and with it that its timer is over, or when it is due again. */
  async function end(
    { id, version: expectedVersion }: MailRow,
    timer: TimerRow,
    { dueAtMs, ...set }: AfterTry,
  ): Promise<TimerResult> {
    const step = { ...set, updatedAtMs: clock.now() }
    // A conflict: the lease has ended, and another process has it.
    await store.commit([
      { kind: 'stepMail', id, expectedVersion, set: step },
      timerChange(timer, dueAtMs),
    ])
    return 'ended'
  }

  return async (timer) => {
    const [merchantId = '', id = ''] = timer.subjectId.split(' ')
    const row = await store.read.mail(id)
    if (row?.state !== 'waiting') return 'done'
    const nowMs = clock.now()
    if (row.expiresAtMs !== null && row.expiresAtMs <= nowMs) {
      return end(row, timer, { state: 'expired' })
    }
    if (post === undefined) return { dueAtMs: nowMs + HOUR_MS }
    const restMs = restOf(row)
    if (restMs > nowMs) return { dueAtMs: restMs }
    const ofMerchant = underWay.get(merchantId) ?? 0
    if (count >= MAX_AT_ONCE || ofMerchant >= MAX_OF_MERCHANT) {
      return { dueAtMs: nowMs + PACE_MS * (MAX_AT_ONCE + ofMerchant) }
    }
    count += 1
    underWay.set(merchantId, ofMerchant + 1)
    try {
      return await tried(row, timer, post)
    } finally {
      count -= 1
      const left = (underWay.get(merchantId) ?? 1) - 1
      if (left === 0) underWay.delete(merchantId)
      else underWay.set(merchantId, left)
    }
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

const WORDS = { givenUp: 'given up', refused: 'refused by the mail server' } as const

type AfterTry = Omit<MailStep, 'updatedAtMs'> & { readonly dueAtMs?: number }

/** What a try changes. */
export function afterTry(
  { attempts }: Pick<MailRow, 'attempts'>,
  { kind, reply }: Posted,
  nowMs: number,
): AfterTry {
  const tries = { attempts: attempts + 1, reply }
  if (kind === 'sent' || kind === 'refused') return { ...tries, state: kind }
  const waitMs = RETRIES_MS[attempts]
  return waitMs === undefined
    ? { ...tries, state: 'givenUp' }
    : { ...tries, dueAtMs: nowMs + waitMs }
}

function timerChange(timer: TimerRow, dueAtMs: number | undefined): Change {
  const { kind, subjectId, version: expectedVersion, attempts } = timer
  const of = { timer: kind, subjectId, expectedVersion }
  return dueAtMs === undefined
    ? { kind: 'endTimer', ...of }
    : { kind: 'stepTimer', ...of, dueAtMs, attempts }
}
