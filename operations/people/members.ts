import type { Role } from '../../server/entities/rights.ts'
import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type {
  Change,
  EntityRow,
  GrantRow,
  InvitationRow,
  SessionRow,
  Store,
  UserRow,
  UserStep,
} from '../../server/store/port.ts'
import { withdrawing } from './invitations.ts'
import type { FurtherParts } from './profile.ts'
import { type Asking, entityOf, type ReachParts, reached, roleRefusal } from './reach.ts'
import { type GrantWithEntity, heldSinceMs, withEntities } from './roles.ts'
import { endingOf, type SessionEnd, type SessionService } from './sessions.ts'
import type { SignInParts } from './sign-in.ts'
import { NO_TRIES, unlockingBrowsers } from './tries.ts'

/** Roles of one user. */
export const MAX_GRANTS = 100
/** Users in one part of a list. */
const MAX_USERS = 100
/** Roles that are read at once: more than one user has. */
const PAGE = 1000

/** A user as the one who asks may see it. */
export interface Member {
  readonly user: UserRow
  readonly grants: readonly GrantWithEntity[]
  /** The last request of the latest session. */
  readonly lastSeenAtMs: number | undefined
}

export interface MemberList {
  readonly members: readonly Member[]
  /** After whom the next part begins; absent at the end. */
  readonly next?: string
}

type Changed = Promise<Member | Refusal | KeyInUse>

/** What owners do with users. Whom they do not reach does not exist for them. */
export interface Members {
  /** Users with a role on the entity of the request or below it, in the order of their ids. */
  list(asking: Asking, after: string): Promise<MemberList>
  /** Gives a role on the entity of the request, in place of one that the user has there. */
  setRole(asking: Asking, userId: string, role: Role, further: FurtherParts<Member>): Changed
  removeRole(asking: Asking, userId: string): Changed
  /** `active` also ends a lock, and the wrong tries of browsers that are known. */
  setState(
    asking: Asking,
    userId: string,
    state: UserRow['state'],
    further: FurtherParts<Member>,
  ): Changed
  /** The user signs in again, with the same roles. */
  endSessions(asking: Asking, userId: string): Changed
}

export interface MemberParts extends ReachParts, Pick<SignInParts, 'store' | 'clock'> {
  readonly sessions: SessionService
}

/** What a change of a user is decided on. */
interface Facts {
  readonly user: UserRow
  /** All roles, also those that the one who asks does not see. */
  readonly grants: readonly GrantRow[]
  readonly sessions: readonly SessionRow[]
  /** Root entities of which the user is an owner, and whether another active one is there. */
  readonly ownedRoots: readonly { readonly root: EntityRow; readonly hasOther: boolean }[]
  /** Invitations by the user that the one who asks reaches, and that nobody has taken. */
  readonly invited: readonly InvitationRow[]
}

/** What becomes of a user. */
interface MemberChange {
  readonly set: Omit<UserStep, 'updatedAtMs'>
  /** All roles afterwards. */
  readonly grants: readonly GrantRow[]
  /** What the user's browsers are told. */
  readonly end: SessionEnd
  /** Invitations by the user that nobody has taken are good for nothing then. */
  readonly withdraws: boolean
}

type Decide = (facts: Facts) => Promise<MemberChange | Refusal>

export function createMembers(parts: MemberParts): Members {
  const { store, clock } = parts

  async function change(
    asking: Asking,
    userId: string,
    decide: Decide,
    further: FurtherParts<Member> = () => [],
  ): Changed {
    interface Loaded {
      readonly changes: readonly Change[]
      readonly member: Member
    }
    const done = await decideAndCommit<Loaded | Refusal, Member | Refusal | KeyInUse>(parts, {
      async load() {
        const facts = await factsOf(asking, userId, parts)
        if (isRefusal(facts)) return facts
        const decided = await decide(facts)
        if (isRefusal(decided)) return decided
        const changes = changesOf(facts, decided, clock.now())
        if (isRefusal(changes)) return changes
        const isUnblocked = decided.set.state === 'active'
        const browsers = isUnblocked ? await unlockingBrowsers(userId, store, facts.sessions) : []
        const user = { ...facts.user, ...decided.set, version: facts.user.version + 1 }
        const seen = await reached(decided.grants, asking, parts)
        return { changes: [...changes, ...browsers], member: await memberOf(user, seen, store) }
      },
      decide(loaded) {
        if (isRefusal(loaded)) return { result: loaded }
        const { changes, member } = loaded
        return { result: member, parts: [{ owner: 'people', changes }, ...further(member)] }
      },
      onConflict: keyInUse,
    })
    return done ?? tooBusy
  }

  return {
    list: (asking, after) => listOf(asking, after, store),

    setRole: (asking, userId, role, further) =>
      change(asking, userId, (facts) => withRole(facts, asking, role, parts), further),

    removeRole: (asking, userId) =>
      change(asking, userId, (facts) => withRole(facts, asking, undefined, parts)),

    setState: (asking, userId, state, further) =>
      change(
        asking,
        userId,
        async ({ user, grants }) => {
          if (userId === asking.person?.id) return notYourself
          if ((await reached(grants, asking, parts)).length < grants.length) return hasOthers
          for (const grant of grants) {
            const refusal = await roleRefusal(grant, asking, parts)
            if (refusal !== undefined) return refusal
          }
          if (state === 'blocked') return { set: { state }, grants, end: state, withdraws: true }
          // Who was blocked had no right: it is held since now, else a user of old becomes a second person.
          const held = user.state === 'blocked' ? heldFromNow(grants, clock.now()) : grants
          const set = { state, ...NO_TRIES }
          return { set, grants: held, end: 'byColleague', withdraws: false }
        },
        further,
      ),

    endSessions: (asking, userId) =>
      change(asking, userId, async ({ grants }) => {
        if (userId === asking.person?.id) return onProfile
        for (const grant of await reached(grants, asking, parts)) {
          const refusal = await roleRefusal(grant, asking, parts)
          if (refusal !== undefined) return refusal
        }
        return { set: {}, grants, end: 'byColleague', withdraws: false }
      }),
  }
}

function heldFromNow(grants: readonly GrantRow[], createdAtMs: number): readonly GrantRow[] {
  return grants.map((grant) => ({ ...grant, createdAtMs }))
}

/** What `Members.list` answers. */
async function listOf(asking: Asking, after: string, store: Store): ReturnType<Members['list']> {
  const grants = await store.read.grantsBelow(entityOf(asking), after, PAGE)
  const ids = [...new Set(grants.map(({ userId }) => userId))]
  // The roles of the last one may go on in the next part.
  const shown = (grants.length < PAGE ? ids : ids.slice(0, -1)).slice(0, MAX_USERS)
  const users = await Promise.all(shown.map((id) => store.read.user(id)))
  const found = users.filter((user) => user !== undefined)
  const members = await Promise.all(
    found.map((user) => {
      const own = grants.filter(({ userId }) => userId === user.id)
      return memberOf(user, own, store)
    }),
  )
  const next = shown.at(-1)
  return { members, ...(next === undefined || shown.length === ids.length ? {} : { next }) }
}

async function memberOf(user: UserRow, grants: readonly GrantRow[], store: Store): Promise<Member> {
  const [[latest], withNames] = await Promise.all([
    store.read.sessionsOfUser(user.id, 1),
    withEntities(grants, store),
  ])
  return { user, grants: withNames, lastSeenAtMs: latest?.lastSeenAtMs }
}

/** A user with another role on the entity of the request, or without one. */
async function withRole(
  { user, grants }: Facts,
  asking: Asking,
  role: Role | undefined,
  parts: MemberParts,
): Promise<MemberChange | Refusal> {
  const entityId = entityOf(asking)
  const present = grants.find((grant) => grant.entityId === entityId)
  const others = grants.filter((grant) => grant !== present)
  if (role === undefined && present === undefined) return noSuchRole
  if (role !== undefined && others.length >= MAX_GRANTS) return tooManyRoles
  for (const each of [present?.role, role]) {
    const refusal = each && (await roleRefusal({ entityId, role: each }, asking, parts))
    if (refusal !== undefined) return refusal
  }
  const ended = { set: {}, end: 'roleChanged', withdraws: true } as const
  if (role === undefined) return { ...ended, grants: others }
  const createdAtMs = heldSinceMs(role, present, parts.clock.now())
  const grant = { userId: user.id, entityId, role, createdAtMs }
  return { ...ended, grants: [...others, grant] }
}

async function factsOf(
  asking: Asking,
  userId: string,
  parts: MemberParts,
): Promise<Facts | Refusal> {
  const { store, sessions } = parts
  const [user, grants] = await Promise.all([
    store.read.user(userId),
    store.read.grantsOfUser(userId),
  ])
  if (user === undefined) return unknownUser
  if ((await reached(grants, asking, parts)).length === 0) return unknownUser
  const [alive, ownedRoots, invited] = await Promise.all([
    sessions.ofUser(userId),
    ownedRootsOf(user, grants, parts),
    store.read.invitationsBelow(asking.token.entityId),
  ])
  return {
    user,
    grants,
    sessions: alive,
    ownedRoots,
    invited: invited.filter(({ invitedBy }) => invitedBy === user.email),
  }
}

async function ownedRootsOf(
  user: UserRow,
  grants: readonly GrantRow[],
  { store }: MemberParts,
): Promise<Facts['ownedRoots']> {
  const owned = grants.filter(({ role }) => role === 'owner')
  const entities = await Promise.all(owned.map(({ entityId }) => store.read.entity(entityId)))
  const roots = entities.filter((row) => row !== undefined).filter((row) => row.parentId === null)
  return Promise.all(
    roots.map(async (root) => {
      const owners = await store.read.ownerGrants(root.id)
      const others = owners.filter(({ userId }) => userId !== user.id)
      const users = await Promise.all(others.map(({ userId }) => store.read.user(userId)))
      return { root, hasOther: users.some((each) => each?.state === 'active') }
    }),
  )
}

/**
 * The changes of a decision, which also end the sessions of the user. A root keeps an owner:
 * its entity is stepped, so that of two owners who remove each other one meets a conflict.
 */
function changesOf(
  { user, grants, sessions, ownedRoots, invited }: Facts,
  { set, grants: after, end, withdraws }: MemberChange,
  nowMs: number,
): readonly Change[] | Refusal {
  const isOwner = (entityId: string) =>
    set.state !== 'blocked' &&
    after.some((grant) => grant.entityId === entityId && grant.role === 'owner')
  const left = ownedRoots.filter(({ root }) => !isOwner(root.id))
  if (left.some(({ hasOther }) => !hasOther)) return lastOwner
  const { id, version } = user
  return [
    { kind: 'stepUser', id, expectedVersion: version, set: { ...set, updatedAtMs: nowMs } },
    ...left.map(({ root }): Change => {
      return { kind: 'stepEntity', id: root.id, expectedVersion: root.version, set: {} }
    }),
    ...grants
      .filter((grant) => !after.includes(grant))
      .map(({ userId, entityId }) => ({ kind: 'deleteGrant', userId, entityId }) as const),
    ...after
      .filter((grant) => !grants.includes(grant))
      .map((row) => ({ kind: 'insertGrant', row }) as const),
    ...endingOf(sessions, nowMs, end, set.state === 'active' ? NO_TRIES : {}),
    ...(withdraws ? withdrawing(invited) : []),
  ]
}

export const unknownUser = refuse('200.300.404', {
  status: 404,
  description: 'There is no such user',
})

const noSuchRole = refuse('200.300.404', {
  status: 404,
  description: 'This user has no role on exactly this entity',
})

const tooManyRoles = refuse('200.300.404', {
  description: `A user has at most ${MAX_GRANTS} roles: give one on an entity further up`,
})

const lastOwner = refuse('200.300.404', {
  description: 'A root entity keeps one active owner: make another one first',
})

const onProfile = refuse('200.300.404', {
  description: 'You end your own sessions on your profile, or by DELETE /admin/v1/sessions/{id}',
})

const notYourself = refuse('200.300.404', { description: 'You cannot block yourself' })

const hasOthers = refuse('800.900.301', {
  status: 403,
  description:
    'This user also has roles elsewhere, which you do not reach: remove the role instead',
})
