import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../engine/timers/clock.ts'
import { type AnswerMeta, bodyOf } from '../../../wire/http/answer.ts'
import { buildNumber } from '../../../wire/http/build-number.ts'
import { allResultCodes } from '../../../wire/results/catalogue.ts'
import { accepts } from '../accepts.ts'
import { appendTail, compressPrefix } from '../appended-brotli.ts'
import { cachingHeaders, isKnown, weakEtag } from './document-reply.ts'

/**
 * `GET /v1/resultcodes`: the catalogue in the common response shape. Only its last members differ
 * between answers, so the rest is written and compressed once, and the tag is a weak one.
 */
export function resultCodesReply(clock: Clock) {
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
