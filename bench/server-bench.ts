import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AuthenticatedFigures, measureAuthenticated } from './authenticated-bench.ts'
import { type DatabaseSetup, postgresSetup, sqliteSetup } from './database-setups.ts'
import { measureBesideFloor } from './floor-bench.ts'
import type { ScenarioName } from './load/order.ts'
import type { Engine, FloorScenario, ScenarioFigures } from './measure/figures.ts'
import { describeMachine, syncMsOf } from './measure/machine.ts'
import { LoadGenerator } from './measure/processes.ts'
import type { Plan } from './measure/turns.ts'
import { type FiguresWithQueries, measureWithQueries } from './million/beside.ts'
import type { MillionFigures } from './million/figures.ts'
import { measureMillion } from './million/million-bench.ts'
import { measureOffice, type OfficeFigures } from './million/office.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { printServerReport } from './report.ts'
import { built } from './servers.ts'
import { measureWithWebhook, type WebhookFigures } from './webhooks/beside-webhook.ts'
import { type HangingFigures, measureHanging } from './webhooks/hanging.ts'

/**
 * Measures the gateway beside its floor on both engines, and with a million payments beside none:
 * all run as processes of their own and are loaded in turns. Nothing is asserted about time; a wrong
 * answer fails it.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    payments: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string' },
    engine: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    directory: { type: 'string', default: tmpdir() },
    'cpu-prof': { type: 'string' },
  },
})

const sliceMs = 1000 * Number(options.seconds ?? (options.quick ? 0.6 : 3))
const plan: Plan = {
  connections: Number(options.connections),
  rounds: Number(options.rounds ?? (options.quick ? 5 : 9)),
  sliceMs,
  warmUpMs: options.quick && options.seconds === undefined ? 1200 : sliceMs,
}

const engines = chosen<Engine>(['sqlite', 'postgres'], 'engine')
const rows = chosen<
  Exclude<ScenarioName, 'payFromBrowser'> | 'million' | 'queries' | 'office' | 'webhook' | 'hanging'
>(
  ['pay', 'authenticate', 'read', 'checkout', 'webhook', 'hanging', 'million', 'queries', 'office'],
  'only',
)
const scenarios: Readonly<Record<Engine, readonly FloorScenario[]>> = {
  sqlite: ['pay', 'read', 'checkout'],
  postgres: ['pay', 'read'],
}
const withMillion = options.million || (rows.includes('million') && !isQuickOverview())
const withOffice = options.million || (rows.includes('office') && !isQuickOverview())
const withQueries = options.million || (rows.includes('queries') && !isQuickOverview())

/** The one that an option names, or all of them. */
function chosen<Name extends string>(all: readonly Name[], option: 'engine' | 'only') {
  const named = options[option]
  const left = all.filter((name) => named === undefined || named === name)
  if (left.length === 0) throw new Error(`--${option} is ${named}; it must be ${all.join(' or ')}`)
  return left
}

/** Seeding alone would take longer than all that a quick run measures. */
function isQuickOverview(): boolean {
  return options.quick && options.only === undefined
}

interface Measured {
  readonly figures: ScenarioFigures[]
  readonly authenticated: AuthenticatedFigures[]
  readonly webhook: WebhookFigures[]
  readonly hanging: HangingFigures[]
  readonly million: MillionFigures[]
  readonly beside: FiguresWithQueries[]
  readonly office: OfficeFigures[]
}

/** Measures all that was asked for, one engine after the other, into `measured`. */
async function measure(
  grounds: readonly DatabaseSetup[],
  generator: LoadGenerator,
  measured: Measured,
): Promise<void> {
  const how = { plan, profileTo: options['cpu-prof'] }
  const full = { payments: Number(options.payments), generator, plan }
  for (const ground of grounds) {
    const wanted = scenarios[ground.engine].filter((name) => rows.includes(name))
    if (wanted.length === 0) continue
    measured.figures.push(...(await measureBesideFloor(ground, wanted, generator, how)))
  }
  for (const ground of rows.includes('authenticate') ? grounds : []) {
    measured.authenticated.push(await measureAuthenticated(ground, generator, how))
  }
  for (const ground of rows.includes('webhook') && !isQuickOverview() ? grounds : []) {
    measured.webhook.push(await measureWithWebhook(ground, generator, how))
  }
  for (const ground of rows.includes('hanging') && !isQuickOverview() ? grounds : []) {
    measured.hanging.push(await measureHanging(ground, { ...how, rounds: plan.rounds }))
  }
  for (const ground of withMillion ? grounds : []) {
    measured.million.push(await measureMillion(ground, full))
  }
  for (const ground of withQueries ? grounds : []) {
    measured.beside.push(await measureWithQueries(ground, full))
  }
  for (const ground of withOffice ? grounds : []) {
    measured.office.push(await measureOffice(ground, full))
  }
}

const directory = await mkdtemp(join(options.directory, 'tillgate-bench-'))
const generator = new LoadGenerator(built('load-generator.js'))
let cluster: PostgresCluster | undefined
const syncMs = syncMsOf(directory)
const measured: Measured = {
  figures: [],
  authenticated: [],
  webhook: [],
  hanging: [],
  million: [],
  beside: [],
  office: [],
}
try {
  if (engines.includes('postgres')) cluster = await startPostgresCluster(directory)
  const grounds = [
    ...(engines.includes('sqlite') ? [sqliteSetup(directory)] : []),
    ...(cluster === undefined ? [] : [postgresSetup(directory, cluster)]),
  ]
  await measure(grounds, generator, measured)
} finally {
  // Also where a later row fails: the earlier ones have taken minutes.
  printServerReport({ machine: describeMachine(), syncMs, ...plan, ...measured }, options.json)
  await generator.stop()
  await cluster?.stop()
  await rm(directory, { recursive: true, force: true })
}
