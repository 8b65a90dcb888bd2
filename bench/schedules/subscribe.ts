import { join } from 'node:path'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { ChangeSet, ScheduleRow, Store } from '../../server/store/port.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import type { Target } from '../load/requests.ts'
import type { Engine } from '../measure/figures.ts'
import { type Home, startGateway } from '../servers.ts'

/** When the schedules become due first: later than any benchmark takes. */
const AHEAD_MS = 40 * 24 * 3_600_000
const ROWS_OF_A_SET = 500

/** A gateway makes a registration and a schedule of it; the others are its copies. */
export async function subscribe(
  home: Home,
  { engine, schedules }: { readonly engine: Engine; readonly schedules: number },
): Promise<void> {
  const gateway = await startGateway(home)
  const id = await makeSchedule(gateway.target).finally(() => gateway.stop())
  const store = await openStore(home, engine)
  const first = await store.read.schedule(id)
  if (first === undefined) throw new Error('The schedule is gone')
  for (let made = 0; made < schedules; made += ROWS_OF_A_SET) {
    const size = Math.min(ROWS_OF_A_SET, schedules - made)
    await store.commit(Array.from({ length: size }, () => copyOf(first)).flat())
  }
  await store.close()
}

function openStore({ dataDir, databaseUrl }: Home, engine: Engine): Promise<Store> {
  if (engine === 'postgres') return openPostgresStore({ url: databaseUrl ?? '' })
  return openSqliteStore({ file: join(dataDir, 'tillgate.db'), committer: { kind: 'inline' } })
}

function copyOf(first: ScheduleRow): ChangeSet {
  const id = newObjectId(Date.now())
  const dueAtMs = Date.now() + AHEAD_MS
  const { entityId, createdAtMs } = first
  return [
    { kind: 'insertSchedule', row: { ...first, id, chainId: id, nextRunAtMs: dueAtMs } },
    {
      kind: 'insertTimer',
      row: {
        kind: 'scheduleRun',
        subjectId: id,
        entityId,
        dueAtMs,
        attempts: 0,
        createdAtMs,
        version: 1,
      },
    },
  ]
}

async function makeSchedule(target: Target): Promise<string> {
  const registration = await post(target, '/v1/registrations', {
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
  })
  // The first day of a month that is more than a month away, so that the copies run once.
  const month = ((new Date().getUTCMonth() + 3) % 12) + 1
  return post(target, '/scheduling/v1/schedules', {
    registrationId: registration,
    paymentType: 'SD',
    amount: '9.99',
    currency: 'EUR',
    'job.expression': `0 0 8 1 ${month} ?`,
  })
}

async function post({ host, port, entityId, token }: Target, path: string, form: object) {
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ entityId, ...form }),
  })
  const { id, ...rest } = (await answer.json()) as { readonly id?: string }
  if (id === undefined) throw new Error(`${path} answered ${JSON.stringify(rest)}`)
  return id
}
