import type { Socket } from 'node:net'
import { newRequestHex } from '../ids.ts'
import { refuse } from '../results/refusal.ts'
import type { Clock } from '../timers/clock.ts'
import { refusalAnswer } from './answer.ts'

/** What never became a request: Node's codes, and what to say of them. */
const FAULTS: Readonly<Record<string, readonly [status: string, description: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address or the headers are longer than 16 KiB: send parameters in the body',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive whole in time'],
}

const MALFORMED = ['400 Bad Request', 'This is not HTTP/1.1 as it can be read here'] as const

/** Answers on the bare socket in the common response shape, then ends the connection. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, description] = FAULTS[error.code ?? ''] ?? MALFORMED
  const refusal = refuse('200.300.404', { status: Number.parseInt(status, 10), description })
  const { body } = refusalAnswer(refusal, { ndc: newRequestHex(), atMs: clock.now() })
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
  )
}
