import { describe, expect, it } from 'vitest'
import { insertPayment } from '../../server/store/contract/open-store.ts'
import { describeStoreContract } from '../../server/store/contract.suite.ts'
import { payment } from '../../server/store/testing/sample-rows.ts'
import { createJournal } from './journal.ts'
import { openMemoryStore } from './open-memory-store.ts'

describeStoreContract('memory', async () => openMemoryStore())

describe('a memory store and its journal', () => {
  it('starts again from the content of the journal', async () => {
    const journal = createJournal()
    const row = payment()
    await openMemoryStore(journal).commit([insertPayment(row)])
    expect(await openMemoryStore(journal).read.payment(row.id)).toEqual(row)
  })

  it('rejects a set that the journal rejects, and applies nothing of it', async () => {
    const row = payment()
    const store = openMemoryStore({
      append: () => {
        throw new Error('no space left')
      },
      entries: () => [],
    })
    const committed = store.commit([insertPayment(row)])
    await expect(committed).rejects.toMatchObject({ code: 'commit-failed' })
    await expect(store.ping()).rejects.toMatchObject({ code: 'commit-failed' })
    expect(await store.read.payment(row.id)).toBeUndefined()
  })

  it('protects its rows against changes by their readers', async () => {
    const store = openMemoryStore()
    const row = payment()
    await store.commit([insertPayment(row)])
    const read = (await store.read.payment(row.id)) as { amountMinor: number }
    expect(() => {
      read.amountMinor = 1
    }).toThrow(TypeError)
  })
})
