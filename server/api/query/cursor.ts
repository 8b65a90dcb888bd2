import type { ListPlace } from '../../engine/store/port.ts'

/** Where a list goes on: time, id and rank of a place, as the merchant is told it. It opens nothing: a query looks at its own entity. */
export function cursorOf({ atMs, id, rank }: ListPlace): string {
  return `${atMs.toString(36)}.${id}.${rank}`
}

/** The place of a cursor that parameters have accepted; nothing for `start`. */
export function placeOfCursor(cursor: string): ListPlace | undefined {
  const [time, id, rank] = cursor.split('.')
  if (time === undefined || id === undefined) return undefined
  const atMs = Math.min(Number.parseInt(time, 36), Number.MAX_SAFE_INTEGER)
  return { atMs, id, rank: rank === '1' ? 1 : 0 }
}
