/** Where the shopper goes after the payment, first one that is given: option, form, checkout, page. */
export interface ResultAddressSources {
  /** Option `shopperResultUrl`. */
  readonly option: string
  /** The placeholder form's `action`. */
  readonly action: string
  /** `shopperResultUrl` at the checkout's creation. */
  readonly checkout: string | undefined
  /** Address of the page, what relative ones are resolved against. */
  readonly page: string
}

/** The absolute `shopperResultUrl`. Addresses that would run as script are passed over. */
export function shopperResultUrl(sources: ResultAddressSources): string {
  const candidates = [sources.option, sources.action, sources.checkout ?? '']
  for (const candidate of candidates) {
    const address = candidate.trim() === '' ? undefined : parse(candidate.trim(), sources.page)
    if (address !== undefined && !/^(javascript|data|blob|vbscript):/.test(address.protocol)) {
      return address.href
    }
  }
  return sources.page
}

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** `/v1/checkouts/{id}/payment` or `…/registration`: what the merchant's server reads the status from. */
export function resourcePath(checkoutId: string, endpoint: '/payment' | '/registration'): string {
  return `/v1/checkouts/${checkoutId}${endpoint}`
}

/**
 * Address of the way back to the shop (reference behaviour §3.10): `id` and `resourcePath` after
 * `?`, or after `&` where the address has a query already. What the shop wrote stays as it is.
 */
export function resultAddress(shopUrl: string, checkoutId: string, path: string): string {
  const [address = '', fragment] = splitOnce(shopUrl, '#')
  const joint = /[?&]$/.test(address) ? '' : address.includes('?') ? '&' : '?'
  const query = `id=${encodeURIComponent(checkoutId)}&resourcePath=${encodeURIComponent(path)}`
  return address + joint + query + (fragment === undefined ? '' : `#${fragment}`)
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
