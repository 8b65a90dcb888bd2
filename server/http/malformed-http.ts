import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newRequestHex } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { refuse } from '../results/refusal.ts'
import { refusalAnswer, sendRefusal } from './answer.ts'
import type { AnsweringClock } from './entity-time.ts'

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
  // A proxy of that version does not know chunks and takes them for further requests (RFC 9112, 6.1).
  if (coding !== undefined && message.httpVersion === '1.0') {
    return [400, 'HTTP/1.0 has no Transfer-Encoding: send Content-Length, or HTTP/1.1']
  }
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

type Fault = readonly [status: string, description: string]

/** Node's error codes of bytes that it could not parse as a request, and how they are answered. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address or the headers are longer than 16 KiB: send parameters in the body',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'The extensions of a chunk are longer than 16 KiB: send chunks without extensions',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive whole in time'],
}

const MALFORMED: Fault = ['400 Bad Request', 'This is not valid HTTP/1.1']

const TUNNEL: Fault = [
  '405 Method Not Allowed',
  'CONNECT is not possible here: this is no proxy; send the request itself',
]

interface FinalAnswerOptions {
  readonly clock: Clock
  /** How long the client has to read the answer and to close, in milliseconds. */
  readonly graceMs: number
}

/** Connections that have been sent their last answer: further bytes on them are ignored. */
const ended = new WeakSet<Socket>()

/** Answers unparsable requests in the common shape, directly on the socket, then ends the connection. */
export function answerMalformedHttp(server: Server, options: FinalAnswerOptions): void {
  /** The answer to the last request of a connection. */
  const answers = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    if (ended.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const answer = answers.get(socket)
    const sayFault = () => endWith(FAULTS[error.code ?? ''] ?? MALFORMED, socket, options)
    if (answer !== undefined && !answer.req.complete) {
      // After a started answer, a second one would be taken for the answer to another request.
      return answer.headersSent ? end(socket, options) : sayFault()
    }
    if (answer === undefined || answer.writableFinished) return sayFault()
    // The next request cannot be parsed. An answer sent now would be taken for the answer to the
    // current request, which may be a payment that succeeds.
    ended.add(socket)
    answer.once('finish', sayFault)
  })
}

/** Answers a CONNECT, which Node would drop without an answer. */
export function answerConnect(socket: Socket, options: FinalAnswerOptions): void {
  // Node has removed its own error listener; without one an error would end the process.
  socket.on('error', () => socket.destroy())
  endWith(TUNNEL, socket, options)
}

function endWith(
  [status, description]: Fault,
  socket: Socket,
  { clock, graceMs }: FinalAnswerOptions,
): void {
  const refusal = refuse('200.300.404', { status: Number.parseInt(status, 10), description })
  const { body } = refusalAnswer(refusal, { ndc: newRequestHex(), atMs: clock.now() })
  const text = JSON.stringify(body)
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
  )
  end(socket, { graceMs })
}

function end(socket: Socket, { graceMs }: Pick<FinalAnswerOptions, 'graceMs'>): void {
  ended.add(socket)
  socket.end()
  // A client that never closes its half would keep a connection open for ever.
  const destroying = setTimeout(() => socket.destroy(), graceMs)
  socket.once('close', () => clearTimeout(destroying))
}
