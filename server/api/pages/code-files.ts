import { codePath } from '../../../common/code-path.ts'
import { hashOf, type StaticFile } from './static-file.ts'

/** Code that only other fetched code loads: a method of payment, fields of a kind, the authentication. */
const PART = /^(method-|fields$|billing$|person$|authentication$)/

/** Stands in fetched code for the hashes of the parts that it loads. */
const PART_HASHES = '__TILLGATE_PARTS__'

/** Code that the widget fetches when a page needs it, by its name. */
export function codeFiles(
  bundles: Readonly<Record<string, string>>,
): ReadonlyMap<string, StaticFile> {
  const all = Object.entries(bundles)
  const parts = all.filter(([name]) => PART.test(name)).map(([...one]) => codeFile(...one))
  const others = all
    .filter(([name]) => !PART.test(name))
    .map(([name, bundle]) =>
      codeFile(name, bundle.replaceAll(PART_HASHES, hashesFor(bundle, parts))),
    )
  return new Map([...others, ...parts])
}

/** Of the parts that a bundle names: the others would make it longer. Methods are named by their prefix. */
function hashesFor(bundle: string, parts: readonly [string, StaticFile][]): string {
  const named = parts.filter(([name]) => bundle.includes(name.replace(/^(method-).*/, '$1')))
  return JSON.stringify(Object.fromEntries(named.map(([name, { hash }]) => [name, hash])))
}

function codeFile(name: string, bundle: string): [string, StaticFile] {
  const body = Buffer.from(bundle)
  const hash = hashOf(body)
  const type = 'text/javascript; charset=utf-8'
  return [name, { path: codePath(name, hash), hash, type, body }]
}

/**
 * What the script needs to fetch code safely: the hashes by name. Those of parts are in the code that
 * loads them, which has a hash here: they would make the script of every page longer.
 */
export function codeTable(
  files: ReadonlyMap<string, StaticFile>,
): Readonly<Record<string, string>> {
  const named = [...files].filter(([name]) => !PART.test(name))
  return Object.fromEntries(named.map(([name, { hash }]) => [name, hash]))
}
