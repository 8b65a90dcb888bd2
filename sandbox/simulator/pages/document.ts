import { html, type Markup } from '../../../server/http/pages/markup.ts'
import {
  frameAncestors,
  type PageDocument,
  slipStyle,
  smallPages,
} from '../../../server/http/pages/page-parts.ts'
import style from './page.css?raw'

const pages = smallPages(`${slipStyle}\n${style}`)

/** Puts content into a page of the simulator. */
export function simulatorDocument(page: {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** Where the shopper goes after a form of it. */
  readonly returnUrl?: string | undefined
  /** Of the pages that may show it in a frame of their own (`paymentTarget`); absent: any page. */
  readonly pageOrigins?: readonly string[] | undefined
}): PageDocument {
  const { title, content, status = 200, returnUrl, pageOrigins } = page
  const main = html`<main>
${content}
</main>
<footer>This page simulates a bank or provider. No money moves.</footer>`
  return {
    status,
    html: pages.render({
      title: `${title} · Tillgate simulator`,
      name: html`Tillgate <span class="light">simulator</span>`,
      environment: 'test',
      content: main,
    }),
    csp: pages.policy(
      ["'self'", ...schemesAfter(returnUrl)].join(' '),
      ...frameAncestors(pageOrigins),
    ),
  }
}

/**
 * Browsers check `form-action` for every redirect after a form, and a shop may redirect its shopper to
 * another of its hosts: so the policy names schemes instead of the shop.
 */
function schemesAfter(returnUrl: string | undefined): readonly string[] {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(returnUrl ?? '')?.[0].toLowerCase()
  if (scheme === undefined) return []
  return scheme === 'http:' ? [scheme, 'https:'] : [scheme]
}
