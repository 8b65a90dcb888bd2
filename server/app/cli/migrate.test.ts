import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../store/migrations/migrations.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { run } from './command.fixture.ts'

const newest = migrations.length

describe('tillgate migrate', () => {
  const newFile = databaseFiles()
  const postgres = usePostgres()

  it('creates a database that is missing, and says that another run finds nothing to do', async () => {
    const file = newFile()
    const command = ['migrate', '--database', `sqlite:${file}`]
    expect(await run(command)).toMatchObject({
      code: 0,
      lines: [`sqlite:${file} brought from schema 0 to ${newest}`],
    })
    expect(await run(command)).toMatchObject({
      code: 0,
      lines: [`sqlite:${file} has schema ${newest}, the newest`],
    })
  })

  it('creates the tables of a new PostgreSQL database, and does not print its password', async () => {
    const url = await postgres.freshDatabase()
    const onPostgres = await run(['migrate', '--database', url])
    expect(onPostgres.lines).toEqual([
      expect.stringMatching(
        /^postgres:\/\/127\.0\.0\.1:\d+\/postgres brought from schema 0 to \d+$/,
      ),
    ])
    expect(onPostgres.lines.join()).not.toContain(new URL(url).password)
  })

  it('does not change a newer database', async () => {
    const file = newFile()
    await run(['migrate', '--database', `sqlite:${file}`])
    const database = new Database(file)
    database.prepare(`INSERT INTO migration VALUES (99, 'later', '', 0)`).run()
    database.close()
    const { code, complaints } = await run(['migrate', '--database', `sqlite:${file}`])
    expect(code).toBe(1)
    expect(complaints).toEqual([expect.stringContaining('newer than this program')])
  })
})
