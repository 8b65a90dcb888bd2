import type { NotificationMessage } from '../../../../common/authentication-wire.ts'
import { html } from '../../../http/pages/markup.ts'
import type { PageDocument } from '../../../http/pages/page-parts.ts'
import { frameDocuments } from './frame-document.ts'
import type { PageLanguage } from './texts.ts'

/**
 * Sends the page around the frame a message that the issuer's page has ended. Only the gateway's own
 * page gets it: reading the location of a window of another origin fails. Without a page around it,
 * the document shows its text.
 */
const script = `{const{event,transaction:transactionId}=document.documentElement.dataset
try{if(parent!==self&&parent.location.origin===origin)parent.postMessage({source:'tillgate-notification',event,...transactionId&&{transactionId}},origin)}catch{}
if(parent===self)document.querySelector('p').hidden=false}`

const documentOf = frameDocuments(script)

/** The document that an issuer's frame ends in. */
export function notificationDocument(
  status: number,
  { event, transactionId }: Omit<NotificationMessage, 'source'>,
  language: PageLanguage,
): PageDocument {
  const { finished } = language.texts
  const transaction =
    transactionId === undefined ? undefined : html` data-transaction="${transactionId}"`
  const body = html`<p hidden>${finished}</p><noscript><p>${finished}</p></noscript>`
  return documentOf(status, body, language, html` data-event="${event}"${transaction}`)
}
