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

/** So long no mail is tried after one that has found no server. */
const REST_MS = 30_000

export interface DeliveryParts extends Pick<Core, 'store' | 'clock' | 'log'> {
  /** `undefined`: no mail server is set up, and mails that wait stay. */
  readonly post: Post | undefined
  /** The mail as it is sent now; `undefined`: what it tells is over. */
  readonly messageOf: (row: MailRow) => Promise<Message | undefined>
}

/**
 * Delivers a mail when its timer is due. Its lease is longer than a try takes, so that no other process sends it; after
 * a crash it is sent again with the same `Message-ID`. A try that waits goes on beside the rounds of the timers. A
 * server that cannot be reached is left alone for a while, and what waits for it costs no connection.
 */
export function createDelivery(parts: DeliveryParts): TimerHandler {
  const { store, clock, log, post } = parts
  const underWay = new Map<string, number>()
  let count = 0
  let restsUntilMs = 0

  async function tried(row: MailRow, timer: TimerRow, send: Post): Promise<TimerResult> {
    const message = await parts.messageOf(row)
    if (message === undefined) return end(row, timer, { state: 'dropped' })
    const posted = await send(message)
    if (posted.kind === 'unreachable') restsUntilMs = clock.now() + REST_MS
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
    if (restsUntilMs > nowMs) return { dueAtMs: restsUntilMs }
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
