import type { Exchange, OutgoingClient } from './client.ts'

/**
 * Sends requests with the first of these tokens that is not refused. A request whose token is refused has done
 * nothing there, so it may be sent again.
 */
export function withBearerTokens(
  tokens: readonly string[],
  exchange: OutgoingClient,
): OutgoingClient {
  return withKeys(tokens, (token) => ({ authorization: `Bearer ${token}` }), exchange)
}

/** The same for a provider that takes its key in another header. */
export function withKeys(
  keys: readonly string[],
  headersOf: (key: string) => Readonly<Record<string, string>>,
  exchange: OutgoingClient,
): OutgoingClient {
  let used = 0
  return async (request) => {
    const sentWith = used
    const send = (at: number) => {
      return exchange({
        ...request,
        headers: { ...request.headers, ...headersOf(keys[at] ?? '') },
      })
    }
    const answered = await send(sentWith)
    if (!isKeyRefused(answered) || sentWith + 1 >= keys.length) return answered
    const again = await send(sentWith + 1)
    if (again.kind === 'answered' && !isKeyRefused(again)) used = sentWith + 1
    return again
  }
}

function isKeyRefused(exchange: Exchange): boolean {
  return exchange.kind === 'answered' && (exchange.status === 401 || exchange.status === 403)
}
