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

let asked = 0
/** The newest answer that is here. */
let newest:
  | { readonly at: number; readonly id: string | null; readonly answer: ReadSession }
  | undefined

/**
 * `POST /v1/checkouts/{id}/session`: no cache and no service worker of the page has an answer to a POST. An
 * answer that comes after that of a later question gives way to it. Every refusal is final except 429 and 5xx.
 */
export async function readSession({ base, checkoutId: id }: WidgetBoot): Promise<ReadSession> {
  const at = ++asked
  try {
    // The amount comes as text: the first use of Intl would block the page for up to 0.1 s.
    const path = `/v1/checkouts/${id}/session?language=${encodeURIComponent(pageLanguage())}`
    const { status, body } = await fetchWithin(SESSION_WITHIN_MS, base + path, { method: 'POST' })
    if (newest && newest.at > at && newest.id === id) return newest.answer
    if (status === 429 || status >= 500) return undefined
    const { result, state } = body as WidgetSessionRefusal
    const answer =
      status === 200 ? { session: body as WidgetSession } : { refusal: result.description, state }
    newest = { at, id, answer }
    return answer
  } catch {
    return undefined
  }
}
