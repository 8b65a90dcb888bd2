import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashIn } from '../../common/hash-table.ts'
import { localeCodes } from '../../common/locale-tags.ts'
import english from '../../locales/en.json'
import russian from '../../locales/ru.json'
import { localeFiles, localeTable } from './locale-files.ts'

test.each(localeCodes)('the file of %s holds the hash of the texts of fetched code', (code) => {
  const files = localeFiles()
  const [{ fetched }] = JSON.parse(String(files.get(code)?.body))
  const body = files.get(`fetched/${code}`)?.body ?? ''
  expect(`${fetched}=`).toBe(createHash('sha256').update(body).digest('base64'))
})

test('a file has the texts in the order of the English ones, and by their keys those that English has not', () => {
  const [further, ...texts] = JSON.parse(String(localeFiles().get('ru')?.body))
  expect(further).toMatchObject({ cvvLength_few: russian.cvvLength_few })
  expect(texts).toHaveLength(Object.keys(english).length)
  expect(texts[Object.keys(english).indexOf('submit')]).toBe(russian.submit)
})

test('the script knows the hash of each language but the built-in English, or that of the table with it', () => {
  const files = localeFiles()
  const { folder, hashes } = localeTable('https://pay.example.com', files)
  const body = files.get('others')?.body ?? ''
  expect(`${hashIn(hashes, 'others')}=`).toBe(createHash('sha256').update(body).digest('base64'))
  const table: string = JSON.parse(String(body))
  for (const code of localeCodes.filter((each) => each !== 'en')) {
    const found = [hashIn(hashes, code), hashIn(table, code)].filter(Boolean)
    expect(
      found.map((hash) => `${hash}=`),
      code,
    ).toEqual([files.get(code)?.hash])
  }
  expect([hashIn(hashes, 'en'), hashIn(table, 'en')]).toEqual(['', ''])
  expect(folder).toMatch(/^https:\/\/pay\.example\.com\/v1\/static\/locales\/[0-9a-f]{12}\/$/)
})
