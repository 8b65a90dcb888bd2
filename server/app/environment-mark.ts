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
  config: Pick<Config, 'environment' | 'rehearsal' | 'allowTestDatabase'>,
): Promise<void> {
  if (config.environment === 'test') return refuseLiveDatabase(ask)
  refuseOther(config, {
    isLive: (await ask('installation', IS_LIVE)) > 0,
    isRehearsal: (await ask('installation', IS_REHEARSAL)) > 0,
  })
  await refuseTestDatabase(ask, config)
}

/** A row of its own beside that of the database as a whole: a rehearsal of live has served it, and live never may. */
const REHEARSAL_ID = 'rehearsal'

const IS_LIVE = `SELECT 1 FROM installation WHERE environment = 'live'`
const IS_REHEARSAL = `SELECT 1 FROM installation WHERE id = '${REHEARSAL_ID}'`

/** Live and its rehearsal on databases of their own. */
function refuseOther(
  { rehearsal }: Pick<Config, 'rehearsal'>,
  { isLive, isRehearsal }: { readonly isLive: boolean; readonly isRehearsal: boolean },
): void {
  const variable = SETTINGS.rehearsal.variable
  const another = `name another database in ${SETTINGS.database.variable}`
  if (isRehearsal && !rehearsal) {
    throw new StoreError(
      'incompatible',
      `This database is that of a rehearsal of live, and never becomes one of live: set ${variable}=true, or ${another}`,
    )
  }
  if (isLive && !isRehearsal && rehearsal) {
    throw new StoreError(
      'incompatible',
      `A live gateway has served this database: a rehearsal (${variable}) needs one of its own: ${another}`,
    )
  }
}

async function refuseLiveDatabase(ask: AskDatabase): Promise<void> {
  const marks = await ask('installation', IS_LIVE)
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
 * The same for a command that has opened the database of a live gateway or of its rehearsal: it would write what the
 * other one must not have.
 */
export async function keepRehearsalApart(
  store: Pick<Store, 'read'>,
  config: Pick<Config, 'environment' | 'rehearsal'>,
): Promise<void> {
  if (config.environment === 'test') return
  const isRehearsal = (await store.read.installation(REHEARSAL_ID)) !== undefined
  const row = await store.read.installation(INSTALLATION_ID)
  refuseOther(config, { isLive: row?.environment === 'live', isRehearsal })
}

/**
 * Marks the database as that of a live gateway, or of a rehearsal of one. After the clock was judged: the mark of a database that had none
 * takes the time for right.
 */
export async function markLive(
  store: Store,
  clock: Clock,
  config: Pick<Config, 'rehearsal'>,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await store.read.installation(INSTALLATION_ID)
    const isRehearsal = (await store.read.installation(REHEARSAL_ID)) !== undefined
    const isLive = row?.environment === 'live'
    // Of two that start on a new database at once, the other one may have been first.
    refuseOther(config, { isLive, isRehearsal })
    if (isLive) return
    const nowMs = clock.now()
    const mark = config.rehearsal && !isRehearsal ? [insertMark(REHEARSAL_ID, nowMs)] : []
    const { applied } = await store.commit([marking(row, nowMs), ...mark])
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
  return insertMark(INSTALLATION_ID, nowMs)
}

function insertMark(id: string, nowMs: number): Change {
  const time = { clockSeenAtMs: nowMs, clockHeldAtMs: null, textsMaskedAtMs: null }
  return { kind: 'insertInstallation', row: { id, environment: 'live', ...time, version: 1 } }
}
