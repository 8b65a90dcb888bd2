import { ROLE_RIGHTS } from '../../server/entities/rights.ts'
import type { EntityRow, UserRow } from '../../server/store/port.ts'
import { grantOn } from '../people/index.ts'
import type { MailKind, MailParts, MailTo } from './mail-kind.ts'

/** Whom one mail goes to, and in which language. */
export interface Recipient {
  readonly address: string
  readonly language: string
}

/** People who get one mail at most: those with a role nearest to the entity first. */
const MAX_RECIPIENTS = 50

/** Whom the mails of a cause go to. `path`: the entity that it is about first. */
export async function recipientsOf(
  kind: MailKind,
  to: MailTo,
  path: readonly EntityRow[],
  parts: Pick<MailParts, 'store'>,
): Promise<readonly Recipient[]> {
  if ('address' in to) return [to]
  const { read } = parts.store
  const ids = 'userId' in to ? [to.userId] : await usersWith(to, path, parts)
  const users = await Promise.all(ids.slice(0, MAX_RECIPIENTS).map((id) => read.user(id)))
  return users.filter((user) => user !== undefined && wants(user, kind)).map(recipientOf)
}

function wants({ state, unwantedMails }: UserRow, { name, mayBeUnwanted }: MailKind): boolean {
  return state === 'active' && !(mayBeUnwanted && unwantedMails.split(',').includes(name))
}

function recipientOf(user: UserRow | undefined): Recipient {
  return { address: user?.email ?? '', language: user?.mailLanguage ?? 'en' }
}

/** Users who have a right on the entity, by the role that counts there. */
async function usersWith(
  { right, except = () => false }: Extract<MailTo, { readonly right: unknown }>,
  path: readonly EntityRow[],
  { store }: Pick<MailParts, 'store'>,
): Promise<readonly string[]> {
  if (path.length === 0) return []
  const grants = await store.read.grantsOfEntities(path.map(({ id }) => id))
  const distance = new Map(path.map(({ id }, at) => [id, at]))
  return [...new Set(grants.map(({ userId }) => userId))]
    .flatMap((userId) => {
      const grant = grantOn(
        path,
        grants.filter((one) => one.userId === userId),
      )
      const mayDo = grant !== undefined && ROLE_RIGHTS[grant.role].includes(right)
      return mayDo && !except(userId) ? [{ userId, at: distance.get(grant.entityId) ?? 0 }] : []
    })
    .sort((one, other) => one.at - other.at)
    .map(({ userId }) => userId)
}
