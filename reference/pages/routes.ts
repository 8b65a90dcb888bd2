import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerMeta, answerTextOf, bodyOf, sendText } from '../../server/http/answer.ts'
import { buildNumber } from '../../server/http/build-number.ts'
import { accepts } from '../../server/http/pages/accepts.ts'
import { sendPage } from '../../server/http/pages/page-parts.ts'
import type { ServedRoute } from '../../server/http/route.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { allResultCodes } from '../../server/results/catalogue.ts'
import { refuse } from '../../server/results/refusal.ts'
import { appendTail, compressPrefix } from '../../server/widget-host/appended-brotli.ts'
import { type DocumentParts, openApiDocument } from '../openapi/document.ts'
import {
  cachingHeaders,
  type DocumentReply,
  documentReply,
  isKnown,
  weakEtag,
} from './document-reply.ts'
import { missingPage } from './missing-page.ts'
import { referenceDocuments, referencePages } from './pages.ts'

export interface DocsParts extends DocumentParts {
  readonly clock: Clock
}

/** Documentation routes: the catalogue of codes, the OpenAPI document, the pages of the reference. */
export const docsRoutes: readonly ServedRoute<DocsParts>[] = [
  {
    method: 'get',
    path: '/v1/resultcodes',
    access: 'open',
    docs: {
      id: 'listResultCodes',
      tag: 'Catalogue',
      summary: 'List the result codes',
      description: 'Every code with its words and its group. May be cached: send `If-None-Match`.',
      answers: ['ResultCodesAnswer'],
      hasETag: true,
    },
    serve: ({ clock }) => resultCodesReply(clock),
  },
  {
    method: 'get',
    path: '/v1/openapi.json',
    access: 'open',
    docs: { leftOut: 'this document' },
    serve: (parts) =>
      documentReply(() => ({
        text: JSON.stringify(openApiDocument(parts)),
        contentType: 'application/json; charset=utf-8',
        headers: { 'access-control-allow-origin': '*' },
      })),
  },
  ...['/docs', '/docs/*'].map(
    (path): ServedRoute<DocsParts> => ({
      method: 'get',
      path,
      access: 'open',
      docs: { leftOut: 'the pages made of it' },
      serve: serveReference,
    }),
  ),
]

/** The documents of the reference for the routes that share them. */
const references = new WeakMap<DocsParts, ReturnType<typeof referenceReplies>>()

const pagesOf = new WeakMap<DocsParts, ReturnType<typeof referencePages>>()

function serveReference(parts: DocsParts) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const replies = references.get(parts) ?? referenceReplies(parts)
    references.set(parts, replies)
    const path = pathOf(request)
    const found = replies.get(path)
    if (found !== undefined) return found(request, reply)
    if (/\btext\/html\b/.test(request.headers.accept ?? '')) {
      const reference = pagesOf.get(parts) ?? referencePages(parts)
      pagesOf.set(parts, reference)
      return sendPage(reply, missingPage(path, { reference, environment: parts.environment }))
    }
    const refusal = refuse('200.300.404', { status: 404, description: 'See /docs for the pages' })
    return sendText(reply, answerTextOf(request, refusal, parts.clock))
  }
}

/** As the pages are named, however many slashes a link has. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  return path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** By path. Each document is written and compressed when it is asked for the first time. */
function referenceReplies(parts: DocsParts): ReadonlyMap<string, DocumentReply> {
  const documents = [...referenceDocuments(parts)]
  return new Map(documents.map(([path, make]) => [path, documentReply(make)]))
}

/**
 * `GET /v1/resultcodes`: the catalogue in the common response shape. Only its last members differ
 * between answers, so the rest is written and compressed once, and the tag is a weak one.
 */
function resultCodesReply(clock: Clock) {
  const codes = JSON.stringify({ resultCodes: allResultCodes() })
  const prefix = Buffer.from(`${codes.slice(0, -1)},`)
  const etag = weakEtag(`${codes}${buildNumber}`)
  let compressed: Promise<Buffer> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(cachingHeaders(etag))
    if (isKnown(request, etag)) return reply.code(304).send()
    reply.header('content-type', 'application/json; charset=utf-8')
    const tail = tailOf({ ndc: request.ndc, atMs: clock.now() })
    if (!accepts(request, 'br')) return reply.send(Buffer.concat([prefix, tail]))
    compressed ??= compressPrefix(prefix)
    return reply.header('content-encoding', 'br').send(appendTail(await compressed, tail))
  }
}

/** The members that every answer ends with, without the brace before them. */
function tailOf(meta: AnswerMeta): Buffer {
  return Buffer.from(JSON.stringify(bodyOf('000.000.100', meta)).slice(1))
}
