import { createHash } from 'node:crypto'
import type { FoundScript, Inventory } from './inventory.ts'
import { addressOf, hashOf } from './take-inventory.ts'
import { originOf, type RawPage, type RawScript } from './visit/raw-page.ts'

const WIDGET = '/v1/paymentWidgets.js'

/** Where a gateway publishes the hash of its script. */
export const INTEGRITY_PATH = '/v1/fastcheckout/integrity'

/** The last line of the script, which names the checkout or the channel: all else is the same for everybody. */
const TAIL = /\((?:null|"[A-Za-z0-9.-]{1,48}"),(?:true|false)(?:,"[0-9a-f]{32}")?\)\n$/

/** The hash that the gateway publishes, out of its answer. Throws where that is something else. */
export function publishedHash(answer: string): string {
  const hash = /"integrity"\s*:\s*"(sha384-[A-Za-z0-9+/=]+)"/.exec(answer)?.[1]
  if (hash === undefined) throw new Error(`${INTEGRITY_PATH} of the gateway names no hash`)
  return hash
}

/**
 * Marks the scripts that the gateway answers for: its widget, if that is what the gateway publishes; what the
 * widget fetches, whose hashes are in it; and what its own frames load from it.
 */
export function markGatewayScripts(
  inventory: Inventory,
  raw: RawPage,
  gateway: string,
  published: string,
): Inventory {
  const files = raw.scripts.filter(
    ({ url, isInDocument }) => !isInDocument && originOf(url) === gateway,
  )
  const genuine = files
    .filter(({ url }) => isWidget(url, gateway))
    .filter(({ text }) => hashOf(text.replace(TAIL, '(null,false)\n')) === published)
  const hashes = new Set(genuine.map(({ text }) => hashOf(text)))
  const covered = new Set(coveredBy(genuine, files).map(({ text }) => hashOf(text)))
  const isOwn = (address: string) => address !== '' && originOf(address) === gateway
  const markOf = (script: FoundScript): FoundScript['gateway'] => {
    const { place, kind, address, hash, from } = script
    if (kind === 'file' && isOwn(address)) {
      if (isWidget(address, gateway)) return hashes.has(hash) ? 'published' : undefined
      if (covered.has(hash)) return 'covered'
    }
    const isInOwnFrame = place === gateway || place === `worker ${gateway}`
    const isOfOwn = kind === 'file' ? isOwn(address) : from === '' || isOwn(from)
    return isInOwnFrame && isOfOwn ? 'own frame' : undefined
  }
  const scripts = inventory.scripts.map((script) => {
    const mark = markOf(script)
    return mark === undefined ? script : { ...script, gateway: mark }
  })
  return { ...inventory, scripts }
}

/** Files whose hash stands in a script, or in a file that is itself covered so: the widget fetches no other. */
function coveredBy(
  scripts: readonly RawScript[],
  files: readonly RawScript[],
): readonly RawScript[] {
  const isNamed = ({ text }: RawScript) =>
    scripts.some((script) => script.text.includes(sha256Of(text)))
  const found = files.filter((file) => !scripts.includes(file) && isNamed(file))
  return found.length === 0 ? scripts : coveredBy([...scripts, ...found], files)
}

/** As the widget has it: without the `=` at its end (`common/hash-table.ts`). */
function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 43)
}

/** Whether it is the address of a widget of any gateway. */
export function isWidgetAddress(address: string): boolean {
  return address.endsWith(WIDGET)
}

function isWidget(url: string, gateway: string): boolean {
  return originOf(url) === gateway && isWidgetAddress(addressOf(url, (text) => text))
}
