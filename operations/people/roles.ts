import { ROLE_RIGHTS, type Role } from '../../server/entities/rights.ts'
import type { EntityRow, GrantRow, Store } from '../../server/store/port.ts'

/**
 * What gives a user a role on an entity: the grant on the nearest of the entity and its parents;
 * `undefined`: there is none. `path`: the entity first.
 */
export function grantOn<Grant extends Pick<GrantRow, 'entityId' | 'role'>>(
  path: readonly Pick<EntityRow, 'id'>[],
  grants: readonly Grant[],
): Grant | undefined {
  for (const { id } of path) {
    const grant = grants.find(({ entityId }) => entityId === id)
    if (grant !== undefined) return grant
  }
  return undefined
}

/** The role of a user on an entity. `path`: the entity first. */
export function roleOn(
  path: readonly Pick<EntityRow, 'id'>[],
  grants: readonly Pick<GrantRow, 'entityId' | 'role'>[],
): Role | undefined {
  return grantOn(path, grants)?.role
}

/**
 * Since when a role is held that takes the place of another one on the same entity. Who might decide about
 * what others ask for already, and still may, did not get that right now.
 */
export function heldSinceMs(
  role: Role,
  before: Pick<GrantRow, 'role' | 'createdAtMs'> | undefined,
  nowMs: number,
): number {
  const decides = (one: Role) => ROLE_RIGHTS[one].includes('payments.approve')
  return before !== undefined && decides(before.role) && decides(role) ? before.createdAtMs : nowMs
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
