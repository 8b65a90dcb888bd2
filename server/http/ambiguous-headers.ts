import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../results/refusal.ts'
import type { AnsweringClock } from './entity-time.ts'
import { sendRefusal } from './send-answer.ts'

/**
 * Headers that may be sent once only. Of several Node takes the first or joins them, while a proxy in
 * front may take the last: the two would read different requests (RFC 9112, 11.2).
 */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'idempotency-key',
])

const SINGLE_LENGTHS: ReadonlySet<number> = new Set([...SINGLE].map((name) => name.length))

/** Refuses requests whose headers can be read in more than one way, before anything else is read. */
export function refuseAmbiguousHeaders(app: FastifyInstance, clock: AnsweringClock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const fault = headFault(request.raw)
    if (fault === undefined) return done()
    const [status, description] = fault
    // It is not certain where the next request begins on this connection.
    reply.header('connection', 'close')
    return sendRefusal(request, reply, refuse('200.300.404', { status, description }), clock)
  })
}

/** The status and the words of a refusal. */
function headFault(message: IncomingMessage): readonly [number, string] | undefined {
  const { headers, rawHeaders } = message
  const repeated = repeatedHeader(rawHeaders)
  if (repeated !== undefined) {
    return [400, `The header ${repeated} is there more than once: send it once`]
  }
  // HTTP/1.0 has none.
  if (headers.host === undefined && message.httpVersion === '1.1') {
    return [400, 'The header Host is missing: HTTP/1.1 needs one']
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return [400, 'Of Transfer-Encoding chunked alone is read here: send the body as it is']
  }
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return [417, 'Of Expect 100-continue alone can be met: send the request without that header']
  }
  return undefined
}

/** The first header that was sent twice and must not be. Names and values alternate in the list. */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen: string[] | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? ''
    if (!SINGLE_LENGTHS.has(written.length)) continue
    const name = written.toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen?.includes(name)) return name
    seen ??= []
    seen.push(name)
  }
  return undefined
}
