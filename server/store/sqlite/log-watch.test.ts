import { truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../testing/database-files.ts'
import { payment } from '../testing/sample-rows.ts'
import type { BatchSink } from './batch.ts'
import { openReader } from './connection.ts'
import { watchLog } from './log-watch.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const newFile = databaseFiles()
const sink: BatchSink = { write: async (batch) => batch, close: async () => {} }

/** More than enough for one look. */
async function writeMany(watched: BatchSink): Promise<void> {
  for (let batch = 0; batch < 100; batch += 1) expect(await watched.write('[]')).toBe('[]')
}

describe('the size of the write-ahead log (R-DUR-5)', () => {
  it('raises an alarm once when it passes the limit, and again after it was below', async () => {
    const file = newFile()
    const alarms: string[] = []
    const watched = watchLog(sink, {
      file,
      limitBytes: 1000,
      onAlarm: (message) => alarms.push(message),
    })
    writeFileSync(`${file}-wal`, 'x'.repeat(1000))
    await writeMany(watched)
    expect(alarms).toEqual([])
    writeFileSync(`${file}-wal`, 'x'.repeat(1001))
    await writeMany(watched)
    await writeMany(watched)
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toContain(`${file}-wal has grown to 1001 bytes, more than 1000`)
    truncateSync(`${file}-wal`, 10)
    await writeMany(watched)
    writeFileSync(`${file}-wal`, 'x'.repeat(2000))
    await writeMany(watched)
    expect(alarms).toHaveLength(2)
  })

  it('raises no alarm when there is no log', async () => {
    const watched = watchLog(sink, { file: newFile(), onAlarm: expect.fail })
    await writeMany(watched)
  })

  it('is watched by a store while a reader keeps an old snapshot open', async () => {
    const file = newFile()
    const alarms: string[] = []
    const store = await openSqliteStore({
      file,
      committer: { kind: 'inline' },
      onAlarm: (message) => alarms.push(message),
      logAlarmBytes: 256 * 1024,
    })
    const reader = openReader(file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM payment').get()
    const details = JSON.stringify({ note: 'x'.repeat(8 * 1024) })
    for (let count = 0; count < 100; count += 1) {
      await store.commit([{ kind: 'insertPayment', row: payment({ details }) }])
    }
    expect(alarms).toHaveLength(1)
    reader.close()
    await store.close()
  })
})
