import type { EntityClocks } from '../../server/entities/entity-clocks.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import type { Timers } from '../../server/kernel/timers/timers.ts'
import type { EntityRow, Store } from '../../server/store/port.ts'
import { createTestClock, type EntityTime } from './test-clock.ts'

export interface TestClockRouteParts extends CallParts {
  readonly store: Store
  readonly clock: EntityClocks
  readonly timers: Pick<Timers, 'runDue'>
}

/** `GET` and `POST /test/clock` (decisions §12). */
export const testClockRoutes: readonly Route<TestClockRouteParts>[] = [
  {
    method: 'get',
    path: '/test/clock',
    access: 'token',
    operation: 'status',
    throttle: 'unlimited',
    testOnly: true,
    docs: {
      id: 'readTestClock',
      tag: 'Test',
      summary: 'Read the clock of an entity',
      description: 'In the test environment only.',
      label: 'Status',
      answers: ['TestClockAnswer'],
    },
    handle: read,
  },
  {
    method: 'post',
    path: '/test/clock',
    scopes: ['administer'],
    access: 'token',
    operation: 'testClock.advance',
    throttle: 'unlimited',
    once: true,
    testOnly: true,
    docs: {
      id: 'advanceTestClock',
      tag: 'Test',
      summary: 'Move the clock of an entity on',
      description:
        'In the test environment only, and of all below it: without `entityId` that of the access token, with all its channels. Whatever comes due on the way is done at its own time and before the answer: expiries, runs of schedules, and all that waits for a time.',
      body: 'TestClockRequest',
      label: 'Test clock',
      answers: ['TestClockAnswer'],
    },
    handle: advance,
  },
]

async function read(
  { call, request }: Asked<MerchantCall>,
  parts: TestClockRouteParts,
): Promise<Answer> {
  const entity = await entityOf(call, parts)
  return answerOf(entity, await testClockOf(parts).read(entity), { ndc: request.ndc })
}

async function advance(
  { call, entry, request }: Asked<MerchantCall>,
  parts: TestClockRouteParts,
): Promise<Worked> {
  const entity = await entityOf(call, parts)
  const isNamed = call.usable !== undefined
  const answer = (time: EntityTime) =>
    answerOf(entity, time, { ndc: request.ndc, told: isNamed ? undefined : movedText(entity) })
  const extraParts = keyParts(entry, answer)
  return answerTo(
    await testClockOf(parts).advance(entity, { values: call.values, extraParts, once: entry }),
    answer,
  )
}

function testClockOf({ store, clock, timers }: TestClockRouteParts) {
  return createTestClock({ store, clocks: clock, runDue: timers.runDue })
}

const STOPPED =
  'The clock was moved as far as "now" says: there was more due work on the way than one request carries out. Send "to" with the value of stoppedBefore to go on'

/** Who names no entity moves more than one channel, and a clock does not go back. */
function movedText({ kind, name }: EntityRow): string | undefined {
  if (kind === 'channel') return undefined
  return `The clock of the ${kind} ${name} and of all its channels was moved, because the request has no entityId: send the entityId of a channel to move that one alone`
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

function answerOf(
  entity: EntityRow,
  { nowMs, offsetMs, stoppedBeforeMs }: EntityTime,
  { ndc, told }: { readonly ndc: string; readonly told?: string | undefined },
): Answer {
  const after = {
    entityId: entity.id,
    now: new Date(nowMs).toISOString(),
    aheadOfServerSeconds: Math.round(offsetMs / 1000),
    ...(stoppedBeforeMs === undefined
      ? {}
      : { stoppedBefore: new Date(stoppedBeforeMs).toISOString() }),
  }
  const description = stoppedBeforeMs === undefined ? told : STOPPED
  return { status: 200, body: bodyOf('000.000.100', { ndc, atMs: nowMs }, { after, description }) }
}
