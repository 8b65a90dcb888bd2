import { html, Markup } from '../../../server/http/pages/markup.ts'
import {
  hashSource,
  type PageDocument,
  pageHead,
  shopperPageStyle,
} from '../../../server/http/pages/page-parts.ts'
import ownStyle from './page.css?raw'
import type { IssuerLanguage } from './texts.ts'

const style = shopperPageStyle(ownStyle)

/** What a page is made of. */
export interface IssuerPage {
  readonly title: string
  readonly content: Markup
  readonly language: IssuerLanguage
  readonly status?: number
  /** Runs in the page; the page also works without it. */
  readonly script?: string
  /** Sources of `form-action`: where its forms lead. */
  readonly formAction: string
}

/**
 * Renders a page of the issuer. Any page may embed it, as merchants embed the gateway's page, so its
 * policy has no `frame-ancestors`.
 */
export function issuerDocument(page: IssuerPage): PageDocument {
  const { title, content, language, status = 200, script, formAction } = page
  const { texts, tag, direction } = language
  const document = html`<html lang="${tag}" dir="${direction}">
${pageHead(title, style)}
<body>
<div class="page">
<div class="top">${mark}<span>${texts.bank}</span><span class="badge" lang="en">test</span></div>
${content}
<p class="foot">${texts.footer}</p>
</div>
${script === undefined ? undefined : html`<script>${new Markup(script)}</script>`}
</body>
</html>`
  const csp = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
  ]
  return { status, html: `<!doctype html>\n${document.text}\n`, csp: csp.join('; ') }
}

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 9.5 12 5l7 4.5M7 11.5v5m5-5v5m5-5v5M5 19h14"/></svg>`
