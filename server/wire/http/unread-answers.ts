import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ConnectionLimits } from '../../engine/settings/connection-limits.ts'

/**
 * Ends connections whose answers are not read: one that has begun must have been taken whole by the
 * system within `answerMs`. Without that a client that never reads keeps its connection, and what it
 * was answered stays in memory, for as long as it likes.
 */
export class UnreadAnswers {
  readonly #limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>
  /** Every answer that is not finished, and when it was first seen to have begun. */
  readonly #unfinished = new Map<ServerResponse, number | undefined>()

  constructor(limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>) {
    this.#limits = limits
  }

  /** Only an answer whose turn it is: Node lets the others of a lost connection go without a word. */
  watch(response: ServerResponse): void {
    this.#unfinished.set(response, undefined)
    response.once('close', () => this.#unfinished.delete(response))
  }

  /** Looks for as long as the server listens. */
  endOn(server: Server): void {
    let looking: NodeJS.Timeout | undefined
    server.on('listening', () => {
      looking = setInterval(() => this.#look(), this.#limits.checkEveryMs).unref()
    })
    server.on('close', () => clearInterval(looking))
  }

  #look(): void {
    const nowMs = performance.now()
    for (const [response, sinceMs] of this.#unfinished) {
      if (!response.headersSent) continue
      if (sinceMs === undefined) this.#unfinished.set(response, nowMs)
      else if (nowMs - sinceMs >= this.#limits.answerMs) drop(response.req.socket)
    }
  }
}

/** A reset: an orderly end would leave what was not read in the system's memory. TLS has none. */
function drop(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
