import { copyFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type { DoctorFinding } from '../../cli/doctor-check.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { backupNote, noteBackup } from '../../store/sqlite/backup-note.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { LIVE_VAULT_KEY } from '../../testing/live-key.ts'
import { DOCTOR_CHECKS } from '../doctor/checks.ts'
import { noteVerifiedBackup } from '../verified-backup.ts'
import { AN_HOUR_LATER_MS, type CommandRunOptions, run } from './command.fixture.ts'
import { fillStore } from './sample-database.fixture.ts'

/** Where nothing listens, so that no gateway of this machine is asked. */
const NOBODY = { TILLGATE_BASE_URL: 'http://127.0.0.1:9', TILLGATE_PORT: '9' }

interface Report {
  readonly state: string
  readonly findings: readonly DoctorFinding[]
}

/** What doctor says of a database, by the name of the check. */
async function doctor(address: string, { env = {}, ...options }: CommandRunOptions = {}) {
  const { code, lines } = await run(['doctor', '--json'], {
    ...options,
    env: { ...NOBODY, TILLGATE_DATABASE_URL: address, ...env },
  })
  const report = JSON.parse(lines.join('\n')) as Report
  const of = (name: string) => report.findings.filter((each) => each.name === name)
  return { code, report, of }
}

const newFile = databaseFiles()
let sound: string
beforeAll(async () => {
  sound = newFile()
  await fillStore(await openSqliteStore({ file: sound, committer: { kind: 'inline' } }))
})

/** A copy of the sound database, after a change in SQL. */
async function changed(sql: string): Promise<string> {
  const file = newFile()
  await copyFile(sound, file)
  const database = new Database(file)
  database.exec(sql)
  database.close()
  return `sqlite:${file}`
}

describe('the checks', () => {
  it('have names for machines, of their own, and sentences for people', () => {
    const names = DOCTOR_CHECKS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, looksAt, why, fix } of DOCTOR_CHECKS) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      for (const text of [looksAt, why, fix]) expect(text).toMatch(/^\S.*[^.\s]$/)
    }
  })
})

describe('tillgate doctor', () => {
  it('finds nothing wrong beside a database of the test environment', async () => {
    const { code, report } = await doctor(`sqlite:${sound}`)
    const wrong = report.findings.filter(({ state }) => state === 'problem' || state === 'warning')
    expect(wrong).toEqual([])
    expect([code, report.state]).toEqual([0, 'good'])
    expect(report.findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(DOCTOR_CHECKS.map(({ name }) => name)),
    )
  })

  it('prints why a finding matters and what mends it', async () => {
    const env = { ...NOBODY, TILLGATE_DATABASE_URL: `sqlite:${newFile()}` }
    const { code, lines } = await run(['doctor'], { env })
    expect(code).toBe(1)
    expect(lines[0]).toMatch(/^tillgate \d+\.\d+\.\d+, test$/)
    const at = lines.findIndex((line) => line.startsWith('warning database: there is none at '))
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '          without it no payment is taken',
      '          -> tillgate start',
    ])
  })

  it.each([
    [
      'webhooks',
      'warning',
      `INSERT INTO webhook (id, entity_id, url, format, wrapper, types, fields, state, sealed_secrets,
         created_at_ms, updated_at_ms, version)
       SELECT 'w', id, 'https://shop.example', 'signed', 'none', '[]', 'ALL', 'disabled', '', 1, 1, 1
       FROM entity LIMIT 1`,
      /^1 switched off, 0 /,
    ],
    [
      'number-retention',
      'problem',
      `INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
       VALUES ('numberRetention', 'a.1', 'a', ${AN_HOUR_LATER_MS - 3 * DAY_MS}, 0, 0, 1)`,
      /^1 hours of stored numbers are late$/,
    ],
    [
      'due-work',
      'warning',
      `INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
       VALUES ('holdExpiry', 'a', NULL, ${AN_HOUR_LATER_MS - 2 * HOUR_MS}, 0, 0, 1)`,
      / late$/,
    ],
    ['durability', 'warning', 'PRAGMA journal_mode = DELETE', /^journal_mode is delete/],
  ])('names what %s finds in the database', async (name, state, sql, found) => {
    const { of } = await doctor(await changed(sql))
    expect(of(name)).toEqual([
      expect.objectContaining({ state, found: expect.stringMatching(found) }),
    ])
  })

  it('misses the keys of card numbers beside a copy of the database alone', async () => {
    const { code, of } = await doctor(await changed('SELECT 1'))
    expect(of('number-keys')[0]).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('its copy'),
    })
    expect(code).toBe(2)
    expect((await doctor(`sqlite:${sound}`)).of('number-keys')).toMatchObject([{ state: 'good' }])
  })

  it('tells a clock that stands before the newest payment', async () => {
    const { code, of } = await doctor(`sqlite:${sound}`, { nowMs: AN_HOUR_LATER_MS - 30 * DAY_MS })
    expect(of('clock')).toEqual([
      expect.objectContaining({
        state: 'problem',
        found: expect.stringContaining('it stands before'),
      }),
    ])
    expect(code).toBe(2)
  })

  it('names every setting that would end a live start, and how the key of the vault is given', async () => {
    const env = { TILLGATE_ENV: 'live', TILLGATE_VAULT_KEY: LIVE_VAULT_KEY, TILLGATE_PORT: 'abc' }
    const { code, of } = await doctor(`sqlite:${sound}`, { env })
    expect(of('settings').filter(({ state }) => state === 'problem')).toHaveLength(3)
    expect(of('secrets')).toContainEqual(
      expect.objectContaining({
        state: 'warning',
        found: 'TILLGATE_VAULT_KEY is set by the environment, as a value',
      }),
    )
    expect(JSON.stringify(of('settings'))).not.toContain(LIVE_VAULT_KEY)
    expect(code).toBe(2)
  })
})

describe('the newest backup', () => {
  const live = { TILLGATE_ENV: 'live' }

  it('is missed in live where there was none, or an old one', async () => {
    const file = newFile()
    await copyFile(sound, file)
    expect((await doctor(`sqlite:${file}`, { env: live })).of('backup')).toMatchObject([
      { state: 'warning', found: 'none was made by tillgate backup' },
    ])
    await noteBackup(file, AN_HOUR_LATER_MS - 27 * HOUR_MS)
    expect((await doctor(`sqlite:${file}`, { env: live })).of('backup')).toMatchObject([
      { state: 'warning', found: 'the newest is 27 hours old' },
    ])
  })

  it('is noted by tillgate backup', async () => {
    const file = newFile()
    await copyFile(sound, file)
    const made = await run(['backup', newFile(), '--database', `sqlite:${file}`])
    expect(made.code).toBe(0)
    expect((await doctor(`sqlite:${file}`, { env: live })).of('backup')).toMatchObject([
      { state: 'good', found: 'the newest is 0 hours old' },
    ])
    expect(backupNote(file)).toBe(`${file}.last-backup`)
  })
})

describe('the base URL and the gateway of this machine', () => {
  /** Answers each path with a status and a body. */
  async function answering(status: number, body: string): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `${(server.address() as AddressInfo).port}`
  }
  const envOf = (port: string) => ({
    TILLGATE_HOST: '127.0.0.1',
    TILLGATE_PORT: port,
    TILLGATE_BASE_URL: `http://127.0.0.1:${port}`,
  })

  it('are good where a gateway answers, whose warnings are told', async () => {
    const port = await answering(200, JSON.stringify({ result: {}, warnings: ['the disk'] }))
    const { of } = await doctor(`sqlite:${sound}`, { env: envOf(port) })
    expect(of('gateway')).toMatchObject([{ state: 'warning', found: 'the disk' }])
    expect(of('base-url')).toMatchObject([{ state: 'good' }])
  })

  it('are a problem where the gateway is not ready, and a proxy hides https', async () => {
    const port = await answering(307, JSON.stringify({ result: { description: 'disk full' } }))
    const { of } = await doctor(`sqlite:${sound}`, { env: envOf(port) })
    expect(of('gateway')).toMatchObject([{ state: 'problem', found: 'not ready: disk full' }])
    expect(of('base-url')).toMatchObject([
      { state: 'problem', found: expect.stringContaining('the gateway does not see https') },
    ])
  })

  it('are unknown where nothing answers', async () => {
    const { of } = await doctor(`sqlite:${sound}`)
    expect([...of('gateway'), ...of('base-url')].map(({ state }) => state)).toEqual([
      'unknown',
      'unknown',
    ])
  })
})

describe('a backup that was verified', () => {
  const live = { TILLGATE_ENV: 'live' }

  it('is missed in live where there was none, or one of long ago', async () => {
    const file = newFile()
    await copyFile(sound, file)
    const verified = async () =>
      (await doctor(`sqlite:${file}`, { env: live })).of('backup-verified')
    expect(await verified()).toMatchObject([{ state: 'warning', found: 'none was verified yet' }])
    const place = { database: { engine: 'sqlite', path: file }, dataDir: '' } as const
    const verifiedAtMs = AN_HOUR_LATER_MS - 91 * 24 * HOUR_MS
    await noteVerifiedBackup(place, { verifiedAtMs, newestMs: null })
    expect(await verified()).toMatchObject([
      { state: 'warning', found: 'the last one was 91 days ago' },
    ])
    await noteVerifiedBackup(place, { verifiedAtMs: AN_HOUR_LATER_MS, newestMs: 0 })
    expect(await verified()).toMatchObject([
      { state: 'good', found: expect.stringContaining('with payments until 1970-01-01') },
    ])
  })
})

describe('tillgate doctor on PostgreSQL', () => {
  const postgres = usePostgres()

  it('reads the durability of the server and compares its clock', async () => {
    const url = await postgres.freshDatabase()
    await (await openPostgresStore({ url, allowUnsafeCommit: true })).close()
    const { of } = await doctor(url, { nowMs: AN_HOUR_LATER_MS })
    expect(of('database')).toMatchObject([{ state: 'good' }])
    expect(of('durability')[0]?.found).toMatch(/synchronous_commit|fsync/)
    expect(of('archive')).toMatchObject([
      { state: 'unknown', found: expect.stringContaining('archive_mode is off') },
    ])
    expect(of('clock')).toMatchObject([
      {
        state: 'warning',
        found: expect.stringMatching(/^it is \d+ ms from that of the database$/),
      },
    ])
  })

  it('warns where servers are named that no commit waits for', async () => {
    const url = await postgres.freshDatabase()
    await (await openPostgresStore({ url, allowUnsafeCommit: true })).close()
    const { host } = new URL(url)
    const two = await doctor(url.replace(host, `${host},${host}`))
    const standby = { state: 'warning', found: expect.stringContaining('a failover loses') }
    expect(two.of('durability')).toMatchObject([{ state: 'good' }, standby])
    expect((await doctor(url)).of('durability')).toHaveLength(1)
  })
})
