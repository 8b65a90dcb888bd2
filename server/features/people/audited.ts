import type { AuditLog } from '../../entities/audit-log.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { Store } from '../../store/port.ts'
import type { Client } from './sessions.ts'
import { type BegunSession, normalEmail } from './sign-in.ts'

const DONE = '000.000.100'

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
    isBegun ? DONE : outcome.code,
  )
}
