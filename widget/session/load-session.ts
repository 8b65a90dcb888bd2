import type { WidgetBoot, WidgetSession, WidgetSessionRefusal } from '../../common/widget-wire.ts'

/** The session, why the gateway refuses it, or undefined when the gateway was not reached. */
export type SessionAnswer =
  | { readonly session: WidgetSession }
  | { readonly refusal: string }
  | undefined

/** Waits between tries when the network fails. */
const RETRY_DELAYS_MS = [500, 2000]

/** `GET /v1/checkouts/{id}/session`. Every refusal is final except 429 and 5xx. */
export async function readSession({ base, checkoutId }: WidgetBoot): Promise<SessionAnswer> {
  try {
    const response = await fetch(`${base}/v1/checkouts/${checkoutId}/session`, {
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

/** Reads the session, trying again a little later when the gateway is not reached. */
export async function loadSession(boot: WidgetBoot): Promise<SessionAnswer> {
  if (boot.checkoutId === null) return { refusal: 'No checkout id was given' }
  let answer = await readSession(boot)
  for (const delay of RETRY_DELAYS_MS) {
    if (answer !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, delay))
    answer = await readSession(boot)
  }
  return answer
}
