import type { InvitationRow, UserRow } from '../../../server/store/port.ts'
import { LINK_MS } from '../links.ts'
import type { MailCause, MailKind, MailParts } from '../mail-kind.ts'

/** Somebody was invited: the link leads to the invitation for an hour, and can be asked for anew there. */
export const invitation: MailKind = {
  name: 'invitation',
  on: ['insertInvitation'],
  async causes(changes, parts) {
    const rows = changes.flatMap((change) =>
      change.kind === 'insertInvitation' ? [change.row] : [],
    )
    return Promise.all(rows.map((row) => invitationCause(row, parts)))
  },
  async isTrue({ subjectId }, { store }) {
    return (await store.read.invitation(subjectId)) !== undefined
  },
  path: async (row, { links }) => `/invitation#${links.tokenOf(row, row.subjectId)}`,
}

/** The mail of an invitation, in the language of who has invited. */
export async function invitationCause(
  { id, email, entityId, role, invitedBy }: InvitationRow,
  { store, clock }: MailParts,
): Promise<MailCause> {
  const inviter = await store.read.userOfEmail(invitedBy)
  const atMs = clock.now()
  return {
    entityId,
    subjectId: id,
    name: `${id} ${atMs}`,
    atMs,
    to: { address: email, language: inviter?.mailLanguage ?? 'en' },
    facts: { invitedBy, role: { key: `role.${role}` } },
    lifeMs: LINK_MS,
  }
}

/** Somebody has asked for a new password of a user: the link is good for an hour, and until the next password. */
export const passwordReset: MailKind = {
  name: 'passwordReset',
  async isTrue({ subjectId }, { store }) {
    return (await store.read.user(subjectId))?.state === 'active'
  },
  async path(row, { store, links }) {
    const user = await store.read.user(row.subjectId)
    return `/password#${links.tokenOf(row, user?.passwordHash ?? '')}`
  },
}

/** The mail to a user who has asked for a new password; `undefined`: the user has no role. */
export async function passwordResetCause(
  { id }: Pick<UserRow, 'id'>,
  { store, clock }: MailParts,
): Promise<MailCause | undefined> {
  const [grant] = await store.read.grantsOfUser(id)
  if (grant === undefined) return undefined
  const atMs = clock.now()
  const { entityId } = grant
  const to = { userId: id }
  return { entityId, subjectId: id, name: id, atMs, to, facts: {}, lifeMs: LINK_MS }
}
