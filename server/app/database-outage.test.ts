import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'
import { startServerProcess } from '../testing/server-process.fixture.ts'

// It is stopped and started.
const postgres = usePostgres({ own: true })

/** Waits until the database is back. */
let patient: TestGateway
/** Waits so briefly that each outage is a long one. */
let impatient: TestGateway

const startGateway = async (outageMs: number) => {
  const url = await postgres.freshDatabase()
  return startTestGateway({ store: await openPostgresStore({ url, limits: { outageMs } }) })
}

beforeAll(async () => {
  patient = await startGateway(60_000)
  impatient = await startGateway(1)
}, 300_000)
afterAll(async () => {
  await patient?.close()
  await impatient?.close()
})

const pay = (gateway: TestGateway, headers = {}) =>
  gateway.post('/v1/payments', cardPayment(gateway.demo.entityId), headers)
const codeOf = async (answer: ReturnType<typeof pay>) => (await answer).body.result.code

it('payments, reads and checkouts that arrive in a short outage are answered after it', async () => {
  const { entityId } = patient.demo
  const { body } = await pay(patient)
  await postgres.halt()
  const paid = pay(patient)
  const read = patient.get(`/v1/payments/${body.id}?entityId=${entityId}`)
  const opened = patient.post('/v1/checkouts', {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
  })
  expect(await patient.get('/readyz')).toMatchObject(AWAY)
  await postgres.resume()
  expect(await codeOf(paid)).toBe('000.100.110')
  expect(await codeOf(read)).toBe('000.100.110')
  expect(await codeOf(opened)).toBe('000.200.100')
  expect(await patient.get('/readyz')).toMatchObject({ status: 200 })
})

it('a long outage is told to payments and reads, and the same key pays once after it', async () => {
  const { entityId } = impatient.demo
  const { body } = await pay(impatient)
  const key = { 'idempotency-key': 'sent-again' }
  await postgres.halt()
  const answers = await Promise.all([
    pay(impatient, key),
    impatient.get(`/v1/payments/${body.id}?entityId=${entityId}`),
  ])
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 503,
      body: {
        result: {
          code: '800.800.800',
          description:
            'The gateway cannot reach its database; nothing was done: send the request again in a few seconds',
        },
        ndc: expect.any(String),
      },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  expect(await impatient.get('/readyz')).toMatchObject(AWAY)
  await postgres.resume()
  await ready(impatient)
  const paid = await pay(impatient, key)
  expect(paid.body.result.code).toBe('000.100.110')
  expect(paid.headers.get('idempotent-replayed')).toBeNull()
  expect((await pay(impatient, key)).body.id).toBe(paid.body.id)
})

const AWAY = { status: 503, body: { reasons: [{ reason: 'unavailable' }] } }

/** Asks until the gateway has noticed that its database is back. */
async function ready(gateway: TestGateway): Promise<void> {
  const { status } = await gateway.get('/readyz')
  if (status !== 200) return ready(gateway)
}

it('a process says once that its database is away, and once that it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-outage-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const url = await postgres.freshDatabase()
  const server = await startServerProcess({ dataDir, env: { TILLGATE_DATABASE_URL: url } })
  onTestFinished(() => server.kill())
  const status = async () => (await fetch(`${server.url}/readyz`)).status
  const linesWith = (text: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(text))
  await postgres.halt()
  await expect.poll(status, PATIENTLY).toBe(503)
  await expect.poll(() => linesWith('The database is away'), PATIENTLY).toHaveLength(1)
  await postgres.resume()
  await expect.poll(status, PATIENTLY).toBe(200)
  await expect.poll(() => linesWith('The database is back'), PATIENTLY).toHaveLength(1)
  expect(linesWith('"stack"')).toEqual([])
})

const PATIENTLY = { timeout: 120_000 }
