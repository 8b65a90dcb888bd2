import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { Change, UserRow, UserStep } from '../../server/store/port.ts'
import { passwordFault } from './passwords.ts'
import { newRecoveryCodes, type OfferedSecret } from './second-factor.ts'
import { endingOf, signInAgain } from './sessions.ts'
import type { SessionOf, SignIn, SignInParts } from './sign-in.ts'

/** PCI DSS 8.3.7: a new password is none of the last four; the present one is the fourth. */
const FORMER_KEPT = 3

/** Puts what the answer of a request needs into the commit of its effect. */
export type FurtherParts<Result> = (result: Result) => readonly ChangePart[]

/** What people change of themselves. Each proves again who it is where more than a name depends on it. */
export interface Profile {
  changePassword(
    of: SessionOf,
    given: { readonly password: string; readonly newPassword: string },
    further: FurtherParts<UserRow>,
  ): Promise<UserRow | Refusal | KeyInUse>
  /** Whoever has a second factor proves it here as well: this is how another one takes its place. */
  offerTotp(
    of: SessionOf,
    given: Proof,
    further: FurtherParts<OfferedSecret>,
  ): Promise<OfferedSecret | Refusal | KeyInUse>
  /** Answers new recovery codes. */
  confirmTotp(
    userId: string,
    code: string,
    further: FurtherParts<readonly string[]>,
  ): Promise<readonly string[] | Refusal | KeyInUse>
  removeTotp(
    of: SessionOf,
    given: Proof,
    further: FurtherParts<UserRow>,
  ): Promise<UserRow | Refusal | KeyInUse>
}

/** That a person is the one who has signed in, with all that a sign-in asks for. */
export interface Proof {
  readonly password: string
  readonly code: string | undefined
}

interface ProfileParts extends SignInParts {
  readonly confirm: SignIn['confirm']
}

/** A step of a user, and with it whatever else it changes. */
interface UserChange<Result> {
  readonly set: Omit<UserStep, 'updatedAtMs'>
  readonly changes?: readonly Change[]
  readonly result: Result
}

export function createProfile(parts: ProfileParts): Profile {
  const { clock, secondFactor, sessions, confirm } = parts

  return {
    async changePassword({ userId, sessionId }, { password, newPassword }, further) {
      const proven = await confirm({ userId, sessionId }, { password, code: undefined })
      if (isRefusal(proven)) return proven
      const passwordHash = await chosenHash(newPassword, proven, parts)
      if (isRefusal(passwordHash)) return passwordHash
      const others = async () => {
        const rows = await sessions.ofUser(userId)
        return endingOf(
          rows.filter(({ id }) => id !== sessionId),
          clock.now(),
          'passwordChanged',
        )
      }
      return step(
        userId,
        async (user) =>
          user.passwordHash === proven.passwordHash
            ? { set: replacing(user, passwordHash), changes: await others(), result: user }
            : signInAgain,
        further,
        parts,
      )
    },

    async offerTotp(of, given, further) {
      const proven = await confirm(of, given, { whole: true })
      if (isRefusal(proven)) return proven
      const offered = await secondFactor.offer(proven)
      const set = { totpOfferSealed: offered.sealed }
      return step(of.userId, async () => ({ set, result: offered }), further, parts)
    },

    confirmTotp(userId, code, further) {
      return step(
        userId,
        async (user) => {
          const confirmed = await secondFactor.confirm(user, code, clock.now())
          if (confirmed === undefined) return wrongCode
          const { codes, recoveryHashes } = newRecoveryCodes(user)
          const { totpOfferSealed: totpSealed } = user
          const set = { totpSealed, totpOfferSealed: null, recoveryHashes, ...confirmed }
          return { set, result: codes }
        },
        further,
        parts,
      )
    },

    async removeTotp(of, given, further) {
      if (sessions.rules.needsSecondFactor) return neededFactor
      const proven = await confirm(of, given, { whole: true })
      if (isRefusal(proven)) return proven
      const set = { totpSealed: null, totpOfferSealed: null, recoveryHashes: '' }
      return step(of.userId, async (user) => ({ set, result: user }), further, parts)
    },
  }
}

const neededFactor = refuse('800.900.301', {
  status: 403,
  description:
    'This installation demands a second factor (TILLGATE_SECOND_FACTOR): replace it (POST /admin/v1/profile/totp)',
})

/** Steps a user as it is then; `decide` answers a refusal where it may not. */
async function step<Result extends object>(
  userId: string,
  decide: (user: UserRow) => Promise<UserChange<Result> | Refusal>,
  further: FurtherParts<Result>,
  { store, clock }: Pick<ProfileParts, 'store' | 'clock'>,
): Promise<Result | Refusal | KeyInUse> {
  type Loaded = { readonly user: UserRow; readonly change: UserChange<Result> } | Refusal
  const done = await decideAndCommit<Loaded, Result | Refusal | KeyInUse>(
    { store, clock },
    {
      async load() {
        const user = await store.read.user(userId)
        if (user === undefined) return signInAgain
        const change = await decide(user)
        return isRefusal(change) ? change : { user, change }
      },
      decide(loaded) {
        if (isRefusal(loaded)) return { result: loaded }
        const { user, change } = loaded
        const { id, version } = user
        const set = { ...change.set, updatedAtMs: clock.now() }
        const changes = [
          { kind: 'stepUser', id, expectedVersion: version, set } as const,
          ...(change.changes ?? []),
        ]
        const { result } = change
        return { result, parts: [{ owner: 'profile', changes }, ...further(result)] }
      },
      onConflict: keyInUse,
    },
  )
  return done ?? tooBusy
}

/** The hash of a password that a person has chosen, or why it may not be chosen. */
export async function chosenHash(
  newPassword: string,
  {
    email,
    passwordHash,
    formerPasswordHashes,
  }: Pick<UserRow, 'email' | 'passwordHash' | 'formerPasswordHashes'>,
  { passwords }: Pick<SignInParts, 'passwords'>,
): Promise<string | Refusal> {
  const fault = passwordFault(newPassword, email)
  if (fault !== undefined) return refusedParameter('newPassword', fault)
  const earlier = [passwordHash, ...formerPasswordHashes.split(' ')].filter((hash) => hash !== '')
  for (const hash of earlier) {
    const isSame = await passwords.matches(newPassword, hash, 'known')
    if (isRefusal(isSame)) return isSame
    if (isSame) return refusedParameter('newPassword', 'was your password before: take another one')
  }
  return passwords.hash(newPassword, 'known')
}

export function refusedParameter(name: string, message: string): Refusal {
  return refuseParameters([{ name, value: '***', message }])
}

/** The step that gives a user another password. */
export function replacing(
  user: UserRow,
  passwordHash: string,
): Pick<UserStep, 'passwordHash' | 'formerPasswordHashes' | 'isFirstPassword'> {
  const former = [user.passwordHash, ...user.formerPasswordHashes.split(' ')]
  const kept = former.filter((hash) => hash !== '').slice(0, FORMER_KEPT)
  return { passwordHash, formerPasswordHashes: kept.join(' '), isFirstPassword: false }
}

const wrongCode = refuse('800.900.301', {
  status: 403,
  description: 'This is not the code that the app shows now: does its clock go right?',
})
