import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { SEEN_BY_NOBODY } from '../../server/entities/known-token.ts'
import type { Person } from '../../server/entities/rights.ts'
import type { Sessions, SignedIn } from '../../server/entities/signed-in.ts'
import { UNLIMITED_TOKEN } from '../../server/entities/token-limits.ts'
import { hashToken } from '../../server/kernel/ids.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { withoutNumbers } from '../../server/parameters/masking.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import { StoreError } from '../../server/store/errors.ts'
import type { Change, SessionRow, Store, UserRow } from '../../server/store/port.ts'
import { grantOn } from './roles.ts'
import { NO_TRIES, type Tries } from './tries.ts'

/** What sessions are held to; times in milliseconds. */
export interface SessionRules {
  /** Who has no second factor sets one up before anything else (PCI DSS 8.4.2). */
  readonly needsSecondFactor: boolean
  /** A session is good for so long after the last request (PCI DSS 8.2.8: fifteen minutes). */
  readonly idleMs: number
  /** After the sign-in. */
  readonly longestMs: number
}

/** Of a user at the same time; a further sign-in ends the oldest. */
export const MAX_SESSIONS = 20

/** Of one user that are looked at: more than can be alive, as older ones were ended. */
const MAX_READ = 100

/** How often it is written down that a session was seen. */
const SEEN_EVERY_MS = MINUTE_MS

const TOKEN_BYTES = 32
const MAX_USER_AGENT = 200
const MAX_ADDRESS = 45

export interface SessionParts {
  readonly store: Store
  /** Of the process. */
  readonly clock: Clock
  /** Of the back office. */
  readonly origin: string
  readonly rules: SessionRules
}

/** Where a session comes from. */
export interface Client {
  readonly address: string
  readonly userAgent: string
}

/** Why a session was ended. */
export type SessionEnd = NonNullable<SessionRow['endReason']>

/** What is done with sessions; changes are for the commit of what causes them. */
export interface SessionService extends Sessions {
  readonly rules: SessionRules
  /** The sessions of a user that go on, newest first. */
  ofUser(userId: string): Promise<readonly SessionRow[]>
  /** A new session, and what ends those above the limit. */
  begin(
    user: Pick<UserRow, 'id'>,
    from: {
      readonly entityId: string
      readonly client: Client
      readonly others: readonly SessionRow[]
    },
  ): { readonly row: SessionRow; readonly token: string; readonly changes: readonly Change[] }
  /** Ends a session, if it goes on. `reason`: what its browser is told; `null`: it has asked for it. */
  end(id: string, reason: SessionEnd | null): Promise<void>
}

export function createSessions({ store, clock, origin, rules }: SessionParts): SessionService {
  const endOf = (session: SessionRow, nowMs: number) => endOfSession(session, nowMs, rules)
  const isAlive = (session: SessionRow, nowMs: number) => endOf(session, nowMs) === undefined

  /** Another request may write the same at the same time: one of them is enough. */
  async function writeSeen(
    { id, lastSeenAtMs, version }: SessionRow,
    nowMs: number,
  ): Promise<void> {
    if (nowMs - lastSeenAtMs < SEEN_EVERY_MS) return
    const set = { lastSeenAtMs: nowMs }
    try {
      await store.commit([{ kind: 'stepSession', id, expectedVersion: version, set }])
    } catch (error) {
      // Reads are answered while the store cannot write (R-RD-1); then the session ends earlier.
      if (!(error instanceof StoreError)) throw error
    }
  }

  const service: SessionService = {
    origin,
    rules,

    async find(token, { isUnattended = false } = {}) {
      const nowMs = clock.now()
      const session = await store.read.session(hashToken(token))
      if (session === undefined) return signInAgain
      const end = endOf(session, nowMs)
      if (end !== undefined) return end
      const found = await personOf(session, store, rules)
      if (!isRefusal(found) && !isUnattended) await writeSeen(session, nowMs)
      return found
    },

    async goesOn({ sessionId }) {
      const session = await store.read.session(sessionId)
      if (session === undefined || !isAlive(session, clock.now())) return false
      return !isRefusal(await personOf(session, store, rules))
    },

    async ofUser(userId) {
      const nowMs = clock.now()
      const rows = await store.read.sessionsOfUser(userId, MAX_READ)
      return rows.filter((row) => isAlive(row, nowMs))
    },

    begin({ id: userId }, { entityId, client, others }) {
      const nowMs = clock.now()
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const row: SessionRow = {
        id: hashToken(token),
        userId,
        entityId,
        address: client.address.slice(0, MAX_ADDRESS),
        userAgent: withoutNumbers(client.userAgent).slice(0, MAX_USER_AGENT),
        createdAtMs: nowMs,
        lastSeenAtMs: nowMs,
        endedAtMs: null,
        endReason: null,
        ...NO_TRIES,
        version: 1,
      }
      const surplus = others.slice(MAX_SESSIONS - 1)
      return {
        row,
        token,
        changes: [...endingOf(surplus, nowMs, 'tooMany'), { kind: 'insertSession', row }],
      }
    },

    async end(id, reason) {
      for (;;) {
        const row = await store.read.session(id)
        if (row === undefined || row.endedAtMs !== null) return
        const { applied } = await store.commit(endingOf([row], clock.now(), reason))
        if (applied) return
      }
    },
  }
  return service
}

/** Why a session does not go on, for the holder of its cookie; `undefined`: it goes on. */
function endOfSession(
  { endedAtMs, endReason, lastSeenAtMs, createdAtMs }: SessionRow,
  nowMs: number,
  rules: SessionRules,
): Refusal | undefined {
  if (endedAtMs !== null) return endReason === null ? signInAgain : ended[endReason]
  if (nowMs - lastSeenAtMs >= rules.idleMs) return ended.idle
  return nowMs - createdAtMs >= rules.longestMs ? ended.tooLong : undefined
}

/** The changes that end sessions. */
export function endingOf(
  rows: readonly SessionRow[],
  nowMs: number,
  endReason: SessionEnd | null,
  more: Partial<Tries> = {},
): readonly Change[] {
  return rows.map(({ id, version }) => {
    const set = { endedAtMs: nowMs, endReason, ...more }
    return { kind: 'stepSession', id, expectedVersion: version, set } as const
  })
}

async function personOf(
  session: SessionRow,
  { read }: Store,
  rules: SessionRules,
): Promise<SignedIn | Refusal> {
  const [user, grants, path] = await Promise.all([
    read.user(session.userId),
    read.grantsOfUser(session.userId),
    read.entityPath(session.entityId),
  ])
  const grant = grantOn(path, grants)
  if (user === undefined || user.state === 'blocked' || grant === undefined) return signInAgain
  const { id, email } = user
  const { role, createdAtMs: decidesSinceMs } = grant
  const person: Person = {
    id,
    email,
    role,
    decidesSinceMs,
    sessionId: session.id,
    lacks: lackedBy(user, rules),
  }
  return { person, token: tokenOf(session, user) }
}

/** What somebody has to do before anything else; `undefined`: nothing. */
export function lackedBy(
  { isFirstPassword, totpSealed }: Pick<UserRow, 'isFirstPassword' | 'totpSealed'>,
  { needsSecondFactor }: Pick<SessionRules, 'needsSecondFactor'>,
): Person['lacks'] {
  if (isFirstPassword) return 'ownPassword'
  return needsSecondFactor && totpSealed === null ? 'secondFactor' : undefined
}

/** What routes know of a caller, of a session: its hash names the user, by whom requests are counted. */
function tokenOf({ entityId, createdAtMs }: SessionRow, { id, email }: UserRow): SignedIn['token'] {
  return {
    hash: `person ${id}`,
    entityId,
    label: email,
    administers: true,
    sealed: '',
    createdAtMs,
    ...SEEN_BY_NOBODY,
    ...UNLIMITED_TOKEN,
  }
}

export const signInAgain = refuse('800.900.300', {
  status: 401,
  description: 'This session has ended: sign in again',
})

/** Tells the holder of an ended session's cookie why; nobody else learns of it. */
function because(end: SessionEnd | 'idle' | 'tooLong', why: string): Refusal {
  return refuse('800.900.300', {
    status: 401,
    description: `This session has ended: ${why}. Sign in again`,
    leadsTo: { ended: end },
  })
}

const ended: Readonly<Record<SessionEnd | 'idle' | 'tooLong', Refusal>> = {
  idle: because('idle', 'there was no request for too long'),
  tooLong: because('tooLong', 'it had lasted for the longest time that a session may'),
  blocked: because('blocked', 'the user was blocked'),
  roleChanged: because('roleChanged', 'the roles of the user were changed'),
  byColleague: because('byColleague', 'a colleague has ended all sessions of the user'),
  byOperator: because('byOperator', 'an operator has made a new password for the user'),
  passwordChanged: because('passwordChanged', 'the password of the user was changed'),
  elsewhere: because('elsewhere', 'the user has ended it in another browser'),
  tooMany: because('tooMany', 'the user has begun too many others'),
}

/** Sessions and invitations whose time was over so long ago are deleted. */
const KEPT_MS = 30 * 24 * HOUR_MS
const MAX_DELETED = 500

/** Deletes sessions and invitations that are over for long; answers whether there may be more. */
export async function deleteOld({
  store,
  clock,
}: Pick<SessionParts, 'store' | 'clock'>): Promise<boolean> {
  const beforeMs = clock.now() - KEPT_MS
  const [sessions, invitations] = await Promise.all([
    store.read.unseenSessions(beforeMs, MAX_DELETED),
    store.read.expiredInvitations(beforeMs, MAX_DELETED),
  ])
  const changes: readonly Change[] = [
    ...sessions.map(({ id }) => ({ kind: 'deleteSession', id, beforeMs }) as const),
    ...invitations.map(({ id }) => ({ kind: 'deleteInvitation', id }) as const),
  ]
  if (changes.length > 0) await store.commit(changes)
  return sessions.length === MAX_DELETED || invitations.length === MAX_DELETED
}
