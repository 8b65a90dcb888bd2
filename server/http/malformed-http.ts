import type { Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { newRequestHex } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { refuse } from '../results/refusal.ts'
import { refusalAnswer } from './answer.ts'

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

export interface FinalAnswerOptions {
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
