import { createHash } from 'node:crypto'
import type { LocaleTable } from '../../../common/widget-wire.ts'
import { hashOf, type StaticFile } from './static-file.ts'

const catalogues = import.meta.glob<Record<string, string>>('../../../locales/*.json', {
  eager: true,
  import: 'default',
})

/** Every language, by its code. All are in one folder that is named by the hash of them all. */
export function localeFiles(): ReadonlyMap<string, StaticFile> {
  const bodies = Object.entries(catalogues).map(([file, catalogue]) => {
    const code = /([a-z]+)\.json$/.exec(file)?.[1]
    if (code === undefined) throw new Error(`${file} is not named by a language code`)
    return [code, Buffer.from(JSON.stringify(catalogue))] as const
  })
  const all = createHash('sha256')
  for (const [, body] of bodies) all.update(body)
  const folder = `/v1/static/locales/${all.digest('hex').slice(0, 12)}/`
  return new Map(
    bodies.map(([code, body]) => {
      const type = 'application/json; charset=utf-8'
      return [code, { path: `${folder}${code}.json`, hash: hashOf(body), type, body }]
    }),
  )
}

/** What the script needs to fetch a language safely. English is part of the script. */
export function localeTable(base: string, files: ReadonlyMap<string, StaticFile>): LocaleTable {
  const [first] = files.values()
  const folder = first?.path.slice(0, first.path.lastIndexOf('/') + 1) ?? ''
  const fetched = [...files].filter(([code]) => code !== 'en')
  return {
    folder: base + folder,
    hashes: Object.fromEntries(fetched.map(([code, { hash }]) => [code, hash])),
  }
}
