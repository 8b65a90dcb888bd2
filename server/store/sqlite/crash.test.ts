import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { bundleForNode, type NodeBundle } from '../testing/node-bundle.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const newFile = databaseFiles()
let bundle: NodeBundle

beforeAll(async () => {
  bundle = await bundleForNode({
    worker: 'server/store/sqlite/worker.ts',
    committing: 'server/store/testing/committing-process.ts',
  })
})
afterAll(() => bundle.remove())

describe('a process that ends in the middle of its commits', () => {
  it('loses no acknowledged commit when it is killed, three times in a row', async () => {
    const file = newFile()
    const acknowledged: string[] = []
    for (let round = 1; round <= 3; round += 1) {
      const child = spawn(process.execPath, commandFor(file), pipes)
      const heard = await outcomesOf(child, (count) => count === 200 && child.kill('SIGKILL'))
      acknowledged.push(...heard.ok)
      expect(heard.ok.length).toBeGreaterThanOrEqual(200)
      await expectWhole(file, acknowledged)
    }
  }, 300_000)

  // The system refuses to let any file grow past 1 MiB: a disk that is full for writes and syncs.
  it('rejects every commit that did not reach the disk, and stores none of them', async () => {
    const file = newFile()
    const limited = ['-c', 'ulimit -f 2048; exec "$0" "$@"', process.execPath, ...commandFor(file)]
    const heard = await outcomesOf(spawn('sh', limited, pipes))
    expect(heard.ok.length).toBeGreaterThan(0)
    expect(heard.no).toHaveLength(16)
    await expectWhole(file, heard.ok, heard.no)
  }, 300_000)
})

const pipes: SpawnOptions = { stdio: ['ignore', 'pipe', 'inherit'] }

function commandFor(file: string): string[] {
  return [fileURLToPath(bundle.url('committing')), file, bundle.url('worker').href]
}

/** What the process said of its commits until it ended; the last line may have been cut off. */
async function outcomesOf(child: ChildProcess, heard: (count: number) => void = () => {}) {
  const outcomes = { ok: [] as string[], no: [] as string[] }
  if (child.stdout === null) throw new Error('The process has no output')
  const ended = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    const [outcome, id] = line.split(' ') as ['ok' | 'no', string]
    if (id?.length !== 32) continue
    outcomes[outcome].push(id)
    heard(outcomes.ok.length + outcomes.no.length)
  }
  await ended
  return outcomes
}

/** Every acknowledged payment is there with all that was committed with it, and no refused one. */
async function expectWhole(
  file: string,
  acknowledged: readonly string[],
  refused: readonly string[] = [],
): Promise<void> {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  for (const id of acknowledged) expect(await partsOf(store, id)).toEqual([1, 1, 2])
  for (const id of refused) expect(await partsOf(store, id)).toEqual([0, 0, 0])
  await store.close()
  const database = new Database(file)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(database.prepare(INCOMPLETE).all()).toEqual([])
  database.close()
}

async function partsOf(store: Store, id: string): Promise<number[]> {
  const payment = await store.read.payment(id)
  const events = await store.read.events(id)
  const postings = await store.read.postingsOfFamily(id)
  return [payment === undefined ? 0 : 1, events.length, postings.length]
}

const INCOMPLETE = `
  SELECT id FROM payment
  LEFT JOIN (SELECT payment_id, count(*) AS legs FROM posting GROUP BY payment_id)
    ON payment_id = id
  WHERE legs IS NOT 2`
