import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Documents that name tests as `file`: "title" at the end of a row, the folder of the files, and how many there are. */
const DOCUMENTS = [
  ['docs/connectors.md', 'acquirers/', 18],
  ['docs/security/pci-dss.md', '', 43],
] as const

it.each(DOCUMENTS)('every test that %s names is there', (document, folder, count) => {
  const rows = [...read(document).matchAll(/\| `(\S+\.ts)`: "(.+)" \|$/gm)]
  expect(rows.length).toBeGreaterThanOrEqual(count)
  const missing = rows.flatMap(([, file = '', title = '']) =>
    read(folder + file).includes(title) ? [] : [`${file}: ${title}`],
  )
  expect(missing).toEqual([])
})
