import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../../server/testing/command.fixture.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { doneOnce, type RollingLoad, startLoad } from '../rolling/rolling-load.ts'
import { pair } from './started-pair.ts'

/** What is done before the primary is killed, and after the gateways follow. */
const OPERATIONS_BETWEEN = 200
/** Whoever promotes notices it so many milliseconds later at most; requests wait for twice as long. */
const MAX_NOTICED_MS = 5_000

/**
 * Kills the primary of two gateways while a merchant pays through both, promotes its standby, and makes the other one a
 * standby again; so many times. Every fourth time the old primary runs on and nobody tells it.
 *
 * @returns how many operations failed, were lost or were done twice, and problems of `tillgate check` and `audit verify`
 */
export async function failOver(times: number, print: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-failover-'))
  const env = {
    TILLGATE_DATABASE_URL: pair.url,
    TILLGATE_VAULT_KEY: randomBytes(32).toString('hex'),
  }
  const processes: ServerProcess[] = []
  const start = (at: number) => startServerProcess({ dataDir: join(folder, `data-${at}`), env })
  try {
    processes.push(await start(0))
    processes.push(await start(1))
    const urls = processes.map(({ url }) => url)
    let [faults, operations] = [0, 0]
    for (let turn = 1; turn <= times; turn++) {
      const { load, awayMs } = await failOverUnderLoad(urls, turn)
      const found = [
        ...load.failures,
        ...(await doneOnce(urls[turn % 2] ?? '', load)),
        ...(await problemsOf({ dataDir: join(folder, 'data-0'), env })),
      ]
      for (const fault of found) print(`  ${fault}`)
      faults += found.length
      operations += load.done.size
      print(`${turn}: ${lineOf(load, awayMs)}`)
    }
    print(`${operations} operations in ${times} failovers, ${faults} failed, lost or done twice`)
    return faults
  } catch (error) {
    // The end of a process is told after its connections are refused.
    await pause(1_000)
    for (const { url, endedWith, output } of processes) {
      print(`${url}: ${endedWith() ?? 'runs'}\n${output().slice(-2_000)}`)
    }
    throw error
  } finally {
    for (const process of processes) await process.kill()
    await pair.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function failOverUnderLoad(urls: readonly string[], turn: number) {
  const load = startLoad(urls, `FAILOVER-${turn}`)
  try {
    await load.more(OPERATIONS_BETWEEN)
    // Anywhere in what the clients do.
    await pause(Math.random() * 100)
    const startMs = performance.now()
    if (turn % 4 === 0) await pair.promoteBeside()
    else await pair.failOver(Math.random() * MAX_NOTICED_MS)
    await load.more(1)
    const awayMs = performance.now() - startMs
    await load.more(OPERATIONS_BETWEEN)
    await pair.rejoin()
    await load.more(OPERATIONS_BETWEEN)
    return { load, awayMs }
  } finally {
    await load.stop()
  }
}

async function problemsOf(command: Parameters<typeof runCommand>[1]): Promise<string[]> {
  const found: string[] = []
  for (const words of [['check'], ['audit', 'verify']]) {
    const { code, output } = await runCommand(words, command)
    if (code !== 0) found.push(output)
  }
  return found
}

function lineOf(load: RollingLoad, awayMs: number): string {
  return (
    `${load.done.size} operations, ${load.failures.length} failed, ${load.repeated} sent again, ` +
    `slowest ${Math.round(load.slowestMs)} ms; no answer for ${(awayMs / 1_000).toFixed(1)} s`
  )
}
