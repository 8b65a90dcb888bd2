import { HOUR_MS } from '../../common/durations.ts'
import type { LinkMails } from '../people/index.ts'
import { invitation, invitationCause, passwordReset, passwordResetCause } from './kinds/links.ts'
import type { MailCause, MailKind, MailParts } from './mail-kind.ts'
import type { Outbox } from './outbox.ts'

/** Mails of one kind with a link that somebody is sent in an hour, because a stranger may ask for them. */
const MAX_IN_HOUR = 3
/** Mails of a user or an invitation that are looked at. */
const LOOKED_AT = 100

/** The mails with links, for those who take the links. */
export function createLinkMails(parts: MailParts, outbox: Outbox): LinkMails {
  const { store, clock, links } = parts

  /** Of two that are asked for at the same moment, in whatever process, the second has the name of the first. */
  async function send(kind: MailKind, cause: MailCause): Promise<void> {
    const nowMs = clock.now()
    const earlier = await store.read.mailsOfSubject(cause.subjectId, LOOKED_AT)
    const lately = earlier.filter(
      ({ kind: name, createdAtMs }) => name === kind.name && createdAtMs > nowMs - HOUR_MS,
    )
    if (lately.length >= MAX_IN_HOUR) return
    const name = [cause.subjectId, ...lately.map(({ id }) => id)].join(' ')
    await outbox.tell(kind, [{ ...cause, name, atMs: nowMs - (nowMs % HOUR_MS) }])
  }

  async function linkOf(
    token: string,
    { name }: MailKind,
    boundTo: (subjectId: string) => Promise<string | undefined>,
  ) {
    const mail = await links.mailOf(token)
    if (mail?.kind !== name) return undefined
    const bound = await boundTo(mail.subjectId)
    if (bound === undefined || !links.proves(token, mail, bound)) return undefined
    const { subjectId, expiresAtMs } = mail
    return { subjectId, isOver: (expiresAtMs ?? 0) <= clock.now() }
  }

  return {
    async sendReset(userId) {
      const cause = await passwordResetCause({ id: userId }, parts)
      if (cause !== undefined) await send(passwordReset, cause)
    },

    async sendInvitation(id) {
      const row = await store.read.invitation(id)
      if (row !== undefined) await send(invitation, await invitationCause(row, parts))
    },

    resetOf: (token) =>
      linkOf(token, passwordReset, async (id) => (await store.read.user(id))?.passwordHash),

    invitationOf: (token) => linkOf(token, invitation, async (id) => id),
  }
}
