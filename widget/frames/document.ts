import type { FrameQuery } from '../../common/widget-wire.ts'

export interface FrameDocumentParts {
  readonly query: FrameQuery
  /** Card brands that the channel takes; absent: all of them, or the checkout is not known. */
  readonly brands?: readonly string[] | undefined
  /** The built `entry.ts`. */
  readonly script: string
  /** Fresh for every answer, the same as in the policy. */
  readonly nonce: string
}

/** What a screen reader says until the page sends its own texts. */
const LABELS = { 'card.number': 'Card number', 'card.cvv': 'Security code' } as const

/** Standard autofill tokens (HTML, autofill field names). */
const TOKENS = { 'card.number': 'cc-number', 'card.cvv': 'cc-csc' } as const

/** The field fills the frame; border, background and focus ring belong to the frame element outside. */
const STYLE = [
  '*{box-sizing:border-box}',
  'html,body,form{height:100%;margin:0;background:0 0}',
  'body{overflow:hidden}',
  'input{width:100%;height:100%;margin:0;padding:0;border:0;border-radius:0;outline:0',
  ';background:0 0;color:inherit;font:16px system-ui,sans-serif}',
  // Every digit as wide as the next, whatever is beside it: see `hasEvenDigits` of look.ts.
  'input,p{font-kerning:none!important;font-feature-settings:normal!important',
  ';font-variant:tabular-nums no-common-ligatures no-contextual!important',
  ';text-transform:none!important}',
  'p{letter-spacing:0!important}',
  // Dots without type=password, which would make browsers offer to keep the code.
  'input[data-mask]{-webkit-text-security:disc}',
  'p{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)',
  ';white-space:nowrap}',
].join('')

/**
 * The document inside a secured field (`GET /v1/pciIframe.html`): one answer, no further request.
 * Parameters for the script are in data attributes of the root element. Numbers read left to right
 * in every language.
 */
export function renderFrameDocument(parts: FrameDocumentParts): string {
  const { query, brands, script, nonce } = parts
  const label = LABELS[query.field]
  const attribute = (name: string, value: string) => ` ${name}="${escapeHtml(value)}"`
  return [
    '<!doctype html><html lang="en" dir="ltr"',
    attribute('data-field', query.field),
    attribute('data-instance', query.instance),
    attribute('data-parent', query.parent),
    query.checkoutId === undefined ? '' : attribute('data-checkout', query.checkoutId),
    brands === undefined ? '' : attribute('data-brands', brands.join(' ')),
    '><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${label}</title>`,
    `<style${attribute('nonce', nonce)}>${STYLE}</style></head><body>`,
    `<form><input type="tel" name="${query.field}" autocomplete="${TOKENS[query.field]}"`,
    ` inputmode="numeric" spellcheck="false" autocapitalize="off" placeholder=""`,
    ` aria-label="${label}"></form><p id="fault"></p>`,
    `<script${attribute('nonce', nonce)}>${escapeScript(script)}</script></body></html>`,
  ].join('')
}

/**
 * Content-Security-Policy of that document: nothing but its own script and style, requests to the
 * gateway only, and only the named pages may embed it. Values that are no origins are left out.
 *
 * @param parent origins joined by blanks, as in `FrameQuery`
 */
export function frameCsp({ nonce, parent }: { nonce: string; parent: string }): string {
  const parents = parent.split(' ').filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
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
function escapeScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
