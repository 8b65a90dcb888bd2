import type { Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { newRequestHex } from '../../engine/ids.ts'
import type { Clock } from '../../engine/timers/clock.ts'
import { refuse } from '../results/refusal.ts'
import { refusalAnswer } from './answer.ts'

type Fault = readonly [status: string, description: string]

/** What never became a request: Node's codes, and what to say of them. */
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

const MALFORMED: Fault = ['400 Bad Request', 'This is not HTTP/1.1 as it can be read here']

const TUNNEL: Fault = [
  '405 Method Not Allowed',
  'CONNECT is not possible here: this is no proxy; send the request itself',
]

export interface LastAnswer {
  readonly clock: Clock
  /** How long the client has to read the answer and to close, in milliseconds. */
  readonly graceMs: number
}

/** Connections that have got their last answer: what they go on sending is not looked at. */
const ended = new WeakSet<Socket>()

/** Answers what cannot be read on the bare socket in the common shape, then ends the connection. */
export function answerBrokenHttp(server: Server, options: LastAnswer): void {
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
      // A second answer would follow the first, as if it were that to another request.
      return answer.headersSent ? end(socket, options) : sayFault()
    }
    if (answer === undefined || answer.writableFinished) return sayFault()
    // It is the next request that cannot be read. Said now, the fault would pass for the answer to this
    // one, which may be a payment that succeeds.
    ended.add(socket)
    answer.once('finish', sayFault)
  })
}

/** Answers a CONNECT, which Node would drop without a word. */
export function answerTunnel(socket: Socket, options: LastAnswer): void {
  // Its last listener for errors went with the request.
  socket.on('error', () => socket.destroy())
  endWith(TUNNEL, socket, options)
}

function endWith(
  [status, description]: Fault,
  socket: Socket,
  { clock, graceMs }: LastAnswer,
): void {
  const refusal = refuse('200.300.404', { status: Number.parseInt(status, 10), description })
  const { body } = refusalAnswer(refusal, { ndc: newRequestHex(), atMs: clock.now() })
  const text = JSON.stringify(body)
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
  )
  end(socket, { graceMs })
}

function end(socket: Socket, { graceMs }: Pick<LastAnswer, 'graceMs'>): void {
  ended.add(socket)
  socket.end()
  // The other half of the connection is the client's to close: one that does not would keep its place.
  const destroying = setTimeout(() => socket.destroy(), graceMs)
  socket.once('close', () => clearTimeout(destroying))
}
