import { html, Markup } from '../docs/markup.ts'
import { hashSource, icon, logo, pageStyle } from '../page-parts.ts'
import ownStyle from './page.css?raw'

/** A whole document with the policy that it is served under. */
export interface SimulatorDocument {
  readonly status: number
  readonly html: string
  readonly csp: string
}

const style = pageStyle(ownStyle)

/** Puts content into the frame of a page. It loads nothing and needs no script. */
export function simulatorDocument(page: {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** Where a form of it may lead in the end. */
  readonly returnUrl?: string | undefined
}): SimulatorDocument {
  const { title, content, status = 200, returnUrl } = page
  const body = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Tillgate simulator</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="top"><div class="bar">${logo}<span class="name">Tillgate <span class="light">simulator</span></span><span class="badge">test</span></div></header>
<main>
${content}
</main>
<footer>This page stands for a bank or provider. No money moves.</footer>
</body>
</html>`
  return { status, html: `<!doctype html>\n${body.text}\n`, csp: policyFor(returnUrl) }
}

/** Pages may show it in a frame of their own (`paymentTarget`), so `frame-ancestors` is left open. */
function policyFor(returnUrl: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    'img-src data:',
    `form-action ${["'self'", ...schemesAfter(returnUrl)].join(' ')}`,
    "base-uri 'none'",
  ].join('; ')
}

/**
 * Browsers hold `form-action` against every redirect of the answer to a form, and a shop may send
 * its shopper on to another of its hosts: so schemes are named, not the shop alone.
 */
function schemesAfter(returnUrl: string | undefined): readonly string[] {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(returnUrl ?? '')?.[0].toLowerCase()
  if (scheme === undefined) return []
  return scheme === 'http:' ? [scheme, 'https:'] : [scheme]
}
