import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../server/http/pages/accepts.ts'
import { compressQuickly } from '../../server/widget-host/appended-brotli.ts'

/** A text that is the same for everyone as long as the process lives. */
export interface ServedDocument {
  readonly text: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a document, or 304 to a client that has it. It is compressed once. */
export type DocumentReply = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** How long a document may be used without asking again, in seconds. */
const FRESH_SECONDS = 300

/** A page as a document. */
export function pageDocument(page: {
  readonly html: string
  readonly csp: string
}): ServedDocument {
  return {
    text: page.html,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': page.csp },
  }
}

/** `make` is called when the document is asked for the first time. */
export function documentReply(make: () => ServedDocument): DocumentReply {
  let made: ReturnType<typeof prepare> | undefined
  let compressed: Promise<Buffer> | undefined
  return async (request, reply) => {
    made ??= prepare(make())
    const { body, etag, contentType, headers } = made
    reply.headers(headers).headers(cachingHeaders(etag))
    if (isKnown(request, etag)) return reply.code(304).send()
    reply.header('content-type', contentType)
    if (!accepts(request, 'br')) return reply.send(body)
    compressed ??= compressQuickly(body)
    return reply.header('content-encoding', 'br').send(await compressed)
  }
}

/** The headers of an answer that may be cached. */
export function cachingHeaders(etag: string): Readonly<Record<string, string>> {
  return {
    etag,
    'cache-control': `public, max-age=${FRESH_SECONDS}`,
    vary: 'accept-encoding',
  }
}

/** Weak: the same text in any coding. */
export function weakEtag(text: string | Buffer): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether the client has exactly this text (RFC 9110, 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return known.split(',').some((tag) => bare(tag) === '*' || bare(tag) === bare(etag))
}

function prepare({ text, contentType, headers = {} }: ServedDocument) {
  const body = Buffer.from(text)
  return { body, etag: weakEtag(body), contentType, headers }
}
