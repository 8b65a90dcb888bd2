import { Client, types } from 'pg'
import { GroupCommit } from './group-commit.ts'
import type { StoredPayment } from './payment.ts'
import { insertsOf } from './postgres-inserts.ts'
import { POSTGRES_SCHEMA } from './schema.ts'
import type { FloorStore } from './store.ts'

/**
 * The floor in a PostgreSQL database: one connection writes each batch as one transaction of one
 * `INSERT … SELECT FROM unnest` for each table, another one reads. Both are pipelined: what waits is
 * sent at once. More readers read no more on two cores.
 */
export async function openPostgresFloor(url: string): Promise<FloorStore> {
  // Amounts and times: well within the safe integers, and text would be the reader's work twice.
  types.setTypeParser(types.builtins.INT8, Number)
  const writer = await connect(url)
  const reader = await connect(url)
  await writer.query('SET synchronous_commit = on')
  await writer.query(POSTGRES_SCHEMA)

  const commits = new GroupCommit((batch) =>
    Promise.all([
      writer.query('BEGIN'),
      ...insertsOf(batch).map((insert) => writer.query(insert)),
      writer.query('COMMIT'),
    ]),
  )
  return {
    commit: (payment) => commits.commit(payment),
    find(id, found) {
      reader.query<StoredPayment>({ ...BY_ID, values: [id] }, (error, result) => {
        if (error) throw error
        found(result.rows[0])
      })
    },
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, pipeline: true })
  await client.connect()
  return client
}

const BY_ID = { name: 'by id', text: 'SELECT * FROM payment WHERE id = $1' }
