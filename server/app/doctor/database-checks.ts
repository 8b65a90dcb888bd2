import { existsSync } from 'node:fs'
import { serversIn } from '../../../common/database-servers.ts'
import { HOUR_MS } from '../../../common/durations.ts'
import {
  countIn,
  type DoctorCheck,
  type DoctorGiven,
  type DoctorResult,
  resultsOf,
} from '../../cli/doctor-check.ts'
import { WARNED_MS } from '../../entities/token-limits.ts'
import { timeOfObjectId } from '../../kernel/ids.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { MAX_STEP_MS } from '../../kernel/timers/clock-guard.ts'
import type { Scan } from '../../store/scan.ts'
import { lostDatabase } from '../../store/sqlite/lost-database.ts'
import { reportMissingKeys } from '../cli/check/number-key-rules.ts'

/** A machine that keeps its time by NTP is never so far from its database's. */
const MAX_APART_MS = 2_000

/** Due work is looked for each second; after this long nothing does it. */
const MAX_LATE_MS = HOUR_MS

export const databaseChecks: readonly DoctorCheck[] = [
  {
    name: 'database',
    looksAt: 'whether the database can be read, and its schema',
    why: 'without it no payment is taken',
    fix: 'TILLGATE_DATABASE_URL; tillgate migrate for an older schema; tillgate check for its contents',
    look: async ({ scan, config }) => [await databaseResult(scan, config)],
  },
  {
    name: 'durability',
    looksAt: 'whether a commit is on the disk before it is acknowledged',
    why: 'a power cut loses payments that shops believe in',
    fix: 'synchronous_commit=on and fsync=on in PostgreSQL',
    look: async ({ scan, config }) =>
      config.database.engine === 'postgres'
        ? postgresDurability(await scan(), serversIn(config.database.url).length)
        : [await sqliteDurability(await scan())],
  },
  {
    name: 'number-keys',
    looksAt: 'whether each key of card numbers that the database needs is in its folder',
    why: 'without its key a stored card number is lost; no backup of the database has these keys',
    fix: 'the folder brought back from its copy on another machine (docs/operations.md#keys-of-card-numbers)',
    look: async (given) => numberKeyResults(given),
  },
  {
    name: 'merchants',
    looksAt: 'whether there is a merchant in live',
    why: 'every token is refused until there is one',
    fix: 'tillgate entity create --help',
    async look(given) {
      const count = await countIn(given, `SELECT count(*) FROM entity WHERE kind = 'merchant'`)
      const isLacking = count === 0 && given.config.environment === 'live'
      return [{ state: isLacking ? 'warning' : 'good', found: `there are ${count} merchants` }]
    },
  },
  {
    name: 'tokens',
    looksAt: 'access tokens that end within 14 days, or have ended',
    why: 'what uses one is refused from its end on',
    fix: 'another one, given to the server that uses it; then tillgate token revoke for the old one',
    look: tokenResults,
  },
  {
    name: 'clock',
    looksAt:
      "the clock, against the last time that was right, the newest payment and the database's clock",
    why: 'what is due is held back while it is doubted, or done too early',
    fix: 'NTP (timedatectl set-ntp true); tillgate clock confirm where the clock is right',
    look: clockResults,
  },
  {
    name: 'due-work',
    looksAt: 'due work that is an hour late: expiries, deletions, inquiries about payments',
    why: 'outcomes are not asked for, and what must be deleted is kept',
    fix: 'a gateway that runs, and its log',
    async look(given) {
      const beforeMs = given.nowMs - MAX_LATE_MS
      // In test an entity may have a clock of its own, by which its work is due.
      const ofProcess = given.config.environment === 'test' ? ' AND entity_id IS NULL' : ''
      const late = await countIn(
        given,
        `SELECT count(*) FROM timer WHERE due_at_ms < ${beforeMs}${ofProcess}`,
      )
      return [{ state: late === 0 ? 'good' : 'warning', found: `${late} pieces of work are late` }]
    },
  },
]

/** A file that is not there is the problem of a gateway that has served one, which its start tells. */
async function databaseResult(
  scan: DoctorGiven['scan'],
  { database }: Config,
): Promise<DoctorResult> {
  if (database.engine === 'sqlite' && !existsSync(database.path)) {
    const lost = lostDatabase(database.path)
    if (lost !== undefined) return { state: 'problem', found: lost }
    return { state: 'warning', found: `there is none at ${database.path}`, fix: 'tillgate start' }
  }
  try {
    const { applied } = await (await scan()).schema()
    return { state: 'good', found: `${database.engine}, schema ${applied}` }
  } catch (error) {
    return { state: 'problem', found: error instanceof Error ? error.message : String(error) }
  }
}

async function postgresDurability(scan: Scan, servers: number): Promise<readonly DoctorResult[]> {
  const names = ['synchronous_commit', 'fsync', 'full_page_writes']
  const asked = [...names, 'synchronous_standby_names']
  const [row = {}] = await scan.select(
    `SELECT ${asked.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
  )
  const off = names.filter((name) => row[name] === 'off')
  if (off.length > 0) return [{ state: 'problem', found: `${off.join(' and ')} is off` }]
  const found = `synchronous_commit is ${row.synchronous_commit}, fsync is on`
  const waitsForStandby = row.synchronous_standby_names !== '' && row.synchronous_commit !== 'local'
  if (servers > 1 && !waitsForStandby) return [{ state: 'good', found }, NO_SYNCHRONOUS_STANDBY]
  return [{ state: 'good', found }]
}

const NO_SYNCHRONOUS_STANDBY: DoctorResult = {
  state: 'warning',
  found:
    'several servers are named, and a commit waits for none of the standbys: a failover loses what was acknowledged last',
  fix: "synchronous_standby_names = '*' and synchronous_commit = on (docs/operations.md#failover)",
}

/** The gateway itself writes with `synchronous=FULL`; the mode of the journal is kept in the file. */
async function sqliteDurability(scan: Scan): Promise<DoctorResult> {
  const [row] = await scan.select('SELECT journal_mode AS mode FROM pragma_journal_mode')
  if (row?.mode === 'wal')
    return { state: 'good', found: 'write-ahead log, synced for each commit' }
  return { state: 'warning', found: `journal_mode is ${row?.mode}, until a gateway has opened it` }
}

async function numberKeyResults({ scan, config }: DoctorGiven): Promise<readonly DoctorResult[]> {
  const { database } = config
  if (database.engine === 'memory') return [{ state: 'good', found: 'in memory alone (test)' }]
  const lines: string[] = []
  const place = { database, config, missingIs: 'problem' } as const
  await reportMissingKeys(await scan(), place, (line) => lines.push(line))
  return resultsOf(
    'problem',
    // A key that no number needs is a note: another one is made.
    lines.flatMap((line) => /^problem: (.*)/.exec(line)?.[1] ?? []),
    'each is there; whether you keep a copy of them cannot be seen from here',
  )
}

async function tokenResults({ scan, nowMs }: DoctorGiven): Promise<readonly DoctorResult[]> {
  const [row] = await (await scan()).select(
    `SELECT count(*) AS ending, min(expires_at_ms) AS next_ms,
      (SELECT count(*) FROM access_token WHERE expires_at_ms <= ${nowMs}) AS ended
    FROM access_token WHERE expires_at_ms > ${nowMs} AND expires_at_ms <= ${nowMs + WARNED_MS}`,
  )
  const [ending, ended] = [Number(row?.ending ?? 0), Number(row?.ended ?? 0)]
  return resultsOf(
    'warning',
    [
      ending > 0
        ? `${ending} ${ending === 1 ? 'ends' : 'end'} within 14 days, the next at ${wireTimestamp(Number(row?.next_ms))}`
        : undefined,
      ended > 0 ? `${ended} ${ended === 1 ? 'has' : 'have'} ended` : undefined,
    ],
    'none ends within 14 days',
  )
}

async function clockResults(given: DoctorGiven): Promise<readonly DoctorResult[]> {
  const { nowMs, config } = given
  const scan = await given.scan()
  const [row] = await scan.select('SELECT clock_seen_at_ms, clock_held_at_ms FROM installation')
  const [newest] = await scan.select('SELECT max(id) AS id FROM payment')
  const seenMs = Number(row?.clock_seen_at_ms ?? 0)
  const paidMs = typeof newest?.id === 'string' ? timeOfObjectId(newest.id) : 0
  const behindMs = Math.max(seenMs, paidMs) - nowMs
  const isPostgres = config.database.engine === 'postgres'
  const apartMs = isPostgres ? await apartFromDatabase(scan, nowMs) : 0
  const held: DoctorResult = { state: 'problem', found: 'due work is held back: it is doubted' }
  const results: DoctorResult[] = [
    ...(row?.clock_held_at_ms == null ? [] : [held]),
    ...(behindMs > MAX_STEP_MS
      ? [
          {
            state: 'problem',
            found: `it stands before ${wireTimestamp(nowMs + behindMs)}`,
          } as const,
        ]
      : []),
    ...(apartMs > MAX_APART_MS
      ? [{ state: 'warning', found: `it is ${apartMs} ms from that of the database` } as const]
      : []),
  ]
  return results.length > 0 ? results : [{ state: 'good', found: wireTimestamp(nowMs) }]
}

async function apartFromDatabase(scan: Scan, nowMs: number): Promise<number> {
  const sql = 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms'
  const [row] = await scan.select(sql)
  return Math.abs(Number(row?.now_ms) - nowMs)
}
