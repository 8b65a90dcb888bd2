import type { SettlementLineRow, SettlementMatchRow, Store } from '../../server/store/port.ts'
import { type LinePlace, placeText } from './line-place.ts'

/** Positions of one read. */
const AT_ONCE = 1000

/** Positions of a batch that one read covers, both included. */
interface Window {
  readonly batchId: string
  readonly from: number
  readonly to: number
}

/** Lines with what they are about for certain, by their places as text (`placeText`). */
export interface LinesAt {
  readonly lines: ReadonlyMap<string, SettlementLineRow>
  /** In the order of their payments. */
  readonly matches: ReadonlyMap<string, readonly SettlementMatchRow[]>
}

/** The lines at these places: those of a batch that lie near each other by one read. */
export async function linesAt(places: readonly LinePlace[], read: Store['read']): Promise<LinesAt> {
  const lines = new Map<string, SettlementLineRow>()
  const matches = new Map<string, SettlementMatchRow[]>()
  for (const { batchId, from, to } of windowsOf(places)) {
    for (const line of await read.settlementLines(batchId, from - 1, to - from + 1)) {
      lines.set(placeText(line), line)
    }
    for (const match of await read.settlementMatchesOfLines(batchId, from, to)) {
      if (match.isCandidate) continue
      const place = placeText(match)
      matches.set(place, [...(matches.get(place) ?? []), match])
    }
  }
  return { lines, matches }
}

function windowsOf(places: readonly LinePlace[]): readonly Window[] {
  const positions = new Map<string, number[]>()
  for (const { batchId, position } of places) {
    positions.set(batchId, [...(positions.get(batchId) ?? []), position])
  }
  const windows: Window[] = []
  for (const [batchId, all] of positions) {
    let window: { batchId: string; from: number; to: number } | undefined
    for (const position of all.toSorted((one, other) => one - other)) {
      if (window !== undefined && position < window.from + AT_ONCE) window.to = position
      else {
        window = { batchId, from: position, to: position }
        windows.push(window)
      }
    }
  }
  return windows
}
