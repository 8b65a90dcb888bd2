import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from '../../server/http/answer.ts'
import { accepts } from '../../server/http/pages/accepts.ts'
import type { ServedRoute } from '../../server/http/route.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import { refuse } from '../../server/results/refusal.ts'

export interface BackOfficeParts {
  /** The built files by their path: `index.html` and `assets/…`, whose names have the hash of their content. */
  readonly backOffice: ReadonlyMap<string, Buffer>
  readonly clock: EntityClock
}

/** Nothing but its own files and its own gateway; no page may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

const docs = { leftOut: 'the back office, a page for people' } as const

/** Every page of the back office is one document: its script reads the address. */
export const backOfficeRoutes: readonly ServedRoute<BackOfficeParts>[] = [
  { method: 'get', path: '/backoffice', access: 'open', docs, serve },
  { method: 'get', path: '/backoffice/*', access: 'open', docs, serve },
]

const noFile = refuse('200.300.404', {
  status: 404,
  description:
    'There is no such file of the back office: it has been replaced, load the page again',
})

function serve({ backOffice, clock }: BackOfficeParts) {
  const compressed = new Map<string, Promise<Buffer>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { '*': rest = '' } = request.params as { readonly '*'?: string }
    const isAsset = rest.startsWith('assets/')
    const path = isAsset ? rest : 'index.html'
    const body = backOffice.get(path)
    if (body === undefined) return sendRefusal(request, reply, noFile, clock)
    reply
      .header('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('vary', 'accept-encoding')
    if (isAsset) reply.header('cache-control', 'public, max-age=31536000, immutable')
    else {
      reply
        .header('content-security-policy', POLICY)
        .header('cross-origin-opener-policy', 'same-origin')
    }
    if (!accepts(request, 'br')) return reply.send(body)
    const small = compressed.get(path) ?? compress(body)
    compressed.set(path, small)
    return reply.header('content-encoding', 'br').send(await small)
  }
}

const compress = promisify<Buffer, Buffer>(brotliCompress)
