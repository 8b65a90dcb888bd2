import type { WidgetSession } from '../../common/widget-wire.ts'

/** Milliseconds before each question: quick at first, about 20 seconds in all. */
export const pollingDelaysMs: readonly number[] = [
  400, 800, 1200, 1600, 2000, 3000, 3500, 4000, 4000,
]

/** How often a checkout may say that nothing was tried before that is believed. */
const UNTOUCHED_IS_SURE = 3

/**
 * - `finished`: there is a result to read;
 * - `untouched`: the submit never arrived, the shopper may try again;
 * - `gone`: the checkout does not exist any more;
 * - `unknown`: no answer in all the time.
 */
export type PolledOutcome = 'finished' | 'untouched' | 'gone' | 'unknown'

export interface PollingSteps {
  /** The session now; `gone` when it is refused; undefined when the gateway was not reached. */
  readonly read: () => Promise<WidgetSession | 'gone' | undefined>
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Finds out what became of a submit whose answer never came, or that another submit overtook
 * (decisions §5: what is not known is asked for, never retried blindly). A submit may still be on
 * its way when the first question arrives, so "untouched" counts only when it is said repeatedly.
 */
export async function pollOutcome(
  { read, wait }: PollingSteps,
  delaysMs: readonly number[] = pollingDelaysMs,
): Promise<PolledOutcome> {
  let untouched = 0
  for (const delay of delaysMs) {
    await wait(delay)
    const session = await read()
    if (session === 'gone') return 'gone'
    if (session === undefined) continue
    if (isFinished(session)) return 'finished'
    untouched = session.state === 'open' ? untouched + 1 : 0
    if (untouched >= UNTOUCHED_IS_SURE) return 'untouched'
  }
  return 'unknown'
}

function isFinished({ state, attempted }: WidgetSession): boolean {
  return state === 'done' || state === 'pending' || (state === 'open' && attempted)
}
