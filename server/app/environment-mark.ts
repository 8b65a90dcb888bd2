import { DEMO_OWNER_EMAIL, demoTraces } from '../entities/demo-traces.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { StoreError } from '../store/errors.ts'
import type { AskDatabase, Change, InstallationRow, Store } from '../store/port.ts'
import { INSTALLATION_ID } from '../store/tables/installation.ts'

/** Another process of the same database writes the time there, once a minute each. */
const MAX_TRIES = 20

/**
 * Keeps live and test on databases of their own: live opens no database in which what everybody can know of the
 * demo is good for money; test opens none that live has marked, because it would simulate the payments of real
 * shops. To be called before anything is written, also of the schema. Rejects with one line for the operator.
 */
export async function keepEnvironmentsApart(
  ask: AskDatabase,
  config: Pick<Config, 'environment' | 'allowTestDatabase'>,
): Promise<void> {
  if (config.environment === 'test') return refuseLiveDatabase(ask)
  await refuseTestDatabase(ask, config)
}

async function refuseLiveDatabase(ask: AskDatabase): Promise<void> {
  const marks = await ask('installation', `SELECT 1 FROM installation WHERE environment = 'live'`)
  if (marks === 0) return
  const { environment, database } = SETTINGS
  throw new StoreError(
    'incompatible',
    `A live gateway has served this database, and ${environment.variable} is not live here: set ` +
      `${environment.variable}=live, or name another database in ${database.variable}`,
  )
}

/** Tokens and users that were made to try things must not move money. */
async function refuseTestDatabase(
  ask: AskDatabase,
  { allowTestDatabase }: Pick<Config, 'allowTestDatabase'>,
): Promise<void> {
  const { roots, tokens, owners } = await demoTraces(ask)
  const good = [
    ...(tokens > 0 ? ['access token'] : []),
    ...(owners > 0 ? [`user ${DEMO_OWNER_EMAIL}`] : []),
  ]
  if (good.length === 0 && (roots === 0 || allowTestDatabase)) return
  const wayOut =
    good.length === 0
      ? `Set ${SETTINGS.allowTestDatabase.variable}=true where that is wanted`
      : `The demo's ${good.join(' and ')} would be good for money: run tillgate demo remove first`
  throw new StoreError(
    'incompatible',
    `The test environment has made this database. ${wayOut}, or name another one in ${SETTINGS.database.variable}`,
  )
}

/**
 * Marks the database as that of a live gateway. After the clock was judged: the mark of a database that had none
 * takes the time for right.
 */
export async function markLive(store: Store, clock: Clock): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await store.read.installation(INSTALLATION_ID)
    if (row?.environment === 'live') return
    const { applied } = await store.commit([marking(row, clock.now())])
    if (applied) return
  }
  throw new Error('The database could not be marked as that of a live gateway: start again')
}

function marking(row: InstallationRow | undefined, nowMs: number): Change {
  const environment = 'live'
  if (row !== undefined) {
    const { id, version } = row
    return { kind: 'stepInstallation', id, expectedVersion: version, set: { environment } }
  }
  const time = { clockSeenAtMs: nowMs, clockHeldAtMs: null, textsMaskedAtMs: null }
  return {
    kind: 'insertInstallation',
    row: { id: INSTALLATION_ID, environment, ...time, version: 1 },
  }
}
