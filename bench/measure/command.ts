import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { built, type Home, settingsOf } from '../servers.ts'
import { cpuSecondsOf } from './cpu.ts'

/** What a command of `tillgate` has said and used. */
export interface CommandUse {
  readonly output: string
  readonly seconds: number
  /** Of all its threads: says the same on a busy machine. */
  readonly processorSeconds: number
  readonly peakMb: number
}

const LOOK_EVERY_MS = 50

/** Runs a command of the built gateway over a database. Rejects with what it said when it fails. */
export async function runCommand(home: Home, words: readonly string[]): Promise<CommandUse> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [built('../server/cli.js'), ...words], {
    env: { ...process.env, ...settingsOf(home) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let used = { processorSeconds: 0, peakMb: 0 }
  const look = () => {
    used = usedBy(child.pid ?? 0) ?? used
  }
  const watch = setInterval(look, LOOK_EVERY_MS)
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]).finally(() => clearInterval(watch))
  if (code !== 0) throw new Error(`tillgate ${words.join(' ')} failed: ${output}${complaints}`)
  return { output, seconds: (performance.now() - startMs) / 1000, ...used }
}

/** The most memory that a process has had at once so far, in MB; `null` on systems without /proc. */
export function peakMbOf(pid: number): number | null {
  return usedBy(pid)?.peakMb ?? null
}

/** Nothing where the process has ended, and on systems without /proc. */
function usedBy(pid: number): Pick<CommandUse, 'processorSeconds' | 'peakMb'> | undefined {
  const cpu = cpuSecondsOf(pid)
  if (cpu === undefined) return undefined
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const [, peakKb] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
    if (peakKb === undefined) return undefined
    return { processorSeconds: cpu.whole, peakMb: (Number(peakKb) * 1024) / 1e6 }
  } catch {
    return undefined
  }
}
