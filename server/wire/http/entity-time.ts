import type { FastifyRequest } from 'fastify'
import type { Clock, EntityClock } from '../../engine/timers/clock.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request speaks for, as soon as that is known: the entity it names, else its sender's. */
    entityId: string | undefined
  }
}

/** The clock of entities, or of the process alone where nobody owns one. */
export type AnsweringClock = Clock & Partial<Pick<EntityClock, 'of'>>

/**
 * The time that an answer to the request tells: by the clock of its entity (decisions §12), by that of
 * the process while nobody knows whose request it is.
 */
export function timeOf(
  { entityId }: Pick<FastifyRequest, 'entityId'>,
  clock: AnsweringClock,
): number {
  return entityId === undefined || clock.of === undefined ? clock.now() : clock.of(entityId)
}
