import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTextMasking } from '../../../operations/settlement/masked-texts.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import type { Store } from '../../store/port.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { INSTALLATION_ID } from '../../store/tables/installation.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import {
  acquirerAccount,
  entity,
  installation,
  settlementBatch,
  settlementFile,
  settlementLine,
} from '../../store/testing/sample-rows.ts'
import { AN_HOUR_LATER_MS } from '../cli/command.fixture.ts'
import { loadPostgres, RELEASED_KEY, unpackSqlite } from './released-databases.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()
const NUMBER = '4200000000000000'
const clock = { now: () => AN_HOUR_LATER_MS }

interface Engine {
  readonly name: string
  /** The address of a database of version 0.1.0. */
  readonly make: () => Promise<string>
  readonly open: (address: string) => Promise<Store>
  /** Everything that is stored, as far as the engine can tell, once the database is closed. */
  readonly bytes: (address: string) => Promise<string>
}

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async () => {
      const file = newFile()
      unpackSqlite('0.1.0', file)
      return file
    },
    open: (file) => openSqliteStore({ file, committer: { kind: 'inline' } }),
    bytes: async (file) => {
      const log = readFile(`${file}-wal`, 'latin1').catch(() => '')
      return (await readFile(file, 'latin1')) + (await log)
    },
  },
  {
    name: 'PostgreSQL',
    make: async () => {
      const url = await postgres.freshDatabase()
      await loadPostgres('0.1.0', postgres, url)
      return url
    },
    open: (url) => openPostgresStore({ url }),
    bytes: async (url) =>
      JSON.stringify([
        await postgres.run('SELECT * FROM settlement_line', url),
        await postgres.run('SELECT * FROM settlement_batch', url),
      ]),
  },
]

/** Lines as the version before kept them: a card number in each text, one record in each line. */
async function addLines(store: Store, count: number) {
  const owner = entity()
  const account = acquirerAccount(owner.id)
  const file = settlementFile(account.id)
  const batch = settlementBatch(file, { reference: NUMBER, bankReference: `bank ${NUMBER}` })
  const lines = Array.from({ length: count }, (_, at) =>
    settlementLine(file, {
      batchId: batch.id,
      position: at + 1,
      recordId: `${NUMBER} ${at}`,
      acquirerType: NUMBER,
      acquirerReference: NUMBER,
      operationReference: NUMBER,
      merchantReference: NUMBER,
      reasonText: `of ${NUMBER}`,
    }),
  )
  const applied = await store.commit([
    { kind: 'insertInstallation', row: installation() },
    { kind: 'insertEntity', row: owner },
    { kind: 'insertAcquirerAccount', row: account },
    { kind: 'insertSettlementFile', row: file },
    { kind: 'insertSettlementBatch', row: batch },
    ...lines.map((row) => ({ kind: 'insertSettlementLine', row }) as const),
  ])
  expect(applied).toEqual({ applied: true })
  return { batch, lines }
}

/** The work of one process. */
async function masking(store: Store) {
  const vault = await openVault({ store, masterKey: RELEASED_KEY, clock })
  return createTextMasking({ store, clock, keyedHash: async () => vault.keyedHash })
}

const isDone = async ({ read }: Store) =>
  (await read.installation(INSTALLATION_ID))?.textsMaskedAtMs === AN_HOUR_LATER_MS

describe.each(ENGINES)('texts of settlement files of version 0.1.0 on $name', (engine) => {
  it('have no card number any more after some turns, also where the process was stopped between', async () => {
    const address = await engine.make()
    const before = await engine.open(address)
    const { batch, lines } = await addLines(before, 1_100)
    await before.close()
    expect(await engine.bytes(address)).toContain(NUMBER)

    const stopped = await engine.open(address)
    const first = await masking(stopped)
    for (let turn = 0; turn < 3; turn++) await first.run()
    expect(await isDone(stopped)).toBe(false)
    await stopped.close()

    const store = await engine.open(address)
    const work = await masking(store)
    let turns = 0
    for (; turns < 50 && !(await isDone(store)); turns++) expect(await work.run()).toBe(false)
    expect(turns).toBeLessThan(50)
    const masked = await store.read.settlementLines(batch.id, 0, 1_000)
    const hash = /^420000\*\*\*0000~[0-9a-f]{20}$/
    expect(masked[0]).toEqual({
      ...lines[0],
      recordId: expect.stringMatching(hash),
      acquirerType: expect.stringMatching(hash),
      acquirerReference: expect.stringMatching(hash),
      operationReference: expect.stringMatching(hash),
      merchantReference: expect.stringMatching(hash),
      reasonText: expect.stringMatching(/^of 420000\*\*\*0000~/),
    })
    expect(new Set(masked.map(({ acquirerReference }) => acquirerReference)).size).toBe(1)
    expect(new Set(masked.map(({ recordId }) => recordId)).size).toBe(1_000)
    expect((await store.read.settlementBatch(batch.id))?.reference).toMatch(hash)
    await store.close()
    expect(await engine.bytes(address)).not.toContain(NUMBER)
  })

  it('are looked at once for a database, and no more after that', async () => {
    const store = await engine.open(await engine.make())
    await store.commit([{ kind: 'insertInstallation', row: installation() }])
    const work = await masking(store)
    while (!(await isDone(store))) await work.run()
    const { batch } = await addedLater(store)
    for (let turn = 0; turn < 5; turn++) await work.run()
    const again = await masking(store)
    for (let turn = 0; turn < 5; turn++) await again.run()
    expect((await store.read.settlementBatch(batch.id))?.reference).toBe(NUMBER)
    await store.close()
  })

  it('of a record that this version has booked as well keep two ids', async () => {
    const store = await engine.open(await engine.make())
    const { lines } = await addLines(store, 1)
    const vault = await openVault({ store, masterKey: RELEASED_KEY, clock })
    const [line] = lines
    if (line === undefined) throw new Error('There is one')
    const hash = vault.keyedHash(`settlement ${line.recordId}`).slice(0, 20)
    const booked = { ...line, position: 2, recordId: `420000***0000~${hash}` }
    await store.commit([{ kind: 'insertSettlementLine', row: booked }])
    const work = await masking(store)
    while (!(await isDone(store))) await work.run()
    const ids = (await store.read.settlementLines(line.batchId, 0, 10)).map((one) => one.recordId)
    expect(ids[1]).toBe(booked.recordId)
    expect(ids[0]).toMatch(/~[0-9a-f]{20}$/)
    expect(ids[0]).not.toBe(ids[1])
    expect(ids[0]).not.toContain(NUMBER)
    await store.close()
  })
})

async function addedLater(store: Store) {
  const owner = entity()
  const account = acquirerAccount(owner.id)
  const file = settlementFile(account.id)
  const batch = settlementBatch(file, { reference: NUMBER })
  await store.commit([
    { kind: 'insertEntity', row: owner },
    { kind: 'insertAcquirerAccount', row: account },
    { kind: 'insertSettlementFile', row: file },
    { kind: 'insertSettlementBatch', row: batch },
  ])
  return { batch }
}
