import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { PAGE_LIMITS } from '../limits.ts'

/** What Chromium says or answers, as the DevTools protocol has it. */
export type Fields = Readonly<Record<string, unknown>>

export interface BrowserEvent {
  readonly method: string
  readonly params: Fields
  /** Of the page, frame or worker that it is about; `undefined`: of the browser. */
  readonly sessionId: string | undefined
}

export interface Browser {
  /** Rejects where Chromium answers an error, has ended, or does not answer in time. */
  send(method: string, params?: Fields, sessionId?: string): Promise<Fields>
  /** Is told of every event until the end. There is one listener. */
  listen(listener: (event: BrowserEvent) => void): void
  /** Rejects when Chromium has ended by itself. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (result: Fields) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** It asks nobody but the page, keeps nothing, and needs no keyring and no shared memory. */
const ARGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
]

/** Starts Chromium with an empty profile, which `close` deletes. Speaks over two pipes, so no port is open. */
export async function startBrowser(path: string, isSandboxed: boolean): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'tillgate-page-'))
  const args = [...ARGS, `--user-data-dir=${profile}`, ...(isSandboxed ? [] : ['--no-sandbox'])]
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  const said = lastLines(child.stdio[2] as Readable)
  const input = child.stdio[3] as Writable
  const pipe = createPipe(input, child.stdio[4] as Readable)
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  const ended = exit.then((reason): never => {
    const error = new Error(`Chromium does not run: ${reason}${hintOf(said())}`)
    pipe.fail(error)
    throw error
  })
  // Whoever waits for an answer hears of it too.
  ended.catch(() => undefined)
  return {
    send: pipe.send,
    listen: pipe.listen,
    ended,
    async close() {
      pipe.send('Browser.close').catch(() => undefined)
      const timer = setTimeout(() => child.kill('SIGKILL'), PAGE_LIMITS.endMs)
      await exit
      clearTimeout(timer)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function hintOf(said: string): string {
  if (/no usable sandbox|without --no-sandbox|zygote|namespace/i.test(said)) {
    return '. Its sandbox cannot start here, as for root and in many containers: run the command as another user, or with --no-sandbox where nothing else is worth stealing'
  }
  return said === '' ? '' : `. It said: ${said}`
}

function lastLines(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    text = (text + part).slice(-4000)
  })
  return () => text.trim().slice(-PAGE_LIMITS.maxText)
}

/** Messages of JSON, each with a NUL after it. */
function createPipe(input: Writable, output: Readable) {
  const waiting = new Map<number, Waiting>()
  let failed: Error | undefined
  let lastId = 0
  let onEvent: (event: BrowserEvent) => void = () => undefined
  let parts: Buffer[] = []
  let size = 0

  function fail(error: Error) {
    failed ??= error
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(failed)
    }
    waiting.clear()
  }

  function take(text: string) {
    const message = JSON.parse(text) as Fields
    if (typeof message.id !== 'number') {
      const { method, params, sessionId } = message as unknown as BrowserEvent
      onEvent({ method, params: params ?? {}, sessionId })
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (one === undefined) return
    clearTimeout(one.timer)
    const error = message.error as { readonly message?: string } | undefined
    if (error === undefined) one.resolve((message.result ?? {}) as Fields)
    else one.reject(new Error(`Chromium answers: ${error.message ?? 'an error without a text'}`))
  }

  output.on('data', (part: Buffer) => {
    let rest = part
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8')
      parts = []
      size = 0
      rest = rest.subarray(end + 1)
      take(text)
    }
    parts.push(rest)
    size += rest.length
    if (size > PAGE_LIMITS.maxMessageBytes) {
      fail(new Error(`Chromium sent a message of more than ${PAGE_LIMITS.maxMessageBytes} bytes`))
      output.destroy()
    }
  })
  // Both end with the process, which is told by its exit.
  input.on('error', () => undefined)
  output.on('error', () => undefined)

  return {
    fail,
    listen(listener: (event: BrowserEvent) => void) {
      onEvent = listener
    },
    send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
      if (failed !== undefined) return Promise.reject(failed)
      lastId++
      const id = lastId
      return new Promise<Fields>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new Error(`Chromium has not answered ${method} in ${PAGE_LIMITS.answerMs} ms`))
        }, PAGE_LIMITS.answerMs)
        waiting.set(id, { resolve, reject, timer })
        input.write(
          `${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`,
        )
      })
    },
  }
}
