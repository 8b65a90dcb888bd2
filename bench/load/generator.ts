import { type CpuSeconds, cpuSecondsOf } from '../measure/cpu.ts'
import { Connection } from './connection.ts'
import type { Target } from './requests.ts'
import { prepareScenario, type Scenario, type ScenarioName } from './scenarios.ts'

/** What the benchmark asks of the load generator's process, by its message channel. */
export interface LoadOrder {
  readonly scenario: ScenarioName
  readonly target: Target
  readonly connections: number
  readonly durationMs: number
  /** Process that serves. */
  readonly serverPid: number
}

export interface LoadDone {
  readonly units: number
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

process.on('message', (order: LoadOrder) => {
  carryOut(order).catch((error) => {
    process.send?.({ ...nothingDone, errors: 1, firstError: String(error) } satisfies LoadDone)
  })
})

const nothingDone: LoadDone = {
  units: 0,
  elapsedMs: 0,
  latenciesMs: [],
  serverCpu: undefined,
  generatorCpuSeconds: 0,
  errors: 0,
  firstError: undefined,
}

async function carryOut(order: LoadOrder): Promise<void> {
  const { scenario, target } = order
  const opening = Array.from({ length: order.connections }, () => Connection.open(target))
  const open = await Promise.all(opening)
  const [first] = open
  if (first === undefined) throw new Error('The load needs at least one connection')
  const unit = await prepareScenario(scenario, target, first)
  const done = await drive(unit, open, order)
  for (const connection of open) connection.close()
  process.send?.(done)
}

/** Each connection repeats the unit until the time is over; a connection ends at its first error. */
async function drive(
  unit: Scenario,
  connections: readonly Connection[],
  { durationMs, serverPid }: LoadOrder,
): Promise<LoadDone> {
  const latenciesMs: number[] = []
  const errors: string[] = []
  const cpuBefore = process.cpuUsage()
  const serverCpuBefore = cpuSecondsOf(serverPid)
  const startMs = performance.now()
  const endMs = startMs + durationMs

  async function repeat(connection: Connection): Promise<void> {
    for (let fromMs = performance.now(); fromMs < endMs; ) {
      await unit(connection)
      const nowMs = performance.now()
      latenciesMs.push(nowMs - fromMs)
      fromMs = nowMs
    }
  }

  await Promise.all(
    connections.map((each) => repeat(each).catch((error) => errors.push(String(error)))),
  )
  const elapsedMs = performance.now() - startMs
  const serverCpuAfter = cpuSecondsOf(serverPid)
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    units: latenciesMs.length,
    elapsedMs,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
    serverCpu: difference(serverCpuAfter, serverCpuBefore),
    generatorCpuSeconds: (user + system) / 1e6,
    errors: errors.length,
    firstError: errors[0],
  }
}

function difference(
  after: CpuSeconds | undefined,
  before: CpuSeconds | undefined,
): CpuSeconds | undefined {
  if (after === undefined || before === undefined) return undefined
  return {
    whole: after.whole - before.whole,
    mainThread: after.mainThread - before.mainThread,
  }
}
