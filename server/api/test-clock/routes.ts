import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EntityRow, Store } from '../../engine/store/port.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import {
  type Caller,
  type CallParts,
  type MerchantCall,
  readMerchantCall,
  validateCall,
} from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, keyParts } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type OnceParts, type Worked } from '../../wire/idempotency/once.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import type { EntityTime, TestClock } from './test-clock.ts'

export interface TestClockRouteParts extends CallParts, OnceParts {
  readonly store: Store
  readonly testClock: TestClock
}

/** `GET` and `POST /test/clock` (decisions §12): routes of the test environment. */
export function testClockRoutes(app: FastifyInstance, parts: TestClockRouteParts): void {
  app.get('/test/clock', async (request, reply) => {
    const answer = await read(request, parts)
    if (isRefusal(answer)) return sendRefusal(request, reply, answer, parts.clock)
    return send(reply, answer)
  })

  app.post('/test/clock', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) =>
      advance(caller, entry, request.ndc, parts)
    return answerCallerOnce(request, reply, work, parts)
  })
}

async function read(
  request: FastifyRequest,
  parts: TestClockRouteParts,
): Promise<Answer | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const entity = await entityOf(call, parts)
  return answerOf(entity, await parts.testClock.read(entity), request.ndc)
}

async function advance(
  caller: Caller,
  entry: KeyEntry | undefined,
  ndc: string,
  parts: TestClockRouteParts,
): Promise<Worked> {
  const call = validateCall(caller, 'testClock.advance', parts)
  if (isRefusal(call)) return call
  const entity = await entityOf(call, parts)
  const moved = await parts.testClock.advance(entity, {
    values: call.values,
    extraParts: keyParts(entry, (time: EntityTime) => answerOf(entity, time, ndc)),
  })
  return isRefusal(moved) || 'keyInUse' in moved ? moved : answerOf(entity, moved, ndc)
}

/** The entity whose clock is meant: the one that the request names, else the token's own. */
async function entityOf(
  { usable, token }: MerchantCall,
  { store }: TestClockRouteParts,
): Promise<EntityRow> {
  const entity = usable?.entity ?? (await store.read.entity(token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  return entity
}

function answerOf(entity: EntityRow, { nowMs, offsetMs }: EntityTime, ndc: string): Answer {
  const after = {
    entityId: entity.id,
    now: new Date(nowMs).toISOString(),
    aheadOfServerSeconds: Math.round(offsetMs / 1000),
  }
  return { status: 200, body: bodyOf('000.000.100', { ndc, atMs: nowMs }, { after }) }
}
