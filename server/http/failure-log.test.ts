import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedClock } from '../kernel/timers/clock.ts'
import { StoreError } from '../store/errors.ts'
import { startTestGateway } from '../testing/gateway.fixture.ts'
import { answerErrors } from './errors.ts'
import { healthRoutes } from './health.ts'
import { registerOpenRoutes } from './register-routes.ts'

interface Line {
  readonly msg: string
  readonly requests?: number
  readonly err: { readonly message: string }
}

/** A server on which everything fails for the same reason, and its log. */
async function startFailing(error: Error) {
  const lines: Line[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'error', stream } })
  const clock = sharedClock({ now: () => 0 })
  answerErrors(app, clock)
  app.get('/', async () => {
    throw error
  })
  const store = { ping: () => Promise.reject(error) }
  registerOpenRoutes(app, healthRoutes, {
    store: store as never,
    clock,
    environment: 'test',
    acquirerEnvironment: 'test',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const askOften = async (path: string, times: number) => {
    const beginMs = performance.now()
    for (let asked = 0; asked < times; asked++) {
      expect((await fetch(url + path)).status).toBeGreaterThanOrEqual(500)
    }
    return (performance.now() - beginMs) / 1_000
  }
  return { lines, askOften }
}

describe('a database that cannot be reached', () => {
  it.each(['/', '/readyz'])('is logged once a second, not for each request: %s', async (path) => {
    const away = new StoreError('unavailable', 'the database cannot be reached')
    const { lines, askOften } = await startFailing(away)
    const seconds = await askOften(path, 100)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThanOrEqual(1 + seconds)
    expect(lines[0]).toMatchObject({ requests: 1, err: { message: away.message } })
  })
})

it.each([
  ['an error', new Error('a bug')],
  ['a record that the store never accepts', new StoreError('invalid-change', 'a bug')],
])('a bug is logged for each request that meets it: %s', async (_what, error) => {
  const { lines, askOften } = await startFailing(error)
  await askOften('/', 5)
  expect(lines.map(({ msg }) => msg)).toEqual(Array(5).fill('request failed'))
})

it('bodies that exceed the budget are logged once a minute', async () => {
  const lines: string[] = []
  const gateway = await startTestGateway({
    limits: { bodyBytes: 0 },
    onLogLine: (line) => lines.push(line),
  })
  onTestFinished(() => gateway.close())
  for (let sent = 0; sent < 20; sent++) {
    const { status } = await gateway.post('/v1/payments', { amount: '1'.repeat(9_000) })
    expect(status).toBe(503)
  }
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'bodies of requests are refused, such as one of 127.0.0.1: Too many bytes of request bodies are under way; nothing was done: send the request again in a second; 1 since the last such line',
  ])
})
