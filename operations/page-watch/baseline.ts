import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { type FoundScript, type Inventory, scriptKey } from './inventory.ts'
import { PAGE_LIMITS } from './limits.ts'
import { maskFault } from './masks.ts'

/** A script that a person has authorised, with what it is for (PCI DSS 6.4.3). */
export interface KnownScript extends FoundScript {
  readonly purpose: string
}

/** What was accepted of a page. A person fills in each `purpose`, and `masks` where that is needed. */
export interface Baseline extends Omit<Inventory, 'scripts'> {
  readonly version: 1
  readonly acceptedAt: string
  /** Origin of the gateway whose widget the page shows. */
  readonly gateway?: string
  /** Regular expressions of what differs each time in inline scripts and addresses. */
  readonly masks: readonly string[]
  readonly scripts: readonly KnownScript[]
}

const GATEWAY_PURPOSE = 'Takes the payment: a script of the payment gateway, which answers for it'

/** Resolves to `undefined` where there is no file. Rejects with a sentence where it is none of ours. */
export async function readBaseline(file: string): Promise<Baseline | undefined> {
  let text: string
  try {
    if ((await stat(file)).size > PAGE_LIMITS.maxBaselineBytes) {
      throw new Error(`${file} has more than ${PAGE_LIMITS.maxBaselineBytes} bytes`)
    }
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const fault = faultOf(text)
  if (fault !== undefined) throw new Error(`${file} is no baseline: ${fault}`)
  return JSON.parse(text) as Baseline
}

function faultOf(text: string): string | undefined {
  let read: Partial<Record<keyof Baseline, unknown>>
  try {
    read = JSON.parse(text)
  } catch (error) {
    return `it is no JSON (${(error as Error).message})`
  }
  if (typeof read !== 'object' || read === null || read.version !== 1) return 'version must be 1'
  if (typeof read.page !== 'string') return 'page must be the address of the page'
  for (const name of ['frames', 'contacts', 'masks'] as const) {
    const list = read[name]
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string')) {
      return `${name} must be a list of texts`
    }
  }
  if (!isListOf(read.scripts, ['place', 'kind', 'address', 'hash', 'purpose'])) {
    return 'each of scripts must have place, kind, address, hash and purpose as texts'
  }
  if (!isListOf(read.forms, ['place', 'target'])) {
    return 'each of forms must have place and target as texts'
  }
  if (!isTexts(read.headers)) return 'headers must be texts by name'
  if (read.gateway !== undefined && typeof read.gateway !== 'string') {
    return 'gateway must be an origin'
  }
  return maskFault(read.masks as readonly string[])
}

function isListOf(list: unknown, names: readonly string[]): boolean {
  return (
    Array.isArray(list) &&
    list.every((each) => names.every((name) => typeof each?.[name] === 'string'))
  )
}

function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((each) => typeof each === 'string')
}

/** What is accepted now; a script keeps the purpose that it, or an earlier version of it, has. */
export function acceptedOf(
  inventory: Inventory,
  earlier: Baseline | undefined,
  { acceptedAt, gateway }: { readonly acceptedAt: string; readonly gateway: string | undefined },
): Baseline {
  const known = earlier?.scripts ?? []
  const purposeOf = (script: FoundScript): string => {
    const sameKey = known.filter((one) => scriptKey(one) === scriptKey(script))
    const same = sameKey.find(({ hash }) => hash === script.hash)
    const isNamed = script.address !== ''
    const purpose = (same ?? (isNamed ? sameKey[0] : undefined))?.purpose ?? ''
    return purpose === '' && script.gateway !== undefined ? GATEWAY_PURPOSE : purpose
  }
  const scripts = inventory.scripts.map((script) => ({ ...script, purpose: purposeOf(script) }))
  const masks = earlier?.masks ?? []
  const { page, frames, contacts, forms, headers } = inventory
  const named = gateway === undefined ? {} : { gateway }
  return {
    version: 1,
    page,
    acceptedAt,
    ...named,
    masks,
    scripts,
    frames,
    contacts,
    forms,
    headers,
  }
}

/** Whole or not at all. */
export async function writeBaseline(file: string, baseline: Baseline): Promise<void> {
  const beside = `${file}.new`
  await writeFile(beside, `${JSON.stringify(baseline, undefined, 2)}\n`)
  await rename(beside, file)
}
