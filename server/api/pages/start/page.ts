import { html, Markup } from '../docs/markup.ts'
import { hashSource, icon, logo, pageStyle } from '../page-parts.ts'
import ownStyle from './page.css?raw'

export interface StartParts {
  readonly environment: 'test' | 'live'
  /** Test environment only. */
  readonly shopUrl?: string
}

const style = pageStyle(ownStyle)

const csp = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Place {
  readonly href: string
  readonly name: string
  readonly what: string
}

/** The page at the gateway's own address. It loads nothing and needs no script. */
export function startPage({ environment, shopUrl }: StartParts): {
  readonly html: string
  readonly csp: string
} {
  const lead =
    environment === 'test'
      ? 'This is the gateway of a test environment. No money moves.'
      : 'This is a payment gateway. Merchants reach it by its API.'
  const body = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Tillgate</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="top"><div class="bar">${logo}<span class="name">Tillgate</span><span class="badge">${environment}</span></div></header>
<main>
<h1>Tillgate is running</h1>
<p class="lead">${lead}</p>
<ul class="places">${placesOf(environment === 'test' ? shopUrl : undefined).map(linkTo)}</ul>
</main>
</body>
</html>`
  return { html: `<!doctype html>\n${body.text}\n`, csp }
}

function placesOf(shopUrl: string | undefined): readonly Place[] {
  const shop = { name: 'Demo shop', what: 'Pay in it with a test card, as a shopper does' }
  return [
    ...(shopUrl === undefined ? [] : [{ href: shopUrl, ...shop }]),
    {
      href: '/docs',
      name: 'Reference',
      what: 'Every operation, parameter and result code, to read and to search',
    },
    { href: '/v1/openapi.json', name: 'OpenAPI', what: 'The same for tools, as OpenAPI 3.1' },
    { href: '/readyz', name: 'Health', what: 'Whether payments can be accepted now' },
  ]
}

function linkTo({ href, name, what }: Place): Markup {
  return html`<li><a href="${href}"><strong>${name}</strong><span>${what}</span></a></li>`
}
