import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LoadDone } from './load/generator.ts'
import type { ScenarioName } from './load/scenarios.ts'
import { type ScenarioFigures, scenarioFigures } from './measure/figures.ts'
import { describeMachine, syncMsOf } from './measure/machine.ts'
import { LoadGenerator } from './measure/processes.ts'
import { printServerReport } from './report.ts'
import { type ServerUnderTest, startFloor, startGateway } from './servers.ts'

/**
 * Measures the gateway beside its floor: both run as processes of their own through the whole
 * benchmark and are loaded in turns. Nothing is asserted about time; a wrong answer fails it.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    connections: { type: 'string', default: '64' },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    directory: { type: 'string', default: tmpdir() },
    'cpu-prof': { type: 'string' },
  },
})

const plan = {
  connections: Number(options.connections),
  rounds: Number(options.rounds ?? (options.quick ? 5 : 9)),
  sliceMs: 1000 * Number(options.seconds ?? (options.quick ? 1.2 : 4)),
}

const all: readonly ScenarioName[] = ['pay', 'read', 'checkout']
const scenarios = all.filter((name) => options.only === undefined || options.only === name)

async function measure(
  generator: LoadGenerator,
  scenario: ScenarioName,
  { floor, gateway }: { readonly floor: ServerUnderTest; readonly gateway: ServerUnderTest },
): Promise<ScenarioFigures> {
  const slices = { floor: [] as LoadDone[], gateway: [] as LoadDone[] }
  const load = async ({ target, pid }: ServerUnderTest) => {
    const { connections, sliceMs: durationMs } = plan
    const order = { scenario, target, connections, durationMs, serverPid: pid }
    const done = await generator.load(order)
    if (done.errors > 0)
      throw new Error(`${done.errors} wrong answers, the first: ${done.firstError}`)
    return done
  }
  // The first round lets the compilers finish and is not counted. The floor has no checkouts.
  for (let round = 0; round <= plan.rounds; round++) {
    if (scenario !== 'checkout') {
      const slice = await load(floor)
      if (round > 0) slices.floor.push(slice)
    }
    const slice = await load(gateway)
    if (round > 0) slices.gateway.push(slice)
  }
  return scenarioFigures(scenario, slices)
}

const directory = await mkdtemp(join(options.directory, 'tillgate-bench-'))
const generator = new LoadGenerator(fileURLToPath(new URL('load-generator.js', import.meta.url)))
const started: ServerUnderTest[] = []
try {
  const syncMs = syncMsOf(directory)
  const floor = await startFloor(directory, options['cpu-prof'])
  started.push(floor)
  const gateway = await startGateway(directory, options['cpu-prof'])
  started.push(gateway)
  const figures: ScenarioFigures[] = []
  for (const scenario of scenarios) {
    figures.push(await measure(generator, scenario, { floor, gateway }))
  }
  printServerReport({ machine: describeMachine(), syncMs, ...plan, figures }, options.json)
} finally {
  for (const server of started) await server.stop()
  await generator.stop()
  await rm(directory, { recursive: true, force: true })
}
