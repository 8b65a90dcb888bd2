import { Client } from 'pg'
import type { SeedDatabase } from './seed.ts'

/** Connects to a database for seeding. */
export async function openPostgresSeed(url: string): Promise<SeedDatabase> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Nothing is lost with a crash here: the benchmark would begin anew.
  await client.query('SET synchronous_commit = off')
  return {
    async run(sql) {
      await client.query(sql)
    },
    async columnsOf(table) {
      const { fields } = await client.query(`SELECT * FROM ${table} LIMIT 0`)
      return fields.map(({ name }) => name)
    },
    hex: (integer, digits) => `lpad(to_hex(${integer}), ${digits}, '0')`,
    async settle() {
      await client.query('VACUUM (ANALYZE)')
      await client.query('CHECKPOINT')
    },
    async size() {
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      )
      return Number(rows[0]?.bytes)
    },
    close: () => client.end(),
  }
}
