import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../results/refusal.ts'
import { html } from './markup.ts'
import style from './missing-path.css?raw'
import { type PageDocument, smallPages } from './page-parts.ts'

const pages = smallPages(style)

/**
 * Whether a browser shows the answer to a person: it asks for a page. Programs ask for anything, or for JSON,
 * and get the common shape of errors.
 */
export function asksForPage({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept)
}

/** The page of an address that the gateway does not have, or not for this method. */
export function missingPathPage(
  { status, description = '' }: Refusal,
  environment: 'test' | 'live',
): PageDocument {
  const content = html`<main>
<h1>This page does not exist</h1>
<p class="lead">${description}.</p>
<p class="way">To pay, go back to your shop and open its checkout again. Nothing was charged here. <a href="/">About this gateway</a></p>
</main>`
  const title = 'No such page – Tillgate'
  return {
    status,
    html: pages.render({ title, name: 'Tillgate', environment, content }),
    csp: pages.policy("'none'", "frame-ancestors 'none'"),
  }
}
