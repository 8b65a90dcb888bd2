import type { FastifyRequest } from 'fastify'
import { StoreError } from '../../engine/store/errors.ts'
import { RareEvent } from './rare-event.ts'

/** How often the log tells what fails for all requests alike, in milliseconds. */
const TELL_EVERY_MS = 1_000

/**
 * Answers with a function that logs why requests fail. What fails for all of them alike, such as a
 * database that is away, is told once a second with how many requests it was: a line for each would
 * fill the disk, and hide what else goes wrong.
 */
export function failureLog(message: string) {
  const perKind = new Map<string, RareEvent>()
  const eventOf = (kind: string): RareEvent => {
    const event = perKind.get(kind) ?? new RareEvent(TELL_EVERY_MS)
    perKind.set(kind, event)
    return event
  }
  return ({ log, logId: id }: FastifyRequest, err: unknown, kind = kindOf(err)): void => {
    const requests = kind === undefined ? 1 : eventOf(kind).happened()
    if (requests > 0) log.error({ id, requests, err }, message)
  }
}

/** `undefined`: a fault of this one request, a bug perhaps, which is always told. */
function kindOf(error: unknown): string | undefined {
  return error instanceof StoreError ? error.code : undefined
}
