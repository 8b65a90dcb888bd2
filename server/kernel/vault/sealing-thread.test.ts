import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { bundleForNode, type NodeBundle } from '../../store/testing/node-bundle.ts'
import { type SealingThread, startSealingThread } from './sealing-thread.ts'
import { openVault, type Vault } from './vault.ts'

const masterKey = Buffer.alloc(32, 3)
const clock = { now: () => 0 }
const DIES_OF_A_CARD = new URL(
  'data:text/javascript,import { parentPort } from "node:worker_threads";' +
    'parentPort.on("message", (message) => typeof message === "string" && process.exit(3))',
)

let bundle: NodeBundle
beforeAll(async () => {
  bundle = await bundleForNode({ 'sealing-worker': 'server/kernel/vault/sealing-worker.ts' })
})
afterAll(() => bundle.remove())

/** Works with a vault that seals by the thread at `url`, and one that seals by itself. */
async function withThread(
  url: URL,
  work: (parts: { vault: Vault; plain: Vault; sealer: SealingThread; ends: unknown[] }) => unknown,
): Promise<void> {
  const ends: unknown[] = []
  const sealer = startSealingThread(url, (cause) => ends.push(cause))
  const store = openMemoryStore()
  const plain = await openVault({ store, masterKey, clock })
  await Promise.all(['shop', 'neighbour'].map((entityId) => plain.keysOf(entityId)))
  try {
    await work({ vault: await openVault({ store, masterKey, clock, sealer }), plain, sealer, ends })
  } finally {
    await sealer.close()
  }
}

/** Seals card numbers at once, of two entities in turns, and expects that each opens as its own. */
async function expectAllSealed(count: number, vault: Vault, plain: Vault): Promise<void> {
  const cards = Array.from({ length: count }, (_, index) => ({
    entityId: index % 2 === 0 ? 'shop' : 'neighbour',
    id: `record ${index}`,
    pan: `42000000${String(index).padStart(8, '0')}`,
  }))
  const rows = await Promise.all(
    cards.map(({ entityId, id, pan }) => vault.sealCard(entityId, { id, pan, nowMs: 1 })),
  )
  for (const [index, row] of rows.entries()) {
    const { entityId, id, pan } = cards[index] ?? expect.unreachable()
    expect(row).toMatchObject({ id, entityId, fingerprint: plain.fingerprintOf(pan) })
    expect(await plain.openCard(await plain.keysOf(entityId), row)).toBe(pan)
  }
}

describe('the sealing thread', () => {
  test.each([1, 2, 3, 100])('seals %i cards of one turn, each for its own place', async (count) => {
    await withThread(bundle.url('sealing-worker'), async ({ vault, plain, ends }) => {
      await expectAllSealed(count, vault, plain)
      await expectAllSealed(count, vault, plain)
      expect(ends).toEqual([])
    })
  })

  test('loses no card when it dies, nor later, and logs the reason once', async () => {
    await withThread(DIES_OF_A_CARD, async ({ vault, plain, ends }) => {
      await expectAllSealed(10, vault, plain)
      await expectAllSealed(10, vault, plain)
      expect(ends).toEqual([new Error('The thread that seals ended with 3')])
    })
  })

  test('leaves later cards to the caller after its end', async () => {
    await withThread(bundle.url('sealing-worker'), async ({ vault, plain, sealer, ends }) => {
      await sealer.close()
      await expectAllSealed(10, vault, plain)
      expect(ends).toEqual([])
    })
  })
})
