import type { SecuredField } from '../../common/widget-wire.ts'

/** What a screen reader says until the page sends its own texts. */
const LABELS = {
  'card.number': 'Card number',
  'card.cvv': 'Security code',
  'card.expiry': 'Expiry date',
  'card.holder': 'Name on card',
} as const

/** Standard autofill tokens (HTML, autofill field names). */
const TOKENS = {
  'card.number': 'cc-number',
  'card.cvv': 'cc-csc',
  'card.expiry': 'cc-exp',
  'card.holder': 'cc-name',
} as const

const DIGITS = ' type="tel" inputmode="numeric" autocapitalize="off" aria-required="true"'
/** Whether it may stay empty is the page's option, which says so in the description. */
const NAME = ' autocapitalize="words" maxlength="128"'

/** The field fills the frame; border, background and focus ring belong to the frame element outside. */
export const FRAME_STYLE = [
  '*{box-sizing:border-box}',
  'html,body,form{height:100%;margin:0;background:0 0}',
  'body{overflow:hidden}',
  'input{width:100%;height:100%;margin:0;padding:0;border:0;border-radius:0;outline:0',
  ';background:0 0;color:inherit;font:16px system-ui,sans-serif}',
  // Every digit as wide as the next, whatever is beside it: see `hasEvenDigits` of look.ts.
  'input,p{font-kerning:none!important;font-feature-settings:normal!important',
  ';font-variant:tabular-nums no-common-ligatures no-contextual!important',
  ';font-optical-sizing:none!important;text-transform:none!important}',
  'p{letter-spacing:0!important}',
  // A value that comes without any event begins a transition (`secured-input.ts`). Not where an input method may
  // be composing.
  'input:not(:placeholder-shown,:focus){order:1;transition:1s}',
  // Dots without type=password, which would make browsers offer to keep the code.
  'input[data-mask]{-webkit-text-security:disc}',
  'p{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)',
  ';white-space:nowrap}',
].join('')

/**
 * The document inside a secured field (`GET /v1/pciIframe.html`), but for its end: the same for everyone,
 * so that it is compressed once. The script reads the query of its address and, when the end is there,
 * what `frameDocumentEnd` adds. Numbers read left to right in every language.
 *
 * @param style absent: the script brings it
 */
export function frameDocumentStart(field: SecuredField, script: string, style?: string): string {
  const label = LABELS[field]
  return [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">',
    `<title>${label}</title>`,
    style === undefined ? '' : `<style>${style}</style>`,
    `</head><body${style === undefined ? ' hidden' : ''}>`,
    `<form><input name="${field}" autocomplete="${TOKENS[field]}" spellcheck="false"`,
    field === 'card.holder' ? NAME : DIGITS,
    ` placeholder=" " aria-label="${label}"></form>`,
    `<script>${script}</script>`,
  ].join('')
}

export interface FrameParameters {
  /** Origins of the pages that may embed and command the frame, joined by blanks. */
  readonly parent: string
  /** The checkout that the frame pays; a name that no checkout has where it was asked for one that there is not. */
  readonly checkoutId?: string | undefined
  /** The channel that was named where there is no checkout yet. */
  readonly entityId?: string | undefined
  /** Card brands that the channel takes; absent: all of them, or the checkout is not known. */
  readonly brands?: readonly string[] | undefined
  /** The number's brands are asked for, whatever the page wants. */
  readonly usesBinList?: boolean | undefined
  /** The time of the gateway, for an expiry date. Unix milliseconds. */
  readonly atMs?: number | undefined
  /** Origins that it may load the page's own font from; absent or empty: none. */
  readonly fontOrigins?: readonly string[] | undefined
  /** The Accept header of its request, which the issuer wants to know of a browser (EMV 3-D Secure). */
  readonly accept?: string
}

/**
 * The end of the document: what the gateway knows of the checkout.
 *
 * @param fontScript of `font-entry.ts`, where there are origins of fonts
 */
export function frameDocumentEnd(parameters: FrameParameters, fontScript?: string): string {
  const { parent, brands, usesBinList, checkoutId, entityId, accept, atMs } = parameters
  const attribute = (name: string, value: string) => ` ${name}="${escapeHtml(value)}"`
  return [
    `<p id="fault"${attribute('data-parent', parent)}`,
    checkoutId === undefined ? '' : attribute('data-checkout-id', checkoutId),
    entityId === undefined ? '' : attribute('data-entity-id', entityId),
    brands === undefined ? '' : attribute('data-brands', brands.join(' ')),
    usesBinList === true ? attribute('data-list', '') : '',
    accept ? attribute('data-accept', accept) : '',
    atMs === undefined ? '' : attribute('data-now', `${atMs}`),
    '></p>',
    fontScript === undefined ? '' : `<script>${fontScript}</script>`,
    '</body></html>',
  ].join('')
}

/**
 * Content-Security-Policy of that document: nothing but these scripts and styles, requests to the
 * gateway only, and only the named pages may embed it. Values that are no origins are left out.
 *
 * @param scripts their hashes, as `sha256-…`
 */
export function frameCsp(
  scripts: readonly string[],
  style: string,
  { parent, fontOrigins = [] }: FrameParameters,
): string {
  const parents = parent.split(' ').filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))
  return [
    "default-src 'none'",
    `script-src ${scripts.map((hash) => `'${hash}'`).join(' ')}`,
    `style-src '${style}'`,
    "connect-src 'self'",
    ...(fontOrigins.length === 0 ? [] : [`font-src ${fontOrigins.join(' ')}`]),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${parents.length === 0 ? "'none'" : parents.join(' ')}`,
  ].join('; ')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The three sequences that HTML gives a meaning inside a script; they only occur in its texts. */
export function escapeScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
