import type { AdminEntity, AdminSession } from '../../common/admin-wire.ts'
import { ROLE_RIGHTS, type Role } from '../../server/entities/rights.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { EntityRow, SessionRow, UserRow } from '../../server/store/port.ts'
import type { GrantWithEntity } from './roles.ts'
import type { SessionTimes } from './sessions.ts'

/** Code of every answer about people that is no refusal. */
const DONE = '000.000.100'

/** What the last members of an answer are made from. */
export interface Meta {
  readonly ndc: string
  readonly atMs: number
}

/** An answer with members of its own. */
export function peopleAnswer(
  members: object,
  meta: Meta,
  more: Pick<Answer, 'headers' | 'shownOnce'> = {},
): Answer {
  const after = members as Readonly<Record<string, unknown>>
  return { status: 200, body: bodyOf(DONE, meta, { after }), ...more }
}

/** Where an entity stands in its tree. */
export function shownEntity({ id, name, kind }: EntityRow): AdminEntity {
  return { id, name, kind }
}

/** A session with all that its answer shows. */
export interface WholeSession {
  readonly user: UserRow
  readonly session: SessionRow
  readonly role: Role
  readonly entity: EntityRow
  /** At the entity, or at the channel below it whose test clock is furthest ahead. */
  readonly nowMs: number
  readonly grants: readonly GrantWithEntity[]
}

export function shownGrants(grants: readonly GrantWithEntity[]) {
  return grants.map(({ entity, role }) => ({ entity: shownEntity(entity), role }))
}

/** `GET /admin/v1/session`. */
export function sessionMembers(
  { user, session, role, entity, nowMs, grants }: WholeSession,
  { times, environment }: { readonly times: SessionTimes; readonly environment: 'test' | 'live' },
): AdminSession {
  return {
    user: { id: user.id, email: user.email, name: user.name },
    role,
    rights: ROLE_RIGHTS[role],
    entity: shownEntity(entity),
    grants: shownGrants(grants),
    hasTotp: user.totpSealed !== null,
    hasFirstPassword: user.isFirstPassword,
    idleMinutes: times.idleMs / 60_000,
    endsAt: wireTimestamp(session.createdAtMs + times.longestMs),
    now: wireTimestamp(nowMs),
    environment,
  }
}
