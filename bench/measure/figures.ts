import type { LoadDone, ScenarioName } from '../load/order.ts'
import type { CpuSeconds } from './cpu.ts'
import { median, quantile, significant } from './statistics.ts'

/** One server under one scenario: medians over the rounds. */
export interface ServerFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the server process for one unit, in milliseconds; null where it is not told. */
  readonly cpuMsPerUnit: number | null
  /** The part of it that the thread of the event loop used. */
  readonly mainThreadMsPerUnit: number | null
  /** Share of one core that the load generator itself was busy. */
  readonly generatorBusy: number
  readonly errors: number
}

/** What is measured beside a floor. */
export type FloorScenario = Exclude<ScenarioName, 'payFromBrowser' | 'authenticate'>

export type Engine = 'sqlite' | 'postgres'

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
}

export interface ScenarioFigures {
  readonly engine: Engine
  readonly scenario: FloorScenario
  readonly floor: ServerFigures | null
  readonly gateway: ServerFigures
  /** Gateway's rate by the floor's, the median of the ratios of each round; null without a floor. */
  readonly ratio: number | null
  /** Floor's processor time by the gateway's: the same question, blind to what else is running. */
  readonly cpuRatio: number | null
  /** What the ratio should at least be. */
  readonly aim: number | null
}

const AIMS: Readonly<Record<Engine, Readonly<Record<FloorScenario, number | null>>>> = {
  sqlite: { pay: 0.6, read: 0.65, checkout: null },
  postgres: { pay: 0.5, read: 0.5, checkout: null },
}

/** The slices of one scenario: `floor[i]` and `gateway[i]` ran one after the other. */
export interface Slices {
  /** Empty where there is no floor. */
  readonly floor: readonly LoadDone[]
  readonly gateway: readonly LoadDone[]
}

export function scenarioFigures(
  engine: Engine,
  scenario: FloorScenario,
  { floor, gateway }: Slices,
): ScenarioFigures {
  const floorFigures = floor.length === 0 ? null : serverFigures(floor)
  const gatewayFigures = serverFigures(gateway)
  const floorCpu = floorFigures?.cpuMsPerUnit ?? null
  const gatewayCpu = gatewayFigures.cpuMsPerUnit
  return {
    engine,
    scenario,
    floor: floorFigures,
    gateway: gatewayFigures,
    ratio: rateRatio(gateway, floor),
    cpuRatio: floorCpu === null || gatewayCpu === null ? null : significant(floorCpu / gatewayCpu),
    aim: AIMS[engine][scenario],
  }
}

/** One rate by another, the median of the ratios of each round; null when they share no round. */
export function rateRatio(
  slices: readonly LoadDone[],
  besides: readonly LoadDone[],
): number | null {
  const ratios = slices.flatMap((slice, round) => {
    const beside = besides[round]
    return beside === undefined ? [] : [rateOf(slice) / rateOf(beside)]
  })
  return ratios.length === 0 ? null : significant(median(ratios))
}

export function serverFigures(slices: readonly LoadDone[]): ServerFigures {
  const middle = (figure: (slice: LoadDone) => number) => significant(median(slices.map(figure)))
  const cpuMsOf = (part: keyof CpuSeconds) => {
    const ms = middle(({ serverCpu, units }) =>
      serverCpu === undefined ? Number.NaN : (serverCpu[part] * 1000) / units,
    )
    return Number.isNaN(ms) ? null : ms
  }
  return {
    perSecond: middle(rateOf),
    p50Ms: middle(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
    p99Ms: middle(({ latenciesMs }) => quantile(latenciesMs, 0.99)),
    cpuMsPerUnit: cpuMsOf('whole'),
    mainThreadMsPerUnit: cpuMsOf('mainThread'),
    generatorBusy: middle((slice) => (slice.generatorCpuSeconds * 1000) / slice.elapsedMs),
    errors: slices.reduce((sum, { errors }) => sum + errors, 0),
  }
}

function rateOf({ units, elapsedMs }: LoadDone): number {
  return (units * 1000) / elapsedMs
}
