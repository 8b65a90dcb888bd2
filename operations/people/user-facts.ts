import type { AuditFact } from '../../server/http/audited.ts'
import type { Caller } from '../../server/http/call.ts'
import type { Store } from '../../server/store/port.ts'
import { roleOn } from './roles.ts'

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
