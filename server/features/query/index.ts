/** What the rest of the gateway uses of queries: their turns and their cost. */

export { cursorOf, placeOfCursor } from './list-answer.ts'
export { createLongReads, type Found, type LongReads, runQueryInTurn } from './long-reads.ts'
