import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseSetup, postgresSetup, sqliteSetup } from './database-setups.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { openCounts } from './schedules/counts.ts'
import { Shoppers } from './schedules/shoppers.ts'
import { subscribe } from './schedules/subscribe.ts'
import { type Home, startGateway } from './servers.ts'

/**
 * Many schedules that come due in the same minute: how fast gateways in processes of their own pay them,
 * that each is paid once, and how long payments of shoppers take meanwhile.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: 'string' },
    long: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'sqlite,postgres' },
    processes: { type: 'string', default: '2' },
    shoppers: { type: 'string', default: '20' },
    directory: { type: 'string', default: tmpdir() },
    'cpu-prof': { type: 'string' },
  },
})
const schedules = Number(values.schedules ?? (values.long ? 100_000 : 5_000))
const processes = Number(values.processes)
const perSecond = Number(values.shoppers)
/** How long shoppers pay before the schedules come due and beside nothing else. */
const QUIET_MS = 10_000
const LOOK_EVERY_MS = 500

const directory = await mkdtemp(join(values.directory, 'tillgate-schedules-'))
let cluster: PostgresCluster | undefined
try {
  for (const engine of values.engine.split(',')) {
    if (engine === 'sqlite') await measure(sqliteSetup(directory), 1)
    if (engine === 'postgres') {
      cluster = await startPostgresCluster(directory)
      await measure(postgresSetup(directory, cluster), processes)
    }
  }
} finally {
  await cluster?.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function measure(setup: DatabaseSetup, count: number): Promise<void> {
  const home = await setup.newHome('schedules')
  await subscribe(home, { engine: setup.engine, schedules })
  const quiet = await shopAlone(home, count)
  const counts = await openCounts(home)
  const gateways = await startGateways(home, count)
  const shoppers = new Shoppers(gateways.map(({ target }) => target))
  const startMs = performance.now()
  shoppers.start(perSecond)
  while (await counts.hasDue()) await pause(LOOK_EVERY_MS)
  const seconds = (performance.now() - startMs) / 1000
  const busy = await shoppers.stop()
  for (const gateway of gateways) await gateway.stop()
  const paid = await counts.paid()
  await counts.close()
  const live = quiet.paid + busy.paid
  say(`${setup.engine}, ${count} ${count === 1 ? 'process' : 'processes'}:`)
  say(
    `  ${paid.schedules} of ${schedules} schedules paid in ${seconds.toFixed(1)} s, ` +
      `${Math.round(schedules / seconds)} a second`,
  )
  say(`  ${paid.payments - live} payments without those of shoppers`)
  say(`  shoppers, ${perSecond} payments a second: alone ${quiet.says}, meanwhile ${busy.says}`)
  const isOnce = paid.schedules === schedules && paid.payments === schedules + live
  if (!isOnce) throw new Error('Not every schedule was paid exactly once')
}

/** The schedules are not due yet: `counts.makeDue` has not been called. */
async function shopAlone(home: Home, count: number) {
  const gateways = await startGateways(home, count)
  const shoppers = new Shoppers(gateways.map(({ target }) => target))
  shoppers.start(perSecond)
  await pause(QUIET_MS)
  const quiet = await shoppers.stop()
  for (const gateway of gateways) await gateway.stop()
  const counts = await openCounts(home)
  await counts.makeDue()
  await counts.close()
  return quiet
}

function startGateways(home: Home, count: number) {
  const profileTo = values['cpu-prof']
  return Promise.all(
    Array.from({ length: count }, () =>
      startGateway(home, profileTo === undefined ? {} : { profileTo }),
    ),
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
