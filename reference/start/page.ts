import { html, type Markup } from '../../server/http/pages/markup.ts'
import { smallPages } from '../../server/http/pages/page-parts.ts'
import style from './page.css?raw'

export interface StartParts {
  readonly environment: 'test' | 'live'
  /** Test environment only. */
  readonly shopUrl?: string
  /** Origin of docs and back office; `null` or absent: they have none of their own. */
  readonly officeUrl?: string | null
  /** Absent: they are. */
  readonly servesOperations?: boolean
}

const pages = smallPages(style)

interface PageLink {
  readonly href: string
  readonly name: string
  readonly description: string
}

/** The page at the gateway's own address. It loads nothing and needs no script. */
export function startPage({
  environment,
  shopUrl,
  officeUrl = null,
  servesOperations = true,
}: StartParts): {
  readonly html: string
  readonly csp: string
} {
  const lead =
    environment === 'test'
      ? 'This is the gateway of a test environment. No money moves.'
      : 'This is a payment gateway. Merchants reach it by its API.'
  const links = linksFor({
    shopUrl: environment === 'test' ? shopUrl : undefined,
    office: officeUrl ?? '',
    hasDocs: environment === 'test' || officeUrl !== null,
    hasOffice: servesOperations,
  })
  const content = html`<main>
<h1>Tillgate is running</h1>
<p class="lead">${lead}</p>
<ul class="places">${links.map(linkTo)}</ul>
</main>`
  return {
    html: pages.render({ title: 'Tillgate', name: 'Tillgate', environment, content }),
    csp: pages.policy("'none'", "frame-ancestors 'none'"),
  }
}

interface Places {
  readonly shopUrl: string | undefined
  /** Origin of docs and back office; empty: this one. */
  readonly office: string
  readonly hasDocs: boolean
  readonly hasOffice: boolean
}

function linksFor({ shopUrl, office, hasDocs, hasOffice }: Places): readonly PageLink[] {
  const shop = { name: 'Demo shop', description: 'Pay in it with a test card, as a shopper does' }
  return [
    ...(shopUrl === undefined ? [] : [{ href: shopUrl, ...shop }]),
    ...(hasOffice ? [officeLink(office)] : []),
    ...(hasDocs ? docsLinks(office) : []),
    {
      href: '/v1/openapi.json',
      name: 'OpenAPI',
      description: 'Every operation for tools, as OpenAPI 3.1',
    },
    { href: '/readyz', name: 'Health', description: 'Whether payments can be accepted now' },
  ]
}

function officeLink(office: string): PageLink {
  return {
    href: `${office}/backoffice`,
    name: 'Back office',
    description: 'Find payments, refund, answer disputes; for people who have an account',
  }
}

function docsLinks(office: string): readonly PageLink[] {
  return [
    {
      href: `${office}/docs`,
      name: 'Guides',
      description: 'How to take a payment, show the widget, hear of events, go live',
    },
    {
      href: `${office}/docs/reference`,
      name: 'Reference',
      description: 'Every operation, parameter and result code, to read and to search',
    },
  ]
}

function linkTo({ href, name, description }: PageLink): Markup {
  return html`<li><a href="${href}"><strong>${name}</strong><span>${description}</span></a></li>`
}
