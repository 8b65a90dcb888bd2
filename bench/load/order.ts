import type { CpuSeconds } from '../measure/cpu.ts'
import type { Target } from './requests.ts'

/** `authenticate`: a payment whose card is authenticated without its shopper. */
export type ScenarioName = 'pay' | 'payFromBrowser' | 'authenticate' | 'read' | 'checkout'

/** What the benchmark asks of the load generator's process, by its message channel. */
export interface LoadOrder {
  readonly scenario: ScenarioName
  readonly target: Target
  readonly connections: number
  readonly durationMs: number
  /** Process that serves. */
  readonly serverPid: number
  /** How many seeded payments `read` chooses from; without it some are made to be read. */
  readonly seededPayments?: number
  /** Access tokens of merchants who query all the time meanwhile. */
  readonly queryTokens?: readonly string[]
}

export interface LoadDone {
  readonly units: number
  /** Queries beside them that were answered. */
  readonly queries: number
  /** From the first request to the last answer. */
  readonly elapsedMs: number
  /** Duration of each unit, ascending. */
  readonly latenciesMs: readonly number[]
  /** What the server used; `undefined` where the system does not tell. */
  readonly serverCpu: CpuSeconds | undefined
  /** Seconds of processor time that the generator itself used. */
  readonly generatorCpuSeconds: number
  readonly errors: number
  readonly firstError: string | undefined
}
