import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FtpServer, startFtpServer } from '../../operations/settlement/ftp-server.fixture.ts'
import { startServerProcess } from '../testing/server-process.fixture.ts'
import { FinanceDay, faultsOfSums } from './finance-day.fixture.ts'

/** How often the whole day is gone through; `node run.mjs test:kill --times 50` for more. */
const ROUNDS = Number(process.env.TILLGATE_KILL_ROUNDS ?? 1)

/** A step is killed so many milliseconds after it has begun, at most. */
const MAX_BEFORE_KILL_MS = 250

const MAX_DAY_MS = 300_000

let ftp: FtpServer
let parent: string

beforeAll(async () => {
  ftp = await startFtpServer()
  parent = await mkdtemp(join(tmpdir(), 'tillgate-kill-finance-'))
})
afterAll(async () => {
  ftp.close()
  await rm(parent, { recursive: true, force: true })
})

describe('a finance day whose processes are killed in every step', () => {
  it(
    `adds up to the cent, and every file is delivered under its one name, ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) await goThrough(join(parent, String(round)))
    },
    MAX_DAY_MS * ROUNDS,
  )
})

async function goThrough(dataDir: string): Promise<void> {
  ftp.files.clear()
  let server = await startServerProcess({ dataDir })
  const day = new FinanceDay(server, { dataDir, ftp })
  for (const step of day.steps) {
    const ended = Promise.allSettled([step.run()])
    await pauseFor(randomInt(MAX_BEFORE_KILL_MS))
    day.killCommands()
    await server.kill()
    await ended
    server = await startServerProcess({ dataDir })
    day.server = server
    await step.run()
  }
  const sums = await day.sums()
  expect(sums.map(({ currency, open }) => [currency, open])).toEqual([
    ['EUR', 3_300],
    ['GBP', 0],
    ['USD', 0],
  ])
  expect(sums.every(({ captured }) => captured > 0)).toBe(true)
  expect(faultsOfSums(sums)).toEqual([])
  const names = day.delivered().filter((name) => !name.endsWith('.part'))
  expect(names.every((name) => /^reconciliation_\w+_\d{4}-\d\d-\d\d\.csv$/.test(name))).toBe(true)
  expect(await day.check()).toMatch(/ 0 problems$/m)
  expect(await server.interrupt()).toBe(0)
}
