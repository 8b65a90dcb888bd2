import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Parameters = Readonly<Record<string, unknown>>

/** A message of the DevTools protocol, as far as this client reads it. */
interface Incoming {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Parameters
  readonly result?: Parameters
  readonly error?: { readonly message: string }
}

export type EventListener = (method: string, params: Parameters, sessionId: string) => void

/**
 * A Chromium of our own, spoken to over its DevTools pipe. Playwright hides the sessions of
 * cross-process frames, and those must be throttled before their first request.
 */
export class Browser {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #input: Writable
  readonly #waiting = new Map<number, (message: Incoming) => void>()
  readonly #listeners = new Set<EventListener>()
  #lastId = 0
  #rest = ''

  private constructor(process: ChildProcess, profile: string) {
    this.#process = process
    this.#profile = profile
    this.#input = process.stdio[3] as Writable
    const output = process.stdio[4] as Readable
    output.setEncoding('utf8').on('data', (text: string) => this.#take(text))
  }

  static async launch(executable: string, args: readonly string[]): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'tillgate-bench-browser-'))
    const all = [...args, '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const
    const child = spawn(executable, all, { stdio: [...stdio] })
    // Rejects when there is no such program.
    await once(child, 'spawn')
    return new Browser(child, profile)
  }

  /** Sends a command; rejects with the browser's own words. */
  async send<Result = Parameters>(
    method: string,
    params: Parameters = {},
    sessionId?: string,
  ): Promise<Result> {
    this.#lastId += 1
    const id = this.#lastId
    const answer = new Promise<Incoming>((resolve) => this.#waiting.set(id, resolve))
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const { result, error } = await answer
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  /** Hears every event until the returned function is called. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit')
    await this.send('Browser.close')
    await ended
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #take(text: string): void {
    const messages = (this.#rest + text).split('\0')
    this.#rest = messages.pop() ?? ''
    for (const message of messages) this.#dispatch(JSON.parse(message) as Incoming)
  }

  #dispatch(message: Incoming): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    } else if (message.method !== undefined) {
      const { method, params = {}, sessionId = '' } = message
      for (const listener of this.#listeners) listener(method, params, sessionId)
    }
  }
}
