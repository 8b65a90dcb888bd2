import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'

/** How often a run is tried again, and how long after its first try at most (reference behaviour §8). */
export const MAX_RETRIES = 5
export const RETRY_PERIOD_MS = 20 * DAY_MS

/** What the schedule does after a failed run. */
export type AfterDecline =
  /** The run is paid again after a delay. */
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** The run is given up; the next run is paid as planned. */
  | { readonly kind: 'giveUp' }
  /** The card must not be charged again: the schedule ends. */
  | { readonly kind: 'stop' }

const retry = (afterMs: number): AfterDecline => ({ kind: 'retry', afterMs })
const stop: AfterDecline = { kind: 'stop' }
const giveUp: AfterDecline = { kind: 'giveUp' }

/**
 * Merchant advice codes of the card networks. All others ask for something that another try does not
 * change (01 new details, 04 a new token, 22 another merchant set-up), or only inform (40 to 43).
 */
const afterAdvice: Readonly<Record<string, AfterDecline>> = {
  '02': retry(72 * HOUR_MS),
  '03': stop,
  '21': stop,
  '24': retry(HOUR_MS),
  '25': retry(24 * HOUR_MS),
  '26': retry(2 * DAY_MS),
  '27': retry(4 * DAY_MS),
  '28': retry(6 * DAY_MS),
  '29': retry(8 * DAY_MS),
  '30': retry(10 * DAY_MS),
}

/** The cardholder has stopped these payments, or all of the merchant's, at his bank. */
const STOPPED_AT_BANK: ReadonlySet<string> = new Set(['800.100.500', '800.100.501'])

export function afterDecline(resultCode: string, adviceCode: string | undefined): AfterDecline {
  if (STOPPED_AT_BANK.has(resultCode)) return stop
  return adviceCode === undefined ? giveUp : (afterAdvice[adviceCode] ?? giveUp)
}
