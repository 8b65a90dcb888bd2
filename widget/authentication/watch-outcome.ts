import type { FormShell } from '../forms/shell/form-shell.ts'
import type { AuthenticationKit } from '../forms/submit/follow-redirect.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: AuthenticationKit

const { hasResult, readSession } = __TILLGATE_KIT__

/** Messages of the page usually say first that the payment has an outcome. */
const ASK_EVERY_MS = 10_000
/** The longest challenge (10 min), method call and requests before it (1 min), and a margin. */
const MAX_WAIT_MS = 12 * 60_000
/** The outcome should be there: when nobody says so, the shop's page shows what is known. */
const HURRIED_EVERY_MS = 2000
const MAX_HURRIED_WAIT_MS = 20_000

/** A laptop was closed, a network was lost, a page was left: what was missed is asked for at once. */
const WAKING = ['online', 'pageshow', 'visibilitychange']

/** Asks the gateway for the outcome of a payment until it has one, in case no message says so. */
export interface OutcomeWatch {
  /** Asks at once. */
  ask(): void
  /** Asks often; the wait ends soon. */
  hurry(): void
  end(): void
}

interface OutcomeWatchEvents {
  readonly finished: () => void
  /** No outcome in all the time. */
  readonly late: () => void
  /** No outcome yet, and whether the gateway was reached. */
  readonly asked: (isReached: boolean) => void
}

export function watchOutcome(
  { checkout }: Pick<FormShell, 'checkout'>,
  { finished, late, asked }: OutcomeWatchEvents,
): OutcomeWatch {
  let everyMs = ASK_EVERY_MS
  let endsAtMs = Date.now() + MAX_WAIT_MS
  let timer: ReturnType<typeof setTimeout>
  let isOver = false

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const answer = await readSession(checkout.boot)
    if (isOver) return
    // A checkout that has expired meanwhile says nothing of its payment.
    if (answer !== undefined && 'session' in answer && hasResult(answer.session)) return finished()
    if (Date.now() >= endsAtMs && navigator.onLine) return late()
    wait()
    asked(answer !== undefined)
  }

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(ask, everyMs)
  }

  wait()
  for (const name of WAKING) addEventListener(name, ask)
  return {
    ask,
    hurry() {
      everyMs = HURRIED_EVERY_MS
      endsAtMs = Math.min(endsAtMs, Date.now() + MAX_HURRIED_WAIT_MS)
      wait()
    },
    end() {
      isOver = true
      clearTimeout(timer)
      for (const name of WAKING) removeEventListener(name, ask)
    },
  }
}
