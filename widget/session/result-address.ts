import { addQuery } from '../../common/add-query.ts'
import type { SubmitEndpoint, WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'

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

/** The absolute `shopperResultUrl`. Addresses that would run as script are ignored. */
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

/** What a checkout is for: its session says so; until that is known, how the script was asked for. */
export function endpointOf(
  session: Pick<WidgetSession, 'endpoint'> | undefined,
  boot: Pick<WidgetBoot, 'registration'>,
): WidgetSession['endpoint'] {
  return session?.endpoint ?? (boot.registration ? '/registration' : '/payment')
}

/** `/v1/checkouts/{id}/payment` or `…/registration`, from which the merchant's server reads the status. */
export function resourcePath(checkoutId: string, endpoint: SubmitEndpoint): string {
  return `/v1/checkouts/${checkoutId}${endpoint}`
}

/** The return address of the shop (reference behaviour §3.10), with `id` and `resourcePath`. */
export function resultAddress(shopUrl: string, checkoutId: string, path: string): string {
  const query = `id=${encodeURIComponent(checkoutId)}&resourcePath=${encodeURIComponent(path)}`
  return addQuery(shopUrl, query)
}
