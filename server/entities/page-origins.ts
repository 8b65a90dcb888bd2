import type { EntitySettings } from './settings.ts'

/** How deep a page that embeds the widget may itself be embedded; as for the secured fields. */
const MAX_ORIGINS = 8

/**
 * An origin as a Content-Security-Policy can name it: the only address among its hosts is 127.0.0.1 (CSP
 * level 3, host-part matches). A policy with another would keep out the page that pays.
 */
const NAMED_ORIGIN =
  /^https?:\/\/(?:(?:[A-Za-z0-9-]+\.)*(?=[0-9-]*[A-Za-z])[A-Za-z0-9-]+|127\.0\.0\.1)(?::[0-9]{1,5})?$/

/** Whether a secured field's policy can name an origin to load fonts from: nobody on the way may change these. */
export function isFontOrigin(origin: string): boolean {
  return (
    NAMED_ORIGIN.test(origin) &&
    /^(?:https|http:\/\/(?:localhost|127\.0\.0\.1)(?::|$))/.test(origin)
  )
}

/**
 * Reads the origins of the page that submits a payment and of all pages around it, joined by blanks.
 * `undefined`: they are not known, as those of a page in a file, an app or a sandbox.
 */
export function readPageOrigins(text: string): readonly string[] | undefined {
  const origins = [...new Set(text.split(' '))]
  if (origins.length > MAX_ORIGINS) return undefined
  return origins.every((origin) => NAMED_ORIGIN.test(origin)) ? origins : undefined
}

/**
 * The origins of the pages that may show the gateway's own pages of a payment in a frame; absent: any.
 * Those around the page that has submitted it are the default of the channel's setting.
 */
export function framingOrigins(
  submitted: readonly string[] | undefined,
  { checkouts }: Pick<EntitySettings, 'checkouts'>,
): readonly string[] | undefined {
  return checkouts?.pageOrigins ?? submitted
}

/**
 * Why a page of an origin may not submit, as the description of a refusal; `undefined`: it may. Submits of the
 * secured fields come from the gateway's own origin: they are shown by no other pages.
 */
export function submittingFault(
  { origin, host }: { readonly origin: string | undefined; readonly host: string },
  { checkouts }: Pick<EntitySettings, 'checkouts'>,
  ownOrigin: string,
): string | undefined {
  const allowed = checkouts?.pageOrigins
  if (allowed === undefined) return undefined
  const sent = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  if (sent === undefined) {
    return 'The channel of this checkout takes submits of pages with an origin only (setting checkouts.pageOrigins)'
  }
  const isOwn = sent.host === host || sent.origin === new URL(ownOrigin).origin
  if (isOwn || allowed.some((one) => new URL(one).origin === sent.origin)) return undefined
  return `The channel of this checkout takes no submits of pages of ${sent.origin} (setting checkouts.pageOrigins)`
}
