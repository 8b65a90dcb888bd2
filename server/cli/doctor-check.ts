import type { Config } from '../kernel/settings/config.ts'
import type { SettledSettings } from '../kernel/settings/setting-sources.ts'
import type { Scan } from '../store/scan.ts'
import type { OpenedServices } from './command.ts'

/**
 * `warning`: somebody should look at it, payments go on. `problem`: payments, money or secrets are at stake.
 * `unknown`: it could not be looked at from here.
 */
export type DoctorState = 'good' | 'warning' | 'problem' | 'unknown'

/** One thing that a check has found. Never a value of a secret, card data or personal data. */
export interface DoctorResult {
  readonly state: DoctorState
  /** One line: what was found. */
  readonly found: string
  /** In place of the check's own `fix`. */
  readonly fix?: string
}

/** What a check may look at. A function rejects where that cannot be had; the result is then `unknown`. */
export interface DoctorGiven {
  readonly config: Config
  readonly nowMs: number
  /** Where the settings come from; absent at a start. */
  readonly settled?: SettledSettings
  /** The whole database, for reading, in the newest schema. */
  scan(): Promise<Scan>
  /** The services of a gateway that serves nothing. */
  services(): Promise<OpenedServices['services']>
}

/** One subject of `tillgate doctor`; docs/going-live.md lists them all. */
export interface DoctorCheck {
  /** Stable, for `--json`: words of lower case with a hyphen between them. */
  readonly name: string
  /** What is looked at: a line of the list. */
  readonly looksAt: string
  /** What happens where it is wrong: a sentence without a full stop. */
  readonly why: string
  /** The command or setting that mends it. */
  readonly fix: string
  /** Also at each live start: looks at settings and files alone, in less than a second. */
  readonly quick?: true
  /** At least one result. May reject. */
  look(given: DoctorGiven): Promise<readonly DoctorResult[]>
}

/** A check with one of its results, as text and `--json` show it. */
export interface DoctorFinding extends Required<DoctorResult> {
  readonly name: string
  readonly why: string
}

/** What most checks answer: the sentences that were found, or that all is well. */
export function resultsOf(
  state: Exclude<DoctorState, 'good'>,
  found: readonly (string | undefined)[],
  otherwise: string,
): readonly DoctorResult[] {
  const sentences = found.filter((each) => each !== undefined)
  if (sentences.length === 0) return [{ state: 'good', found: otherwise }]
  return sentences.map((each) => ({ state, found: each }))
}

/** A row's number, which every engine may give as its own kind. */
export async function countIn({ scan }: DoctorGiven, sql: string): Promise<number> {
  const [row] = await (await scan()).select(sql)
  return Number(Object.values(row ?? {})[0] ?? 0)
}
