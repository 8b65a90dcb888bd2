import type { Socket } from 'node:net'
import { newRequestHex } from '../ids.ts'
import { refuse } from '../results/refusal.ts'
import type { Clock } from '../timers/clock.ts'
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

/** Answers on the bare socket in the common response shape, then ends the connection. */
export function answerBrokenHttp(
  error: NodeJS.ErrnoException,
  socket: Socket,
  options: LastAnswer,
): void {
  if (ended.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else endWith(FAULTS[error.code ?? ''] ?? MALFORMED, socket, options)
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
  ended.add(socket)
  const refusal = refuse('200.300.404', { status: Number.parseInt(status, 10), description })
  const { body } = refusalAnswer(refusal, { ndc: newRequestHex(), atMs: clock.now() })
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
  )
  // The other half of the connection is the client's to close: one that does not would keep its place.
  const destroying = setTimeout(() => socket.destroy(), graceMs)
  socket.once('close', () => clearTimeout(destroying))
}
