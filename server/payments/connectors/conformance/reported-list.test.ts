import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** The rows of docs/connectors.md, "What was reported of other systems": file and title of each test. */
const rows = [...read('docs/connectors.md').matchAll(/\| `(\S+\.ts)`: "(.+)" \|$/gm)]

it('every test that the list of reported cases names is there', () => {
  expect(rows.length).toBeGreaterThanOrEqual(18)
  const missing = rows.flatMap(([, file = '', title = '']) =>
    read(`server/payments/connectors/${file}`).includes(title) ? [] : [`${file}: ${title}`],
  )
  expect(missing).toEqual([])
})
