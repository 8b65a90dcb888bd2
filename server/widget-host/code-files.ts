import { codePath } from '../../common/code-path.ts'
import { hashTable } from '../../common/hash-table.ts'
import { hashOf, type StaticFile } from './static-file.ts'

/** Code that only other fetched code loads: a method of payment, fields of a kind, the authentication. */
const PART = /^(method-|fields$|billing$|person$|details$|authentication$)/

/** Stands in fetched code for the hashes of the parts that it loads. */
const PART_HASHES = '__TILLGATE_PARTS__'

/** What the script fetches at once. */
const MAIN = 'main'

/** Parts for one environment: a wallet is simulated in test, in live it is that of its provider. */
const OF_ENVIRONMENT = { test: /^method-wallet$/, live: /^method-wallet-/ } as const

/** Code that the widget fetches in an environment, by its name. */
export function codeFiles(
  bundles: Readonly<Record<string, string>>,
  environment: 'test' | 'live',
): ReadonlyMap<string, StaticFile> {
  const other = OF_ENVIRONMENT[environment === 'test' ? 'live' : 'test']
  const all = Object.entries(bundles).filter(([name]) => !other.test(name))
  const isOther = ([name]: [string, string]) => !PART.test(name) && name !== MAIN
  const parts = all.filter(([name]) => PART.test(name)).map(([...one]) => codeFile(...one))
  const others = all.filter(isOther).map((one) => codeFileWith(parts, one))
  const main = all.filter(([name]) => name === MAIN).map((one) => codeFileWith(others, one))
  return new Map([...main, ...others, ...parts])
}

/** Code with the hashes of what it loads. */
function codeFileWith(
  parts: readonly [string, StaticFile][],
  [name, bundle]: [string, string],
): [string, StaticFile] {
  return codeFile(name, bundle.replaceAll(PART_HASHES, hashesFor(bundle, parts)))
}

/** Of the parts that a bundle names: the others would make it longer. Methods are named by their prefix. */
function hashesFor(bundle: string, parts: readonly [string, StaticFile][]): string {
  const named = parts.filter(([name]) => bundle.includes(name.replace(/^(method-).*/, '$1')))
  return JSON.stringify(hashTable(named))
}

function codeFile(name: string, bundle: string): [string, StaticFile] {
  const body = Buffer.from(bundle)
  const hash = hashOf(body)
  const type = 'text/javascript; charset=utf-8'
  return [name, { path: codePath(name, hash), hash, type, body }]
}

/**
 * What the script needs to fetch code safely: the hash of the main code, which has the hashes of the
 * code that it fetches, which has those of its parts.
 */
export function codeTable(files: ReadonlyMap<string, StaticFile>): string {
  return hashTable([...files].filter(([name]) => name === MAIN))
}
