import { codePath } from '../../../common/code-path.ts'
import { hashOf, type StaticFile } from './static-file.ts'

/** Code that the widget fetches when a page needs it, by its name. */
export function codeFiles(
  bundles: Readonly<Record<string, string>>,
): ReadonlyMap<string, StaticFile> {
  return new Map(
    Object.entries(bundles).map(([name, bundle]) => {
      const body = Buffer.from(bundle)
      const hash = hashOf(body)
      const type = 'text/javascript; charset=utf-8'
      return [name, { path: codePath(name, hash), hash, type, body }]
    }),
  )
}

/** What the script needs to fetch code safely: the hashes by name. */
export function codeTable(
  files: ReadonlyMap<string, StaticFile>,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...files].map(([name, { hash }]) => [name, hash]))
}
