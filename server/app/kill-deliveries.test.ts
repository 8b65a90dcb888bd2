import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePostgres } from '../store/testing/postgres.ts'
import { runCommand } from '../testing/command.fixture.ts'
import { processDemo, startServerProcess } from '../testing/server-process.fixture.ts'
import { createLoad } from './kill-load.fixture.ts'

/** How often each engine's process is killed; `node run.mjs test:kill --times 50`. */
const ROUNDS = Number(process.env.TILLGATE_KILL_ROUNDS ?? 2)
const MAX_ROUND_MS = 20_000

const postgres = usePostgres()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-deliveries-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const engines = [
  {
    engine: 'SQLite',
    databaseUrl: async () => `sqlite:${join(dataDir, 'tillgate.db')}`,
    endLeases: async () => undefined,
  },
  {
    engine: 'PostgreSQL',
    databaseUrl: () => postgres.freshDatabase(),
    // In place of a minute: the process that was killed does not renew its lease.
    endLeases: (url: string) => postgres.run('UPDATE delivery_lease SET until_ms = 0', url),
  },
]

interface ReceivedPayment {
  readonly id: string
  readonly referencedId?: string
}

/** A merchant's server: what it got first, in that order, and every body of a `webhook-id`. */
async function startReceiver() {
  const firsts = new Map<string, ReceivedPayment>()
  const bodies = new Map<string, Set<string>>()
  const onCall = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { type, payload } = JSON.parse(body) as { type: string; payload: ReceivedPayment }
    const id = String(request.headers['webhook-id'])
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    if (type === 'PAYMENT' && !firsts.has(payload.id)) firsts.set(payload.id, payload)
    // Long enough for kills to happen while calls are under way.
    setTimeout(() => response.end(), 10)
  }
  // A call that ends with its process has no body.
  const server = createServer((request, response) => void onCall(request, response).catch(() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, firsts, bodies, close: () => server.close() }
}

async function makeWebhook(gatewayUrl: string, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${processDemo.accessToken}` }
  const form = new URLSearchParams({ entityId: processDemo.entityId, url, types: 'PAYMENT' })
  const made = await fetch(`${gatewayUrl}/v1/webhooks`, { method: 'POST', headers, body: form })
  const { id } = (await made.json()) as { readonly id: string }
  const state = async () => {
    const read = await fetch(`${gatewayUrl}/v1/webhooks/${id}`, { headers })
    return ((await read.json()) as { readonly state: string }).state
  }
  await expect.poll(state).toBe('active')
  // The webhooks of an entity are remembered for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
}

describe.each(engines)('a process on $engine that is killed while it calls a webhook', (engine) => {
  it(
    `reports every acknowledged payment, in order, with the same bytes each time, after ${ROUNDS} kills`,
    async () => {
      const url = await engine.databaseUrl()
      const env = { TILLGATE_DATABASE_URL: url }
      const receiver = await startReceiver()
      const load = createLoad(processDemo)
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await startServerProcess({ dataDir, env })
        if (round === 0) await makeWebhook(server.url, receiver.url)
        await load.runUntilBroken(server.url, 40 + round * 17, () => void server.kill())
        await engine.endLeases(url)
      }
      const server = await startServerProcess({ dataDir, env })
      await load.repeatUnanswered(server.url)
      const missing = () => load.acknowledgedIds().filter((id) => !receiver.firsts.has(id))
      await expect.poll(missing, { interval: 250 }).toEqual([])

      const order = [...receiver.firsts.keys()]
      const early = [...receiver.firsts.values()].filter(
        ({ id, referencedId }) =>
          referencedId !== undefined && order.indexOf(referencedId) > order.indexOf(id),
      )
      expect(early).toEqual([])
      expect([...receiver.bodies.values()].filter((sent) => sent.size > 1)).toEqual([])
      expect(await server.interrupt()).toBe(0)
      const { output } = await runCommand(['check'], { dataDir, env })
      expect(output).toMatch(/ 0 problems$/m)
      receiver.close()
    },
    60_000 + ROUNDS * MAX_ROUND_MS,
  )
})
