import { statSync, symlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../migrations/migrations.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { openReader, openWriter } from './connection.ts'
import { migrate } from './migrate.ts'

const newFile = databaseFiles()

describe('connections to the database', () => {
  it('write with the settings of R-DUR-1 and R-DUR-5', () => {
    const database = openWriter(newFile())
    const setting = (name: string) => database.pragma(name, { simple: true })
    expect(setting('journal_mode')).toBe('wal')
    expect(setting('synchronous')).toBe(2)
    expect(setting('foreign_keys')).toBe(1)
    expect(setting('trusted_schema')).toBe(0)
    expect(setting('busy_timeout')).toBe(5000)
    expect(setting('wal_autocheckpoint')).toBe(8000)
    expect(setting('journal_size_limit')).toBe(64 * 1024 * 1024)
    database.close()
  })

  it('create files that only their owner can read, whatever the directory allows', () => {
    const file = newFile()
    const database = openWriter(file)
    migrate(database, migrations)
    const modes = [file, `${file}-wal`, `${file}-shm`].map((one) => statSync(one).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
    database.close()
  })

  it('create files that only their owner can read behind links that lead nowhere yet', () => {
    const file = newFile()
    symlinkSync(`${file}.second`, `${file}.first`)
    symlinkSync(basename(file), `${file}.second`)
    const database = openWriter(`${file}.first`)
    migrate(database, migrations)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    database.close()
  })

  it.each(['missing/database', 'circle'])('cannot be opened behind a link to %s', (target) => {
    const file = newFile()
    symlinkSync(target === 'circle' ? file : `${file}.${target}`, file)
    expect(() => openWriter(file)).toThrow('unable to open database file')
  })

  it('cannot write when they are read-only', () => {
    const file = newFile()
    const writer = openWriter(file)
    migrate(writer, migrations)
    const reader = openReader(file)
    expect(() => reader.exec('DELETE FROM heartbeat')).toThrow('readonly')
    expect(reader.pragma('busy_timeout', { simple: true })).toBe(5000)
    expect(reader.pragma('trusted_schema', { simple: true })).toBe(0)
    reader.close()
    writer.close()
  })
})

describe('the schema', () => {
  function migrated() {
    const database = openWriter(newFile())
    migrate(database, migrations)
    return database
  }

  it('has strict tables only', () => {
    const database = migrated()
    const lax = database
      .prepare("SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite_%'")
      .all()
    expect(lax).toEqual([])
    database.close()
  })

  it.each(['payment_event', 'posting'])('refuses changes and deletions of rows of %s', (table) => {
    const database = migrated()
    database.pragma('foreign_keys = OFF')
    database.exec("INSERT INTO payment_event VALUES ('p', 1, 'succeeded', 0, '{}')")
    database.exec("INSERT INTO posting VALUES (1, 'p', 'p', 'captured', 5, 'EUR', 0)")
    expect(() => database.exec(`UPDATE ${table} SET payment_id = 'q'`)).toThrow('append only')
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow('append only')
    database.close()
  })

  it('has an index for every read by key', () => {
    const database = migrated()
    const plans = [
      'SELECT * FROM payment WHERE id = ?',
      'SELECT * FROM payment WHERE family_id = ? AND referenced_id IS NOT NULL',
      'SELECT * FROM payment_event WHERE payment_id = ? ORDER BY sequence',
      'SELECT * FROM posting WHERE family_id = ? ORDER BY number',
      'SELECT * FROM checkout WHERE id = ?',
      'SELECT * FROM entity WHERE parent_id IS NULL ORDER BY created_at_ms, id',
      'SELECT * FROM entity WHERE parent_id = ? ORDER BY created_at_ms, id',
      'SELECT * FROM access_token WHERE hash = ?',
      'SELECT * FROM access_token WHERE entity_id = ? ORDER BY created_at_ms, hash',
      'SELECT * FROM vault_record WHERE id = ?',
      'SELECT * FROM timer WHERE kind = ? AND subject_id = ?',
      'SELECT * FROM timer WHERE due_at_ms <= ? ORDER BY due_at_ms, kind, subject_id LIMIT 9',
      'SELECT * FROM idempotency WHERE scope = ? AND key = ?',
      'SELECT * FROM idempotency WHERE expires_at_ms <= ? ORDER BY expires_at_ms, rowid LIMIT 9',
    ].flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'x'")}`).all())
    expect(plans.map((plan) => (plan as { detail: string }).detail).join('\n')).not.toMatch(
      /SCAN|TEMP B-TREE/,
    )
    database.close()
  })
})
