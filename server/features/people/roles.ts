import { ROLE_RIGHTS, type Role } from '../../entities/rights.ts'
import type { EntityRow, GrantRow, Store } from '../../store/port.ts'

/**
 * The role of a user on an entity: of the nearest of the entity and its parents on which the user has
 * one; `undefined`: none. `path`: the entity first.
 */
export function roleOn(
  path: readonly Pick<EntityRow, 'id'>[],
  grants: readonly Pick<GrantRow, 'entityId' | 'role'>[],
): Role | undefined {
  for (const { id } of path) {
    const grant = grants.find(({ entityId }) => entityId === id)
    if (grant !== undefined) return grant.role
  }
  return undefined
}

/** Whether a role has every right of another one. */
export function isAtLeast(role: Role, other: Role): boolean {
  return ROLE_RIGHTS[other].every((right) => ROLE_RIGHTS[role].includes(right))
}

export interface GrantWithEntity {
  readonly entity: EntityRow
  readonly role: Role
}

/** Roles that are shown of one user. */
const MAX_SHOWN = 100

/** Roles with what they are on. */
export async function withEntities(
  grants: readonly GrantRow[],
  { read }: Store,
): Promise<readonly GrantWithEntity[]> {
  const shown = grants.slice(0, MAX_SHOWN)
  const entities = await Promise.all(shown.map(({ entityId }) => read.entity(entityId)))
  return shown.flatMap(({ role }, at) => {
    const entity = entities[at]
    return entity === undefined ? [] : [{ entity, role }]
  })
}
