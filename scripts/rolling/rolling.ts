import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { freePort } from '../../server/testing/free-port.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { nextVersion, presentVersion, type Version } from '../release/two-versions.mjs'
import { doneOnce, type RollingLoad, startLoad } from './rolling-load.ts'
import { postgres } from './started-postgres.ts'

/** What is done before a process is stopped, and after it serves again. */
const OPERATIONS_BETWEEN = 100

/** Of what each process has printed, where an update breaks off. */
const MAX_SHOWN = 2_000

interface Round {
  readonly print: (line: string) => void
  readonly databaseUrl: string
  readonly folder: string
  readonly versions: { readonly present: Version; readonly next: Version }
}

/**
 * Replaces two processes on one PostgreSQL by the next version, one after the other, while a merchant pays through both;
 * so many times, each with a database of its own.
 *
 * @returns how many operations failed, were lost or were done twice, and problems of `tillgate check`
 */
export async function roll(times: number, print: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-rolling-'))
  try {
    print('building the next version')
    const versions = {
      present: presentVersion(mkdtempSync(join(folder, 'present-'))),
      next: nextVersion(mkdtempSync(join(folder, 'next-'))),
    }
    print(`${versions.present.version} to ${versions.next.version}, ${times} times`)
    let faults = 0
    let operations = 0
    for (let turn = 1; turn <= times; turn++) {
      const databaseUrl = await newDatabase(postgres.url, `rolling_${turn}`)
      const round = { databaseUrl, folder: mkdtempSync(join(folder, 'round-')), versions, print }
      const { load, awayMs, found } = await rollOnce(round)
      for (const fault of found) print(`  ${fault}`)
      faults += found.length
      operations += load.done.size
      print(`${turn}: ${lineOf(load, awayMs)}`)
    }
    print(`${operations} operations in ${times} updates, ${faults} failed, lost or done twice`)
    return faults
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf(load: RollingLoad, awayMs: readonly number[]): string {
  const away = awayMs.map((ms) => (ms / 1_000).toFixed(1)).join(' and ')
  return (
    `${load.done.size} operations, ${load.failures.length} failed, ${load.repeated} sent again, ` +
    `${load.refused} connections refused, slowest ${Math.round(load.slowestMs)} ms; processes away for ${away} s`
  )
}

async function rollOnce({ databaseUrl, folder, versions, print }: Round) {
  const env = {
    TILLGATE_DATABASE_URL: databaseUrl,
    TILLGATE_VAULT_KEY: randomBytes(32).toString('hex'),
  }
  const ports = [await freePort('localhost'), await freePort('localhost')]
  const start = (at: number, main: string) =>
    startServerProcess({ dataDir: join(folder, `data-${at}`), env, main, port: ports[at] ?? 0 })
  const processes: ServerProcess[] = []
  try {
    // One after the other: the first makes the database.
    processes.push(await start(0, versions.present.main))
    processes.push(await start(1, versions.present.main))
    const { load, awayMs } = await replaceEach(processes, (at) => start(at, versions.next.main))
    const found = [...load.failures, ...(await doneOnce(processes[0]?.url ?? '', load))]
    for (const process of processes) await process.interrupt()
    const command = { dataDir: join(folder, 'data-0'), env, cli: versions.next.cli }
    const checked = await runCommand(['check'], command)
    if (checked.code !== 0) found.push(checked.output)
    return { load, awayMs, found }
  } catch (error) {
    // The end of a process is told after its connections are refused.
    await pause(1_000)
    for (const { url, endedWith, output } of processes) {
      print(`${url}: ${endedWith() ?? 'runs'}\n${output().slice(-MAX_SHOWN)}`)
    }
    throw error
  } finally {
    // Those that have ended are not there any more, which is no fault.
    for (const process of processes) await process.kill()
  }
}

/** @returns how long each process was away, in milliseconds */
async function replaceEach(
  processes: ServerProcess[],
  startNext: (at: number) => Promise<ServerProcess>,
) {
  const load = startLoad(processes.map(({ url }) => url))
  try {
    const awayMs: number[] = []
    for (const [at, process] of processes.entries()) {
      await load.more(OPERATIONS_BETWEEN)
      const startMs = performance.now()
      const code = await process.interrupt()
      if (code !== 0) throw new Error(`a process ended with ${code} instead of finishing`)
      processes[at] = await startNext(at)
      awayMs.push(performance.now() - startMs)
    }
    await load.more(OPERATIONS_BETWEEN)
    return { load, awayMs }
  } finally {
    await load.stop()
  }
}

async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
