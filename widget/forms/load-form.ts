import { formPath } from '../../common/form-path.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import { type FormKit, kit } from './form-kit.ts'
import type { FormBody, FormShell } from './shell/form-shell.ts'

/** Creates the body of a form. */
export type CreateBody = (shell: FormShell) => FormBody

/** What the gateway's file defines: calls `define` with the function that creates bodies. */
type FormCode = (lent: FormKit, define: (create: CreateBody) => void) => void

/** The code that scripts of this page have fetched, by `integrity`: a second script needs no copy. */
const KEY = Symbol.for('tillgate')
const place = window as { [KEY]?: { readonly forms?: Record<string, FormCode> } }

const loading = new Map<string, Promise<CreateBody>>()

/**
 * Fetches the code of a form, once for all forms. A classic script with `integrity`, because a
 * dynamic `import()` cannot be checked against a hash in every browser; the hash is part of this
 * script, so the hash that was promised at the checkout's creation covers it.
 */
export function loadForm({ base, forms }: WidgetBoot, name: string): Promise<CreateBody> {
  let created = loading.get(name)
  if (created === undefined) {
    const hash = forms[name] ?? ''
    created = fetchCode(base + formPath(name, hash), `sha256-${hash}`)
    loading.set(name, created)
    created.catch(() => loading.delete(name))
  }
  return created
}

async function fetchCode(address: string, integrity: string): Promise<CreateBody> {
  if (place[KEY]?.forms?.[integrity] === undefined) await runScript(address, integrity)
  return new Promise((resolve) => place[KEY]?.forms?.[integrity]?.(kit, resolve))
}

async function runScript(address: string, integrity: string): Promise<void> {
  const script = document.createElement('script')
  script.integrity = integrity
  script.crossOrigin = 'anonymous'
  script.src = trusted(address)
  const end = new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
  })
  document.head.append(script)
  await end.finally(() => script.remove())
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Pages with Trusted Types refuse the address of a script as a plain text. One policy for all forms: a
 * page that names the policies it allows takes no second one of the same name.
 */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('tillgate', { createScriptURL: (text) => text })
  return policy?.createScriptURL(address) ?? address
}
