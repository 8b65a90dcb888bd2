interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

const WITHIN_MS = 20_000

/** By address: scripts that run or have run. */
const started = new Map<string, Promise<void>>()

/**
 * Runs the script of a wallet's provider once for all forms of the page; where it did not come, the next form
 * asks for it again. No hash can be given for it: it changes when the provider wants. It gets the nonce of the
 * page's scripts. Rejects where it does not come.
 *
 * @param policy name of the Trusted Types policy; pages list the names that they allow, each once
 */
export function runProviderScript(address: string, policy: string): Promise<void> {
  const known = started.get(address)
  if (known !== undefined) return known
  const running = runScript(trusted(address, policy))
  started.set(address, running)
  running.catch(() => started.delete(address))
  return running
}

const allowed = new Map<string, string>()

/** A page that names the policies it allows takes no second one of the same name. */
function trusted(address: string, policy: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: (text: string) => text }
  const known = allowed.get(policy)
  const src = known ?? trustedTypes?.createPolicy(policy, rules).createScriptURL(address) ?? address
  allowed.set(policy, src)
  return src
}

function runScript(address: string): Promise<void> {
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.src = address
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${script.src} could not be loaded`))
    const timer = setTimeout(fail, WITHIN_MS)
    script.onload = () => resolve(clearTimeout(timer))
    script.onerror = fail
    document.head.append(script)
  })
}
