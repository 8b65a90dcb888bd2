import type { AuditedAction, AuditLog } from '../../entities/audit-log.ts'
import type { AuditFact } from '../../http/audited.ts'
import type { Caller } from '../../http/call.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { InvitationRow, Store } from '../../store/port.ts'
import { roleOn } from './roles.ts'
import type { Client } from './sessions.ts'
import { type BegunSession, needsCode, normalEmail } from './sign-in.ts'

const DONE = '000.000.100'

/** Result of a sign-in whose password was right, while the code of the second factor is still to come. */
const CODE_ASKED = 'codeAsked'

/** What the audit log has of a role that is not there. */
const NO_ROLE = '–'

/** Whom a request changes: nothing of a user whom the caller does not see. */
export async function userFacts(
  id: string,
  { token }: Caller,
  { store: { read } }: { readonly store: Store },
): Promise<readonly AuditFact[] | undefined> {
  const user = await read.user(id)
  if (user === undefined) return undefined
  for (const { entityId } of await read.grantsOfUser(id)) {
    const path = await read.entityPath(entityId)
    if (path.some((one) => one.id === token.entityId)) return [['user', user.email]]
  }
  return undefined
}

/** The same with the role that the user has on the entity before the request. */
export async function roleFacts(
  id: string,
  caller: Caller,
  parts: { readonly store: Store },
): Promise<readonly AuditFact[] | undefined> {
  const user = await userFacts(id, caller, parts)
  if (user === undefined) return undefined
  const entityId = caller.usable?.entity.id ?? caller.token.entityId
  const before = roleOn([{ id: entityId }], await parts.store.read.grantsOfUser(id))
  return [...user, ['role before', before ?? NO_ROLE]]
}

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
  { audit, store }: { readonly audit?: AuditLog; readonly store: Store },
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
  { audit }: { readonly audit?: AuditLog },
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
