import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseFiles } from '../testing/database-files.ts'
import { openReader, openWriter } from './connection.ts'
import { type SharedReads, shareReads } from './shared-reads.ts'

const newFile = databaseFiles()

describe('reads of one turn', () => {
  let writer: ReturnType<typeof openWriter>
  let reader: ReturnType<typeof openReader>
  let shared: SharedReads

  beforeEach(() => {
    const file = newFile()
    writer = openWriter(file)
    writer.exec('CREATE TABLE counter (count INTEGER); INSERT INTO counter VALUES (0)')
    reader = openReader(file)
    shared = shareReads(reader)
  })
  afterEach(() => {
    reader.close()
    writer.close()
  })

  const count = () => reader.prepare('SELECT count FROM counter').pluck().get()
  const countUp = () => writer.exec('UPDATE counter SET count = count + 1')

  it('see the same moment, in one transaction', async () => {
    const both = [
      shared.ask(() => [reader.inTransaction, count()]),
      shared.ask(() => {
        countUp()
        return count()
      }),
    ]
    expect(await Promise.all(both)).toEqual([[true, 0], 0])
    expect(reader.inTransaction).toBe(false)
  })

  it('see what is committed after they were asked, and what is committed before the next turn', async () => {
    const asked = shared.ask(count)
    countUp()
    expect(await asked).toBe(1)
    countUp()
    expect(await shared.ask(count)).toBe(2)
  })

  it('need no transaction of their own when there is only one', async () => {
    expect(await shared.ask(() => reader.inTransaction)).toBe(false)
  })

  it('fail one by one, also when a failure has ended their transaction', async () => {
    const failing = shared.ask(() => {
      reader.exec('ROLLBACK')
      throw new Error('disk I/O error')
    })
    const other = shared.ask(count)
    await expect(failing).rejects.toThrow('disk I/O error')
    expect(await other).toBe(0)
    expect(await Promise.all([shared.ask(count), shared.ask(count)])).toEqual([0, 0])
  })
})
