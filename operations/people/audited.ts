import type { AuditedAction, AuditLog } from '../../server/entities/audit-log.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { InvitationRow, Store, UserRow } from '../../server/store/port.ts'
import type { Client } from './sessions.ts'
import { type BegunSession, needsCode, normalEmail } from './sign-in.ts'

const DONE = '000.000.100'

/** Result of a sign-in whose password was right, while the code of the second factor is still to come. */
const CODE_ASKED = 'codeAsked'

/**
 * Writes a sign-in into the audit log, also one that failed. An e-mail that is not known is not written:
 * people type passwords into the wrong field.
 */
export async function auditSignIn(
  {
    email,
    client,
    outcome,
  }: { readonly email: string; readonly client: Client; readonly outcome: BegunSession | Refusal },
  { audit, store }: { readonly audit: AuditLog | undefined; readonly store: Store },
): Promise<void> {
  if (audit === undefined) return
  const user = await store.read.userOfEmail(normalEmail(email))
  const [grant] = user === undefined ? [] : await store.read.grantsOfUser(user.id)
  const isBegun = !isRefusal(outcome)
  await audit.record(
    {
      entityId: isBegun ? outcome.session.entityId : grant?.entityId,
      actor: user?.email ?? 'an unknown user',
      action: 'sessions.begin',
      request: 'POST /admin/v1/session',
      address: client.address,
    },
    isBegun ? DONE : outcome === needsCode ? CODE_ASKED : outcome.code,
  )
}

/**
 * Writes down that an invitation is taken, before and after. A link that is good for nothing is in no log: it
 * names nobody.
 */
export async function auditedAcceptance<Result>(
  {
    invitation,
    client,
  }: { readonly invitation: InvitationRow | undefined; readonly client: Client },
  { audit }: { readonly audit: AuditLog | undefined },
  accept: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  if (audit === undefined || invitation === undefined) return accept()
  const { entityId, email, role } = invitation
  const action: AuditedAction = {
    entityId,
    actor: email,
    action: 'people.accept',
    request: 'POST /admin/v1/invitations/acceptance',
    address: client.address,
    facts: [['role', role]],
  }
  await audit.record(action, 'asked')
  const accepted = await accept()
  await audit.record(action, isRefusal(accepted) ? accepted.code : DONE)
  return accepted
}

/** Writes down that a user has chosen a new password by the link of a mail. */
export async function auditReset(
  { user, client }: { readonly user: Pick<UserRow, 'id' | 'email'>; readonly client: Client },
  { audit, store }: { readonly audit: AuditLog | undefined; readonly store: Store },
): Promise<void> {
  const [grant] = await store.read.grantsOfUser(user.id)
  await audit?.record(
    {
      entityId: grant?.entityId,
      actor: user.email,
      action: 'passwords.reset',
      request: 'POST /admin/v1/passwords/reset',
      address: client.address,
    },
    DONE,
  )
}
