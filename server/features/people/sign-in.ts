import { decideAndCommit } from '../../kernel/timers/decide-and-commit.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { GrantRow, SessionRow, Store, UserRow, UserStep } from '../../store/port.ts'
import type { Passwords } from './passwords.ts'
import { roleOn } from './roles.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Client, SessionParts, SessionService } from './sessions.ts'

/** PCI DSS 8.3.4: locked for half an hour after at most ten wrong tries. */
export const MAX_TRIES = 10
export const LOCK_MS = 30 * 60_000

export interface SignInParts extends Pick<SessionParts, 'store' | 'clock'> {
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly sessions: SessionService
}

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Of an authenticator app, or a recovery code. */
  readonly code: string | undefined
}

/** A user who has just proven to be that. */
export interface BegunSession {
  readonly user: UserRow
  readonly session: SessionRow
  /** Of the cookie. */
  readonly token: string
}

export interface SignIn {
  /**
   * Begins a session. 401 for anything wrong, which never tells what; with `needs: 'code'` where the password
   * is right and the second factor is missing. Takes as long for an unknown user as for a wrong password.
   */
  begin(given: Credentials, client: Client): Promise<BegunSession | Refusal>
  /** The same proof without a session. */
  prove(given: Credentials): Promise<UserRow | Refusal>
  /** Whether a signed-in user's password is right; 403 otherwise. Wrong ones count as at sign-in. */
  confirm(userId: string, password: string): Promise<UserRow | Refusal>
}

/** An e-mail address as users are found by it. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function createSignIn(parts: SignInParts): SignIn {
  const { store, clock, sessions } = parts

  async function begin(given: Credentials, client: Client): Promise<BegunSession | Refusal> {
    const admitted = await admit(
      await store.read.userOfEmail(normalEmail(given.email)),
      given,
      parts,
    )
    if (isRefusal(admitted)) return admitted
    const begun = await decideAndCommit<BeginFacts, BegunSession | Refusal>(parts, {
      async load() {
        const [proof, others, grants] = await Promise.all([
          proofOf(admitted, given, parts),
          sessions.ofUser(admitted.id),
          store.read.grantsOfUser(admitted.id),
        ])
        const entityId = await entityOf(others, grants, store)
        return { proof, others, entityId }
      },
      decide({ proof, others, entityId }) {
        if (proof.kind !== 'right') return failed(proof, clock.now())
        if (entityId === undefined) return { result: noRole }
        const { user } = proof
        const { row, token, changes } = sessions.begin(user, { entityId, client, others })
        return {
          result: { user, session: row, token },
          parts: [{ owner: 'signIn', changes: [stepOf(user, proof.set, clock.now()), ...changes] }],
        }
      },
    })
    return begun ?? tooBusy
  }

  async function prove(given: Credentials): Promise<UserRow | Refusal> {
    const admitted = await admit(
      await store.read.userOfEmail(normalEmail(given.email)),
      given,
      parts,
    )
    if (isRefusal(admitted)) return admitted
    return (
      (await decideAndCommit<Proof, UserRow | Refusal>(parts, {
        load: () => proofOf(admitted, given, parts),
        decide(proof) {
          if (proof.kind !== 'right') return failed(proof, clock.now())
          const changes = [stepOf(proof.user, proof.set, clock.now())]
          const user = { ...proof.user, ...proof.set, version: proof.user.version + 1 }
          return { result: user, parts: [{ owner: 'signIn', changes }] }
        },
      })) ?? tooBusy
    )
  }

  async function confirm(userId: string, password: string): Promise<UserRow | Refusal> {
    const given = { email: '', password, code: undefined }
    const admitted = await admit(await store.read.user(userId), given, parts)
    if (isRefusal(admitted)) return admitted.status === 401 ? wrongPassword : admitted
    const set = { failedTries: 0, lockedUntilMs: null }
    return (
      (await decideAndCommit<UserRow | undefined, UserRow | Refusal>(parts, {
        load: () => store.read.user(userId),
        decide(user) {
          if (user?.passwordHash !== admitted.passwordHash) return { result: wrongPassword }
          const changes = [stepOf(user, set, clock.now())]
          return {
            result: { ...user, ...set, version: user.version + 1 },
            parts: [{ owner: 'signIn', changes }],
          }
        },
      })) ?? tooBusy
    )
  }

  return { begin, prove, confirm }
}

interface BeginFacts {
  readonly proof: Proof
  /** Sessions of the user that go on. */
  readonly others: readonly SessionRow[]
  readonly entityId: string | undefined
}

/**
 * Counts the try and compares the password at the same time: tries that come together are all counted
 * before one of them is answered, and an unknown user takes as long as a known one.
 */
async function admit(
  user: UserRow | undefined,
  { password }: Credentials,
  parts: SignInParts,
): Promise<UserRow | Refusal> {
  const [isCounted, isRight] = await Promise.all([
    user === undefined ? false : countTry(user.id, parts),
    parts.passwords.matches(password, user?.passwordHash),
  ])
  if (isRefusal(isRight)) return isRight
  return isCounted && isRight && user !== undefined ? user : wrongCredentials
}

/** Whether the user may try now. The tenth wrong try locks. */
async function countTry(userId: string, { store, clock }: SignInParts): Promise<boolean> {
  const isCounted = await decideAndCommit<UserRow | undefined, boolean>(
    { store, clock },
    {
      load: () => store.read.user(userId),
      decide(user) {
        const nowMs = clock.now()
        if (user === undefined || user.state === 'blocked') return { result: false }
        if (user.lockedUntilMs !== null && user.lockedUntilMs > nowMs) return { result: false }
        const failedTries = user.lockedUntilMs === null ? user.failedTries + 1 : 1
        const lockedUntilMs = failedTries >= MAX_TRIES ? nowMs + LOCK_MS : null
        const changes = [stepOf(user, { failedTries, lockedUntilMs }, nowMs)]
        return { result: true, parts: [{ owner: 'signIn', changes }] }
      },
    },
  )
  return isCounted ?? false
}

type Proof =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'needsCode'; readonly user: UserRow }
  | { readonly kind: 'right'; readonly user: UserRow; readonly set: Omit<UserStep, 'updatedAtMs'> }

/** What the second factor of a user says, whose password is right as they were read before. */
async function proofOf(
  { id, passwordHash }: UserRow,
  { code }: Credentials,
  { store, clock, secondFactor }: SignInParts,
): Promise<Proof> {
  const user = await store.read.user(id)
  if (user?.passwordHash !== passwordHash || user.state === 'blocked') return { kind: 'wrong' }
  const unlocked = { failedTries: 0, lockedUntilMs: null }
  if (user.totpSealed === null) return { kind: 'right', user, set: unlocked }
  if (code === undefined) return { kind: 'needsCode', user }
  const taken = await secondFactor.take(user, code, clock.now())
  return taken === undefined
    ? { kind: 'wrong' }
    : { kind: 'right', user, set: { ...taken, ...unlocked } }
}

/** A right password without its code is no wrong try; but it forgives none of the other ones. */
function failed(proof: Exclude<Proof, { kind: 'right' }>, nowMs: number) {
  if (proof.kind === 'wrong') return { result: wrongCredentials }
  const { user } = proof
  const failedTries = Math.max(0, user.failedTries - 1)
  const lockedUntilMs = failedTries >= MAX_TRIES ? user.lockedUntilMs : null
  const changes = [stepOf(user, { failedTries, lockedUntilMs }, nowMs)]
  return { result: needsCode, parts: [{ owner: 'signIn', changes }] }
}

function stepOf({ id, version }: UserRow, set: Omit<UserStep, 'updatedAtMs'>, nowMs: number) {
  const whole = { ...set, updatedAtMs: nowMs }
  return { kind: 'stepUser', id, expectedVersion: version, set: whole } as const
}

/** What the user worked with last, if that is still allowed; else the first of the user's grants. */
async function entityOf(
  [latest]: readonly SessionRow[],
  grants: readonly GrantRow[],
  { read }: Store,
): Promise<string | undefined> {
  if (latest !== undefined && roleOn(await read.entityPath(latest.entityId), grants)) {
    return latest.entityId
  }
  return grants[0]?.entityId
}

/** The same whatever is wrong, also while the user is locked or blocked. */
const wrongCredentials = refuse('800.900.300', {
  status: 401,
  description: 'E-mail address, password or code is wrong',
})

const needsCode = refuse('800.900.300', {
  status: 401,
  description: 'Send the code of your authenticator app as well, or a recovery code',
  leadsTo: { needs: 'code' },
})

const wrongPassword = refuse('800.900.301', {
  status: 403,
  description: 'Your password is wrong',
})

const noRole = refuse('800.900.301', {
  status: 403,
  description: 'You have no role any more: ask an owner for one',
})
