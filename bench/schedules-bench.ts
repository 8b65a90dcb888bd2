import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEntityClocks } from '../server/api/test-clock/entity-clocks.ts'
import type { ScheduleRow, Store } from '../server/engine/store/port.ts'
import { openPostgresStore } from '../server/engine/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../server/engine/store/sqlite/open-sqlite-store.ts'
import { openVault } from '../server/engine/vault/vault.ts'
import { createServices, type Services } from '../server/process/services.ts'
import { demoCredentials } from '../server/wire/entities/demo.ts'
import { ParameterValues } from '../server/wire/parameters/values.ts'
import { isRefusal } from '../server/wire/results/refusal.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

/**
 * Many schedules that come due in the same minute: how fast they are paid, and that each is paid once.
 * On PostgreSQL two sets of services share the work, each with connections of its own.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    directory: { type: 'string', default: tmpdir() },
  },
})
const count = Number(values.schedules)
const directory = await mkdtemp(join(values.directory, 'tillgate-schedules-'))
const masterKey = randomBytes(32)
const START_MS = Date.UTC(2026, 10, 20, 15)
let nowMs = START_MS
const clock = { now: () => nowMs }
const quiet = { error: say, warn: say }
try {
  for (const engine of values.engine.split(',')) {
    if (engine === 'sqlite') await measureSqlite()
    if (engine === 'postgres') await measurePostgres()
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function say(fields: object, message?: string): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
}

async function measureSqlite(): Promise<void> {
  const file = join(directory, 'tillgate.db')
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  await measure('SQLite, one process', [store])
  await store.close()
}

async function measurePostgres(): Promise<void> {
  const cluster = await startPostgresCluster(directory)
  try {
    const url = await cluster.createDatabase('schedules')
    const stores = [await openPostgresStore({ url }), await openPostgresStore({ url })]
    await measure('PostgreSQL, two processes', stores)
    for (const store of stores) await store.close()
  } finally {
    await cluster.stop()
  }
}

async function servicesOn(store: Store): Promise<{ services: Services; entityId: string }> {
  const vault = await openVault({ store, masterKey, clock })
  const { entityId } = await demoCredentials({ store, vault, clock, fixed: {} })
  const services = createServices({
    environment: 'test',
    baseUrl: 'http://gateway.example',
    nodeName: 'bench',
    store,
    vault,
    clock: createEntityClocks(clock),
    log: quiet,
    scriptIntegrity: () => 'sha384-none',
    throttling: {},
  })
  return { services, entityId }
}

async function measure(what: string, stores: readonly Store[]): Promise<void> {
  nowMs = START_MS
  const [first, ...others] = stores
  if (first === undefined) return
  const { services, entityId } = await servicesOn(first)
  const ids = await subscribe(services, entityId)
  const all = [services]
  for (const store of others) all.push((await servicesOn(store)).services)
  nowMs = Date.UTC(2026, 11, 1, 8)
  const startedAtMs = performance.now()
  await Promise.all(all.map(({ timers }) => runAll(timers)))
  const seconds = (performance.now() - startedAtMs) / 1000
  const rows = await Promise.all(ids.map((id) => first.read.schedule(id)))
  const paid = rows.filter((row) => row?.runs === 1 && row.runState === 'over').length
  const { transactions: payments } = await countPayments(first, entityId)
  process.stdout.write(
    `${what}: ${paid} of ${count} schedules of one minute paid in ${seconds.toFixed(1)} s, ` +
      `${Math.round(count / seconds)} a second, ${payments} payments\n`,
  )
}

async function runAll(timers: Services['timers']): Promise<void> {
  while ((await timers.runDue()) > 0);
}

async function countPayments(store: Store, entityId: string) {
  let after: { atMs: number; id: string; rank: 0 | 1 } | undefined
  let transactions = 0
  for (;;) {
    const page = await store.read.findTransactions(
      { entityIds: [entityId], paymentTypes: ['DB'] },
      { offset: 0, limit: 1000, maxRows: 50_000, counts: false, ...(after && { after }) },
    )
    transactions += page.transactions.length
    const last = page.transactions.at(-1)
    if (last === undefined || last.kind !== 'payment') return { transactions }
    after = { atMs: last.row.createdAtMs, id: last.row.id, rank: 0 }
  }
}

/** One card, and as many monthly schedules of it as are wanted. */
async function subscribe(services: Services, entityId: string): Promise<readonly string[]> {
  const channel = await services.access.channelOf(entityId)
  if (isRefusal(channel)) throw new Error(channel.code)
  const card = ParameterValues.of([
    ['entityId', entityId],
    ['paymentBrand', 'VISA'],
    ['card.number', '4200000000000000'],
    ['card.holder', 'Jane Jones'],
    ['card.expiryMonth', '05'],
    ['card.expiryYear', '2034'],
  ])
  const none = () => []
  const stored = await services.registrations.create(async () => ({
    channel,
    values: card,
    extraParts: none,
  }))
  if (!('id' in stored)) throw new Error(JSON.stringify(stored))
  const request = ParameterValues.of([
    ['entityId', entityId],
    ['registrationId', stored.id],
    ['amount', '9.99'],
    ['currency', 'EUR'],
    ['job.expression', '0 0 8 1 * ?'],
  ])
  const ids: string[] = []
  for (let made = 0; made < count; made += 500) {
    const some = Array.from({ length: Math.min(500, count - made) }, () =>
      services.schedules.create({ channel, values: request, extraParts: none }),
    )
    for (const row of await Promise.all(some)) ids.push((row as ScheduleRow).id)
  }
  return ids
}
