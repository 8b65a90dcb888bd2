import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { type TraceContext, traceparentOfCall } from '../../kernel/trace-context.ts'
import { createTargetReader, type TargetParts } from './targets.ts'

/** One request to another server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  /** An absolute http or https address. */
  readonly url: string
  /** Without `host`, `content-length`, `accept-encoding` and `traceparent`, which the client sets. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The trace that it belongs to; absent: that of the running work. */
  readonly trace?: TraceContext
  /** Ends it early: it is lost then, or not sent. */
  readonly signal?: AbortSignal
}

/** Sends a request once: it repeats nothing and follows no redirect. Never rejects. */
export type OutgoingClient = (request: OutgoingRequest) => Promise<Exchange>

export interface OutgoingLimits {
  /** Name, socket and TLS handshake, and the wait for a free socket before them; in milliseconds. */
  readonly connectMs: number
  /** From the first byte that is sent to the last one that is read; in milliseconds. */
  readonly answerMs: number
  /** Of the body of one answer. */
  readonly answerBytes: number
  /** Whether a longer answer is cut there and its status counts; else it is one that did not come. */
  readonly cutsAnswers?: true
  /** Of the status line and the headers of one answer. */
  readonly headerBytes: number
  /** Open to one server at once; further requests wait, and are not sent when none is free in `connectMs`. */
  readonly sockets: number
  /** Idle sockets are closed before the server closes them, because a request sent at that moment would be lost. */
  readonly idleSocketMs: number
}

export interface OutgoingParts extends TargetParts {
  readonly limits: OutgoingLimits
  /** PEM texts. `ca` replaces the authorities that Node trusts; `cert` and `key` are for mutual TLS. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
}

/** The only way to send an HTTP request to another server. It keeps idle sockets for later requests. */
export function createOutgoingClient(parts: OutgoingParts): OutgoingClient {
  const { limits, tls } = parts
  const readTarget = createTargetReader(parts)
  const sockets = {
    keepAlive: true,
    maxSockets: limits.sockets,
    // Of idle sockets: those in use are bounded by `answerMs`.
    timeout: limits.idleSocketMs,
  }
  const plain = { request: http.request, agent: new http.Agent(sockets) }
  const secure = { request: https.request, agent: new https.Agent({ ...sockets, ...tls }) }

  return async ({ method, url, headers, body, signal, trace }) => {
    const target = readTarget(url)
    if ('fault' in target) return { kind: 'notSent', reason: target.fault, isTimeout: false }
    const isTls = target.url.protocol === 'https:'
    const { request, agent } = isTls ? secure : plain
    const options = {
      agent,
      method,
      headers: { traceparent: traceparentOfCall(trace), ...headers, ...ownHeaders(body) },
      maxHeaderSize: limits.headerBytes,
      ...(target.lookup === undefined ? {} : { lookup: target.lookup }),
    }
    return new Attempt(limits).run({
      open: () => request(target.url, options),
      connected: isTls ? 'secureConnect' : 'connect',
      body,
      signal,
    })
  }
}

function ownHeaders(body: string | Buffer | undefined): Record<string, string> {
  // A compressed answer would have to be bounded twice.
  const encoding = { 'accept-encoding': 'identity' }
  if (body === undefined) return encoding
  return { ...encoding, 'content-length': String(Buffer.byteLength(body)) }
}

/**
 * What came of a request (R-UNK-1). `notSent`: the connection was never ready, so not a byte has left.
 * `lost`: it was ready, and no whole answer came, so the request may have been received. Reasons are
 * fixed texts and codes of Node, never anything sent.
 */
export type Exchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: string
      /** The header `Retry-After`, as it was sent. */
      readonly retryAfter?: string
    }
  | { readonly kind: 'notSent'; readonly reason: string; readonly isTimeout: boolean }
  | { readonly kind: 'lost'; readonly reason: string; readonly isTimeout: boolean }

interface AttemptParts {
  readonly open: () => ClientRequest
  /** The event of a new socket that is ready to send. */
  readonly connected: 'connect' | 'secureConnect'
  readonly body: string | Buffer | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Node does not guarantee the order of the events of a broken connection, so all have one reason.
 */
const CLOSED = 'the connection was closed'

/**
 * Sockets whose connection was made. Not by `reusedSocket`, which Node leaves false where a request waited
 * for the socket that it got: it would count as never sent, although it may have been received.
 */
const readySockets = new WeakSet<Socket>()

/** One request on its way. */
class Attempt {
  readonly #limits: OutgoingLimits
  #call: ClientRequest | undefined
  #timer: NodeJS.Timeout | undefined
  #mayHaveLeft = false
  #forgetSignal: (() => void) | undefined
  #resolve: ((exchange: Exchange) => void) | undefined

  constructor(limits: OutgoingLimits) {
    this.#limits = limits
  }

  run({ open, connected, body, signal }: AttemptParts): Promise<Exchange> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      const abort = () => this.#fail('ended by this gateway')
      signal?.addEventListener('abort', abort)
      this.#forgetSignal = () => signal?.removeEventListener('abort', abort)
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
      if (readySockets.has(socket)) this.#leave()
      else
        socket.once(connected, () => {
          readySockets.add(socket)
          this.#leave()
        })
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
    if (encoding !== 'identity') {
      if (this.#limits.cutsAnswers) this.#cutOff(answer, [])
      else this.#fail('an answer that is compressed')
    }
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= this.#limits.answerBytes) return
      if (this.#limits.cutsAnswers) this.#cutOff(answer, chunks)
      else this.#fail('an answer that is too long')
    })
    answer.once('error', () => this.#fail(CLOSED))
    answer.once('end', () => {
      if (!answer.complete) return this.#fail(CLOSED)
      this.#answered(answer, Buffer.concat(chunks))
    })
  }

  #cutOff(answer: IncomingMessage, chunks: readonly Buffer[]): void {
    this.#answered(answer, Buffer.concat(chunks).subarray(0, this.#limits.answerBytes))
    this.#call?.destroy()
  }

  #answered({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): void {
    const { 'retry-after': retryAfter } = headers
    const said = retryAfter === undefined ? {} : { retryAfter }
    this.#end({ kind: 'answered', status, body: body.toString('utf8'), ...said })
  }

  #fail(reason: string, isTimeout = false): void {
    if (this.#resolve === undefined) return
    this.#end({ kind: this.#mayHaveLeft ? 'lost' : 'notSent', reason, isTimeout })
    this.#call?.destroy()
  }

  #end(exchange: Exchange): void {
    clearTimeout(this.#timer)
    this.#forgetSignal?.()
    this.#resolve?.(exchange)
    this.#resolve = undefined
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'broken'
}
