import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { SessionRow, UserRow } from '../../server/store/port.ts'
import type { LinkMails } from './link-mails.ts'
import { chosenHash, replacing } from './profile.ts'
import { endingOf } from './sessions.ts'
import { normalEmail, type SignInParts } from './sign-in.ts'
import { NO_TRIES } from './tries.ts'

/** New passwords for people who have forgotten theirs. */
export interface PasswordResets {
  /**
   * Begins to look whether a user has the address, and to write the mail: whoever asks cannot tell by the answer, nor by
   * its time. Refuses where no mail can be sent.
   */
  ask(email: string): Refusal | undefined
  /** Takes the link of such a mail. Ends all sessions; a second factor stays. */
  take(token: string, newPassword: string): Promise<UserRow | Refusal>
  /** Ends what was begun. */
  close(): Promise<void>
}

interface ResetParts extends SignInParts {
  /** `undefined`: the gateway has no mail server. */
  readonly linkMails: LinkMails | undefined
  readonly log: { error(fields: object, message: string): void }
}

/** Asked at once; what is more is forgotten, and asked for again by its person. */
const MAX_UNDER_WAY = 20

export function createPasswordResets(parts: ResetParts): PasswordResets {
  const { store, linkMails, log } = parts
  const underWay = new Set<Promise<void>>()

  async function write(email: string, mails: LinkMails): Promise<void> {
    const user = await store.read.userOfEmail(normalEmail(email))
    if (user?.state === 'active') await mails.sendReset(user.id)
  }

  return {
    ask(email) {
      if (linkMails === undefined) return noMail
      if (underWay.size >= MAX_UNDER_WAY) return undefined
      const written = write(email, linkMails)
        .catch((err) => log.error({ err }, 'the mail for a new password could not be written'))
        .finally(() => underWay.delete(written))
      underWay.add(written)
      return undefined
    },

    async take(token, newPassword) {
      const link = await linkMails?.resetOf(token)
      const user = link && (await store.read.user(link.subjectId))
      if (link === undefined || user === undefined || link.isOver || user.state !== 'active') {
        return unknownLink
      }
      const passwordHash = await chosenHash(newPassword, user, parts)
      return isRefusal(passwordHash) ? passwordHash : replace(user, passwordHash, parts)
    },

    async close() {
      await Promise.all(underWay)
    },
  }
}

/** Of two that take one link at the same moment the second finds another password. */
async function replace(
  { id, passwordHash: before }: UserRow,
  passwordHash: string,
  { store, clock, sessions }: ResetParts,
): Promise<UserRow | Refusal> {
  type Facts = { readonly user: UserRow | undefined; readonly open: readonly SessionRow[] }
  const done = await decideAndCommit<Facts, UserRow | Refusal>(
    { store, clock },
    {
      load: async () => ({ user: await store.read.user(id), open: await sessions.ofUser(id) }),
      decide({ user, open }) {
        if (user?.passwordHash !== before || user.state !== 'active') return { result: unknownLink }
        const nowMs = clock.now()
        // Who has the mailbox alone gets no more guesses of codes.
        const unlocked = user.totpSealed === null ? NO_TRIES : {}
        const set = { ...replacing(user, passwordHash), ...unlocked, updatedAtMs: nowMs }
        const changes = [
          { kind: 'stepUser', id, expectedVersion: user.version, set } as const,
          ...endingOf(open, nowMs, 'passwordChanged'),
        ]
        return { result: user, parts: [{ owner: 'passwordReset', changes }] }
      },
    },
  )
  return done ?? tooBusy
}

const noMail = refuse('200.300.404', {
  description:
    'This gateway sends no mails: ask its operator, who gives a new password by `tillgate user reset`',
})

const unknownLink = refuse('200.300.404', {
  status: 404,
  description: 'This link is not good any more: ask for a new one',
})
