import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['acquirers', 'server', 'operations', 'sandbox']

/**
 * Where a name says nothing about an effect: tables and their validation, what documents them, what
 * forwards a request as it came, what answers show by such names, what asks other servers, what only tests run.
 */
const NO_EFFECT =
  /^server\/(?:parameters|testing|app\/cli\/conformance)\/|^acquirers\/(?:gateway\/outgoing|(?:adyen|stripe)\/(?:requests|fields)|shared\/proof)\.ts$|^server\/payments\/connectors\/field-uses\.ts$|^server\/features\/three-ds\/server\/result\.ts$|\.(?:test|fixture|suite|shapes)\./

/** Names that are read in a way of their own: the file, and what stands in it. */
const READ_OTHERWISE: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'registrations[n].id': [
    'server/features/checkouts/offered-registrations.ts',
    '/^registrations\\[(\\d+)\\]\\.id$/',
  ],
}

/**
 * Tells which parameters some code of the server reads: a name of the tables that stands in a string
 * or fits a template of wallets such as `${alias}.paymentToken`. A name without a dot is the word of many
 * things: it must be asked for, `values.get('locale')`, `request.descriptor`.
 */
export function readBySources() {
  const files = FOLDERS.flatMap((folder) => sourcesOf(join(ROOT, folder))).filter(
    ({ path }) => !NO_EFFECT.test(path),
  )
  const code = files.map(({ text }) => withoutComments(text)).join('\n')
  const texts = new Set([...code.matchAll(/'([^'\\\n]+)'/g)].map(([, text = '']) => text))
  const asked = new Set(
    [/\b(?:get|has|sent|map)\(\s*'(\w+)'/g, /\brequest\.(\w+)/g, /\b\['(\w+)'/g].flatMap((shape) =>
      [...code.matchAll(shape)].map(([, name = '']) => name),
    ),
  )
  const templates = [...code.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => shapeOf(text))
  const words = new Map<string, number>()
  for (const [word] of code.matchAll(/'\w+\.\w+'|\w+/g)) {
    const name = word.replaceAll("'", '')
    words.set(name, (words.get(name) ?? 0) + 1)
  }
  /** Of a name that its route describes, and reads as a member: whether it stands anywhere else. */
  const isMentioned = (name: string) => (words.get(name) ?? 0) > 1
  const isRead = (name: string) => {
    const otherwise = READ_OTHERWISE[name]
    if (otherwise !== undefined) {
      const [file, text] = otherwise
      return files.some(({ path, text: source }) => path === file && source.includes(text))
    }
    const base = name.replace(/\[key\]$/, '')
    if (!base.includes('.')) return asked.has(base)
    return texts.has(base) || templates.some((shape) => shape.test(base))
  }
  return { isRead, isMentioned }
}

/** Of a template that writes the name of a wallet's parameter: `${alias}.paymentToken`. */
function shapeOf(template: string): RegExp[] {
  const fixed = /^\$\{(?:instrument|alias)\}\.(\w+)$/.exec(template)?.[1]
  return fixed === undefined ? [] : [new RegExp(`^(?:\\w+Pay|wallet[ABC])\\.${fixed}$`)]
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

interface Source {
  /** Below the root. */
  readonly path: string
  readonly text: string
}

function sourcesOf(folder: string): readonly Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesOf(path)
    if (!entry.name.endsWith('.ts')) return []
    const below = relative(ROOT, path).replaceAll('\\', '/')
    return [{ path: below, text: readFileSync(path, 'utf8') }]
  })
}
