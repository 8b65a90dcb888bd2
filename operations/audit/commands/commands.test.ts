import { writeFile } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: 'ab'.repeat(32) }
let file: string
let psp: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`], { env })

beforeAll(async () => {
  file = newFile()
  psp = (await tillgate('entity', 'create', '--kind', 'psp', '--name', 'Tea')).lines[0] ?? ''
  await tillgate('token', 'create', '--entity', psp, '--label', 'office', '--role', 'administrator')
})

async function entriesOf(rootId: string) {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const rows = await store.read.auditEntriesAfter(rootId, 0, 1000)
  await store.close()
  return rows
}

const change = (sql: string) => {
  const database = new Database(file)
  const triggers = `SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'`
  for (const drop of database.prepare(triggers).pluck().all()) database.exec(String(drop))
  database.exec(sql)
  database.close()
}

describe('a command that changes something', () => {
  it('is in the audit log, with who has run it', async () => {
    const rows = await entriesOf(psp)
    expect(rows.map(({ request, result }) => [request, result])).toEqual([
      ['tillgate token create', 'asked'],
      ['tillgate token create', 'done'],
    ])
    expect(rows[0]).toMatchObject({
      actor: expect.stringMatching(/^command \(.+\)$/),
      action: 'token.create',
      entityId: psp,
    })
    expect(rows[0]?.facts).toContain('["--label","office"]')
    expect(rows[0]?.facts).not.toContain('sqlite:')
  })

  it('that only reads is not', async () => {
    const before = await entriesOf(psp)
    await tillgate('entity', 'list')
    await tillgate('token', 'list', '--entity', psp)
    expect(await entriesOf(psp)).toEqual(before)
  })
})

describe('tillgate audit', () => {
  it('verifies the log, and with a checkpoint its end', async () => {
    const { lines } = await tillgate('audit', 'checkpoint')
    const checkpoint = newFile()
    await writeFile(checkpoint, lines.join('\n'))
    const verify = () => tillgate('audit', 'verify', '--checkpoint', checkpoint)
    expect(await verify()).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/^\d+ entries verified, 0 problems$/)],
    })
    change(`DELETE FROM audit_entry WHERE root_id = '${psp}'
      AND sequence = (SELECT max(sequence) FROM audit_entry WHERE root_id = '${psp}')`)
    expect((await tillgate('audit', 'verify')).code).toBe(0)
    expect(await verify()).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('the end was cut off'), expect.stringContaining('1 problem')],
    })
  })

  it('names an entry that was changed', async () => {
    change(`UPDATE audit_entry SET actor = 'nobody' WHERE root_id = '${psp}' AND sequence = 1`)
    const { code, lines } = await tillgate('audit', 'verify')
    expect(code).toBe(1)
    expect(lines[0]).toBe(`problem: ${psp} 1 was changed: it has not the hash of what it says`)
  })

  it('refuses a checkpoint of another installation', async () => {
    const checkpoint = newFile()
    await writeFile(checkpoint, '{"madeAt":"now","chains":[],"signature":"00"}')
    const { code, complaints } = await tillgate('audit', 'verify', '--checkpoint', checkpoint)
    expect([code, complaints.length]).toEqual([1, 1])
  })
})

describe('the database', () => {
  it.each(['UPDATE audit_entry SET actor = 1', 'DELETE FROM audit_entry'])(
    'refuses %s',
    async (sql) => {
      file = newFile()
      await tillgate('entity', 'create', '--kind', 'psp', '--name', 'Tea')
      const database = new Database(file)
      expect(() => database.exec(sql)).toThrow('append only')
      database.close()
    },
  )
})
