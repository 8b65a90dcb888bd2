import { createHash } from 'node:crypto'
import { securityHeaders } from './headers.ts'
import { type FormTarget, type FoundScript, type Inventory, scriptKey } from './inventory.ts'
import { PAGE_LIMITS } from './limits.ts'
import type { Mask } from './masks.ts'
import { originOf, type RawElement, type RawPage, type RawScript } from './visit/raw-page.ts'

/** What the page is made of, sorted, so that two looks at the same page are equal. */
export function takeInventory(raw: RawPage, mask: Mask): Inventory {
  const handlers = raw.elements.flatMap((element) => handlersOf(element, mask))
  const handled = new Set(handlers.map(({ place, hash }) => `${place} ${hash}`))
  // A handler that has run is also told as a script of its document.
  const ran = raw.scripts
    .map((script) => scriptOf(script, mask))
    .filter(({ place, kind, hash }) => kind === 'file' || !handled.has(`${place} ${hash}`))
  const own = originOf(raw.url)
  return {
    page: addressOf(raw.url, mask),
    scripts: once([...ran, ...handlers], (each) => `${scriptKey(each)} ${each.hash}`),
    frames: [...raw.frames].sort(),
    contacts: raw.origins.filter((origin) => origin !== own).sort(),
    forms: once(
      raw.elements.flatMap((element) => targetsOf(element, mask)),
      ({ place, target }) => `${place} ${target}`,
    ),
    headers: securityHeaders(raw.headers, raw.elements),
  }
}

/** `sha384-…`, as the `integrity` attribute has it (W3C SRI), of a text as UTF-8. */
export function hashOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}

function scriptOf({ place, url, isInDocument, text, from }: RawScript, mask: Mask): FoundScript {
  const hasFile = /^https?:/.test(url) && !isInDocument
  const kind = hasFile ? 'file' : isInDocument ? 'inline' : 'made'
  return {
    place,
    kind,
    address: hasFile ? addressOf(url, mask) : '',
    hash: hashOf(hasFile ? text : mask(text)),
    bytes: Buffer.byteLength(text),
    from: from === '' ? '' : addressOf(from, mask),
  }
}

function handlersOf({ place, name, attributes }: RawElement, mask: Mask): readonly FoundScript[] {
  return [...attributes]
    .filter(
      ([attribute, value]) =>
        /^on[a-z]+$/.test(attribute) || /^\s*javascript:/i.test(unspaced(value)),
    )
    .map(([attribute, value]) => ({
      place,
      kind: 'handler' as const,
      address: `${name} ${attribute}`,
      hash: hashOf(mask(value)),
      bytes: Buffer.byteLength(value),
      from: '',
    }))
}

/** Browsers ignore these in the scheme of an address. */
function unspaced(value: string): string {
  return value.replaceAll(/[\t\n\r]/g, '')
}

function targetsOf(element: RawElement, mask: Mask): readonly FormTarget[] {
  const { place, name, attributes, baseUrl } = element
  const named = name === 'form' ? attributes.get('action') : attributes.get('formaction')
  if (named === undefined || /^\s*javascript:/i.test(unspaced(named))) return []
  const target = URL.canParse(named, baseUrl) ? new URL(named, baseUrl).href : named
  return [{ place, target: addressOf(target, mask) }]
}

/** Origin and path: what is behind them changes with each session, and often holds what should be in no file. */
export function addressOf(url: string, mask: Mask): string {
  if (!URL.canParse(url)) return mask(url).slice(0, PAGE_LIMITS.maxText)
  const { origin, pathname, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) return protocol
  return mask(origin + pathname).slice(0, PAGE_LIMITS.maxText)
}

function once<Each>(all: readonly Each[], keyOf: (each: Each) => string): readonly Each[] {
  const byKey = new Map(all.map((each) => [keyOf(each), each]))
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}
