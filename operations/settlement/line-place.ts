/** Where a line is: the id of its batch and its position. */
export interface LinePlace {
  readonly batchId: string
  readonly position: number
}

/** A place as commands and answers show it: the batch, a colon and the position. */
export function placeText({ batchId, position }: LinePlace): string {
  return `${batchId}:${position}`
}

/** The place of such a text; nothing where it is none. */
export function placeIn(text: string): LinePlace | undefined {
  const parts = /^([0-9a-f]{32}-\d{5}):([1-9]\d{0,14})$/.exec(text)
  if (parts === null) return undefined
  return { batchId: parts[1] ?? '', position: Number(parts[2]) }
}
