import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { given, insertPayment, partOf } from '../contract/open-store.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { bundleForNode, type NodeBundle } from '../testing/node-bundle.ts'
import { payment } from '../testing/sample-rows.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const newFile = databaseFiles()
let bundle: NodeBundle

beforeAll(async () => {
  bundle = await bundleForNode({
    'silent-reader': 'server/store/testing/silent-reader.ts',
    'dying-reader': 'server/store/testing/dying-reader.ts',
  })
})
afterAll(() => bundle.remove())

const open = (reader: string) =>
  openSqliteStore({
    file: newFile(),
    committer: { kind: 'inline' },
    readerUrl: bundle.url(reader),
  })

describe('the reader thread', () => {
  it('delays neither commits nor other reads, however long it takes', async () => {
    const store = await open('silent-reader')
    const row = payment()
    let isAnswered = false
    const long = store.read
      .findTransactions({ entityIds: [row.entityId] }, partOf())
      .finally(() => {
        isAnswered = true
      })
    const ended = expect(long).rejects.toMatchObject({ code: 'unavailable' })
    await given(store, insertPayment(row))
    expect(await store.read.payment(row.id)).toEqual(row)
    expect(isAnswered).toBe(false)
    await store.close()
    await ended
  })

  it('rejects its reads when it dies, and is started again by the next read', async () => {
    const store = await open('dying-reader')
    const query = { entityIds: ['e1'] }
    for (let read = 1; read <= 2; read++) {
      const answer = store.read.findTransactions(query, partOf())
      await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
    }
    await store.ping()
    await store.close()
    const late = store.read.findTransactions(query, partOf())
    await expect(late).rejects.toMatchObject({ code: 'closed' })
  })
})
