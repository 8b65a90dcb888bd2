import type { EntityKind } from '../../engine/store/port.ts'

/** What each kind may lie below (decisions §1); a PSP may do without divisions. */
const PARENTS: { readonly [Kind in EntityKind]: readonly EntityKind[] } = {
  psp: [],
  division: ['psp'],
  merchant: ['division', 'psp'],
  channel: ['merchant'],
}

const KINDS = Object.keys(PARENTS) as readonly EntityKind[]

/** How `--help` names the kinds. */
export const kindNames = KINDS.join('|')

export function readKind(text: string): EntityKind | undefined {
  return KINDS.find((kind) => kind === text)
}

/** Why an entity of a kind cannot lie below one of another, or below none; nothing when it can. */
export function misplaced(kind: EntityKind, parent: EntityKind | undefined): string | undefined {
  const allowed = PARENTS[kind]
  if (allowed.length === 0) {
    return parent === undefined ? undefined : `a ${kind} lies below nothing: leave --parent out`
  }
  if (parent !== undefined && allowed.includes(parent)) return undefined
  const wanted = `a ${kind} lies below a ${allowed.join(' or ')}`
  return parent === undefined
    ? `${wanted}: give --parent with its id`
    : `${wanted}, not below a ${parent}`
}
