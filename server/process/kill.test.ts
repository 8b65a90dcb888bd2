import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardPayment } from '../testing/gateway.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../testing/server-process.fixture.ts'

const ROUNDS = 10
const CLIENTS = 12

/** Payments of all rounds that were acknowledged: merchantTransactionId to the answer's body. */
const acknowledged = new Map<string, Record<string, unknown>>()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-kill-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const headers = { authorization: `Bearer ${processDemo.accessToken}` }

/** Pays without end, until the process dies under it. */
async function payOn(server: ServerProcess, client: string, paid: () => void): Promise<void> {
  for (let number = 0; ; number++) {
    const merchantTransactionId = `${client}-${number}-of-the-kill-test`
    const form = cardPayment(processDemo.entityId, { merchantTransactionId })
    try {
      const response = await fetch(`${server.url}/v1/payments`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form as Record<string, string>),
      })
      acknowledged.set(merchantTransactionId, await response.json())
    } catch {
      return
    }
    paid()
  }
}

/** Kills the process after so many acknowledgements of this round, in the middle of its work. */
async function killUnderLoad(round: number): Promise<void> {
  const server = await startServerProcess({ dataDir })
  let left = 40 + round * 17
  const clients = Array.from({ length: CLIENTS }, (_none, index) =>
    payOn(server, `round${round}-client${index}`, () => {
      left -= 1
      if (left === 0) void server.kill()
    }),
  )
  await Promise.all(clients)
}

describe('a process that is killed under load', () => {
  it(`keeps every acknowledged payment, none twice, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) await killUnderLoad(round)
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 40)

    const server = await startServerProcess({ dataDir })
    for (const [merchantTransactionId, body] of acknowledged) {
      const response = await fetch(`${server.url}/v1/payments/${body.id}`, { headers })
      const read = await response.json()
      expect({ ...read, ndc: '' }).toEqual({ ...body, ndc: '' })
      expect(read.merchantTransactionId).toBe(merchantTransactionId)
    }
    expect(await server.interrupt()).toBe(0)

    const database = new Database(join(dataDir, 'tillgate.db'), { readonly: true })
    const doubled = database
      .prepare(
        `SELECT count(*) FROM payment
         GROUP BY details ->> '$.request.merchantTransactionId' HAVING count(*) > 1`,
      )
      .all()
    expect(doubled).toEqual([])
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const balance = database.prepare('SELECT sum(amount_minor) FROM posting').pluck().get()
    expect(balance).toBe(0)
    database.close()
  }, 120_000)
})
