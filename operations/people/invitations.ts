import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../common/durations.ts'
import { actorOf, type Role } from '../../server/entities/rights.ts'
import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { hashToken } from '../../server/kernel/ids.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { Change, EntityRow, InvitationRow, UserRow } from '../../server/store/port.ts'
import type { LinkMails } from './link-mails.ts'
import { newUser } from './new-user.ts'
import { passwordFault } from './passwords.ts'
import { type FurtherParts, refusedParameter } from './profile.ts'
import { type Asking, entityOf, type ReachParts, roleRefusal } from './reach.ts'
import { normalEmail, type SignIn, type SignInParts, type SigningClient } from './sign-in.ts'

/** How long an invitation can be taken: seven days. */
const INVITED_MS = 7 * DAY_MS
/** For one entity, as long as nobody has taken them. */
export const MAX_INVITATIONS = 100
/** Characters of an invitation's id that are shown. */
export const SHOWN_ID = 32

const TOKEN_BYTES = 32

export interface MadeInvitation {
  readonly row: InvitationRow
  readonly entity: EntityRow
  /** For the link. */
  readonly token: string
}

export interface Acceptance {
  readonly token: string
  /** Of a new user. */
  readonly name: string | undefined
  /** A new user chooses it; an existing one proves to be that. */
  readonly password: string
  readonly code: string | undefined
  readonly client: SigningClient
}

/** Makes users of the readers of e-mails. */
export interface Invitations {
  /** For a role on the entity of the request; replaces an earlier one of the same e-mail there. */
  invite(
    asking: Asking,
    wanted: { readonly email: string; readonly role: Role },
    further: FurtherParts<MadeInvitation>,
  ): Promise<MadeInvitation | Refusal | KeyInUse>
  /** Those for the entity of the request and below it that can still be taken, oldest first. */
  list(asking: Asking): Promise<readonly InvitationRow[]>
  /** By the beginning of its id. */
  withdraw(asking: Asking, shownId: string): Promise<Refusal | undefined>
  /** The one of a link that can still be taken. `mailIsOver`: the hour of a mail is over, and another one can be sent. */
  find(token: string): Promise<InvitationRow | Refusal>
  /** Sends the mail of a link anew, if its invitation can still be taken. */
  sendAgain(token: string): Promise<void>
  accept(given: Acceptance): Promise<InvitationRow | Refusal>
}

export interface InvitationParts extends ReachParts, SignInParts {
  readonly signIn: SignIn
  /** `undefined`: the gateway has no mail server. */
  readonly linkMails: LinkMails | undefined
}

/** The changes that take invitations back. */
export function withdrawing(rows: readonly InvitationRow[]): readonly Change[] {
  return rows.map(({ id }) => ({ kind: 'deleteInvitation', id }) as const)
}

export function createInvitations(parts: InvitationParts): Invitations {
  const { store, clock } = parts

  async function openBelow(entityId: string): Promise<readonly InvitationRow[]> {
    const nowMs = clock.now()
    const rows = await store.read.invitationsBelow(entityId)
    return rows.filter(({ expiresAtMs }) => expiresAtMs > nowMs)
  }

  return {
    async invite(asking, { email, role }, further) {
      const entityId = entityOf(asking)
      const refusal = await roleRefusal({ entityId, role }, asking, parts)
      if (refusal !== undefined) return refusal
      const entity = await store.read.entity(entityId)
      if (entity === undefined) return unknownInvitation
      const by = actorOf(asking)
      const made = { entity, ...newInvitation({ email, role, entityId, by }, clock.now()) }
      const done = await decideAndCommit<
        readonly InvitationRow[],
        MadeInvitation | Refusal | KeyInUse
      >(parts, {
        load: () => openBelow(entityId),
        decide(open) {
          const here = open.filter((row) => row.entityId === entityId)
          const earlier = here.filter((row) => row.email === made.row.email)
          if (here.length - earlier.length >= MAX_INVITATIONS) return { result: tooMany }
          const insert = { kind: 'insertInvitation', row: made.row } as const
          const changes = [...withdrawing(earlier), insert]
          return { result: made, parts: [{ owner: 'people', changes }, ...further(made)] }
        },
        onConflict: keyInUse,
      })
      return done ?? tooBusy
    },

    list: (asking) => openBelow(entityOf(asking)),

    async withdraw(asking, shownId) {
      const open = await openBelow(asking.token.entityId)
      const row = open.find(({ id }) => id.slice(0, SHOWN_ID) === shownId)
      if (row === undefined) return unknownInvitation
      const refusal = await roleRefusal(row, asking, parts)
      if (refusal === undefined) await store.commit(withdrawing([row]))
      return refusal
    },

    find: async (token) => (await openInvitation(token, parts)) ?? (await whyNot(token, parts)),

    async sendAgain(token) {
      const row = await mailedInvitation(token, parts)
      if (row !== undefined) await parts.linkMails?.sendInvitation(row.id)
    },

    accept: (given) => accept(given, parts),
  }
}

function newInvitation(
  {
    email,
    role,
    entityId,
    by,
  }: {
    readonly email: string
    readonly role: Role
    readonly entityId: string
    readonly by: string
  },
  nowMs: number,
): Omit<MadeInvitation, 'entity'> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row: InvitationRow = {
    id: hashToken(token),
    email: normalEmail(email),
    entityId,
    role,
    invitedBy: by,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + INVITED_MS,
  }
  return { row, token }
}

/** That of a link which somebody was handed, or of one in a mail. */
async function openInvitation(
  token: string,
  parts: Pick<InvitationParts, 'store' | 'clock' | 'linkMails'>,
): Promise<InvitationRow | undefined> {
  const mailed = await parts.linkMails?.invitationOf(token)
  if (mailed?.isOver) return undefined
  return takeable(mailed?.subjectId ?? hashToken(token), parts)
}

async function takeable(
  id: string,
  { store, clock }: Pick<InvitationParts, 'store' | 'clock'>,
): Promise<InvitationRow | undefined> {
  const row = await store.read.invitation(id)
  return row !== undefined && row.expiresAtMs > clock.now() ? row : undefined
}

/** The invitation of a link in a mail, also when the hour of that is over. */
async function mailedInvitation(
  token: string,
  parts: InvitationParts,
): Promise<InvitationRow | undefined> {
  const mailed = await parts.linkMails?.invitationOf(token)
  return mailed && takeable(mailed.subjectId, parts)
}

async function whyNot(token: string, parts: InvitationParts): Promise<Refusal> {
  return (await mailedInvitation(token, parts)) === undefined ? unknownInvitation : mailIsOver
}

interface AcceptFacts {
  readonly invitation: InvitationRow | undefined
  readonly user: UserRow | undefined
  /** On the entity of the invitation. */
  readonly hasRole: boolean
}

async function accept(given: Acceptance, parts: InvitationParts): Promise<InvitationRow | Refusal> {
  const { store, clock } = parts
  const load = async (): Promise<AcceptFacts> => {
    const invitation = await openInvitation(given.token, parts)
    const user = invitation && (await store.read.userOfEmail(invitation.email))
    const grants = user === undefined ? [] : await store.read.grantsOfUser(user.id)
    return {
      invitation,
      user,
      hasRole: grants.some((one) => one.entityId === invitation?.entityId),
    }
  }
  const { invitation, user } = await load()
  if (invitation === undefined) return unknownInvitation
  const { email } = invitation
  const prepared =
    user === undefined
      ? await passwordOfNew(given, email, parts)
      : await parts.signIn.prove(
          { email, password: given.password, code: given.code },
          given.client,
        )
  if (isRefusal(prepared)) return prepared
  const done = await decideAndCommit<AcceptFacts, InvitationRow | Refusal>(parts, {
    load,
    decide(facts) {
      if (facts.invitation === undefined) return { result: unknownInvitation }
      // Somebody else has become this user meanwhile.
      if ((facts.user === undefined) !== (user === undefined)) return { result: tooBusy }
      if (facts.hasRole) return { result: hasRoleAlready }
      const changes = acceptedBy(facts, { given, prepared }, clock.now())
      return { result: invitation, parts: [{ owner: 'people', changes }] }
    },
  })
  return done ?? tooBusy
}

/** The hash of the password that a new user has chosen. */
async function passwordOfNew(
  { name, password }: Acceptance,
  email: string,
  { passwords }: InvitationParts,
): Promise<string | Refusal> {
  if (name === undefined) return refusedParameter('name', 'is missing')
  const fault = passwordFault(password, email)
  return fault === undefined ? passwords.hash(password) : refusedParameter('password', fault)
}

function acceptedBy(
  { invitation, user }: AcceptFacts,
  { given, prepared }: { readonly given: Acceptance; readonly prepared: string | UserRow },
  nowMs: number,
): readonly Change[] {
  if (invitation === undefined) return []
  const { email, entityId, role } = invitation
  if (user === undefined) {
    const passwordHash = String(prepared)
    const made = newUser({ email, name: given.name ?? '', passwordHash, entityId, role }, nowMs)
    return [...made.changes, ...withdrawing([invitation])]
  }
  const { id: userId, version } = user
  return [
    { kind: 'stepUser', id: userId, expectedVersion: version, set: { updatedAtMs: nowMs } },
    { kind: 'deleteGrant', userId, entityId },
    { kind: 'insertGrant', row: { userId, entityId, role, createdAtMs: nowMs } },
    ...withdrawing([invitation]),
  ]
}

const tooMany = refuse('200.300.404', {
  description: `There are ${MAX_INVITATIONS} open invitations for this entity: withdraw one first`,
})

/** Else an invitation could take the last owner of a tree away. */
const hasRoleAlready = refuse('200.300.404', {
  status: 409,
  description: 'This user has a role on the entity already: an owner changes it among the users',
})

export const unknownInvitation = refuse('200.300.404', {
  status: 404,
  description: 'There is no such invitation, or its time is over: ask for a new one',
})

const mailIsOver = refuse('200.300.404', {
  status: 404,
  description: 'The hour of this link is over: have another mail sent to the same address',
  leadsTo: { needs: 'link' },
})
