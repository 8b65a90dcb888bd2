import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { StoreError, type StoreErrorCode } from '../store/errors.ts'
import { answerErrors } from './errors.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import { registerOpenRoutes } from './register-routes.ts'

const clock = { now: () => Date.UTC(2026, 10, 20, 15) }

/** Asks `/readyz` of a gateway whose store answers `ping` so. */
async function readiness(ping: () => Promise<void>, more: Partial<HealthParts> = {}) {
  const app = Fastify()
  answerErrors(app, clock)
  registerOpenRoutes(app, healthRoutes, {
    store: { ...openMemoryStore(), ping },
    clock,
    environment: 'test',
    acquirerEnvironment: 'test',
    ...more,
  })
  const answer = await app.inject('/readyz')
  await app.close()
  return { status: answer.statusCode, body: answer.json() }
}

describe('/readyz', () => {
  it('says that payments can be accepted', async () => {
    const { status, body } = await readiness(async () => {})
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: { code: '000.000.100' }, ndc: expect.any(String) })
    expect(body).toMatchObject({ environment: 'test' })
    expect(body).not.toHaveProperty('reasons')
    expect(body).not.toHaveProperty('warnings')
  })

  it('says of a rehearsal of live that its money is not real', async () => {
    const { body } = await readiness(async () => {}, { environment: 'live' })
    expect(body).toMatchObject({ environment: 'test', rehearsal: true })
  })

  it('warns of unsafe settings that an operator has allowed (R-DUR-1)', async () => {
    const warnings = ['a power cut may lose payments']
    const { status, body } = await readiness(async () => {}, { warnings: () => warnings })
    expect([status, body.warnings]).toEqual([200, warnings])
  })

  it.each<[StoreErrorCode, string]>([
    ['overloaded', 'overloaded'],
    ['unavailable', 'unavailable'],
    ['commit-failed', 'commit-failed'],
    ['not-written', 'commit-failed'],
    ['broken', 'broken'],
    ['closed', 'closed'],
    ['incompatible', 'schema'],
    ['invalid-change', 'broken'],
  ])('of a store that is %s gives the reason %s, in the common shape', async (code, reason) => {
    const { status, body } = await readiness(async () => {
      throw new StoreError(code, 'disk I/O error at /var/lib/tillgate.db: UPDATE heartbeat')
    })
    expect(status).toBe(503)
    expect(body).toMatchObject({
      result: { code: '999.999.999', description: expect.stringMatching(/^Not ready: /) },
      reasons: [{ reason, description: expect.any(String) }],
      buildNumber: expect.any(String),
      timestamp: '2026-11-20 15:00:00+0000',
      ndc: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toMatch(/\/var|UPDATE|I\/O/)
  })

  it('does not wait for a store that does not answer', async () => {
    const { status, body } = await readiness(() => new Promise(() => {}), { maxWaitMs: 1 })
    expect(status).toBe(503)
    expect(body.reasons).toMatchObject([{ reason: 'slow' }])
  })

  it('reports an unknown error as a broken store', async () => {
    const { body } = await readiness(async () => {
      throw new Error('something else')
    })
    expect(body.reasons).toMatchObject([{ reason: 'broken' }])
  })
})
