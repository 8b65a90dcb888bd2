import type { WidgetSession } from '../../../common/widget-wire.ts'

/** Milliseconds before each question: quick at first, about 20 seconds in all. */
export const pollingDelaysMs: readonly number[] = [
  400, 800, 1200, 1600, 2000, 3000, 3500, 4000, 4000,
]

/** A checkout must report so often that nothing was tried before that counts. */
const MIN_UNTOUCHED_REPORTS = 3

/**
 * - `finished`: there is a result to read, or the shopper has to confirm the payment first;
 * - `untouched`: the submit never arrived, the shopper may try again;
 * - `gone`: the checkout does not exist any more;
 * - `unknown`: no answer in all the time.
 */
export type PolledOutcome = 'finished' | 'untouched' | 'gone' | 'unknown'

export interface PollingSteps {
  /** The session now; `gone` when it is refused; undefined when the gateway was not reached. */
  readonly read: () => Promise<WidgetSession | 'gone' | undefined>
  readonly wait: (milliseconds: number) => Promise<void>
  /** The shopper has read of an earlier decline: that the checkout was tried is no result then. */
  readonly wasDeclined?: boolean
}

/**
 * Asks for the outcome of a submit whose answer never came, or that came second to another submit
 * (decisions §5: what is not known is asked for, never retried blindly). The submit may reach the
 * gateway after the first question, so "untouched" counts only when it is reported repeatedly.
 */
export async function pollOutcome(
  { read, wait, wasDeclined = false }: PollingSteps,
  delaysMs: readonly number[] = pollingDelaysMs,
): Promise<PolledOutcome> {
  let untouched = 0
  for (const delay of delaysMs) {
    await wait(delay)
    const session = await read()
    if (session === 'gone') return 'gone'
    if (session === undefined) continue
    const isFresh = !wasDeclined || session.state !== 'open'
    if ((isFresh && hasResult(session)) || session.redirect !== undefined) return 'finished'
    untouched = session.state === 'open' ? untouched + 1 : 0
    if (untouched >= MIN_UNTOUCHED_REPORTS) return 'untouched'
  }
  return 'unknown'
}

/** Whether the latest submit of the checkout has a result, good or bad, that the shop can show. */
export function hasResult({ state, attempted, redirect }: WidgetSession): boolean {
  if (redirect !== undefined) return false
  return state === 'done' || state === 'pending' || (state === 'open' && attempted)
}
