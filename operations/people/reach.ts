import type { Access, AccessRequest } from '../../server/entities/access.ts'
import { ROLE_RIGHTS, type Role } from '../../server/entities/rights.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type { Store } from '../../server/store/port.ts'
import { isAtLeast, roleOn } from './roles.ts'

/** Who asks. What they reach is the entity that they work with, and all below it. */
export type Asking = Pick<AccessRequest, 'token' | 'person' | 'usable'>

export interface ReachParts {
  readonly store: Store
  readonly access: Access
}

/** The entity that a request is about: the one that it names, else the one that is worked with. */
export function entityOf({ token, usable }: Asking): string {
  return usable?.entity.id ?? token.entityId
}

/** The rows that are on the entity that is worked with, or below it. */
export async function reached<Row extends { readonly entityId: string }>(
  rows: readonly Row[],
  { token }: Asking,
  { access }: ReachParts,
): Promise<readonly Row[]> {
  const within = await Promise.all(
    rows.map(({ entityId }) => access.isWithin(entityId, token.entityId)),
  )
  return rows.filter((_, at) => within[at])
}

/** Why a role on an entity may neither be given nor taken by the one who asks; `undefined`: it may. */
export async function roleRefusal(
  { entityId, role }: { readonly entityId: string; readonly role: Role },
  asking: Asking,
  { store }: ReachParts,
): Promise<Refusal | undefined> {
  const { person } = asking
  // An administrator's access token has all rights.
  if (person === undefined) return undefined
  const [path, grants] = await Promise.all([
    store.read.entityPath(entityId),
    store.read.grantsOfUser(person.id),
  ])
  const own = roleOn(path, grants)
  if (own === undefined || !ROLE_RIGHTS[own].includes('people.write')) return noRight
  return isAtLeast(own, role) ? undefined : aboveOwn
}

const noRight = refuse('800.900.301', {
  status: 403,
  description: 'Your role on this entity has not the right people.write',
})

const aboveOwn = refuse('800.900.301', {
  status: 403,
  description: 'This role may do more than your own: ask somebody who has it',
})
