import type { LoadDone } from '../load/generator.ts'
import type { ScenarioName } from '../load/scenarios.ts'
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

export interface ScenarioFigures {
  readonly scenario: ScenarioName
  readonly floor: ServerFigures | null
  readonly gateway: ServerFigures
  /** Gateway's rate by the floor's, the median of the ratios of each round; null without a floor. */
  readonly ratio: number | null
  /** Floor's processor time by the gateway's: the same question, blind to what else is running. */
  readonly cpuRatio: number | null
  /** What the ratio should at least be. */
  readonly aim: number | null
}

export const AIMS: Readonly<Record<ScenarioName, number | null>> = {
  pay: 0.6,
  read: 0.65,
  checkout: null,
}

/** The slices of one scenario: `floor[i]` and `gateway[i]` ran one after the other. */
export interface Slices {
  readonly floor: readonly LoadDone[]
  readonly gateway: readonly LoadDone[]
}

export function scenarioFigures(
  scenario: ScenarioName,
  { floor, gateway }: Slices,
): ScenarioFigures {
  const ratios = gateway.flatMap((slice, round) => {
    const beside = floor[round]
    return beside === undefined ? [] : [rateOf(slice) / rateOf(beside)]
  })
  const floorFigures = floor.length === 0 ? null : serverFigures(floor)
  const gatewayFigures = serverFigures(gateway)
  const floorCpu = floorFigures?.cpuMsPerUnit ?? null
  const gatewayCpu = gatewayFigures.cpuMsPerUnit
  return {
    scenario,
    floor: floorFigures,
    gateway: gatewayFigures,
    ratio: ratios.length === 0 ? null : significant(median(ratios)),
    cpuRatio: floorCpu === null || gatewayCpu === null ? null : significant(floorCpu / gatewayCpu),
    aim: AIMS[scenario],
  }
}

function serverFigures(slices: readonly LoadDone[]): ServerFigures {
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
