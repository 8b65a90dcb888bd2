import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { vaultKeysOf } from '../cli/vault-keys.ts'
import { readFeatureSettings } from '../compose.ts'
import { type DemoCredentials, sandboxOf } from '../features.ts'
import { ServedCertificate } from '../http/served-certificate.ts'
import { readTlsIdentity } from '../http/transport-certificate.ts'
import { type Config, type KeptDatabase, SETTINGS } from '../kernel/settings/config.ts'
import { makeDataDirectory, refuseOpenFolder } from '../kernel/settings/data-directory.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { openClockGuard } from '../kernel/timers/clock-guard.ts'
import { prepareNumberKeys } from '../kernel/vault/number-key-rotation.ts'
import { startSealingThread } from '../kernel/vault/sealing-thread.ts'
import { openVault } from '../kernel/vault/vault.ts'
import { type BinList, readBinList } from '../payments/instruments/index.ts'
import type { AskDatabase, Store } from '../store/port.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { lostDatabase, markServed } from '../store/sqlite/lost-database.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { type BrowserCode, createGateway } from './app.ts'
import { certificateRenewal } from './certificate-renewal.ts'
import { SeenCertificate, watchedCertificates } from './certificates.ts'
import { lockDatabaseFile } from './database-file-lock.ts'
import { type AcquirerWithShop, openShops, startDemo } from './demo.ts'
import { DOCTOR_CHECKS } from './doctor/checks.ts'
import { runChecks } from './doctor/run-checks.ts'
import { keepEnvironmentsApart, markLive } from './environment-mark.ts'
import { OutageLog } from './outage-log.ts'
import { openProcessClock } from './process-clock.ts'
import { receiversOf } from './receiver-settings.ts'
import { keyFoldersOf, openFileWarnings, warningsOf } from './start-warnings.ts'

/** A process that serves. */
export interface RunningSystem {
  readonly config: Config
  /** Test environment only. */
  readonly demo?: DemoCredentials
  /** What features have added to the demo, as name and value. */
  readonly demoLines?: readonly (readonly [name: string, value: string])[]
  readonly shopUrl?: string
  /** With `playsAcquirers`, each with a demo shop of its own. */
  readonly acquirers?: readonly AcquirerWithShop[]
  /** With a certificate of its own: reads its files again, see `certificateRenewal`. */
  readonly renewCertificate?: () => Promise<void>
  /** Finishes running requests and commits, then closes everything. */
  stop(): Promise<void>
}

/** What is to be closed at the end, the last opened first. */
class Closings {
  readonly #closings: (() => Promise<unknown>)[] = []

  add(close: () => Promise<unknown>): void {
    this.#closings.unshift(close)
  }

  async run(): Promise<void> {
    const failures: unknown[] = []
    for (const close of this.#closings.splice(0))
      await close().catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
}

export interface StartOptions {
  /** Emulated acquirers run beside the gateway; test environment only. */
  readonly playsAcquirers?: boolean
}

/** Starts store, vault, gateway and demo shop. `dist`: the folder of the built files. Rejects whole. */
export async function startSystem(
  config: Config,
  dist: URL,
  options: StartOptions = {},
): Promise<RunningSystem> {
  const closings = new Closings()
  try {
    return await startParts(config, dist, closings, options)
  } catch (error) {
    await closings.run()
    throw error
  }
}

async function startParts(
  config: Config,
  dist: URL,
  closings: Closings,
  { playsAcquirers = false }: StartOptions,
): Promise<RunningSystem> {
  const identity = await readTlsIdentity(config)
  const tls = identity && new ServedCertificate(identity)
  const ofFeatures = await readFeatureSettings(config)
  const ofServer = new SeenCertificate()
  const certificates = await watchedCertificates(config, tls, ofServer)
  const binList = await binListOf(config)
  if (usesDataDirectory(config)) await makeDataDirectory(config.dataDir)
  refuseLostDatabase(config)
  const database = await keptDatabase(config.database, closings)
  if (database.engine === 'sqlite') {
    const sole = await lockDatabaseFile(database.path)
    closings.add(async () => sole.release())
  }
  let log: FastifyBaseLogger | undefined
  const outages = new OutageLog()
  const store = await openStore({ ...config, database }, dist, {
    ...heardBy(outages, () => log),
    onServerCertificate: ofServer.see,
  })
  closings.add(() => store.close())
  if (database.engine === 'sqlite') markServed(database.path)
  const clocks = await openClocks(store, closings, () => log)
  const { clock, clockGuard } = clocks
  const sealer = startSealingThread(new URL('server/sealing-worker.js', dist), (cause) =>
    log?.error({ err: cause }, 'Card numbers are sealed in the main thread from now on'),
  )
  closings.add(() => sealer.close())
  if (config.environment === 'live') await markLive(store, clock, config)
  const vault = await openVault({ store, clock, sealer, ...(await vaultKeysOf(config, store)) })
  for (const folder of keyFoldersOf({ ...config, database })) await refuseOpenFolder(folder)
  await prepareNumberKeys(vault)
  if (clockGuard.doubt() === undefined) await vault.destroyEndedKeys()
  const sandbox = await sandboxOf(config.environment)
  const demo =
    sandbox && (await startDemo(config, sandbox, { store, vault, clock, playsAcquirers }))
  if (demo !== undefined) closings.add(() => demo.close())
  const gateway = createGateway({
    sandbox,
    environment: config.environment,
    rehearses: config.rehearsal,
    ...addressesOf(config),
    nodeName: config.nodeName,
    store,
    vault,
    clock,
    clockGuard,
    browserCode: await readBrowserCode(dist),
    log: { level: config.logLevel, stream: process.stderr, hooks: outages.hooks },
    throttling: config.throttling,
    transport: { tls, trustedProxies: config.trustProxy },
    limits: { maxPerClient: config.connectionsPerAddress },
    warnings: warningsOf(config),
    certificates,
    ...(config.metricsToken === null ? {} : { metricsToken: config.metricsToken }),
    ...receiversOf(config),
    ...(demo === undefined ? {} : { providerUrls: demo.providerUrls }),
    ...ofFeatures,
    binList,
  })
  log = gateway.log
  for (const warning of clocks.warnings) log.warn(warning)
  for (const warning of clockGuard.warnings()) log.error(warning)
  await logWarnings({ ...config, database }, store, { log, clock })
  closings.add(() => gateway.close())
  await listen(gateway, config)
  const shops = demo && (await openShops(config, demo, { dist, log, closings }))
  return {
    config,
    ...(demo === undefined ? {} : { demo: demo.credentials, demoLines: demo.lines }),
    ...shops,
    ...(tls && { renewCertificate: certificateRenewal(config, tls, { log, clock }) }),
    stop: () => closings.run(),
  }
}

/** The clock of the process, and what watches it. `log` answers the log as soon as there is one, for `warnings` until then. */
async function openClocks(
  store: Store,
  closings: Closings,
  log: () => FastifyBaseLogger | undefined,
) {
  const { clock, warning, close } = await openProcessClock(store, {
    error: (fields, message) => log()?.error(fields, message),
  })
  closings.add(close)
  const warnings = warning === undefined ? [] : [warning]
  const clockGuard = await openClockGuard({
    store,
    clock,
    log: {
      error: (message) => log()?.error(message),
      warn: (message) => {
        const opened = log()
        if (opened === undefined) warnings.push(message)
        else opened.warn(message)
      },
    },
  })
  return { clock, warnings, clockGuard }
}

/** The ranges in the file that the settings name. Rejects with one line that names what is wrong. */
async function binListOf({ binList: path }: Config): Promise<BinList | undefined> {
  if (path === null) return undefined
  try {
    return readBinList(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${SETTINGS.binList.variable} names ${path}, which cannot be used: ${reason}`)
  }
}

/** With the vault's key in a setting and a SQLite database elsewhere, the directory is not needed. */
function usesDataDirectory({ vaultKey, database, dataDir }: Config): boolean {
  if (database.engine === 'memory') return false
  return vaultKey === null || database.engine === 'postgres' || dirname(database.path) === dataDir
}

/** In test a database may be deleted; in live its loss must not look like a first start. */
function refuseLostDatabase({ environment, database }: Config): void {
  if (environment !== 'live' || database.engine !== 'sqlite') return
  const lost = lostDatabase(database.path)
  if (lost !== undefined) throw new Error(lost)
}

/** Where it is reached, and what it serves. */
function addressesOf({ baseUrl, servesOperations, shopPort }: Config) {
  return {
    baseUrl,
    servesOperations,
    ...(shopPort === 0 ? {} : { shopUrl: `http://127.0.0.1:${shopPort}` }),
  }
}

async function listen(gateway: FastifyInstance, { host, port, httpPort }: Config): Promise<void> {
  await gateway.ports.listen(gateway, { host, port })
  if (httpPort !== 0) await gateway.ports.listenPlainHttp(gateway, { host, port: httpPort })
}

/** In live all that `tillgate doctor` finds in settings and files, with what mends it. */
async function logWarnings(
  config: Config,
  store: Store,
  { log, clock }: { readonly log: Pick<FastifyBaseLogger, 'warn'>; readonly clock: Clock },
): Promise<void> {
  if (config.environment === 'test') {
    for (const warning of [...warningsOf(config), ...(await openFileWarnings(config))]) {
      log.warn(warning)
    }
    return
  }
  const noMore = async () => Promise.reject(new Error('not looked at by a start'))
  const given = { config, nowMs: clock.now(), scan: noMore, services: noMore }
  const quick = DOCTOR_CHECKS.filter((each) => each.quick)
  for (const { name, state, found, why, fix } of await runChecks(quick, given)) {
    if (state !== 'good') log.warn({ doctor: name, state, why, fix }, found)
  }
  await warnWithoutMerchant(store, log)
}

/** Live makes none by itself, and without one every token is refused. */
async function warnWithoutMerchant(store: Store, log: Pick<FastifyBaseLogger, 'warn'>) {
  const roots = await store.read.rootEntities()
  if (roots.length > 0) return
  log.warn('there is no merchant and no access token yet: tillgate entity create --help')
}

/** `memory:` is a SQLite file in a directory of its own, which is removed at the end. */
async function keptDatabase(
  database: Config['database'],
  closings: Closings,
): Promise<KeptDatabase> {
  if (database.engine !== 'memory') return database
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-'))
  closings.add(() => rm(directory, { recursive: true, force: true }))
  return { engine: 'sqlite', path: join(directory, 'tillgate.db') }
}

interface StoreListeners {
  readonly onAlarm: (message: string) => void
  readonly onBack: (lastedMs: number) => void
  readonly onServerCertificate: (endsAtMs: number) => void
}

function heardBy(outages: OutageLog, log: () => FastifyBaseLogger | undefined) {
  return {
    onAlarm: (message: string) => log()?.error(message),
    onBack: (lastedMs: number) => outages.back(log(), lastedMs),
  }
}

function openStore(
  config: Config & { readonly database: KeptDatabase },
  dist: URL,
  { onAlarm, onBack, onServerCertificate }: StoreListeners,
): Promise<Store> {
  const { database, allowUnsafeCommit } = config
  const guard = { assertMayChange: (ask: AskDatabase) => keepEnvironmentsApart(ask, config) }
  switch (database.engine) {
    case 'postgres': {
      const { url } = database
      return openPostgresStore({
        ...guard,
        url,
        allowUnsafeCommit,
        onProgress: sayProgress,
        onBack,
        onServerCertificate,
      })
    }
    case 'sqlite': {
      const url = new URL('server/sqlite-worker.js', dist)
      const readerUrl = new URL('server/sqlite-reader.js', dist)
      const committer = { kind: 'worker', url } as const
      return openSqliteStore({
        ...guard,
        file: database.path,
        committer,
        readerUrl,
        onAlarm,
        onProgress: sayProgress,
      })
    }
  }
}

/** The log begins with the gateway, which needs the store: this is before it. */
function sayProgress(message: string): void {
  process.stderr.write(`tillgate: ${message}\n`)
}

async function readBrowserCode(dist: URL): Promise<BrowserCode> {
  const [widget, both, code, borrowing, details, font, authenticationPage] = await Promise.all([
    readFile(new URL('widget/paymentWidgets.js', dist), 'utf8'),
    readFile(new URL('number-frame/frame.js', dist), 'utf8'),
    readFile(new URL('code-frame/frame.js', dist), 'utf8'),
    readFile(new URL('borrowing-frame/frame.js', dist), 'utf8'),
    readFile(new URL('details-frame/frame.js', dist), 'utf8'),
    readFile(new URL('font-frame/frame.js', dist), 'utf8'),
    readFile(new URL('authentication-page/page.js', dist), 'utf8'),
  ])
  return {
    widget,
    frames: { both, code, borrowing, details, font },
    authenticationPage,
    fetched: await readFetchedCode(dist),
    backOffice: await readBackOffice(new URL('backoffice/', dist)),
  }
}

async function readFetchedCode(dist: URL): Promise<BrowserCode['fetched']> {
  const folder = new URL('code/', dist)
  const code: Record<string, string> = {}
  for (const file of await readdir(folder)) {
    code[parse(file).name] = await readFile(new URL(file, folder), 'utf8')
  }
  return code
}

async function readBackOffice(folder: URL): Promise<ReadonlyMap<string, Buffer>> {
  const assets = (await readdir(new URL('assets/', folder))).map((file) => `assets/${file}`)
  const paths = ['index.html', ...assets]
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(new URL(path, folder))] as const),
    ),
  )
}
