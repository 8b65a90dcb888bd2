import { PARENTS } from '../../common/entity-kinds.ts'
import { newObjectId } from '../kernel/ids.ts'
import type { EntityKind, EntityRow, Store } from '../store/port.ts'
import { channelsBelow, MAX_CHANNELS } from './channels-below.ts'

/** As many as the store lists: further ones would never be shown. */
export const MAX_ROOTS = 100
export const MAX_CHILDREN = 1000

/** Why an entity of a kind cannot have this parent, or none; `undefined`: it can. */
export function misplaced(kind: EntityKind, parent: EntityKind | undefined): string | undefined {
  const allowed = PARENTS[kind]
  if (allowed.length === 0) return parent === undefined ? undefined : `a ${kind} has no parent`
  if (parent !== undefined && allowed.includes(parent)) return undefined
  const wanted = `a ${kind} lies below a ${allowed.join(' or ')}`
  return parent === undefined ? wanted : `${wanted}, not below a ${parent}`
}

/** Why there is no room for one more below a parent, or among those without one; `undefined`: there is. */
export async function noRoomFor(
  parent: EntityRow | undefined,
  { read }: Pick<Store, 'read'>,
): Promise<string | undefined> {
  const [siblings, most] =
    parent === undefined
      ? [await read.rootEntities(), MAX_ROOTS]
      : [await read.childEntities(parent.id), MAX_CHILDREN]
  if (siblings.length < most) return undefined
  return `there are ${most} below the same parent already, which is the most`
}

/** Channels of one merchant that requests make: the channels of all merchants are shown together. */
const MAX_OF_MERCHANT = 100
/** As many channels as lists cover, less what requests at the same moment may add. */
const MAX_SHOWN_TOGETHER = MAX_CHANNELS - 100

/**
 * Why requests make no further channel below a merchant: with more, the lists of an entity above would show none.
 * Who has the command of the gateway may make more.
 */
export async function noRoomForChannel(
  merchant: EntityRow,
  store: Store,
): Promise<string | undefined> {
  const own = await store.read.childEntities(merchant.id)
  if (own.length >= MAX_OF_MERCHANT) {
    return `the merchant has ${MAX_OF_MERCHANT} channels, the most that requests make; the command tillgate entity create makes more`
  }
  const top = (await store.read.entityPath(merchant.id)).at(-1)
  const all = top === undefined ? [] : await channelsBelow(top, store)
  if (all.length < MAX_SHOWN_TOGETHER) return undefined
  return `${MAX_SHOWN_TOGETHER} channels lie below ${top?.name}, the most that requests make: lists of more would show none; the command tillgate entity create makes more`
}

/** A new entity that is switched on and sets nothing itself. */
export function newEntity(
  { parent, kind, name }: { parent: EntityRow | undefined; kind: EntityKind; name: string },
  nowMs: number,
): EntityRow {
  return {
    id: newObjectId(nowMs),
    parentId: parent?.id ?? null,
    kind,
    name,
    active: true,
    settings: '{}',
    createdAtMs: nowMs,
    version: 1,
  }
}
