import { codePath } from '../../common/code-path.ts'
import { hashIn } from '../../common/hash-table.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'

/** What the gateway's file defines: calls `define` with what the code makes of its kit. */
type FetchedCode = (kit: object, define: (made: never) => void) => void

/** The code that scripts of this page have fetched, by `integrity`: a second script needs no copy. */
const KEY = Symbol.for('tillgate')
const place = window as { [KEY]?: { readonly code?: Record<string, FetchedCode> } }

const loading = new Map<string, Promise<never>>()

let lent: object

/** Says what the code that is fetched from now on borrows. */
export function lendToFetched(kit: object): void {
  lent = kit
}

/**
 * Fetches code that only some pages need, once for all forms. A classic script with `integrity`, because
 * a dynamic `import()` cannot be checked against a hash in every browser; the hash is part of this
 * script, so the hash that was promised at the checkout's creation covers it.
 *
 * @param kit what the code borrows, where it is more than others do
 */
export function loadCode<Made>(
  { base, code }: WidgetBoot,
  name: string,
  kit = lent,
): Promise<Made> {
  let made = loading.get(name)
  if (made === undefined) {
    const hash = hashIn(code, name)
    made = fetchCode(base + codePath(name, hash), `sha256-${hash}=`, kit)
    loading.set(name, made)
    made.catch(() => loading.delete(name))
  }
  return made
}

async function fetchCode(address: string, integrity: string, kit: object): Promise<never> {
  if (place[KEY]?.code?.[integrity] === undefined) await runScript(address, integrity)
  return new Promise((resolve) => place[KEY]?.code?.[integrity]?.(kit, resolve))
}

/** A file that is not here by then can be asked for again. */
const CODE_WITHIN_MS = 20_000

async function runScript(address: string, integrity: string): Promise<void> {
  const script = document.createElement('script')
  script.integrity = integrity
  script.crossOrigin = 'anonymous'
  script.nonce = nonce
  // Scripts that are added by a script load last otherwise.
  script.fetchPriority = 'high'
  script.src = trusted(address)
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    timer = setTimeout(reject, CODE_WITHIN_MS)
  })
  document.head.append(script)
  await end.finally(() => {
    clearTimeout(timer)
    script.remove()
  })
}

/** Of the widget's own tag: a page whose policy allows scripts by nonce alone allows this code as well. */
const nonce = globalThis.document?.currentScript?.nonce ?? ''

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Pages with Trusted Types refuse the address of a script as a plain text. One policy for all code: a
 * page that names the policies it allows takes no second one of the same name.
 */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('tillgate', { createScriptURL: (text) => text })
  return policy?.createScriptURL(address) ?? address
}
