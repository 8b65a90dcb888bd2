import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../http/pages/markup.ts'
import { sendPage } from '../../../http/pages/page-parts.ts'
import { frameDocuments } from './frame-document.ts'
import { chooseLanguage } from './texts.ts'

/**
 * In the frame of the gateway's own page it sends that page the message that the authentication is
 * over; anywhere else it opens the shop. Reading the location of a window of another origin fails.
 */
const script = `{let framed=false
try{framed=parent!==self&&parent.location.origin===origin}catch{}
if(framed)parent.postMessage({source:'tillgate-notification',event:'challengeEnded'},origin)
else location.replace(document.querySelector('a').href)}`

const documentOf = frameDocuments(script)

/** Sends the document in which the authentication of another gateway ends. */
export function sendReturnDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  shopUrl: string,
): FastifyReply {
  const language = chooseLanguage([], request)
  const body = html`<p><a href="${shopUrl}" target="_top">${language.texts.back}</a></p>`
  return sendPage(reply, documentOf(200, body, language))
}
