import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  decodeFromBrowser,
  encodeForBrowser,
} from '../../../server/features/three-ds/messages/browser-text.ts'
import {
  isMessageFault,
  readMethodData,
} from '../../../server/features/three-ds/messages/read-message.ts'
import { bodyOfRequest, jsonOfRawBody, queryOfRequest } from '../../../server/http/bodies.ts'
import { sendPage } from '../../../server/http/pages/page-parts.ts'
import type { ServedRoute } from '../../../server/http/route.ts'
import { isBodyFault } from '../../../server/parameters/flat-body.ts'
import { type ChallengeForm, finalResponse, reactTo, readChallenge } from '../challenge.ts'
import { CHALLENGE_PATH, DECISION_PATH, DIRECTORY_PATH, METHOD_PATHS } from '../directory.ts'
import type { SimulatedIssuer } from '../issuer.ts'
import { challengePage, faultPage, type ShownChallenge, sendOnPage, silentPage } from './pages.ts'
import { chooseLanguage, type IssuerLanguage } from './texts.ts'

export interface IssuerPageParts {
  readonly issuer: SimulatedIssuer
}

/** Longest threeDSSessionData, in characters (EMV 3DS, table A.1). */
const MAX_SESSION_DATA = 1_024

/** The simulated directory over HTTP, and the pages of the simulated issuer. Test environment only. */
export const issuerRoutes: readonly ServedRoute<IssuerPageParts>[] = [
  { ...open(DIRECTORY_PATH), rawBody: true, serve: ({ issuer }) => serveDirectory(issuer) },
  { ...open(METHOD_PATHS.answers), serve: () => serveMethod },
  { ...open(METHOD_PATHS.silent), serve: () => serveSilentMethod },
  { ...open(CHALLENGE_PATH), serve: ({ issuer }) => serveChallenge(issuer) },
  { ...open(DECISION_PATH), serve: ({ issuer }) => serveDecision(issuer) },
]

function open(path: string) {
  const leftOut = 'between browsers, 3DS servers and the simulated issuer'
  return { method: 'post', path, access: 'open', testOnly: true, docs: { leftOut } } as const
}

/** Messages and error messages are all answered with 200, as directory servers do. */
function serveDirectory(issuer: SimulatedIssuer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = issuer.answer(jsonOfRawBody(request))
    if (answer === undefined) return leaveWaiting(reply)
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(answer))
  }
}

/** Longer than a 3DS server waits for an answer, in milliseconds. */
const SILENCE_MS = 40_000

/** A directory that does not answer: the connection stays open, but not for ever. */
function leaveWaiting(reply: FastifyReply): FastifyReply {
  setTimeout(() => reply.raw.destroy(), SILENCE_MS).unref()
  return reply.hijack()
}

async function serveMethod(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOf(request)
  const decoded = decodeFromBrowser(sentBy(request).get('threeDSMethodData') ?? '', 'A')
  const data = isMessageFault(decoded) ? decoded : readMethodData(decoded, { component: 'A' })
  if (isMessageFault(data))
    return sendPage(reply, faultPage(`threeDSMethodData: ${data.erro.errorDetail}`, language))
  const { threeDSServerTransID, threeDSMethodNotificationURL } = data
  if (threeDSMethodNotificationURL === undefined)
    return sendPage(reply, faultPage('threeDSMethodNotificationURL is missing', language))
  const answer = encodeForBrowser({ threeDSServerTransID })
  return sendPage(
    reply,
    sendOnPage(threeDSMethodNotificationURL, { threeDSMethodData: answer }, language),
  )
}

async function serveSilentMethod(request: FastifyRequest, reply: FastifyReply) {
  return sendPage(reply, silentPage(languageOf(request)))
}

/** The browser comes with its CReq. */
function serveChallenge(issuer: SimulatedIssuer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sent = sentBy(request)
    const sessionData = sent.get('threeDSSessionData')
    if ((sessionData?.length ?? 0) > MAX_SESSION_DATA)
      return sendPage(reply, faultPage('threeDSSessionData is too long', languageOf(request)))
    const query = queryOfRequest(request)
    const [, sealed = ''] = isBodyFault(query)
      ? []
      : (query.find(([name]) => name === 'transaction') ?? [])
    const form = readChallenge(sealed, sent.get('creq') ?? '', issuer.envelope)
    if ('errorCode' in form) {
      const detail = `${form.errorCode} ${form.errorDescription}: ${form.errorDetail}`
      return sendPage(reply, faultPage(detail, languageOf(request)))
    }
    return show(request, reply, { issuer, form, sessionData })
  }
}

/** The cardholder has answered. */
function serveDecision(issuer: SimulatedIssuer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sent = sentBy(request)
    const sessionData = sent.get('threeDSSessionData')
    const form = issuer.envelope.open('challenge form', sent.get('form') ?? '') as
      | ChallengeForm
      | undefined
    if (form === undefined) return sendPage(reply, faultPage('form: altered', languageOf(request)))
    const { transaction } = form
    const answer = {
      code: sent.get('code'),
      cancel: sent.get('cancel'),
      returnCode: sent.get('returnCode'),
    }
    const reaction = reactTo(form, answer, issuer.now())
    if (reaction.kind === 'asked') return show(request, reply, { ...reaction, issuer, sessionData })
    const language = languageOf(request, transaction.language)
    if (transaction.notificationUrl === undefined)
      return sendPage(reply, faultPage('notificationURL is missing', language))
    const decision = await issuer.decide(transaction, reaction.decision, reaction.interaction)
    const fields = {
      cres: finalResponse(transaction, decision),
      ...(sessionData !== undefined && { threeDSSessionData: sessionData }),
    }
    return sendPage(reply, sendOnPage(transaction.notificationUrl, fields, language))
  }
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { issuer, ...shown }: Omit<ShownChallenge, 'sealed'> & { readonly issuer: SimulatedIssuer },
): FastifyReply {
  const sealed = issuer.envelope.seal('challenge form', shown.form)
  const language = languageOf(request, shown.form.transaction.language)
  return sendPage(reply, challengePage({ ...shown, sealed }, language))
}

/** The language of the AReq, else the first one of the browser. */
function languageOf({ headers }: FastifyRequest, tag?: string): IssuerLanguage {
  const [accepted] = (headers['accept-language'] ?? '').slice(0, 100).split(/[,;]/)
  return chooseLanguage(tag, accepted)
}

/** What a form sends. A body that cannot be read sends nothing. */
function sentBy(request: FastifyRequest): ReadonlyMap<string, string> {
  const sent = bodyOfRequest(request)
  if (isBodyFault(sent)) return new Map()
  return new Map(sent.map(([name, value]) => [name, value] as const))
}
