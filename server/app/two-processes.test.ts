import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePostgres } from '../store/testing/postgres.ts'
import { cardPayment, type Form } from '../testing/gateway.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../testing/server-process.fixture.ts'

const REQUESTS = 64
/** Of 9,200 minor units this fits 30 times, and 200 are left. */
const PART_MINOR = 300
const FITTING_PARTS = 30

const postgres = usePostgres()
let databaseUrl: string
let dataDir: string
let gateways: readonly ServerProcess[]

beforeAll(async () => {
  databaseUrl = await postgres.freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-two-'))
  const env = { TILLGATE_DATABASE_URL: databaseUrl, TILLGATE_VAULT_KEY: 'ab'.repeat(32) }
  // Both at once, on an empty database: they make its tables, keys and demo merchant together.
  gateways = await Promise.all(
    ['one', 'two'].map((name) => startServerProcess({ dataDir: join(dataDir, name), env })),
  )
}, 300_000)
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.interrupt()
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)

interface Answer {
  readonly status: number
  readonly id: string
  readonly code: string
}

/** Through the first gateway, the second, the first, … */
async function post(request: number, path: string, form: Form): Promise<Answer> {
  const gateway = gateways[request % gateways.length] as ServerProcess
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${processDemo.accessToken}` },
    body: new URLSearchParams(form as Record<string, string>),
  })
  const { id, result } = await response.json()
  return { status: response.status, id, code: result.code }
}

async function pay(paymentType: 'DB' | 'PA'): Promise<string> {
  const paid = await post(0, '/v1/payments', cardPayment(processDemo.entityId, { paymentType }))
  expect(paid.code).toBe(APPROVED)
  return paid.id
}

/** Asks for a part as often as the gateway says that others were in the way. */
async function takePart(request: number, id: string, paymentType: 'RF' | 'CP'): Promise<Answer> {
  const form = { paymentType, amount: '3.00', currency: 'EUR' }
  const answer = await post(request, `/v1/payments/${id}`, form)
  if (answer.code !== BUSY) return answer
  expect(answer.status).toBe(429)
  return takePart(request, id, paymentType)
}

function takeParts(id: string, paymentType: 'RF' | 'CP'): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: REQUESTS }, (_, request) => takePart(request, id, paymentType)),
  )
}

/** What the tables say of a payment, beside the sum of all that refers to it. */
async function taken(id: string): Promise<unknown> {
  const [row] = await postgres.run(
    `SELECT captured_minor::int AS captured, refunded_minor::int AS refunded,
       capture_count::int AS captures,
       (SELECT coalesce(sum(amount_minor), 0)::int FROM payment
        WHERE referenced_id = '${id}' AND state = 'succeeded') AS parts,
       (SELECT sum(amount_minor)::int FROM posting WHERE family_id = '${id}') AS balance
     FROM payment WHERE id = '${id}'`,
    databaseUrl,
  )
  return row
}

const APPROVED = '000.100.110'
const BUSY = '800.120.100'

describe('two gateways on one database', () => {
  it('never refund more than was captured, on both processes, and refuse with a result code', async () => {
    const id = await pay('DB')
    const answers = await takeParts(id, 'RF')
    const refused = answers.filter(({ code }) => code !== APPROVED)
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => '700.400.200'))
    expect(refused).toHaveLength(REQUESTS - FITTING_PARTS)
    const sum = FITTING_PARTS * PART_MINOR
    expect(await taken(id)).toEqual({
      captured: 0,
      refunded: sum,
      captures: 0,
      parts: sum,
      balance: 0,
    })
  }, 300_000)

  it('never capture a minor unit too much', async () => {
    const id = await pay('PA')
    const answers = await takeParts(id, 'CP')
    const refused = answers.filter(({ code }) => code !== APPROVED)
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => '700.400.100'))
    expect(refused).toHaveLength(REQUESTS - FITTING_PARTS)
    const sum = FITTING_PARTS * PART_MINOR
    expect(await taken(id)).toEqual({
      captured: sum,
      refunded: 0,
      captures: FITTING_PARTS,
      parts: sum,
      balance: 0,
    })
  }, 300_000)

  it('read at once what the other one has written', async () => {
    const id = await pay('DB')
    for (const { url } of gateways) {
      const response = await fetch(`${url}/v1/payments/${id}`, {
        headers: { authorization: `Bearer ${processDemo.accessToken}` },
      })
      expect(await response.json()).toMatchObject({ id, result: { code: APPROVED } })
    }
  })
})
