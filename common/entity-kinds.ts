/** PSP → division → merchant → channel. */
export type EntityKind = 'psp' | 'division' | 'merchant' | 'channel'

/** The possible parents of each kind (decisions §1); a PSP may have merchants without divisions. */
export const PARENTS: { readonly [Kind in EntityKind]: readonly EntityKind[] } = {
  psp: [],
  division: ['psp'],
  merchant: ['division', 'psp'],
  channel: ['merchant'],
}

/** All kinds, each above those that may lie below it. */
export const ENTITY_KINDS = Object.keys(PARENTS) as readonly EntityKind[]

/** The kinds that may lie below an entity. */
export function kindsBelow(parent: EntityKind): readonly EntityKind[] {
  return ENTITY_KINDS.filter((kind) => PARENTS[kind].includes(parent))
}
