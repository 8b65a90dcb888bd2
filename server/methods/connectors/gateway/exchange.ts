import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { GatewayLimits } from './limits.ts'

/** One request to a receiver. */
export interface ReceiverRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * What came of a request. `notSent`: the connection never stood, so not a byte has left. `lost`: it
 * stood, and no whole answer came. Reasons are fixed texts and codes of Node, never anything sent.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }

/** Sends a request once, and never again: no retry, no redirect is followed. Never rejects. */
export type Exchanger = (request: ReceiverRequest) => Promise<Exchange>

/** Sockets to one receiver. `origin`: an http or https address without a path. */
export function createExchanger(origin: string, limits: GatewayLimits): Exchanger {
  const isTls = origin.startsWith('https:')
  const { Agent, request } = isTls ? https : http
  const agent = new Agent({
    keepAlive: true,
    maxSockets: limits.sockets,
    // Of idle sockets: those in use are bounded by `answerMs`.
    timeout: limits.idleSocketMs,
  })
  return ({ method, path, headers, body }) =>
    new Promise((resolve) => {
      const call = request(new URL(path, origin), { agent, method, headers })
      const course = new Course(call, limits, resolve)
      course.follow(isTls ? 'secureConnect' : 'connect')
      call.end(body)
    })
}

/** One request on its way. */
class Course {
  readonly #call: http.ClientRequest
  readonly #limits: GatewayLimits
  readonly #resolve: (exchange: Exchange) => void
  #timer: NodeJS.Timeout
  #mayHaveLeft = false
  #isOver = false

  constructor(
    call: http.ClientRequest,
    limits: GatewayLimits,
    resolve: (exchange: Exchange) => void,
  ) {
    this.#call = call
    this.#limits = limits
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#fail('no connection in time'), limits.connectMs)
  }

  follow(connected: 'connect' | 'secureConnect'): void {
    const call = this.#call
    call.once('socket', (socket: Socket) => {
      if (call.reusedSocket) this.#leave()
      else socket.once(connected, () => this.#leave())
    })
    call.once('response', (answer) => this.#read(answer))
    call.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? 'broken'))
    call.once('close', () => this.#fail('closed'))
  }

  /** From here on the receiver may have it. */
  #leave(): void {
    if (this.#isOver) return
    this.#mayHaveLeft = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('no answer in time'), this.#limits.answerMs)
  }

  #read(answer: http.IncomingMessage): void {
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > this.#limits.answerBytes) this.#fail('an answer that is too long')
      else chunks.push(chunk)
    })
    answer.once('error', () => this.#fail('an answer that was cut off'))
    answer.once('end', () => {
      if (!answer.complete) return this.#fail('an answer that was cut off')
      const body = Buffer.concat(chunks).toString('utf8')
      this.#end({ kind: 'answered', status: answer.statusCode ?? 0, body })
    })
  }

  #fail(reason: string): void {
    if (this.#isOver) return
    this.#end({ kind: this.#mayHaveLeft ? 'lost' : 'notSent', reason })
    this.#call.destroy()
  }

  #end(exchange: Exchange): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#resolve(exchange)
  }
}
