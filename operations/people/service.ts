import { MINUTE_MS } from '../../common/durations.ts'
import type { Access } from '../../server/entities/access.ts'
import { ClientWindow } from '../../server/http/throttling/client-window.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { Store } from '../../server/store/port.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { createKnownBrowsers, type KnownBrowsers } from './known-browser.ts'
import type { LinkMails } from './link-mails.ts'
import { createMembers, type Members } from './members.ts'
import { createPasswordResets, type PasswordResets } from './password-reset.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createProfile, type Profile } from './profile.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import { createSessions, type SessionRules, type SessionService } from './sessions.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

export interface PeopleParts {
  readonly environment: 'test' | 'live'
  readonly store: Store
  readonly vault: Vault
  readonly access: Access
  readonly clock: EntityClock
  readonly log: { error(fields: object, message: string): void }
  readonly baseUrl: string
  /** Origin of the back office, where it has one of its own. */
  readonly officeUrl: string | null
  readonly sessionRules: SessionRules
  /** `undefined`: the gateway has no mail server. */
  readonly linkMails: LinkMails | undefined
  /** See `createPasswords`. */
  readonly passwordCost?: number | undefined
}

/** What is done for people of the back office, by what routes need. */
export interface People {
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly sessions: SessionService
  readonly browsers: KnownBrowsers
  readonly signIn: SignIn
  readonly profile: Profile
  readonly members: Members
  readonly invitations: Invitations
  readonly passwordResets: PasswordResets
  /** Sign-ins and acceptances of each client. */
  readonly clients: ClientWindow
}

/** Sign-ins, and reads and acceptances of invitations, of one client in a minute. */
const MAX_OF_CLIENT = 20

export function createPeople(given: PeopleParts): People {
  const { environment, store, vault, clock, log, linkMails, sessionRules: rules } = given
  const origin = given.officeUrl ?? given.baseUrl
  const passwords = createPasswords(
    given.passwordCost === undefined ? {} : { cost: given.passwordCost },
  )
  const issuer = environment === 'test' ? 'Tillgate test' : 'Tillgate'
  const secondFactor = createSecondFactor({ vault, log, issuer })
  const sessions = createSessions({ store, clock, origin, rules })
  const browsers = createKnownBrowsers({ store, vault })
  const parts = { store, clock, access: given.access, passwords, secondFactor, sessions, browsers }
  const signIn = createSignIn(parts)
  return {
    passwords,
    secondFactor,
    sessions,
    browsers,
    signIn,
    profile: createProfile({ ...parts, confirm: signIn.confirm }),
    members: createMembers(parts),
    invitations: createInvitations({ ...parts, signIn, linkMails }),
    passwordResets: createPasswordResets({ ...parts, linkMails, log }),
    clients: new ClientWindow(clock, { max: MAX_OF_CLIENT, periodMs: MINUTE_MS }),
  }
}
