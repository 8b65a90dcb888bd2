import type { FastifyRequest } from 'fastify'
import type { Clock, EntityClock } from '../kernel/timers/clock.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The entity that the request is for, once known: the one it names, else that of its token. */
    entityId: string | undefined
  }
}

/** The clock of entities, or only that of the process where no entity has a clock of its own. */
export type AnsweringClock = Clock & Partial<Pick<EntityClock, 'of'>>

/**
 * The timestamp of an answer to the request: by the clock of its entity (decisions §12), or by that of
 * the process while the entity is not known.
 */
export function timeOf(
  { entityId }: Pick<FastifyRequest, 'entityId'>,
  clock: AnsweringClock,
): number {
  return entityId === undefined || clock.of === undefined ? clock.now() : clock.of(entityId)
}
