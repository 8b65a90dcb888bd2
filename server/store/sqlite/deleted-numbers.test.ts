import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change, Store, VaultKeyRow, VaultRecordRow } from '../port.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { bundleForNode, type NodeBundle } from '../testing/node-bundle.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const key: VaultKeyRow = {
  id: '8ac7a4000077c8000000000000000001',
  entityId: null,
  purpose: 'card',
  wrapped: 'wrapped',
  createdAtMs: 1,
}

/** Records whose ids come in no order, as those of several processes do. */
const records: readonly VaultRecordRow[] = Array.from({ length: 600 }, (_, at) => ({
  id: `8ac7a4${String((at * 7919) % 100_003).padStart(26, '0')}`,
  entityId: 'shop',
  keyId: key.id,
  sealed: `sealed-number-${String(at).padStart(4, '0')}-${'s'.repeat(40)}`,
  fingerprint: 'f'.repeat(64),
  createdAtMs: 1,
}))

/** Stores all numbers, some at a time. */
async function fill(store: Store): Promise<void> {
  await store.commit([{ kind: 'insertVaultKey', row: key }])
  for (let at = 0; at < records.length; at += 25) {
    const some = records.slice(at, at + 25)
    await store.commit(some.map((row) => ({ kind: 'insertVaultRecord', row })))
  }
}

/** Half of them keep their fingerprint, the others go with it. */
const deletionOf = ({ id }: VaultRecordRow, at: number): Change => ({
  kind: at % 2 === 0 ? 'wipeVaultRecord' : 'deleteVaultRecord',
  id,
})

/** Which sealed numbers can still be read in the database or its log. */
function readable(file: string): readonly string[] {
  const bytes = [file, `${file}-wal`].filter(existsSync).map((path) => readFileSync(path, 'latin1'))
  return records
    .map(({ sealed }) => sealed)
    .filter((sealed) => bytes.some((all) => all.includes(sealed)))
}

describe('card numbers that were deleted', () => {
  const newFile = databaseFiles()
  let bundle: NodeBundle
  beforeAll(async () => {
    bundle = await bundleForNode({ worker: 'server/store/sqlite/worker.ts' })
  })
  afterAll(() => bundle.remove())

  it('are soon in neither the file nor the log of a store that goes on', async () => {
    const file = newFile()
    const committer = { kind: 'worker', url: bundle.url('worker') } as const
    const store = await openSqliteStore({ file, committer })
    await fill(store)
    expect(readable(file)).toHaveLength(records.length)
    const deleted = records.slice(0, 500)
    for (const [at, record] of deleted.entries()) await store.commit([deletionOf(record, at)])
    const kept = records.slice(500).map(({ sealed }) => sealed)
    await expect.poll(() => readable(file), { timeout: 40_000, interval: 250 }).toEqual(kept)
    expect((await store.read.vaultRecord(records[599]?.id ?? ''))?.sealed).toBe(kept.at(-1))
    await store.close()
  }, 60_000)

  it('by a command are in neither beside a gateway that has the database open', async () => {
    const file = newFile()
    const inline = { kind: 'inline' } as const
    const gateway = await openSqliteStore({ file, committer: inline })
    await fill(gateway)
    const command = await openSqliteStore({ file, committer: inline })
    await command.commit(records.map(deletionOf))
    await command.close()
    expect(readable(file)).toEqual([])
    await gateway.close()
  })
})
