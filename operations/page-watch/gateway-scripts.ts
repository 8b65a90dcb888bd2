import type { FoundScript, Inventory } from './inventory.ts'
import { addressOf, hashOf } from './take-inventory.ts'
import { originOf, type RawPage } from './visit/raw-page.ts'

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
  const widgets = raw.scripts.filter(
    ({ url, isInDocument }) => !isInDocument && isWidget(url, gateway),
  )
  const genuine = widgets
    .map(({ text }) => text)
    .filter((text) => hashOf(text.replace(TAIL, '(null,false)\n')) === published)
  const hashes = new Set(genuine.map(hashOf))
  const isOwn = (address: string) => address !== '' && originOf(address) === gateway
  const markOf = (script: FoundScript): FoundScript['gateway'] => {
    const { place, kind, address, hash, from } = script
    if (kind === 'file' && isOwn(address)) {
      if (isWidget(address, gateway)) return hashes.has(hash) ? 'published' : undefined
      if (genuine.some((text) => text.includes(hash))) return 'covered'
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

/** Whether it is the address of a widget of any gateway. */
export function isWidgetAddress(address: string): boolean {
  return address.endsWith(WIDGET)
}

function isWidget(url: string, gateway: string): boolean {
  return originOf(url) === gateway && isWidgetAddress(addressOf(url, (text) => text))
}
