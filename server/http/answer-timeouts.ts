import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ConnectionLimits } from '../kernel/settings/connection-limits.ts'

/**
 * Ends connections whose clients do not read: the system must have taken an answer whole within
 * `answerMs` of its start. Otherwise a client that never reads would keep its connection and its
 * answers in memory without end.
 */
export class AnswerTimeouts {
  readonly #limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>
  /** Unfinished answers, with the time at which each was first seen to have started. */
  readonly #unfinished = new Map<ServerResponse, number | undefined>()

  constructor(limits: Pick<ConnectionLimits, 'answerMs' | 'checkEveryMs'>) {
    this.#limits = limits
  }

  /**
   * Watches an answer. Call only for the answer that is sent next on its connection: Node reports no
   * end for queued answers of a lost connection.
   */
  watch(response: ServerResponse): void {
    this.#unfinished.set(response, undefined)
    response.once('close', () => this.#unfinished.delete(response))
  }

  /** Checks for as long as the server listens. */
  startOn(server: Server): void {
    let checking: NodeJS.Timeout | undefined
    server.on('listening', () => {
      checking = setInterval(() => this.#check(), this.#limits.checkEveryMs).unref()
    })
    server.on('close', () => clearInterval(checking))
  }

  #check(): void {
    const nowMs = performance.now()
    for (const [response, sinceMs] of this.#unfinished) {
      if (!response.headersSent) continue
      if (sinceMs === undefined) this.#unfinished.set(response, nowMs)
      else if (nowMs - sinceMs >= this.#limits.answerMs) reset(response.req.socket)
    }
  }
}

/** Resets the connection, because after an orderly end the system would keep the unread bytes. TLS has no reset. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
