import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documented } from '../server/parameters/interface-rows.fixture.ts'
import { citationsIn, citedPlaces } from './citations.mjs'
import { CODE_FOLDERS } from './prepare/folders.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

const DESIGN = 'docs/design'
const TEXT = /\.(ts|tsx|mjs|md|txt|sql|css)$/

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const pages = Object.fromEntries(
  readdirSync(join(ROOT, DESIGN)).map((page) => [page, read(`${DESIGN}/${page}`)]),
)
const names = documented.flatMap(({ rows }) => rows.match(/^[^ |]+/gm) ?? [])
const parameters = new Set(names)
const leadsSomewhere = citedPlaces({ pages, parameters })

const files = filesUnder([...CODE_FOLDERS, 'docs']).filter(
  (file) => TEXT.test(file) && !file.startsWith('scripts/citations'),
)
const citations = files.flatMap((file) =>
  citationsIn(read(file)).map((citation) => ({ ...citation, file })),
)

describe('the citations of the project', () => {
  test('lead to a place in docs/design', () => {
    const broken = citations.filter((citation) => !leadsSomewhere(citation))
    expect(
      broken.map(({ file, line, source, place }) => `${file}:${line} ${source} ${place}`),
    ).toEqual([])
  })

  test.each([
    ['requirement', 40],
    ['decision', 60],
    ['reference behaviour', 15],
    ['interface', 40],
    ['ASVS', 5],
    ['PCI DSS', 5],
  ])('are found by their %s', (source, atLeast) => {
    const found = citations.filter((citation) => citation.source === source)
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
  })
})

describe('a citation', () => {
  test.each([
    ['// is never sent again (R-UNK-1)', 'requirement', 'R-UNK-1'],
    ['/** `GET /v1/query` (decisions §2). */', 'decision', '2'],
    ['/** Order of groups (reference behaviour §3.6). */', 'reference behaviour', '3.6'],
    ["source: 'interface document, Billing address',", 'interface', 'Billing address'],
    ['(interface document: numberOfCaptures, at most 98)', 'interface', 'numberOfCaptures'],
    ['(ASVS 4.2.1, decisions)', 'ASVS', '4.2.1'],
    ['(PCI DSS 3.5.1.1)', 'PCI DSS', '3.5.1.1'],
  ])('is read from %s', (text, source, place) => {
    expect(citationsIn(text)).toEqual([{ source, place, line: 1 }])
  })

  test('may name several sections', () => {
    const places = citationsIn('(decisions §1, §3 and §11)').map(({ place }) => place)
    expect(places).toEqual(['1', '3', '11'])
  })

  test('may continue on the next line', () => {
    const text = '/**\n * Kept for three days (decisions\n * §13).\n */'
    expect(citationsIn(text)).toEqual([{ source: 'decision', place: '13', line: 2 }])
  })

  test.each([
    ['R-UNK-9', 'requirement'],
    ['decisions §99', 'decision'],
    ['reference behaviour §3.99', 'reference behaviour'],
    ['interface document, Moon phases', 'interface'],
    ['ASVS 99.9.9', 'ASVS'],
    ['PCI DSS 99.9', 'PCI DSS'],
  ])('to %s is refused', (text) => {
    const [citation] = citationsIn(text)
    expect(citation).toBeDefined()
    expect(citation !== undefined && leadsSomewhere(citation)).toBe(false)
  })
})
