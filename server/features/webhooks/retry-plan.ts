import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import type { Exchange } from '../../http/outgoing/client.ts'
import type { CallResult } from '../../payments/index.ts'
import type { DeliveryRow, DeliveryStep } from '../../store/port.ts'

/** The delay after each failed call of a webhook; the last ones are daily, up to 30 days (decisions §9). */
export const WEBHOOK_RETRIES_MS: readonly number[] = [
  ...[1, 2, 4, 8, 15, 30].map((minutes) => minutes * MINUTE_MS),
  HOUR_MS,
  ...Array.from({ length: 30 }, () => DAY_MS),
]

/** The delays of a test message: its receiver is often started beside the request that makes the webhook. */
export const TEST_RETRIES_MS: readonly number[] = [5_000, 30_000, 2 * MINUTE_MS]

/** Each delay varies by up to this part, so that calls that failed together are spread out (R-WH-2). */
const JITTER = 0.1

/** The longest wait that a receiver may ask for with `Retry-After`. */
const MAX_RETRY_AFTER_MS = DAY_MS

/** 2xx: redirects are not followed, and count as failures. */
export function resultOf(exchange: Exchange): CallResult & { readonly reason: string | null } {
  if (exchange.kind !== 'answered') {
    return { isDelivered: false, status: undefined, reason: exchange.reason }
  }
  const { status } = exchange
  const isDelivered = status >= 200 && status < 300
  return { isDelivered, status, reason: isDelivered ? null : `answered with ${status}` }
}

export interface FailedCall {
  readonly delivery: Pick<DeliveryRow, 'retries'>
  readonly exchange: Exchange
  readonly retryDelaysMs: readonly number[]
  /** The time at its entity, by which it is due again, and that of the process. */
  readonly entityNowMs: number
  readonly nowMs: number
  /** 0 to 1. */
  readonly random: number
}

/** When a failed call is repeated, or that it is given up. */
export function afterFailure(
  failed: FailedCall,
): Pick<DeliveryStep, 'state' | 'dueAtMs' | 'retries'> {
  const { delivery, exchange, retryDelaysMs, entityNowMs, nowMs, random } = failed
  const delayMs = retryDelaysMs[delivery.retries]
  const isGone = exchange.kind === 'answered' && exchange.status === 410
  if (delayMs === undefined || isGone) return { state: 'givenUp' }
  const spreadMs = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random))
  const askedMs = exchange.kind === 'answered' ? retryAfterMs(exchange.retryAfter, nowMs) : 0
  const dueAtMs = entityNowMs + Math.max(spreadMs, Math.min(askedMs, MAX_RETRY_AFTER_MS))
  return { dueAtMs, retries: delivery.retries + 1 }
}

/** The wait of a `Retry-After` header, seconds or a date; 0 for none and for what is neither. */
function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const untilMs = Date.parse(header)
  return Number.isNaN(untilMs) ? 0 : Math.max(0, untilMs - nowMs)
}
