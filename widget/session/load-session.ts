import type { WidgetBoot } from '../../common/widget-wire.ts'
import { type ReadSession, readSession } from './read-session.ts'

/** What `readSession` gives; no session where there is no checkout yet, because the page makes it when the shopper pays. */
export type SessionAnswer = ReadSession | { readonly session: undefined }

/** Waits between tries when the network fails. */
const RETRY_DELAYS_MS = [500, 2000]

/**
 * Reads the session, trying again a little later when the gateway is not reached.
 *
 * @param first the first try, if it is under way
 */
export async function loadSession(
  boot: WidgetBoot,
  first?: Promise<ReadSession>,
): Promise<SessionAnswer> {
  if (boot.checkoutId === null) return { session: undefined }
  let answer = await (first ?? readSession(boot))
  for (const delay of RETRY_DELAYS_MS) {
    if (answer !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, delay))
    answer = await readSession(boot)
  }
  return answer
}
