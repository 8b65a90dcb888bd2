import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { median, significant } from './statistics.ts'

/** What figures depend on beside the code. */
export interface Machine {
  readonly node: string
  readonly system: string
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
}

export function describeMachine(): Machine {
  return {
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
}

const SYNCS = 50

/** Milliseconds, the median, until one page is durable in a directory: what every commit waits for. */
export function syncMsOf(directory: string): number {
  const path = join(directory, 'sync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 1)
  const durations = Array.from({ length: SYNCS }, () => {
    const startMs = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - startMs
  })
  closeSync(file)
  rmSync(path)
  return significant(median(durations), 2)
}
