import { unusableToken } from '../../server/entities/token-limits.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { plainAddress } from '../../server/http/client-address.ts'
import type { Asked } from '../../server/http/route.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import { type AdministrationParts, channelsOf, entitiesOf } from './call-parts.ts'
import type { LiveEvent } from './live-payments.ts'
import { summaryOf } from './payment-summary.ts'

/** How soon a browser opens the next stream, in milliseconds. */
const RETRY_MS = 1000

/**
 * `GET /admin/v1/payments/stream`: server-sent events (HTML standard, 9.2). `payment` has what lists have of a
 * payment; `missed` says that some changes were not told: read the list again.
 */
export async function streamPayments(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
  signal: AbortSignal,
): Promise<AsyncIterable<string> | Refusal> {
  const entityIds = await channelsOf(call, parts.store)
  if (isRefusal(entityIds)) return entityIds
  const sent = request.headers['last-event-id']
  const events = parts.livePayments.open({
    of: call.person?.id ?? call.token.hash,
    sessionId: call.person?.sessionId,
    goesOn: () => mayGoOn(call, plainAddress(request.ip), parts),
    entityId: call.token.entityId,
    signal,
    entityIds: new Set(entityIds),
    lastId: typeof sent === 'string' ? sent : undefined,
  })
  return events === undefined ? tooMany : textsOf(events, parts)
}

/** As the store says now: what access knows may be a second old. */
async function mayGoOn(
  { person, token }: MerchantCall,
  address: string,
  { store, sessions, clock }: AdministrationParts,
): Promise<boolean> {
  if (person !== undefined) return sessions?.goesOn(person) ?? false
  const row = await store.read.token(token.hash)
  return row !== undefined && unusableToken(row, { nowMs: clock.now(), address }) === undefined
}

const tooMany: Refusal = refuse('800.120.100', {
  status: 429,
  description: 'Too many streams are open: close one, or read the list',
  retryAfterSeconds: 5,
})

async function* textsOf(events: AsyncIterable<LiveEvent>, parts: AdministrationParts) {
  yield `retry: ${RETRY_MS}\n\n`
  for await (const event of events) {
    const data = event.kind === 'payment' ? await shown(event.payment, parts) : {}
    yield `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

async function shown(
  payment: Extract<LiveEvent, { kind: 'payment' }>['payment'],
  { store }: AdministrationParts,
) {
  const entityOf = await entitiesOf([payment.entityId], store)
  return summaryOf(payment, entityOf(payment.entityId))
}
