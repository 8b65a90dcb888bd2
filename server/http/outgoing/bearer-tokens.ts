import type { Exchange, OutgoingClient } from './client.ts'

/**
 * Sends requests with the first of these tokens that is not refused. A request whose token is refused has done
 * nothing there, so it may be sent again.
 */
export function withBearerTokens(
  tokens: readonly string[],
  exchange: OutgoingClient,
): OutgoingClient {
  let used = 0
  return async (request) => {
    const sentWith = used
    const send = (at: number) => {
      const authorization = `Bearer ${tokens[at]}`
      return exchange({ ...request, headers: { ...request.headers, authorization } })
    }
    const answered = await send(sentWith)
    if (!isTokenRefused(answered) || sentWith + 1 >= tokens.length) return answered
    const again = await send(sentWith + 1)
    if (again.kind === 'answered' && !isTokenRefused(again)) used = sentWith + 1
    return again
  }
}

function isTokenRefused(exchange: Exchange): boolean {
  return exchange.kind === 'answered' && (exchange.status === 401 || exchange.status === 403)
}
