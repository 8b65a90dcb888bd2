import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../http/pages/accepts.ts'
import { compressBest } from './appended-brotli.ts'

/** A file of the widget as it is served: immutable under an address that names its content. */
export interface StaticFile {
  readonly path: string
  /** SHA-256 of the body, base64. */
  readonly hash: string
  readonly type: string
  readonly body: Buffer
}

export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64')
}

/** The handler of a file, which is compressed once. */
export function serveStaticFile(file: StaticFile) {
  let compressed: Promise<Buffer> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-type', file.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
    if (!accepts(request, 'br')) return reply.send(file.body)
    compressed ??= compressBest(file.body)
    return reply.header('content-encoding', 'br').send(await compressed)
  }
}
