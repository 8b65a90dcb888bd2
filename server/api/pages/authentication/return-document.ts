import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, Markup } from '../docs/markup.ts'
import { hashSource } from '../page-parts.ts'
import { chooseLanguage } from './texts.ts'

/**
 * In the frame of the gateway's own page it tells that page that the authentication is over; anywhere
 * else it goes on to the shop. Reading the location of a window of another origin fails.
 */
const script = `{let framed=false
try{framed=parent!==self&&parent.location.origin===origin}catch{}
if(framed)parent.postMessage({source:'tillgate-notification',event:'challengeEnded'},origin)
else location.replace(document.querySelector('a').href)}`

const style =
  ':root{color-scheme:light dark}p{margin:2rem;font:1rem/1.5 system-ui,sans-serif}a{color:inherit}'

/** No `frame-ancestors`: a merchant may show the authentication in a frame of his own. */
const csp = [
  "default-src 'none'",
  `script-src ${hashSource(script)}`,
  `style-src ${hashSource(style)}`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Sends the document in which the authentication of another gateway ends. */
export function sendReturnDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  shopUrl: string,
): FastifyReply {
  const { texts, tag, direction } = chooseLanguage([], request)
  const page = html`<html lang="${tag}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title><style>${new Markup(style)}</style></head>
<body><p><a href="${shopUrl}" target="_top">${texts.back}</a></p>
<script>${new Markup(script)}</script></body>
</html>`
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', csp)
    .send(`<!doctype html>\n${page.text}\n`)
}
