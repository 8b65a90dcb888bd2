import { type CpuSeconds, cpuSecondsOf } from '../measure/cpu.ts'
import { Connection } from './connection.ts'
import type { LoadDone, LoadOrder } from './order.ts'
import { queryUntil } from './queries.ts'
import { prepareScenario, type Scenario } from './scenarios.ts'

process.on('message', (order: LoadOrder) => {
  perform(order).catch((error) => {
    process.send?.({ ...nothingDone, errors: 1, firstError: String(error) } satisfies LoadDone)
  })
})

const nothingDone: LoadDone = {
  units: 0,
  queries: 0,
  elapsedMs: 0,
  latenciesMs: [],
  serverCpu: undefined,
  generatorCpuSeconds: 0,
  errors: 0,
  firstError: undefined,
}

async function perform(order: LoadOrder): Promise<void> {
  if (order.connections < 1) throw new Error('The load needs at least one connection')
  const opening = Array.from({ length: order.connections }, () => Connection.open(order.target))
  const open = await Promise.all(opening)
  const unit = await prepareScenario(order, open)
  const done = await drive(unit, open, order)
  for (const connection of open) connection.close()
  process.send?.(done)
}

/** Each connection repeats the unit until the time is over; a connection ends at its first error. */
async function drive(
  unit: Scenario,
  connections: readonly Connection[],
  { durationMs, serverPid, target, queryTokens = [] }: LoadOrder,
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

  const querying = queryTokens.map((token) =>
    queryUntil(target, token, endMs).catch((error) => {
      errors.push(String(error))
      return 0
    }),
  )
  await Promise.all(
    connections.map((each) => repeat(each).catch((error) => errors.push(String(error)))),
  )
  const elapsedMs = performance.now() - startMs
  const serverCpuAfter = cpuSecondsOf(serverPid)
  const { user, system } = process.cpuUsage(cpuBefore)
  const queries = (await Promise.all(querying)).reduce((sum, answered) => sum + answered, 0)
  return {
    units: latenciesMs.length,
    queries,
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
