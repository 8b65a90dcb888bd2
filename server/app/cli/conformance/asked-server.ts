import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** How long one answer may take. */
const TIMEOUT_MS = 30_000

/** A server that limits requests is asked again this often, after what `Retry-After` says, and at most a minute. */
const MAX_THROTTLED = 5
const MAX_WAIT_MS = 60_000

export type Profile = 'strict' | 'legacy'

export interface ServerAccess {
  readonly baseUrl: string
  readonly accessToken: string
  readonly entityId: string
  readonly profile: Profile
}

export type Fields = Readonly<Record<string, string>>

export interface Reply {
  /** Such as `POST /v1/payments`. */
  readonly asked: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** A member of the answer by its path, such as `card.last4Digits`; `undefined` where there is none. */
  at(path: string): unknown
}

interface AskOptions {
  readonly headers?: Fields
  /** `null`: without the header. */
  readonly authorization?: string | null
}

/** Asks a server as a merchant's program does, without a client that would hide what is on the wire. */
export class AskedServer {
  readonly entityId: string
  readonly profile: Profile
  /** Of everything that was asked for JSON so far. */
  readonly replies: Reply[] = []
  readonly #baseUrl: string
  readonly #authorization: string
  /** In each reference, so that runs do not find each other's payments. */
  readonly #run = randomBytes(6).toString('hex')
  #references = 0

  constructor({ baseUrl, accessToken, entityId, profile }: ServerAccess) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#authorization = `Bearer ${accessToken}`
    this.entityId = entityId
    this.profile = profile
  }

  /** A `merchantTransactionId` of its own. */
  reference(): string {
    this.#references++
    return `CONFORMANCE-${this.#run}-${this.#references}`
  }

  /** A form; `entityId` is added, and left out where a field says that it is empty. */
  post(path: string, fields: Fields, options: AskOptions = {}): Promise<Reply> {
    const all = Object.entries({ entityId: this.entityId, ...fields })
    const form = new URLSearchParams(all.filter(([, value]) => value !== ''))
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    const headers = { ...type, ...options.headers }
    return this.send('POST', path, { ...options, headers, body: form.toString() })
  }

  get(path: string, query: Fields = {}, options: AskOptions = {}): Promise<Reply> {
    const asked = new URLSearchParams({ entityId: this.entityId, ...query })
    return this.send('GET', `${path}?${asked}`, options)
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', `${path}?${new URLSearchParams({ entityId: this.entityId })}`)
  }

  async send(method: string, path: string, options: AskOptions & { body?: string } = {}) {
    const reply = await this.#attempts(method, path, options)
    this.replies.push(reply)
    return reply
  }

  /** The bytes of a script. */
  async script(path: string): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(this.#baseUrl + path, { redirect: 'manual', signal })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  async #attempts(method: string, path: string, options: AskOptions & { body?: string }) {
    const { body = null, authorization = this.#authorization } = options
    const headers = { ...options.headers, ...(authorization !== null && { authorization }) }
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const init = { method, headers, body, signal, redirect: 'manual' } as const
      const response = await fetch(this.#baseUrl + path, init)
      const text = await response.text()
      if (response.status !== 429 || attempt > MAX_THROTTLED) {
        return replyOf(`${method} ${path.split('?')[0]}`, response, text)
      }
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await pause(Math.min(MAX_WAIT_MS, 1_000 * (Number.isNaN(seconds) ? 1 : seconds)))
    }
  }
}

function replyOf(asked: string, { status, headers }: Response, text: string): Reply {
  const tree = treeOf(text)
  return {
    asked,
    status,
    headers,
    text,
    at: (path) => path.split('.').reduce(memberOf, tree),
  }
}

function treeOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(tree: unknown, name: string): unknown {
  if (typeof tree !== 'object' || tree === null) return undefined
  return (tree as Readonly<Record<string, unknown>>)[name]
}
