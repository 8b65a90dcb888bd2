import type { FastifyRequest } from 'fastify'
import { StoreError } from '../store/errors.ts'
import { LogThrottle } from './log-throttle.ts'

/** How often one kind of failure is logged, in milliseconds. */
const LOG_EVERY_MS = 1_000

/**
 * Makes a function that logs why requests fail. A failure that all requests share, such as an
 * unreachable database, is logged once a second with the number of requests: a line for each would fill
 * the disk and hide other failures.
 */
export function failureLog(message: string) {
  const perKind = new Map<string, LogThrottle>()
  const eventOf = (kind: string): LogThrottle => {
    const event = perKind.get(kind) ?? new LogThrottle(LOG_EVERY_MS)
    perKind.set(kind, event)
    return event
  }
  return (
    { log, logId: id, traceContext }: FastifyRequest,
    err: unknown,
    kind = kindOf(err),
  ): void => {
    const requests = kind === undefined ? 1 : eventOf(kind).countForLog()
    const trace = traceContext === undefined ? {} : { trace: traceContext.traceId }
    if (requests > 0) log.error({ id, ...trace, requests, err }, message)
  }
}

/** `undefined`: a failure of this one request, perhaps a bug, which is always logged. */
function kindOf(error: unknown): string | undefined {
  if (!(error instanceof StoreError)) return undefined
  // A record that the store never accepts is wrong in this request alone.
  return error.code === 'invalid-change' ? undefined : error.code
}
