import { signal } from '@preact/signals'
import { BASE, MENU } from './menu.ts'

/** The entity that a person looks at while walking around; `undefined`: the one that they work with. */
export const chosenEntity = signal<string | undefined>(undefined)

/** What an address says of the entity, once it is opened. */
export interface EntityStep {
  /** To be remembered. */
  readonly chosen: string | undefined
  /** The same page with the entity that was chosen before; absent: the address is right as it is. */
  readonly to?: string
}

interface Opened {
  /** Path and query. */
  readonly url: string
  /** By a link or a button, not by the address field or "Back". */
  readonly wasPush: boolean
}

/**
 * A page that is about an entity and is led to without one is about the entity that was chosen before. What
 * "Back" or the address field opens counts as it stands. Pages that are about no entity leave the choice alone.
 */
export function entityStep({ url, wasPush }: Opened, chosen: string | undefined): EntityStep {
  const { pathname, searchParams } = new URL(url, 'http://gateway')
  if (!isOfEntity(pathname)) return { chosen }
  const named = searchParams.get('entity') ?? undefined
  if (named === undefined && wasPush && chosen !== undefined) {
    return { chosen, to: withEntity(url, chosen) }
  }
  return { chosen: named }
}

/** Whether the page at a path shows one entity and all below it. */
export function isOfEntity(path: string): boolean {
  return MENU.flat().some((entry) => entry.isOfEntity && path === BASE + entry.path)
}

/** The address of the same page for an entity; `undefined`: for the one that is worked with. */
export function withEntity(url: string, entity: string | undefined): string {
  const { pathname, searchParams } = new URL(url, 'http://gateway')
  // Acquirer accounts are those of an entity.
  searchParams.delete('account')
  if (entity === undefined) searchParams.delete('entity')
  else searchParams.set('entity', entity)
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
