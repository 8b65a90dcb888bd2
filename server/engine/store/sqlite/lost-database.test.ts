import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../testing/database-files.ts'
import { lostDatabase, markServed } from './lost-database.ts'

const newFile = databaseFiles()

describe('a database file that is not there', () => {
  it('is a first start where nothing says that there was one', () => {
    expect(lostDatabase(newFile())).toBeUndefined()
  })

  it.each(['is missing', 'is empty'])(
    'but %s where a gateway has served one is told',
    async (what) => {
      const file = newFile()
      markServed(file)
      if (what === 'is empty') await writeFile(file, '')
      const lost = lostDatabase(file)
      expect(lost).toContain(`${file} ${what}, and ${file}.served says that there was one`)
      expect(lost).toContain('tillgate restore')
    },
  )

  it('but whose write-ahead log is there, or the key of its vault, is told', async () => {
    const file = newFile()
    await writeFile(`${file}-wal`, 'frames')
    expect(lostDatabase(file)).toContain(`${file}-wal`)
    const other = newFile()
    const key = join(dirname(other), 'vault.key')
    const hadKey = existsSync(key)
    if (!hadKey) await writeFile(key, 'key')
    expect(lostDatabase(other)).toContain(key)
  })

  it('is none where it stands in its place', async () => {
    const file = newFile()
    markServed(file)
    await writeFile(file, 'something')
    expect(lostDatabase(file)).toBeUndefined()
  })
})
