import { createHash } from 'node:crypto'
import { hashTable } from '../../common/hash-table.ts'
import type { ListedTexts, LocaleTable } from '../../common/widget-wire.ts'
import { hashOf, type StaticFile } from './static-file.ts'

type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>

const catalogues: Catalogues = import.meta.glob('../../locales/*.json', {
  eager: true,
  import: 'default',
})
const fetchedCatalogues: Catalogues = import.meta.glob('../../locales/fetched/*.json', {
  eager: true,
  import: 'default',
})

/** Languages of most shoppers: the script has the hashes of their files, and of the table of the others. */
const FREQUENT = new Set(['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'se'])
const OTHERS = 'others'

/**
 * Two files of each language, by `<code>` and `fetched/<code>`: the texts of the script, and those of
 * the code that it fetches. The first holds the hash of the second, so that the script needs one hash
 * for each language, and for all rare ones together that of a table. All are in one folder that is named by the hash of them all.
 */
export function localeFiles(): ReadonlyMap<string, StaticFile> {
  const bodies = new Map<string, Buffer>()
  for (const [file, texts] of Object.entries(catalogues)) {
    const code = codeOf(file)
    const fetched = bodyOf(fetchedCatalogues[file.replace('/locales/', '/locales/fetched/')])
    const hash = hashOf(fetched).slice(0, -1)
    bodies.set(code, Buffer.from(JSON.stringify(listedTexts(texts, hash))))
    bodies.set(`fetched/${code}`, fetched)
  }
  const rare = [...bodies].filter(([code]) => !FREQUENT.has(code) && isFetched(code))
  const table = hashTable(rare.map(([code, body]) => [code, { hash: hashOf(body) }]))
  bodies.set(OTHERS, Buffer.from(JSON.stringify(table)))
  const all = createHash('sha256')
  for (const body of bodies.values()) all.update(body)
  const folder = `/v1/static/locales/${all.digest('hex').slice(0, 12)}/`
  const type = 'application/json; charset=utf-8'
  const files = [...bodies].map(([name, body]) => {
    return [name, { path: `${folder}${name}.json`, hash: hashOf(body), type, body }] as const
  })
  return new Map(files)
}

/** Without the keys of the English texts, which the script has: they would be a quarter of each file. */
function listedTexts(texts: Readonly<Record<string, string>>, fetched: string): ListedTexts {
  const keys = Object.keys(catalogues['../../locales/en.json'] ?? {})
  const further = Object.entries(texts).filter(([key]) => !keys.includes(key))
  return [{ ...Object.fromEntries(further), fetched }, ...keys.map((key) => texts[key] ?? null)]
}

/** English is part of the script, and the texts of fetched code have their hash in the first file. */
function isFetched(code: string): boolean {
  return code !== 'en' && !code.includes('/')
}

function codeOf(file: string): string {
  const code = /([a-z-]+)\.json$/.exec(file)?.[1]
  if (code === undefined) throw new Error(`${file} is not named by a language code`)
  return code
}

function bodyOf(texts: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(JSON.stringify(texts))
}

/** The hashes with which the script fetches a language safely. */
export function localeTable(base: string, files: ReadonlyMap<string, StaticFile>): LocaleTable {
  const [first] = files.values()
  const folder = first?.path.slice(0, first.path.lastIndexOf('/') + 1) ?? ''
  const fetched = [...files].filter(([name]) => FREQUENT.has(name) || name === OTHERS)
  return {
    folder: base + folder,
    hashes: hashTable(fetched),
  }
}
