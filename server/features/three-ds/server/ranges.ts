import type { MessageOf } from '../messages/messages.ts'
import type { CardRange } from './contract.ts'

type RangeEntry = NonNullable<MessageOf<'PRes'>['cardRangeData']>[number]

/** The ranges for one length of card numbers, sorted. Texts of equal length sort like their numbers. */
interface SortedRanges {
  readonly starts: readonly string[]
  readonly ends: readonly string[]
  readonly ranges: readonly CardRange[]
}

/** A list of card ranges from a directory server. Immutable. */
export interface RangeList {
  /** Serial number of the last answer; the next request asks for the changes since then. */
  readonly serialNumber: string | undefined
  readonly size: number
  /** Entries of the last answer that could not be used: overlaps, and changes of unknown ranges. */
  readonly unusable: number
  /** The range of a card number: a binary search, without I/O. */
  find(cardNumber: string): CardRange | undefined
  /** A new list after another answer, which adds, changes and deletes ranges. */
  changedBy(entries: readonly RangeEntry[], serialNumber: string | undefined): RangeList
}

export const noRanges: RangeList = listOf(new Map(), undefined, 0)

/** Ranges by their first and last number. */
type Entries = ReadonlyMap<string, RangeEntry>

function listOf(entries: Entries, serialNumber: string | undefined, unknown: number): RangeList {
  const { byLength, overlaps } = sortedRanges(entries)
  return {
    serialNumber,
    size: entries.size - overlaps,
    unusable: unknown + overlaps,
    find(cardNumber) {
      const sorted = byLength[cardNumber.length]
      if (sorted === undefined) return undefined
      const at = lastAtMost(sorted.starts, cardNumber)
      const end = sorted.ends[at]
      return end !== undefined && cardNumber <= end ? sorted.ranges[at] : undefined
    },
    changedBy(changes, changedSerialNumber) {
      const after = new Map(entries)
      let unknownChanges = 0
      for (const change of changes) {
        const key = `${change.startRange}-${change.endRange}`
        const isNew = (change.actionInd ?? 'A') === 'A'
        if (!isNew && !after.has(key)) unknownChanges++
        else if (change.actionInd === 'D') after.delete(key)
        else after.set(key, change)
      }
      return listOf(after, changedSerialNumber, unknownChanges)
    },
  }
}

/** Keeps the first of overlapping ranges, because a card has one issuer. */
function sortedRanges(entries: Entries): {
  readonly byLength: readonly (SortedRanges | undefined)[]
  readonly overlaps: number
} {
  const byLength: { starts: string[]; ends: string[]; ranges: CardRange[] }[] = []
  let overlaps = 0
  const inOrder = [...entries.values()].sort((one, other) =>
    one.startRange < other.startRange ? -1 : 1,
  )
  for (const entry of inOrder) {
    const range = rangeOf(entry)
    const { startRange, endRange } = entry
    if (range === undefined || startRange.length !== endRange.length) continue
    const sorted = byLength[startRange.length] ?? { starts: [], ends: [], ranges: [] }
    byLength[startRange.length] = sorted
    const before = sorted.ends.at(-1)
    if (endRange < startRange || (before !== undefined && startRange <= before)) overlaps++
    else {
      sorted.starts.push(startRange)
      sorted.ends.push(endRange)
      sorted.ranges.push(range)
    }
  }
  return { byLength, overlaps }
}

/** The position of the last text that is not greater than `text`; -1 where all are greater. */
function lastAtMost(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The versions that this server sends, highest first. */
const SENT_VERSIONS = ['2.2.0', '2.1.0'] as const

/** `undefined`: issuer and directory support no version that this server sends. */
function rangeOf(entry: RangeEntry): CardRange | undefined {
  const { acsStartProtocolVersion = '', acsEndProtocolVersion = '', threeDSMethodURL } = entry
  const { dsStartProtocolVersion = '0.0.0', dsEndProtocolVersion = '99.0.0' } = entry
  const version = SENT_VERSIONS.find(
    (each) =>
      isBetween(acsStartProtocolVersion, each, acsEndProtocolVersion) &&
      isBetween(dsStartProtocolVersion, each, dsEndProtocolVersion),
  )
  if (version === undefined) return undefined
  return { version, ...(threeDSMethodURL === undefined ? {} : { methodUrl: threeDSMethodURL }) }
}

function isBetween(first: string, version: string, last: string): boolean {
  return orderOf(first) <= orderOf(version) && orderOf(version) <= orderOf(last)
}

/** A version as one number: parts of up to two digits each. */
function orderOf(version: string): number {
  return version.split('.').reduce((order, part) => order * 100 + Number(part), 0)
}
