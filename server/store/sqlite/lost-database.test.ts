import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../testing/database-files.ts'
import { lostDatabase, markServed } from './lost-database.ts'

const newFile = databaseFiles()

describe('a missing database file', () => {
  it('is a first start when there is no sign of an earlier database', () => {
    expect(lostDatabase(newFile())).toBeUndefined()
  })

  it.each(['is missing', 'is empty'])(
    'is reported with "%s" where a gateway has served one',
    async (what) => {
      const file = newFile()
      markServed(file)
      if (what === 'is empty') await writeFile(file, '')
      const lost = lostDatabase(file)
      expect(lost).toContain(`${file} ${what}, and ${file}.served says that there was one`)
      expect(lost).toContain('tillgate restore')
    },
  )

  it('is reported when its write-ahead log or vault key exists', async () => {
    const file = newFile()
    await writeFile(`${file}-wal`, 'frames')
    expect(lostDatabase(file)).toContain(`${file}-wal`)
    const other = newFile()
    const key = join(dirname(other), 'vault.key')
    const hadKey = existsSync(key)
    if (!hadKey) await writeFile(key, 'key')
    expect(lostDatabase(other)).toContain(key)
  })

  it('is not reported when the file exists', async () => {
    const file = newFile()
    markServed(file)
    await writeFile(file, 'something')
    expect(lostDatabase(file)).toBeUndefined()
  })
})
