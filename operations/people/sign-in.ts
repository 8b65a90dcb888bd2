import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type {
  Change,
  GrantRow,
  SessionRow,
  Store,
  UserRow,
  UserStep,
} from '../../server/store/port.ts'
import type { KnownBrowsers } from './known-browser.ts'
import type { BrowserKind, Passwords } from './passwords.ts'
import { roleOn } from './roles.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Client, SessionParts, SessionService } from './sessions.ts'
import { NO_TRIES, type Tries, withoutTry, withTry } from './tries.ts'

export interface SignInParts extends Pick<SessionParts, 'store' | 'clock'> {
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly sessions: SessionService
  readonly browsers: KnownBrowsers
}

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Of an authenticator app, or a recovery code. */
  readonly code: string | undefined
}

/** From where somebody signs in. */
export interface SigningClient extends Client {
  /** See `KnownBrowsers`. */
  readonly browserMark?: string | undefined
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
  begin(given: Credentials, client: SigningClient): Promise<BegunSession | Refusal>
  /** The same proof without a session. Answers the user as it was before. */
  prove(given: Credentials, client: SigningClient): Promise<UserRow | Refusal>
  /**
   * Whether what a signed-in user sends is right; 403 otherwise. Wrong tries count for the session. `whole`: a
   * user with a second factor has to send its code as well.
   */
  confirm(
    of: SessionOf,
    given: Omit<Credentials, 'email'>,
    how?: { readonly whole: boolean },
  ): Promise<UserRow | Refusal>
}

/** Names a signed-in user. */
export interface SessionOf {
  readonly userId: string
  readonly sessionId: string
}

/** An e-mail address as users are found by it. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function createSignIn(parts: SignInParts): SignIn {
  const { store, clock, sessions, browsers } = parts

  /** The user of an e-mail address, and the browser if it is one that this user has signed in with. */
  async function triedBy(
    email: string,
    { browserMark }: SigningClient,
  ): Promise<Tried | undefined> {
    const user = await store.read.userOfEmail(normalEmail(email))
    if (user === undefined) return undefined
    return { user, browserId: (await browsers.find(browserMark, user.id))?.id }
  }

  async function begin(given: Credentials, client: SigningClient): Promise<BegunSession | Refusal> {
    const tried = await triedBy(given.email, client)
    const admitted = await admit(tried, given, parts)
    if (isRefusal(admitted)) return admitted
    const begun = await decideAndCommit<BeginFacts, BegunSession | Refusal>(parts, {
      async load() {
        const { id } = admitted.user
        const [proof, others, grants] = await Promise.all([
          proofOf(admitted, given, parts),
          sessions.ofUser(id),
          store.read.grantsOfUser(id),
        ])
        const entityId = await entityOf(others, grants, store)
        return { proof, others, entityId }
      },
      decide({ proof, others, entityId }) {
        if (proof.kind !== 'right') return failed(proof, clock.now())
        if (entityId === undefined) return { result: noRole }
        const { user } = proof
        const nowMs = clock.now()
        const kept = others.filter(({ id }) => id !== proof.browser?.id)
        const { row, token, changes } = sessions.begin(user, { entityId, client, others: kept })
        return {
          result: { user, session: row, token },
          parts: [{ owner: 'signIn', changes: [...succeeded(proof, nowMs, nowMs), ...changes] }],
        }
      },
    })
    return begun ?? tooBusy
  }

  /** Writes down that an admitted try was right. */
  async function prove(
    admitted: Admitted,
    given: Omit<Credentials, 'email'>,
  ): Promise<UserRow | Refusal> {
    const proven = await decideAndCommit<Proof, UserRow | Refusal>(parts, {
      load: () => proofOf(admitted, given, parts),
      decide(proof) {
        if (proof.kind !== 'right') return failed(proof, clock.now())
        const changes = succeeded(proof, clock.now())
        return { result: proof.user, parts: [{ owner: 'signIn', changes }] }
      },
    })
    return proven ?? tooBusy
  }

  return {
    begin,

    async prove(given, client) {
      const admitted = await admit(await triedBy(given.email, client), given, parts)
      return isRefusal(admitted) ? admitted : prove(admitted, given)
    },

    async confirm({ userId, sessionId: browserId }, given, { whole } = { whole: false }) {
      const user = await store.read.user(userId)
      const admitted = await admit(user && { user, browserId }, given, parts)
      const proven = isRefusal(admitted)
        ? admitted
        : await prove({ ...admitted, needsNoCode: !whole }, given)
      if (!isRefusal(proven) || proven.status !== 401) return proven
      return proven === needsCode ? needsCodeToo : wrongProof
    },
  }
}

/** Whose try it is. */
interface Tried {
  readonly user: UserRow
  /** A session of the browser, if the user has signed in with it before: its tries count for it. */
  readonly browserId: string | undefined
}

/** A try that was counted, with the right password. */
interface Admitted extends Tried {
  /** The password is enough. */
  readonly needsNoCode?: boolean
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
  tried: Tried | undefined,
  { password }: Pick<Credentials, 'password'>,
  parts: SignInParts,
): Promise<Admitted | Refusal> {
  const [isCounted, isRight] = await Promise.all([
    tried === undefined ? false : countTry(tried, parts),
    parts.passwords.matches(password, tried?.user.passwordHash, kindOf(tried)),
  ])
  if (isRefusal(isRight)) return isRight
  return isCounted && isRight && tried !== undefined ? tried : wrongCredentials
}

function kindOf(tried: Tried | undefined): BrowserKind {
  return tried?.browserId === undefined ? 'other' : 'known'
}

/** Reads a user, and the session of a known browser, as they are now. */
async function readTried(
  { user: { id }, browserId }: Tried,
  { store }: Pick<SignInParts, 'store'>,
): Promise<CountedBy> {
  const [user, browser] = await Promise.all([
    store.read.user(id),
    browserId === undefined ? undefined : store.read.session(browserId),
  ])
  return { user, browser }
}

interface CountedBy {
  readonly user: UserRow | undefined
  readonly browser: SessionRow | undefined
}

/** Whether the user may try now. The tenth wrong try locks the browser, or all that are not known. */
async function countTry(tried: Tried, { store, clock }: SignInParts): Promise<boolean> {
  const isCounted = await decideAndCommit<CountedBy, boolean>(
    { store, clock },
    {
      load: () => readTried(tried, { store }),
      decide({ user, browser }) {
        const nowMs = clock.now()
        if (user === undefined || user.state === 'blocked') return { result: false }
        const tries = withTry(browser ?? user, nowMs)
        if (tries === undefined) return { result: false }
        const changes = [triesStep({ user, browser }, tries, nowMs)]
        return { result: true, parts: [{ owner: 'signIn', changes }] }
      },
    },
  )
  return isCounted ?? false
}

function triesStep(
  { user, browser }: { readonly user: UserRow; readonly browser: SessionRow | undefined },
  set: Tries,
  nowMs: number,
): Change {
  if (browser === undefined) return stepOf(user, set, nowMs)
  const { id, version } = browser
  return { kind: 'stepSession', id, expectedVersion: version, set }
}

type Proof =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'needsCode'; readonly user: UserRow; readonly browser: SessionRow | undefined }
  | {
      readonly kind: 'right'
      readonly user: UserRow
      readonly browser: SessionRow | undefined
      /** What the code changes of the user. */
      readonly set: Omit<UserStep, 'updatedAtMs'>
    }

/** What the second factor of a user says, whose password is right as they were read before. */
async function proofOf(
  admitted: Admitted,
  { code }: Pick<Credentials, 'code'>,
  { store, clock, secondFactor }: SignInParts,
): Promise<Proof> {
  const { user, browser } = await readTried(admitted, { store })
  const isSame = user?.passwordHash === admitted.user.passwordHash
  if (user === undefined || !isSame || user.state === 'blocked') return { kind: 'wrong' }
  if (user.totpSealed === null || admitted.needsNoCode === true) {
    return { kind: 'right', user, browser, set: {} }
  }
  if (code === undefined) return { kind: 'needsCode', user, browser }
  const set = await secondFactor.take(user, code, clock.now())
  return set === undefined ? { kind: 'wrong' } : { kind: 'right', user, browser, set }
}

/**
 * A right try ends the wrong ones of where it was counted; those of others stay. `endedAtMs`: the browser
 * begins another session, and could not use this one any more.
 */
function succeeded(
  { user, browser, set }: Extract<Proof, { kind: 'right' }>,
  nowMs: number,
  endedAtMs: number | null = null,
): readonly Change[] {
  if (browser === undefined) return [stepOf(user, { ...set, ...NO_TRIES }, nowMs)]
  const ofUser = Object.keys(set).length === 0 ? [] : [stepOf(user, set, nowMs)]
  const { id, version } = browser
  const ofBrowser = { ...NO_TRIES, endedAtMs: browser.endedAtMs ?? endedAtMs }
  return [...ofUser, { kind: 'stepSession', id, expectedVersion: version, set: ofBrowser }]
}

/** A right password without its code is no wrong try; but it forgives none of the other ones. */
function failed(proof: Exclude<Proof, { kind: 'right' }>, nowMs: number) {
  if (proof.kind === 'wrong') return { result: wrongCredentials }
  const { user, browser } = proof
  const changes = [triesStep(proof, withoutTry(browser ?? user), nowMs)]
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

/** The password was right, and the page asks for the second factor now. */
export const needsCode = refuse('800.900.300', {
  status: 401,
  description: 'Send the code of your authenticator app as well, or a recovery code',
  leadsTo: { needs: 'code' },
})

const wrongProof = refuse('800.900.301', {
  status: 403,
  description: 'Your password or code is wrong',
})

const needsCodeToo = refuse('800.900.301', {
  status: 403,
  description: 'Send the code of your authenticator app as well, or a recovery code',
  leadsTo: { needs: 'code' },
})

const noRole = refuse('800.900.301', {
  status: 403,
  description: 'You have no role any more: ask an owner for one',
})
