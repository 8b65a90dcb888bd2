import type { WidgetBoot, WidgetSession, WidgetSessionRefusal } from '../../common/widget-wire.ts'
import { pageLanguage } from '../options/page-options.ts'
import { fetchWithin } from './fetch-within.ts'

/** A gateway that takes connections and answers nothing counts as not reached by then. */
const SESSION_WITHIN_MS = 10_000

/** The session, why the gateway refuses it, or undefined when the gateway was not reached. */
export type ReadSession =
  | { readonly session: WidgetSession }
  | { readonly refusal: string; readonly state?: string | undefined }
  | undefined

/** `GET /v1/checkouts/{id}/session`. Every refusal is final except 429 and 5xx. */
export async function readSession({ base, checkoutId }: WidgetBoot): Promise<ReadSession> {
  try {
    // The amount comes as text: the first use of Intl would block the page for up to 0.1 s.
    const path = `/v1/checkouts/${checkoutId}/session?language=${encodeURIComponent(pageLanguage())}`
    const { status, body } = await fetchWithin(SESSION_WITHIN_MS, base + path, {
      cache: 'no-store',
    })
    if (status === 200) return { session: body as WidgetSession }
    if (status === 429 || status >= 500) return undefined
    const { result, state } = body as WidgetSessionRefusal
    return { refusal: result.description, state }
  } catch {
    return undefined
  }
}
