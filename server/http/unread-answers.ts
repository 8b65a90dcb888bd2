import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ConnectionLimits } from './connection-limits.ts'

/**
 * Ends connections whose answers are not read: one that has begun must have been taken whole by the
 * system within `answerMs`. Without that a client that never reads keeps its connection, and what it
 * was answered stays in memory, for as long as it likes.
 */
export function endUnreadAnswers(
  server: Server,
  { answerMs, checkEveryMs }: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>,
): void {
  /** Every answer that is not finished, and when it was first seen to have begun. */
  const unfinished = new Map<ServerResponse, number | undefined>()
  server.on('request', (_request, response) => {
    unfinished.set(response, undefined)
    response.once('close', () => unfinished.delete(response))
  })
  function look(): void {
    const nowMs = performance.now()
    for (const [response, sinceMs] of unfinished) {
      if (!response.headersSent) continue
      if (sinceMs === undefined) unfinished.set(response, nowMs)
      else if (nowMs - sinceMs >= answerMs) drop(response.req.socket)
    }
  }
  let looking: NodeJS.Timeout | undefined
  server.on('listening', () => {
    looking = setInterval(look, checkEveryMs).unref()
  })
  server.on('close', () => clearInterval(looking))
}

/** A reset: an orderly end would leave what was not read in the system's memory. TLS has none. */
function drop(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
