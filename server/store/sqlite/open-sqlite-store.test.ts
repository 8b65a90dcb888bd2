import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applied, given, insertPayment } from '../contract/open-store.ts'
import { describeStoreContract } from '../contract.suite.ts'
import type { PaymentRow, Store } from '../port.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { makeCommitsFail } from '../testing/failing-commits.ts'
import { bundleForNode, type NodeBundle } from '../testing/node-bundle.ts'
import { cardPayment, payment, vaultKey } from '../testing/sample-rows.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const newFile = databaseFiles()
let bundle: NodeBundle

beforeAll(async () => {
  bundle = await bundleForNode({
    worker: 'server/store/sqlite/worker.ts',
    reader: 'server/store/sqlite/reader-worker.ts',
    'dying-worker': 'server/store/testing/dying-worker.ts',
  })
})
afterAll(() => bundle.remove())

const open = {
  inline: (file: string) => openSqliteStore({ file, committer: { kind: 'inline' } }),
  worker: (file: string) =>
    openSqliteStore({
      file,
      committer: { kind: 'worker', url: bundle.url('worker') },
      readerUrl: bundle.url('reader'),
    }),
}

describe.each(['inline', 'worker'] as const)('SQLite with the committer %s', (kind) => {
  describeStoreContract(`sqlite ${kind}`, () => open[kind](newFile()))

  it('has what was committed after it is opened again', async () => {
    const file = newFile()
    const key = vaultKey()
    const row = payment()
    const first = await open[kind](file)
    await given(first, { kind: 'insertVaultKey', row: key }, insertPayment(row))
    await given(first, ...cardPayment(key.id))
    await first.close()
    const second = await open[kind](file)
    expect(await second.read.payment(row.id)).toEqual(row)
    expect(await second.read.vaultKeys()).toEqual([key])
    await second.close()
  })

  it('leaves one file and no log behind when it is closed', async () => {
    const file = newFile()
    const store = await open[kind](file)
    await given(store, insertPayment(payment()))
    expect(existsSync(`${file}-wal`)).toBe(true)
    await store.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  it('rejects for every caller when COMMIT fails, and stores nothing (R-DUR-2)', async () => {
    const file = newFile()
    const store = await open[kind](file)
    const rows = Array.from({ length: 20 }, () => payment())
    const mend = makeCommitsFail(file, ['payment'])
    const results = await Promise.allSettled(rows.map((row) => store.commit([insertPayment(row)])))
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not-written' } })
    }
    await store.close()
    mend()
    expect(await idsIn(await open[kind](file), rows)).toEqual([])
  })

  it('works again once COMMIT succeeds', async () => {
    const file = newFile()
    const store = await open[kind](file)
    const [lost, kept] = [payment(), payment()]
    const mend = makeCommitsFail(file, ['payment'])
    await expect(store.commit([insertPayment(lost)])).rejects.toThrow('FOREIGN KEY')
    mend()
    expect(await store.commit([insertPayment(kept)])).toEqual(applied)
    expect(await idsIn(store, [lost, kept])).toEqual([kept.id])
  })
})

describe('the writer thread', () => {
  it('breaks the store when it dies: pending commits, later ones and pings reject', async () => {
    const file = newFile()
    const url = bundle.url('dying-worker')
    const store = await openSqliteStore({ file, committer: { kind: 'worker', url } })
    await store.ping()
    const commits = [payment(), payment()].map((row) => store.commit([insertPayment(row)]))
    for (const result of await Promise.allSettled(commits)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'broken' } })
    }
    await expect(store.ping()).rejects.toMatchObject({ code: 'broken' })
    await store.close()
  })

  it('prevents the store from opening when it cannot start', async () => {
    const file = newFile()
    const url = new URL('nowhere.mjs', bundle.url('worker'))
    await expect(openSqliteStore({ file, committer: { kind: 'worker', url } })).rejects.toThrow()
    await (await open.worker(file)).close()
  })

  it('does not start on a database of another version', async () => {
    const file = newFile()
    await (await open.worker(file)).close()
    const database = new Database(file)
    database.exec("INSERT INTO migration VALUES (99, 'from the future', 'x', 0)")
    database.close()
    await expect(open.worker(file)).rejects.toMatchObject({ code: 'incompatible' })
  })
})

async function idsIn(store: Store, rows: readonly PaymentRow[]): Promise<string[]> {
  const found = await Promise.all(rows.map((row) => store.read.payment(row.id)))
  await store.close()
  return found.flatMap((row) => row?.id ?? [])
}
