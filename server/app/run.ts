import { fileURLToPath } from 'node:url'
import { SECOND_MS } from '../../common/durations.ts'
import type { ExitCode } from '../cli/command.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { CONNECTION_LIMITS } from '../kernel/settings/connection-limits.ts'
import { type SettledSettings, settleSettings } from '../kernel/settings/setting-sources.ts'
import { missingLibrary } from '../store/sqlite/missing-library.ts'
import { checkSettings, sourceLines } from './check-settings.ts'
import { type RunningSystem, startSystem } from './start.ts'
import { CHECKS_CONFIG, PLAYS_ACQUIRERS, START_USAGE, startHelp } from './start-help.ts'
import { startMessage } from './start-message.ts'
import { liveSettingsInTest, unknownSettings } from './unknown-settings.ts'

/**
 * After this long a stop no longer waits for running requests: longer than a request may take to
 * arrive, and than the simulator may be asked to wait (`simulator.test.ts`). A second Ctrl-C ends the
 * process at once.
 */
export const MAX_STOP_MS = CONNECTION_LIMITS.requestMs + 5_000

const PLAYED_IN_LIVE = `${PLAYS_ACQUIRERS} starts emulated acquirers, which move no money: it is for the test environment alone`

/**
 * The life of one process: reads its settings, starts gateway and shop, prints their addresses, and
 * ends gracefully on SIGINT and SIGTERM; on SIGHUP it reads its certificate again, if it has one. Wrong
 * settings end it with a line for each; unknown ones are only reported. `--help` starts
 * nothing. The answer is the exit code of a process that ends here, and 0 once the gateway serves.
 */
export async function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  dist: URL,
): Promise<ExitCode> {
  const [argument, ...others] = args
  if (argument === '--help' || argument === '-h') return showHelp()
  const settled = settleSettings(env)
  if (argument === CHECKS_CONFIG && others.length === 0) return checkConfig(settled)
  const playsAcquirers = argument === PLAYS_ACQUIRERS
  const unknownArgument = playsAcquirers ? others[0] : argument
  if (unknownArgument !== undefined) {
    const asked = JSON.stringify(unknownArgument)
    return giveUp(`there is no argument ${asked}: settings are variables, see --help`, 2)
  }
  sayNotices(settled)
  const { config, faults } = await checkSettings(settled)
  if (playsAcquirers && config.environment === 'live') return giveUp(PLAYED_IN_LIVE)
  if (faults.length > 0) return giveUp(faults)
  let system: RunningSystem
  try {
    system = await startSystem(config, dist, { playsAcquirers })
  } catch (error) {
    return giveUp(reasonOf(error, config))
  }
  onFirstSignal(() => {
    stop(system).catch((error) => {
      process.exitCode = giveUp(reasonOf(error, config))
    })
  })
  onHangUp(system, env, dist)
  // Must come last: a process manager that reads this line may stop the process at once.
  process.stdout.write(startMessage(system))
  return 0
}

/** What does not end a start, but may be why it fails: a misspelt name, a file that others may read. */
function sayNotices({ env, warnings }: SettledSettings): void {
  const notices = [unknownSettings(env), liveSettingsInTest(env), ...warnings]
  for (const notice of notices) if (notice !== undefined) say(notice)
}

async function checkConfig(settled: SettledSettings): Promise<ExitCode> {
  sayNotices(settled)
  const { faults } = await checkSettings(settled)
  process.stdout.write(`${sourceLines(settled).join('\n')}\n`)
  if (faults.length > 0) return giveUp(faults)
  process.stdout.write('The settings are right.\n')
  return 0
}

function showHelp(): ExitCode {
  process.stdout.write(`${[...START_USAGE, '', ...startHelp()].join('\n')}\n`)
  return 0
}

/** A terminal and npm may both pass one Ctrl-C on: what follows within a second is the same one. */
function onFirstSignal(stopGracefully: () => void): void {
  let firstAtMs: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const nowMs = performance.now()
      if (firstAtMs === undefined) {
        firstAtMs = nowMs
        stopGracefully()
      } else if (nowMs - firstAtMs > 1000) {
        process.exit(1)
      }
    })
  }
}

/** In live SIGHUP never ends the process: it is what renewals of certificates and rotations of logs send. */
function onHangUp(
  { config, renewCertificate }: RunningSystem,
  env: Readonly<Record<string, string | undefined>>,
  dist: URL,
): void {
  const withoutNpm = `start node ${fileURLToPath(new URL('server/main.js', dist))} in live, because npm ends on SIGHUP and does not pass it on`
  const isLive = config.environment === 'live'
  if (renewCertificate !== undefined) process.on('SIGHUP', () => void renewCertificate())
  else if (isLive) process.on('SIGHUP', () => say('SIGHUP: there is no certificate to read again'))
  if (!isStartedByNpm(env)) return
  if (isLive) say(`npm has started this process: ${withoutNpm}`)
  onLostNpm(() => {
    say(`npm has ended, and the gateway goes on as process ${process.pid}: ${withoutNpm}`)
    void renewCertificate?.()
  })
}

function say(line: string): void {
  process.stderr.write(`tillgate: ${line}\n`)
}

function giveUp(reasons: string | readonly string[], exitCode: 1 | 2 = 1): ExitCode {
  for (const reason of [reasons].flat()) say(reason)
  return exitCode
}

async function stop(system: RunningSystem): Promise<void> {
  process.stdout.write('\nStopping: running requests are finished first.\n')
  const tooLong = setTimeout(() => {
    say(`gave up waiting after ${MAX_STOP_MS / 1000} s`)
    process.exit(1)
  }, MAX_STOP_MS)
  tooLong.unref()
  await system.stop()
}

/** One line for the person who starts the process: what failed, and which setting changes it. */
function reasonOf(error: unknown, config: Config): string {
  const noSqlite = missingLibrary(error)
  if (noSqlite !== undefined) return noSqlite
  const { code, port, message } = error as NodeJS.ErrnoException & { readonly port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken by another program: end that one, or set ${settingOfPort(port, config)}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${SETTINGS.host.variable} is ${JSON.stringify(config.host)}, which is no address of this machine`
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
      return `${SETTINGS.dataDir.variable} is ${config.dataDir}, which cannot be written: ${message}`
    default:
      return message ?? String(error)
  }
}

function settingOfPort(port: number | undefined, config: Config): string {
  const { variable } = port === config.shopPort ? SETTINGS.shopPort : SETTINGS.port
  return `${variable} to a free one`
}

/** How often it is looked whether npm is still there. */
const LOOK_EVERY_MS = SECOND_MS

/** Whether npm (or another runner of `package.json`) has started this process. */
function isStartedByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_lifecycle_event !== undefined
}

/**
 * Calls `lost` once when the process that has started this one is gone. npm passes SIGINT and SIGTERM on,
 * but SIGHUP ends it and nothing of that reaches the gateway.
 */
function onLostNpm(lost: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    lost()
  }, LOOK_EVERY_MS)
  looking.unref()
}
