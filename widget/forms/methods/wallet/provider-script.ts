interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

const WITHIN_MS = 20_000

/**
 * Runs the script of a wallet's provider, which no hash can be given for: it changes when the provider wants.
 * It gets the nonce of the page's scripts. Rejects where it does not come.
 *
 * @param policy name of the Trusted Types policy; pages list the names that they allow, each once
 */
export function runProviderScript(address: string, policy: string): Promise<void> {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: (text: string) => text }
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.src = trustedTypes?.createPolicy(policy, rules).createScriptURL(address) ?? address
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${address} could not be loaded`))
    const timer = setTimeout(fail, WITHIN_MS)
    script.onload = () => resolve(clearTimeout(timer))
    script.onerror = fail
    document.head.append(script)
  })
}
