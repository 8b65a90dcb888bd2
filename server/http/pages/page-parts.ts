import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import base from './base.css?raw'
import { html, Markup } from './markup.ts'
import shopperStyle from './shopper.css?raw'
import slipStyle from './slip.css?raw'
import smallPageStyle from './small-page.css?raw'

/** A whole document with the policy that it is served under. */
export interface PageDocument {
  readonly status: number
  readonly html: string
  readonly csp: string
}

export function sendPage(reply: FastifyReply, { status, html, csp }: PageDocument): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', csp)
    .send(html)
}

/** The Accept header of a browser, in the form that `customer.browser.acceptHeader` takes; else empty. */
export function acceptHeader({ headers: { accept = '' } }: FastifyRequest): string {
  return /^[\x20-\x7e]{1,2048}$/.test(accept) ? accept : ''
}

/** The text of the `<style>` of a page: the style that all pages share, then its own. */
export function pageStyle(own: string): string {
  return `${base}\n${own}`
}

/** The same for a page of an authentication. */
export function shopperPageStyle(own: string): string {
  return `${shopperStyle}\n${slipStyle}\n${own}`
}

/** The head of a page about one payment. */
export { slipStyle }

/** The source expression by which a content security policy allows one inline part of a page. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The directive for pages that only these origins may show in a frame; absent: any page may. */
export function frameAncestors(origins: readonly string[] | undefined): readonly string[] {
  if (origins === undefined) return []
  return [`frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`]
}

/** The icon of every page of the gateway, which loads nothing. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0e1726"/><path d="M7 12h18M7 20h11" stroke="#ffb81c" stroke-width="4" stroke-linecap="round"/></svg>',
)}`

/** The same mark at the head of a page. */
export const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M7 12h18M7 20h11"/></svg>`

/** The head of a page that search engines must not list. */
export function pageHead(title: string, style: string): Markup {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>`
}

/** A page that loads nothing and needs no script. */
export interface SmallPage {
  readonly title: string
  /** The name and the environment at its head. */
  readonly name: Markup | string
  readonly environment: 'test' | 'live'
  /** The content after the head: `main`, and a footer if there is one. */
  readonly content: Markup
}

/** Renders pages with the shared style and their own; `policy` makes their content security policy. */
export function smallPages(ownStyle: string) {
  const style = pageStyle(`${smallPageStyle}\n${ownStyle}`)
  return {
    policy: (formAction: string, ...further: readonly string[]): string =>
      [
        "default-src 'none'",
        `style-src ${hashSource(style)}`,
        'img-src data:',
        `form-action ${formAction}`,
        "base-uri 'none'",
        ...further,
      ].join('; '),
    render({ title, name, environment, content }: SmallPage): string {
      const page = html`<html lang="en">
${pageHead(title, style)}
<body>
<header class="top"><div class="bar">${logo}<span class="name">${name}</span><span class="badge">${environment}</span></div></header>
${content}
</body>
</html>`
      return `<!doctype html>\n${page.text}\n`
    },
  }
}
