import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  AUTHENTICATION_PAGE_PATH,
  CHALLENGE_NOTIFICATION_PATH,
  EMBEDDED_FIELD,
  LANGUAGE_FIELD,
  METHOD_NOTIFICATION_PATH,
  type NotificationMessage,
} from '../../../../common/authentication-wire.ts'
import { clientOf } from '../../../http/client-address.ts'
import { html } from '../../../http/pages/markup.ts'
import { acceptHeader, type PageDocument, sendPage } from '../../../http/pages/page-parts.ts'
import type { ServedRoute } from '../../../http/route.ts'
import { ClientWindow } from '../../../http/throttling/client-window.ts'
import type { Clock } from '../../../kernel/timers/clock.ts'
import { isRefusal } from '../../../results/refusal.ts'
import type { BrowserAuthentication } from '../authentication/browser-authentication.ts'
import { credentialsIn, sentValues } from '../authentication/browser-values.ts'
import { decodeFromBrowser } from '../messages/browser-text.ts'
import { isMessageFault, readMessage, readMethodData } from '../messages/read-message.ts'
import { createPageMaker, type PageMaker } from './document.ts'
import { frameDocuments } from './frame-document.ts'
import { chooseLanguage, type PageLanguage } from './texts.ts'

export interface AuthenticationPageParts {
  readonly authentications: Pick<BrowserAuthentication, 'describe' | 'methodDone'>
  /** The built script of the page, to be put inline. */
  readonly authenticationScript: string
  readonly environment: 'test' | 'live'
  readonly clock: Clock
}

/** Of one client; a mobile network has many shoppers behind one address. */
const MAX_PAGES = { max: 600, periodMs: 60_000 }
const MAX_NOTIFICATIONS = { max: 3_000, periodMs: 60_000 }

/** The documents that a shopper's browser goes through while the cardholder is authenticated. */
export const authenticationPageRoutes: readonly ServedRoute<AuthenticationPageParts>[] = [
  {
    ...document('post', AUTHENTICATION_PAGE_PATH, 'the page on which a payment is authenticated'),
    serve: (parts) => {
      const [pages, clients] = [createPageMaker(pageParts(parts)), window(parts, MAX_PAGES)]
      return async (request, reply) => {
        const admitted = clients.admit(clientOf(request.ip))
        if (admitted === undefined) return sendPage(reply, await findPage(request, pages, parts))
        reply.header('retry-after', String(admitted.retryAfterSeconds))
        return sendPage(reply, pages.refusal(429, 'tooMany', chooseLanguage([], request)))
      }
    },
  },
  {
    // After a reload. Id and token come in a form only, never in an address.
    ...document('get', AUTHENTICATION_PAGE_PATH, 'opens the page again after a reload'),
    serve: (parts) => {
      const pages = createPageMaker(pageParts(parts))
      return (request, reply) => sendPage(reply, pages.resume(chooseLanguage([], request)))
    },
  },
  {
    ...document('post', METHOD_NOTIFICATION_PATH, 'where the method page of an issuer ends'),
    serve: (parts) =>
      notified('methodEnded', 'threeDSMethodData', parts, async (transactionId) => {
        await parts.authentications.methodDone(transactionId)
      }),
  },
  {
    ...document('post', CHALLENGE_NOTIFICATION_PATH, 'where the challenge of an issuer ends'),
    // Its message decides nothing (R-3DS-1): the directory reports the result.
    serve: (parts) => notified('challengeEnded', 'cres', parts, async () => {}),
  },
]

function document(method: 'get' | 'post', path: string, leftOut: string) {
  return { method, path, access: 'open', docs: { leftOut } } as const
}

function pageParts({ authenticationScript: script, environment }: AuthenticationPageParts) {
  return { script, environment }
}

function window({ clock }: AuthenticationPageParts, limit: typeof MAX_PAGES): ClientWindow {
  return new ClientWindow(clock, limit)
}

async function findPage(
  request: FastifyRequest,
  pages: PageMaker,
  { authentications }: AuthenticationPageParts,
): Promise<PageDocument> {
  const values = sentValues(request)
  const credentials = isRefusal(values) ? undefined : credentialsIn(values)
  if (isRefusal(values) || credentials === undefined) {
    return pages.refusal(400, 'noPayment', chooseLanguage([], request))
  }
  const asked = values.get(LANGUAGE_FIELD)
  const payment = await authentications.describe(credentials.id, credentials.token)
  if (isRefusal(payment)) {
    return pages.refusal(payment.status, 'noPayment', chooseLanguage([asked], request))
  }
  const content = {
    payment,
    credentials,
    accept: acceptHeader(request),
    embedded: values.get(EMBEDDED_FIELD) === 'widget',
  }
  return pages.page(content, chooseLanguage([asked, payment.language], request))
}

/** Answers the last post of an issuer's page, whatever it is, with a document that tells the page. */
function notified(
  event: 'methodEnded' | 'challengeEnded',
  field: NotifiedField,
  parts: AuthenticationPageParts,
  heed: (transactionId: string) => Promise<void>,
) {
  const clients = window(parts, MAX_NOTIFICATIONS)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = chooseLanguage([], request)
    const admitted = clients.admit(clientOf(request.ip))
    if (admitted !== undefined) {
      reply.header('retry-after', String(admitted.retryAfterSeconds))
      return sendPage(reply, notificationDocument(429, { event }, language))
    }
    const values = sentValues(request)
    const transactionId = isRefusal(values)
      ? undefined
      : transactionIdIn(field, values.get(field) ?? '')
    if (transactionId === undefined)
      return sendPage(reply, notificationDocument(400, { event }, language))
    await heed(transactionId)
    return sendPage(reply, notificationDocument(200, { event, transactionId }, language))
  }
}

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
function notificationDocument(
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

/** The form field of each post that an issuer's frames end with. */
type NotifiedField = 'threeDSMethodData' | 'cres'

/** The transaction that an issuer's last message names; nothing where the message is malformed. */
function transactionIdIn(field: NotifiedField, text: string): string | undefined {
  const json = decodeFromBrowser(text)
  if (isMessageFault(json)) return undefined
  const message = field === 'cres' ? readMessage('CRes', json) : readMethodData(json)
  // Ours are in lower case; an issuer may repeat them otherwise.
  return isMessageFault(message) ? undefined : message.threeDSServerTransID.toLowerCase()
}
