import type { Baseline } from './baseline.ts'
import { isWidgetAddress } from './gateway-scripts.ts'
import { weakerBy } from './headers.ts'
import { type FormTarget, type FoundScript, type Inventory, scriptKey } from './inventory.ts'

/** Something that differs from what was accepted. */
export interface Finding {
  readonly kind:
    | 'page moved'
    | 'new script'
    | 'changed script'
    | 'vanished script'
    | 'script without purpose'
    | 'header gone'
    | 'header weaker'
    | 'header changed'
    | 'new frame'
    | 'new contact'
    | 'new form target'
  /** One line, for a person. */
  readonly text: string
}

/** Each difference from what was accepted, scripts first. Scripts that the gateway answers for are none. */
export function compare(now: Inventory, accepted: Baseline): readonly Finding[] {
  return [
    ...(now.page === accepted.page
      ? []
      : [{ kind: 'page moved' as const, text: `${now.page}, it was ${accepted.page}` }]),
    ...scriptFindings(now, accepted),
    ...headerFindings(now.headers, accepted.headers),
    ...now.frames
      .filter((place) => !accepted.frames.includes(place) && place !== accepted.gateway)
      .map((place) => ({ kind: 'new frame' as const, text: place })),
    ...now.contacts
      .filter((origin) => !accepted.contacts.includes(origin) && origin !== accepted.gateway)
      .map((origin) => ({
        kind: 'new contact' as const,
        text: `the page now sends requests to ${origin}`,
      })),
    ...now.forms
      .filter((form) => !isOfGateway(form, accepted.gateway))
      .filter((form) => !accepted.forms.some((one) => isSameForm(one, form)))
      .map(({ place, target }) => ({
        kind: 'new form target' as const,
        text: `a form in ${place} is sent to ${target}`,
      })),
  ]
}

function scriptFindings(now: Inventory, accepted: Baseline): readonly Finding[] {
  const watched = now.scripts.filter(({ gateway }) => gateway === undefined)
  const known = new Set(accepted.scripts.map(versionOf))
  const knownKeys = new Set(accepted.scripts.map(scriptKey))
  const shown = new Set(now.scripts.map((script) => presenceOf(script)))
  const unknown = watched
    .filter((script) => !known.has(versionOf(script)))
    .map((script): Finding => {
      const isChanged = script.address !== '' && knownKeys.has(scriptKey(script))
      return { kind: isChanged ? 'changed script' : 'new script', text: describe(script) }
    })
  const gone = accepted.scripts
    .filter(({ gateway }) => gateway === undefined)
    .filter((script) => !shown.has(presenceOf(script)))
    .map((script): Finding => ({ kind: 'vanished script', text: describe(script) }))
  const unexplained = accepted.scripts
    .filter(({ purpose }) => purpose.trim() === '')
    .map((script): Finding => ({ kind: 'script without purpose', text: describe(script) }))
  return [...unknown, ...gone, ...unexplained]
}

const versionOf = (script: FoundScript) => `${scriptKey(script)} ${script.hash}`

/** A script without an address is there or not by what it is; one with an address also in another version. */
const presenceOf = (script: FoundScript) =>
  script.address === '' ? versionOf(script) : scriptKey(script)

/** Stands in a frame of the gateway, or is sent to it. */
function isOfGateway({ place, target }: FormTarget, gateway: string | undefined): boolean {
  return gateway !== undefined && (place === gateway || target.startsWith(`${gateway}/`))
}

function isSameForm(left: FormTarget, right: FormTarget): boolean {
  return left.place === right.place && left.target === right.target
}

function headerFindings(
  now: Readonly<Record<string, string>>,
  accepted: Readonly<Record<string, string>>,
): readonly Finding[] {
  const names = [...new Set([...Object.keys(accepted), ...Object.keys(now)])]
  return names.flatMap((name): readonly Finding[] => {
    const [before, value] = [accepted[name], now[name]]
    if (before === value) return []
    if (value === undefined) return [{ kind: 'header gone', text: `${name}: it was ${before}` }]
    if (before === undefined) return [{ kind: 'header changed', text: `${name} is new: ${value}` }]
    const weaker = weakerBy(name, before, value)
    if (weaker.length > 0) return [{ kind: 'header weaker', text: `${name}: ${weaker.join('; ')}` }]
    return [{ kind: 'header changed', text: `${name}: ${value}; it was ${before}` }]
  })
}

/** A script in words: what it is, where it runs, who added it. */
export function describe({ place, kind, address, hash, bytes, from }: FoundScript): string {
  const what = {
    file: address,
    inline: 'inline script',
    made: 'script without an address',
    handler: `handler (${address})`,
  }[kind]
  const where = place === 'page' ? '' : ` in ${place}`
  const by = from === '' ? '' : `, added by ${from}`
  return `${what}${where}${by}, ${bytes} bytes, ${hash}`
}

/** What is worth doing before a page is accepted, although nothing has changed. */
export function adviceOn(now: Inventory, gateway: string | undefined): readonly string[] {
  const policy = now.headers['content-security-policy'] ?? ''
  const unasked = now.scripts.find(({ address }) => isWidgetAddress(address))
  return [
    ...(policy === ''
      ? ['The page has no Content-Security-Policy: nothing keeps an unknown script from running']
      : []),
    ...(/(script-src|default-src)[^;]*'unsafe-inline'/.test(policy) && !policy.includes("'nonce-")
      ? ["The Content-Security-Policy lets any inline script run ('unsafe-inline')"]
      : []),
    ...(unasked !== undefined && gateway === undefined
      ? [
          `${unasked.address} is the script of a Tillgate gateway: with --gateway it is compared with what the gateway publishes, and a new version is no alarm`,
        ]
      : []),
  ]
}
