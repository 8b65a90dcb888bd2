import type { NotificationMessage } from '../../../../common/authentication-wire.ts'
import { html, Markup } from '../docs/markup.ts'
import { hashSource, type PageDocument } from '../page-parts.ts'
import type { PageLanguage } from './texts.ts'

/**
 * Tells the page around the frame that the issuer is done here. Only the gateway's own page: reading the
 * location of a window of another origin fails. On its own, the document shows what it says.
 */
const script = `{const{event,transaction:transactionId}=document.documentElement.dataset
try{if(parent!==self&&parent.location.origin===origin)parent.postMessage({source:'tillgate-notification',event,...transactionId&&{transactionId}},origin)}catch{}
if(parent===self)document.querySelector('p').hidden=false}`

const style = ':root{color-scheme:light dark}p{margin:2rem;font:1rem/1.5 system-ui,sans-serif}'

/** No `frame-ancestors`: the pages around it are the issuer's and any merchant's, and it holds nothing. */
const csp = [
  "default-src 'none'",
  `script-src ${hashSource(script)}`,
  `style-src ${hashSource(style)}`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** The document that an issuer's frame ends in. */
export function notificationDocument(
  status: number,
  { event, transactionId }: Omit<NotificationMessage, 'source'>,
  { texts, tag, direction }: PageLanguage,
): PageDocument {
  const transaction =
    transactionId === undefined ? undefined : html` data-transaction="${transactionId}"`
  const page = html`<html lang="${tag}" dir="${direction}" data-event="${event}"${transaction}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title><style>${new Markup(style)}</style></head>
<body><p hidden>${texts.finished}</p><noscript><p>${texts.finished}</p></noscript>
<script>${new Markup(script)}</script></body>
</html>`
  return { status, html: `<!doctype html>\n${page.text}\n`, csp }
}
