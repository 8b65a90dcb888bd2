import type { AdminPayment } from '../../administration/answer.ts'
import { checkStream, readJson } from './request.ts'

/** The gateway ends a stream after a while, and the browser opens the next one within a second. */
const PATIENCE_MS = 5_000
/** Between two tries after the gateway has refused a stream: twice as long each time, up to the second one. */
export const FIRST_PAUSE_MS = 1_000
export const MAX_PAUSE_MS = 60_000

/** What the stream tells. */
export interface StreamEvents {
  readonly payment: (payment: AdminPayment) => void
  /** Some changes were not told. */
  readonly missed: () => void
}

interface Following extends StreamEvents {
  readonly live: (isLive: boolean) => void
}

/**
 * Follows a stream until the result is called. The browser connects again by itself after a stream has ended, but
 * not after a status other than 200. Why it was refused is then asked, because a page whose session has ended must
 * not stay on the screen, and the stream is opened again after a pause.
 */
export function followStream(address: string, { live, payment, missed }: Following): () => void {
  let source: EventSource | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS
  const opened = () => {
    clearTimeout(silence)
    silence = undefined
    live(true)
    // Another EventSource does not know the last event of the one before it.
    if (pauseMs > FIRST_PAUSE_MS) missed()
    pauseMs = FIRST_PAUSE_MS
  }
  const failed = () => {
    silence ??= setTimeout(() => live(false), PATIENCE_MS)
    if (source?.readyState !== EventSource.CLOSED) return
    retry = setTimeout(open, pauseMs)
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    void checkStream(address)
  }
  const open = () => {
    source = new EventSource(address)
    source.addEventListener('open', opened)
    source.addEventListener('error', failed)
    source.addEventListener('payment', ({ data }) => payment(readJson(data) as AdminPayment))
    source.addEventListener('missed', missed)
  }
  open()
  return () => {
    clearTimeout(silence)
    clearTimeout(retry)
    source?.close()
  }
}
