import type { WidgetBoot, WidgetSession, WidgetSessionRefusal } from '../../common/widget-wire.ts'
import { pageLanguage } from '../options/page-options.ts'

/** The session, why the gateway refuses it, or undefined when the gateway was not reached. */
export type ReadSession =
  | { readonly session: WidgetSession }
  | { readonly refusal: string }
  | undefined

/** `GET /v1/checkouts/{id}/session`. Every refusal is final except 429 and 5xx. */
export async function readSession({ base, checkoutId }: WidgetBoot): Promise<ReadSession> {
  try {
    // The amount comes as text: the first use of Intl would block the page for up to 0.1 s.
    const path = `/v1/checkouts/${checkoutId}/session?language=${encodeURIComponent(pageLanguage())}`
    const response = await fetch(base + path, {
      credentials: 'omit',
      cache: 'no-store',
    })
    if (response.ok) return { session: (await response.json()) as WidgetSession }
    if (response.status === 429 || response.status >= 500) return undefined
    const { result } = (await response.json()) as WidgetSessionRefusal
    return { refusal: result.description }
  } catch {
    return undefined
  }
}
