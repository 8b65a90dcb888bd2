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
  Exclude<ScenarioName, 'payFromBrowser'> | 'million' | 'queries' | 'webhook' | 'hanging'
>(['pay', 'authenticate', 'read', 'checkout', 'webhook', 'hanging', 'million', 'queries'], 'only')
const scenarios: Readonly<Record<Engine, readonly FloorScenario[]>> = {
  sqlite: ['pay', 'read', 'checkout'],
  postgres: ['pay', 'read'],
}
const withMillion = options.million || (rows.includes('million') && !isQuickOverview())
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

/** Measures all that was asked for, one engine after the other. */
async function measure(grounds: readonly DatabaseSetup[], generator: LoadGenerator) {
  const figures: ScenarioFigures[] = []
  const how = { plan, profileTo: options['cpu-prof'] }
  for (const ground of grounds) {
    const wanted = scenarios[ground.engine].filter((name) => rows.includes(name))
    if (wanted.length === 0) continue
    figures.push(...(await measureBesideFloor(ground, wanted, generator, how)))
  }
  const authenticated: AuthenticatedFigures[] = []
  for (const ground of rows.includes('authenticate') ? grounds : []) {
    authenticated.push(await measureAuthenticated(ground, generator, how))
  }
  const webhook: WebhookFigures[] = []
  for (const ground of rows.includes('webhook') && !isQuickOverview() ? grounds : []) {
    webhook.push(await measureWithWebhook(ground, generator, how))
  }
  const hanging: HangingFigures[] = []
  for (const ground of rows.includes('hanging') && !isQuickOverview() ? grounds : []) {
    hanging.push(await measureHanging(ground, { ...how, rounds: plan.rounds }))
  }
  const million: MillionFigures[] = []
  for (const ground of withMillion ? grounds : []) {
    const payments = Number(options.payments)
    million.push(await measureMillion(ground, { payments, generator, plan }))
  }
  const beside: FiguresWithQueries[] = []
  for (const ground of withQueries ? grounds : []) {
    const payments = Number(options.payments)
    beside.push(await measureWithQueries(ground, { payments, generator, plan }))
  }
  return { figures, authenticated, webhook, hanging, million, beside }
}

const directory = await mkdtemp(join(options.directory, 'tillgate-bench-'))
const generator = new LoadGenerator(built('load-generator.js'))
let cluster: PostgresCluster | undefined
try {
  const syncMs = syncMsOf(directory)
  if (engines.includes('postgres')) cluster = await startPostgresCluster(directory)
  const grounds = [
    ...(engines.includes('sqlite') ? [sqliteSetup(directory)] : []),
    ...(cluster === undefined ? [] : [postgresSetup(directory, cluster)]),
  ]
  const measured = await measure(grounds, generator)
  printServerReport({ machine: describeMachine(), syncMs, ...plan, ...measured }, options.json)
} finally {
  await generator.stop()
  await cluster?.stop()
  await rm(directory, { recursive: true, force: true })
}
