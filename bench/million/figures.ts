import type { LoadDone } from '../load/order.ts'
import { type Engine, rateRatio, type ServerFigures, serverFigures } from '../measure/figures.ts'

/** What an operation costs when the database is full, beside what it costs when it is empty. */
export interface CostFigures {
  readonly scenario: 'pay' | 'read'
  readonly empty: ServerFigures
  readonly full: ServerFigures
  /** Empty's rate by full's, the median of the ratios of each round: 1.25 is a quarter dearer. */
  readonly ratio: number | null
  readonly aim: number
}

export interface MillionFigures {
  readonly engine: Engine
  /** How many payments were seeded. */
  readonly payments: number
  readonly databaseMb: number
  readonly seedSeconds: number
  readonly costs: readonly CostFigures[]
  /** From the start of the process to its first answer that it is ready: medians. */
  readonly startMs: { readonly empty: number; readonly full: number; readonly aim: number }
  /** The most memory of the gateways' processes, after the payments and reads of this row. */
  readonly peakMb: { readonly empty: number | null; readonly full: number | null }
  /** Commands over the full database. */
  readonly commands: readonly CommandFigures[]
}

/** What a command takes. */
export interface CommandFigures {
  readonly name: string
  readonly ms: number
  readonly peakMb: number
  readonly aimMs?: number
}

const COST_AIM = 1.25
export const START_AIM_MS = 2000
/** For each million payments. */
export const CHECK_AIM_MS = 10_000

export function costFigures(
  scenario: 'pay' | 'read',
  { empty, full }: { readonly empty: readonly LoadDone[]; readonly full: readonly LoadDone[] },
): CostFigures {
  return {
    scenario,
    empty: serverFigures(empty),
    full: serverFigures(full),
    ratio: rateRatio(empty, full),
    aim: COST_AIM,
  }
}
