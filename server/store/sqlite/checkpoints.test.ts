import { EventEmitter, once } from 'node:events'
import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPayment } from '../contract/open-store.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { bundleForNode, type NodeBundle } from '../testing/node-bundle.ts'
import { payment } from '../testing/sample-rows.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

/** A thread that only does what a test says. */
class HeldThread extends EventEmitter {
  readonly asked: string[] = []

  postMessage(text: string): void {
    this.asked.push(text)
    if (text === '') queueMicrotask(() => this.emit('exit', 0))
  }

  unref(): void {}
}

function held() {
  const thread = new HeldThread()
  const copied: string[] = []
  let started = 0
  const database = { pragma: (text: string) => copied.push(text) }
  const checkpoints = createCheckpoints(database, () => {
    started += 1
    return thread
  })
  return { thread, copied, checkpoints, started: () => started }
}

const POLLING = { timeout: 120_000 }

/** Counts for about 6,000 of 7,000 pages. */
const LARGE_BATCH = ' '.repeat(5_000_000)

describe('the write-ahead log is copied in the background', () => {
  it('by a thread that starts when it is first needed, one copy at a time', () => {
    const { thread, copied, checkpoints, started } = held()
    checkpoints.committed(LARGE_BATCH)
    expect(started()).toBe(0)
    for (let batch = 0; batch < 4; batch++) checkpoints.committed(LARGE_BATCH)
    expect(thread.asked).toEqual(['copy'])
    expect(copied).toEqual([])
    thread.emit('message', 'copied')
    expect(copied).toEqual(['wal_checkpoint(PASSIVE)'])
    checkpoints.committed('')
    expect(thread.asked).toEqual(['copy', 'copy'])
    expect(started()).toBe(1)
  })

  it('until that thread has failed, after which commits copy it', async () => {
    const { thread, checkpoints } = held()
    for (let batch = 0; batch < 2; batch++) checkpoints.committed(LARGE_BATCH)
    thread.emit('error', new Error('gone'))
    for (let batch = 0; batch < 4; batch++) checkpoints.committed(LARGE_BATCH)
    expect(thread.asked).toEqual(['copy'])
    await checkpoints.close()
  })

  it('until it is closed, when it waits for the thread to end', async () => {
    const { thread, checkpoints } = held()
    await checkpoints.close()
    for (let batch = 0; batch < 2; batch++) checkpoints.committed(LARGE_BATCH)
    const ended = once(thread, 'exit')
    await checkpoints.close()
    await ended
    expect(thread.asked).toEqual(['copy', ''])
  })
})

describe('the log of a store that a thread writes', () => {
  const newFile = databaseFiles()
  let bundle: NodeBundle
  beforeAll(async () => {
    bundle = await bundleForNode({ worker: 'server/store/sqlite/worker.ts' })
  })
  afterAll(() => bundle.remove())

  it('is copied to the database before a commit has to do it, and completely', async () => {
    const file = newFile()
    const committer = { kind: 'worker', url: bundle.url('worker') } as const
    const store = await openSqliteStore({ file, committer })
    const bytesAtFirst = statSync(file).size
    const details = 'x'.repeat(20_000)
    const rows = Array.from({ length: 1000 }, () => payment({ details }))
    // About 6,000 pages: the 8,000 after which a commit copies are not reached.
    await Promise.all(rows.map((row) => store.commit([insertPayment(row)])))
    await expect.poll(() => statSync(file).size, POLLING).toBeGreaterThan(bytesAtFirst)
    for (const { id } of rows) expect(await store.read.payment(id)).toBeDefined()
    await store.close()
    const again = await openSqliteStore({ file, committer: { kind: 'inline' } })
    for (const { id } of rows) expect(await again.read.payment(id)).toBeDefined()
    await again.close()
  })
})
