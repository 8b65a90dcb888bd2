/** Where the client thinks that the gateway is. */
export const ORIGIN = 'http://gateway.example'

export interface Counts {
  /** Connections that a process refused, because it was away: the other one was asked. */
  refused: number
  /** Requests that were sent again under their key, because no answer of theirs arrived. */
  repeated: number
}

/**
 * A load balancer before processes of a gateway, in their turn: one that refuses the connection is left out for this
 * request, and nothing else is tried again, because whoever balances does not know what was done.
 */
export function balanced(urls: readonly string[], counts: Counts): typeof fetch {
  const keys = new Set<string>()
  let turn = 0
  return async (input, init) => {
    const path = String(input).slice(ORIGIN.length)
    const key = new Headers(init?.headers).get('idempotency-key')
    if (key !== null && keys.has(key)) counts.repeated++
    if (key !== null) keys.add(key)
    const first = turn++
    for (let at = first; ; at++) {
      try {
        return await fetch(`${urls[at % urls.length]}${path}`, init)
      } catch (error) {
        if (!isRefused(error) || at === first + urls.length - 1) throw error
        counts.refused++
      }
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const errors = cause instanceof AggregateError ? cause.errors : [cause]
  return errors.every((each) => each?.code === 'ECONNREFUSED')
}
