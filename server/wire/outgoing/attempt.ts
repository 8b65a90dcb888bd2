import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { OutgoingLimits } from './client.ts'

/**
 * What came of a request (R-UNK-1). `notSent`: the connection was never ready, so not a byte has left.
 * `lost`: it was ready, and no whole answer came, so the request may have been received. Reasons are
 * fixed texts and codes of Node, never anything sent.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'notSent'; readonly reason: string; readonly isTimeout: boolean }
  | { readonly kind: 'lost'; readonly reason: string; readonly isTimeout: boolean }

export interface AttemptParts {
  readonly open: () => ClientRequest
  /** The event of a new socket that is ready to send. */
  readonly connected: 'connect' | 'secureConnect'
  readonly body: string | undefined
}

/** Which of several events of a broken connection comes first depends on Node, so they have one reason. */
const CLOSED = 'the connection was closed'

/** One request on its way. */
export class Attempt {
  readonly #limits: OutgoingLimits
  #call: ClientRequest | undefined
  #timer: NodeJS.Timeout | undefined
  #mayHaveLeft = false
  #resolve: ((exchange: Exchange) => void) | undefined

  constructor(limits: OutgoingLimits) {
    this.#limits = limits
  }

  run({ open, connected, body }: AttemptParts): Promise<Exchange> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      const wait = () => this.#fail('no connection in time', true)
      this.#timer = setTimeout(wait, this.#limits.connectMs)
      try {
        this.#call = open()
        this.#follow(this.#call, connected)
        this.#call.end(body)
      } catch (error) {
        // A header that HTTP does not allow is noticed before anything is sent.
        this.#fail(codeOf(error))
      }
    })
  }

  #follow(call: ClientRequest, connected: AttemptParts['connected']): void {
    call.once('socket', (socket: Socket) => {
      if (call.reusedSocket) this.#leave()
      else socket.once(connected, () => this.#leave())
    })
    call.once('response', (answer) => this.#read(answer))
    call.on('error', (error) => this.#fail(codeOf(error)))
    call.once('close', () => this.#fail(CLOSED))
  }

  /** From here on the other server may have the request. */
  #leave(): void {
    if (this.#resolve === undefined) return
    this.#mayHaveLeft = true
    clearTimeout(this.#timer)
    const wait = () => this.#fail('no answer in time', true)
    this.#timer = setTimeout(wait, this.#limits.answerMs)
  }

  #read(answer: IncomingMessage): void {
    const { 'content-encoding': encoding = 'identity' } = answer.headers
    if (encoding !== 'identity') this.#fail('an answer that is compressed')
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > this.#limits.answerBytes) this.#fail('an answer that is too long')
      else chunks.push(chunk)
    })
    answer.once('error', () => this.#fail(CLOSED))
    answer.once('end', () => {
      if (!answer.complete) return this.#fail(CLOSED)
      const body = Buffer.concat(chunks).toString('utf8')
      this.#end({ kind: 'answered', status: answer.statusCode ?? 0, body })
    })
  }

  #fail(reason: string, isTimeout = false): void {
    if (this.#resolve === undefined) return
    this.#end({ kind: this.#mayHaveLeft ? 'lost' : 'notSent', reason, isTimeout })
    this.#call?.destroy()
  }

  #end(exchange: Exchange): void {
    clearTimeout(this.#timer)
    this.#resolve?.(exchange)
    this.#resolve = undefined
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'broken'
}
