import Sqlite, { type Database } from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { migrations } from '../migrations/migrations.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { payment } from '../testing/sample-rows.ts'
import { createBatchWriter } from './batch-writer.ts'
import { openWriter } from './connection.ts'
import { migrate } from './migrate.ts'
import { textBatches } from './text-batches.ts'

const newFile = databaseFiles()
const opened: Database[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

function emptyDatabase(): Database {
  const database = openWriter(newFile())
  migrate(database, migrations)
  opened.push(database)
  return database
}

/** What a batch of one new payment is answered with. */
async function commitOn(database: Database) {
  const write = createBatchWriter(database)
  const sink = { write: async (batch: string) => write(batch), close: async () => {} }
  const batches = textBatches(sink)
  const details = JSON.stringify({ text: 'x'.repeat(100_000) })
  const row = payment({ details })
  return batches.write([batches.take([{ kind: 'insertPayment', row }])])
}

/** A database whose COMMIT fails so often, after which it succeeds. */
function failingCommits(database: Database, code: string, times: number): Database {
  let left = times
  return new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (name !== 'prepare') return typeof member === 'function' ? member.bind(target) : member
      return (sql: string) => {
        const statement = target.prepare(sql)
        if (sql !== 'COMMIT') return statement
        return {
          run: () => {
            left -= 1
            if (left >= 0) throw new Sqlite.SqliteError('failed', code)
            return statement.run()
          },
        }
      }
    },
  })
}

describe('a batch that SQLite could not write', () => {
  it('is certainly not done where the disk is full (R-503-1)', async () => {
    const database = emptyDatabase()
    database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`)
    await expect(commitOn(database)).rejects.toMatchObject({
      code: 'not-written',
      message: expect.stringContaining('full'),
    })
    database.pragma('max_page_count = 100000')
    expect(await commitOn(database)).toEqual([{ applied: true }])
  })

  it.each([
    ['SQLITE_FULL', 2, 'not-written'],
    ['SQLITE_BUSY', 2, 'not-written'],
    // The log may hold all of it, until a later commit has overwritten that.
    ['SQLITE_IOERR_FSYNC', 2, 'commit-failed'],
    ['SQLITE_IOERR_FSYNC', 1, 'not-written'],
  ])('by %s, %i times, is %s', async (fault, times, code) => {
    const database = failingCommits(emptyDatabase(), fault, times)
    await expect(commitOn(database)).rejects.toMatchObject({ code })
  })
})
