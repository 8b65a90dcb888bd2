import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, bodyOf } from '../http/answer.ts'
import { type CallParts, type MerchantCall, readMerchantCall } from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import type { Operation } from '../parameters/operations.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { EntityRow, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import type { EntityTime, TestClock } from './test-clock.ts'

export interface TestClockRouteParts extends CallParts {
  readonly store: Store
  readonly clock: Clock
  readonly testClock: TestClock
}

/** `GET` and `POST /test/clock` (decisions §12): routes of the test environment. */
export function testClockRoutes(app: FastifyInstance, parts: TestClockRouteParts): void {
  const { testClock, clock } = parts
  app.get('/test/clock', async (request, reply) => {
    const called = await entityOf(request, 'status', parts)
    if (isRefusal(called)) return sendRefusal(request, reply, called, clock)
    const time = await testClock.read(called.entity)
    return send(reply, answerOf(called.entity, time, request.ndc))
  })

  app.post('/test/clock', async (request, reply) => {
    const called = await entityOf(request, 'testClock.advance', parts)
    if (isRefusal(called)) return sendRefusal(request, reply, called, clock)
    const time = await testClock.advance(called.entity, called.values)
    if (isRefusal(time)) return sendRefusal(request, reply, time, clock)
    return send(reply, answerOf(called.entity, time, request.ndc))
  })
}

/** The entity whose clock is meant: the one that the request names, else the token's own. */
async function entityOf(
  request: FastifyRequest,
  operation: Operation,
  parts: TestClockRouteParts,
): Promise<{ readonly entity: EntityRow; readonly values: MerchantCall['values'] } | Refusal> {
  const call = await readMerchantCall(request, operation, parts)
  if (isRefusal(call)) return call
  const entity = call.usable?.entity ?? (await parts.store.read.entity(call.token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${call.token.entityId}`)
  return { entity, values: call.values }
}

function answerOf(entity: EntityRow, { nowMs, offsetMs }: EntityTime, ndc: string): Answer {
  const after = {
    entityId: entity.id,
    now: new Date(nowMs).toISOString(),
    aheadOfServerSeconds: Math.round(offsetMs / 1000),
  }
  return { status: 200, body: bodyOf('000.000.100', { ndc, atMs: nowMs }, { after }) }
}
