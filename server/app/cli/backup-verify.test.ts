import { copyFile, link, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { lastVerifiedBackup } from '../verified-backup.ts'
import { run } from './command.fixture.ts'
import { fillStore } from './sample-database.fixture.ts'

const newFile = databaseFiles()
const KEY = 'd7'.repeat(32)

async function filledFile(): Promise<string> {
  const file = newFile()
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  await fillStore(store, { masterKey: Buffer.from(KEY, 'hex') })
  return file
}

const verify = (backup: string, file: string, env = { TILLGATE_VAULT_KEY: KEY }) =>
  run(['backup', 'verify', backup, '--database', `sqlite:${file}`], { env })

const noteFor = (path: string) =>
  lastVerifiedBackup({ database: { engine: 'sqlite', path }, dataDir: '' })

async function backupOf(file: string): Promise<string> {
  const backup = newFile()
  expect(await run(['backup', backup, '--database', `sqlite:${file}`])).toMatchObject({ code: 0 })
  return backup
}

describe('tillgate backup verify', () => {
  it('checks a file, notes it, and leaves it as it is with nothing beside it', async () => {
    const file = await filledFile()
    const backup = await backupOf(file)
    const { code, lines } = await verify(backup, file)
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/ payments, .* checked, 0 problems/),
      expect.stringMatching(/^Its newest payment is of .*; 0 payments came after it$/),
      'The backup can be restored',
    ])
    expect(code).toBe(0)
    expect(await noteFor(file)).toMatchObject({ newestMs: expect.any(Number) })
    const beside = (await readdir(dirname(backup))).filter((name) =>
      name.startsWith(`${basename(backup)}.`),
    )
    expect(beside).toEqual([])
  })

  it('refuses where the key of the vault is another one, and notes nothing', async () => {
    const file = await filledFile()
    const backup = await backupOf(file)
    const { code, lines } = await verify(backup, file, { TILLGATE_VAULT_KEY: 'e8'.repeat(32) })
    expect(lines).toContainEqual(
      expect.stringMatching(/^problem: whether what is sealed opens was not looked at: /),
    )
    expect(code).toBe(1)
    expect(await noteFor(file)).toBeUndefined()
  })

  it('refuses a backup with a problem, and notes nothing', async () => {
    const file = await filledFile()
    const backup = await backupOf(file)
    const database = new Database(backup)
    database.exec('PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS posting_unchanged')
    database.exec(`DELETE FROM timer`)
    database.close()
    const { code, complaints } = await verify(backup, file)
    expect([code, complaints.at(-1)]).toEqual([1, expect.stringContaining('the backup has')])
    expect(await noteFor(file)).toBeUndefined()
  })

  it('refuses what is no database', async () => {
    const file = await filledFile()
    const backup = join(dirname(file), 'no-database')
    await writeFile(backup, 'x'.repeat(5_000))
    expect((await verify(backup, file)).code).toBe(1)
    expect(await noteFor(file)).toBeUndefined()
  })

  it('refuses the backup of another database, and the database itself', async () => {
    const [file, other] = [await filledFile(), newFile()]
    await copyFile(file, other)
    const database = new Database(other)
    const [newest] = database.prepare('SELECT max(id) AS id FROM payment').all() as { id: string }[]
    database.close()
    expect(newest).toBeDefined()
    const empty = newFile()
    await (await openSqliteStore({ file: empty, committer: { kind: 'inline' } })).close()
    const foreign = await verify(await backupOf(file), empty)
    expect(foreign.code).toBe(1)
    expect(foreign.complaints.at(-1)).toContain('a backup of another database')
    expect(await verify(file, file)).toMatchObject({ code: 2 })
    expect(await verify(newFile(), file)).toMatchObject({ code: 1 })
  })
})

/** Wherever it stands, so that the check of the file has no problem. */
function renameNewestPayment(backup: string, id: string): void {
  const database = new Database(backup)
  database.pragma('ignore_check_constraints = ON')
  database.pragma('foreign_keys = OFF')
  const named = (sql: string) => database.prepare(sql).all() as { name: string }[]
  const triggers = named("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  const newest = database.prepare('SELECT max(id) FROM payment').pluck().get()
  for (const { name: table } of named("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    for (const { name } of named(`SELECT name FROM pragma_table_info('${table}')`)) {
      database
        .prepare(
          `UPDATE ${table} SET "${name}" = replace("${name}", ?, ?) WHERE typeof("${name}") = 'text'`,
        )
        .run(newest, id)
    }
  }
  for (const { sql } of triggers as { name: string; sql: string }[]) database.exec(sql)
  database.close()
}

describe('what is no backup', () => {
  it('is the database by the name of a link to it', async () => {
    const [file, soft, hard] = [await filledFile(), newFile(), newFile()]
    await symlink(file, soft)
    await link(file, hard)
    for (const name of [soft, hard]) {
      const { code, complaints } = await verify(name, file)
      expect([code, complaints.at(-1)]).toEqual([2, expect.stringContaining('the database itself')])
    }
    expect(await noteFor(file)).toBeUndefined()
  })

  it('is a file whose newest payments are in a write-ahead log beside it', async () => {
    const file = await filledFile()
    const backup = await backupOf(file)
    await writeFile(`${backup}-wal`, 'frames')
    const { code, complaints } = await verify(backup, file)
    expect([code, complaints.at(-1)]).toEqual([1, expect.stringContaining('write-ahead log')])
    expect(await noteFor(file)).toBeUndefined()
  })

  it('is a file whose newest payment has a statement as its id', async () => {
    const file = await filledFile()
    const backup = await backupOf(file)
    renameNewestPayment(backup, "zz' OR '1'='1")
    const { code, complaints } = await verify(backup, file)
    expect([code, complaints.at(-1)]).toEqual([1, expect.stringContaining('is no id')])
    expect(await noteFor(file)).toBeUndefined()
  })

  it('is the address of the database, whose password is not said', async () => {
    const url = 'postgres://tillgate:hidden-word@127.0.0.1:9/paid'
    const { code, lines, complaints } = await run(['backup', 'verify', url, '--database', url])
    expect([code, complaints.at(-1)]).toEqual([2, expect.stringContaining('the database itself')])
    expect([...lines, ...complaints].join()).not.toContain('hidden-word')
  })
})

describe('tillgate backup verify of a PostgreSQL database', () => {
  const postgres = usePostgres()

  it('checks the database that a dump was restored to', { timeout: 60_000 }, async () => {
    const file = await filledFile()
    const url = await postgres.freshDatabase()
    const env = { TILLGATE_ALLOW_UNSAFE_COMMIT: 'true', TILLGATE_VAULT_KEY: KEY }
    const dataDir = dirname(file)
    const copied = await run(['copy', '--from', `sqlite:${file}`, '--to', url], {
      env: { ...env, TILLGATE_DATA_DIR: dataDir },
    })
    expect(copied).toMatchObject({ code: 0 })
    const { code, lines } = await run(['backup', 'verify', url, '--database', `sqlite:${file}`], {
      env,
    })
    expect([code, lines.at(-1)]).toEqual([0, 'The backup can be restored'])
  })

  it('refuses the database by another address, and changes nothing in it', async () => {
    const url = await postgres.freshDatabase()
    const { hostname } = new URL(url)
    const other = url.replace(hostname, hostname === 'localhost' ? '127.0.0.1' : 'localhost')
    expect(other).not.toBe(url)
    const { code, complaints } = await run(['backup', 'verify', other, '--database', url])
    expect([code, complaints.at(-1)]).toEqual([2, expect.stringContaining('the database itself')])
    const { code: migrated } = await run(['check', '--database', url])
    expect(migrated).toBe(1)
  })
})
