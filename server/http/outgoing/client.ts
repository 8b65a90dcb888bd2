import http from 'node:http'
import https from 'node:https'
import { Attempt, type Exchange } from './attempt.ts'
import { createTargetReader, type TargetParts } from './targets.ts'

/** One request to another server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  /** An absolute http or https address. */
  readonly url: string
  /** Without `host`, `content-length` and `accept-encoding`, which the client sets. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
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

  return async ({ method, url, headers, body, signal }) => {
    const target = readTarget(url)
    if ('fault' in target) return { kind: 'notSent', reason: target.fault, isTimeout: false }
    const isTls = target.url.protocol === 'https:'
    const { request, agent } = isTls ? secure : plain
    const options = {
      agent,
      method,
      headers: { ...headers, ...ownHeaders(body) },
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

function ownHeaders(body: string | undefined): Record<string, string> {
  // A compressed answer would have to be bounded twice.
  const encoding = { 'accept-encoding': 'identity' }
  if (body === undefined) return encoding
  return { ...encoding, 'content-length': String(Buffer.byteLength(body)) }
}
