import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** How each language runs its client, and its program. */
export const LANGUAGES = [
  ['Node', process.execPath, 'driver.mjs'],
  ['PHP', 'php', 'driver.php'],
  ['Python', 'python3', 'driver.py'],
] as const

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly accessToken: string
  readonly entityId: string
  /** Seconds. */
  readonly timeout: number
  /** Seconds. */
  readonly retryFor: number
}

/** What a call came to; `wrong` where it threw anything but the error of the client. */
interface Said {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a merchant's program reads them
  readonly answer?: any
  readonly error?: {
    readonly status?: number | null
    readonly code: string
    readonly parameterErrors: readonly { name: string; value: string; message: string }[]
    readonly mayBeDone: boolean
    readonly idempotencyKey?: string | null
    readonly message: string
    readonly answer?: { readonly id?: string } | null
  }
  readonly wrong?: string
}

export type Driver = (call: string, args: readonly unknown[], key?: string) => Promise<Said>

/** The client of a language, in a process of its own. */
export function startDriver(program: string, file: string, options: ClientOptions): Driver {
  const path = join(import.meta.dirname, file)
  const child = spawn(program, [path, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines = createInterface({ input: child.stdout })
  return async (call, args, key) => {
    const answered = once(lines, 'line')
    child.stdin.write(`${JSON.stringify({ call, args, key })}\n`)
    const [line] = await answered
    return JSON.parse(line)
  }
}
