import { join } from 'node:path'
import type { DatabaseSetup } from '../database-setups.ts'
import { cardPaymentForm, type Target } from '../load/requests.ts'
import { peakMbOf } from '../measure/command.ts'
import type { LoadGenerator } from '../measure/processes.ts'
import { median, significant } from '../measure/statistics.ts'
import { loadAlternately, type Plan } from '../measure/turns.ts'
import { type Home, type ServerUnderTest, startGateway } from '../servers.ts'
import { commandFigures } from './commands.ts'
import { type CostFigures, costFigures, type MillionFigures, START_AIM_MS } from './figures.ts'
import { openPostgresSeed } from './postgres-seed.ts'
import { type SeedDatabase, seedPayments } from './seed.ts'
import { openSqliteSeed } from './sqlite-seed.ts'

export interface MillionOptions {
  readonly payments: number
  readonly generator: LoadGenerator
  readonly plan: Plan
}

interface Homes {
  readonly empty: Home
  readonly full: Home
}

const STARTS = 5

/** Measures what a gateway costs with a full database, beside one with an empty database. */
export async function measureMillion(
  ground: DatabaseSetup,
  options: MillionOptions,
): Promise<MillionFigures> {
  const homes = { empty: await ground.newHome('empty'), full: await ground.newHome('full') }
  const seeded = await seed(homes.full, options.payments)
  const commands = await commandFigures(homes.full, options.payments)
  const startMs = await measureStarts(homes)
  return {
    engine: ground.engine,
    payments: options.payments,
    ...seeded,
    ...(await measureCosts(homes, options)),
    startMs,
    commands,
  }
}

/** The gateway makes schema, merchant, keys and one payment; the rest are its copies. */
export async function seed(home: Home, payments: number) {
  const gateway = await startGateway(home)
  await payOnce(gateway.target).finally(() => gateway.stop())
  const startMs = performance.now()
  const database = await openSeed(home)
  try {
    await seedPayments(database, payments)
    await database.settle()
    return {
      databaseMb: significant((await database.size()) / 1e6),
      seedSeconds: significant((performance.now() - startMs) / 1000),
    }
  } finally {
    await database.close()
  }
}

async function payOnce(target: Target): Promise<void> {
  const answer = await fetch(`http://${target.host}:${target.port}/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: cardPaymentForm(target),
  })
  if (!answer.ok) throw new Error(`The payment to copy was answered with ${answer.status}`)
}

export function openSeed({ dataDir, databaseUrl }: Home): SeedDatabase | Promise<SeedDatabase> {
  return databaseUrl === undefined
    ? openSqliteSeed(join(dataDir, 'tillgate.db'))
    : openPostgresSeed(databaseUrl)
}

async function measureStarts(homes: Homes): Promise<MillionFigures['startMs']> {
  const durations = { empty: [] as number[], full: [] as number[] }
  // The first start makes the schema where there is none, and is not counted.
  for (let start = 0; start <= STARTS; start++) {
    for (const name of ['empty', 'full'] as const) {
      const gateway = await startGateway(homes[name])
      await gateway.stop()
      if (start > 0) durations[name].push(gateway.startMs)
    }
  }
  const middle = (name: keyof Homes) => significant(median(durations[name]))
  return { empty: middle('empty'), full: middle('full'), aim: START_AIM_MS }
}

async function measureCosts(homes: Homes, { generator, plan, payments }: MillionOptions) {
  const running: ServerUnderTest[] = []
  try {
    const empty = await startGateway(homes.empty)
    running.push(empty)
    const full = await startGateway(homes.full)
    running.push(full)
    const costs: CostFigures[] = []
    for (const scenario of ['pay', 'read'] as const) {
      const sides = [
        { server: empty, scenario },
        { server: full, scenario, seededPayments: payments },
      ]
      const [ofEmpty = [], ofFull = []] = await loadAlternately(generator, sides, plan)
      costs.push(costFigures(scenario, { empty: ofEmpty, full: ofFull }))
    }
    return { costs, peakMb: { empty: peakMbOf(empty.pid), full: peakMbOf(full.pid) } }
  } finally {
    for (const server of running) await server.stop()
  }
}
