import type { BrowserRequest, BrowserStep } from '../../common/authentication-wire.ts'

/** A little longer than the gateway waits for a directory. */
const ANSWER_MS = 45_000

/**
 * The gateway's answer. `lost`: nothing has come back; `busy`: it cannot answer now. Both may be asked
 * again. `refused`: it knows no such payment.
 */
export type Asked = BrowserStep | { readonly step: 'lost' | 'busy' | 'refused' }

/** Statuses of requests that may be sent again, below 500. */
const REPEATABLE = [408, 409, 425, 429]

/** Asks the gateway once. Never rejects. */
export async function ask(path: string, request: BrowserRequest): Promise<Asked> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(ANSWER_MS),
      credentials: 'omit',
      cache: 'no-store',
    })
    if (response.ok) return (await response.json()) as BrowserStep
    const mayRepeat = response.status >= 500 || REPEATABLE.includes(response.status)
    return { step: mayRepeat ? 'busy' : 'refused' }
  } catch {
    return { step: 'lost' }
  }
}
