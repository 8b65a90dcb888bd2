import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Session } from './commands.ts'

/** How long a browser may take to start, in milliseconds. */
export const START_LIMIT_MS = 30_000

/** A browser with a session in it. */
export interface Opened {
  readonly session: Session
  close(): Promise<void>
}

/** Ends a process that was started here. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Starts a program that says something on its output when it is ready: what it said. */
export async function startProgram(
  program: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) })
  return { child, said: String(said) }
}
