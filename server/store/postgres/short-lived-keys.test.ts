import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { connect } from './connection.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const postgres = usePostgres()
let url: string
let stores: readonly [Store, Store]

beforeEach(async () => {
  url = await postgres.freshDatabase()
  // Both make the table at once.
  stores = await Promise.all([openPostgresStore({ url }), openPostgresStore({ url })])
})
afterEach(async () => {
  for (const store of stores) await store.close()
})

const keyOf = (id: string, endsAtMs: number) => ({ id, endsAtMs, wrapped: `wrapped ${id}` })

describe('the keys of what lives minutes', () => {
  it('are known to all processes, each until its end', async () => {
    const [one, other] = stores
    await one.shortLivedKeys.add(keyOf('a', 100))
    await other.shortLivedKeys.add(keyOf('b', 200))
    await other.shortLivedKeys.add(keyOf('b', 200))
    expect(await one.shortLivedKeys.all()).toEqual([keyOf('a', 100), keyOf('b', 200)])
    await other.shortLivedKeys.destroyEnded(100)
    expect(await one.shortLivedKeys.all()).toEqual([keyOf('b', 200)])
  })

  it('are in no log of the database: their table has none', async () => {
    const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
    const text = `SELECT relpersistence FROM pg_class WHERE oid = 'short_lived_key'::regclass`
    const { rows } = await connection.run({ text })
    await connection.end()
    expect(rows).toEqual([{ relpersistence: 'u' }])
  })

  it('leave their file with their end: it is written anew', async () => {
    const [{ shortLivedKeys }] = stores
    const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
    const fileOf = async () => {
      const { rows } = await connection.run({
        text: `SELECT pg_relation_filepath('short_lived_key') AS file`,
      })
      return rows[0]?.file
    }
    await shortLivedKeys.add(keyOf('a', 100))
    await shortLivedKeys.add(keyOf('b', 200))
    const before = await fileOf()
    await shortLivedKeys.destroyEnded(50)
    expect(await fileOf()).toBe(before)
    await shortLivedKeys.destroyEnded(100)
    expect(await fileOf()).not.toBe(before)
    await connection.end()
  })
})
