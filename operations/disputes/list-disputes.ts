import { type Answer, bodyOf } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { Store } from '../../server/store/port.ts'
import { disputeMembers, orderMembers } from './answer.ts'
import { pageOf } from './listed-disputes.ts'

interface ListParts extends Pick<CallParts, 'access'> {
  readonly store: Store
  readonly clock: EntityClock
}

/** `GET /v1/disputes`: those of the named entity and all below it, else of the token's own. */
export async function listDisputes(
  { call, request }: Asked<MerchantCall>,
  parts: ListParts,
): Promise<Answer | Refusal> {
  const entity = await entityOfCall(call, parts.store)
  const page = await pageOf(entity, call.values, parts.store)
  if (isRefusal(page)) return page
  const { disputes, cursor } = page
  const payments = await Promise.all(
    disputes.map(({ paymentId }) => parts.store.read.payment(paymentId)),
  )
  const members = disputes.map((row, at) => ({
    ...disputeMembers(row),
    ...orderMembers(payments[at]),
  }))
  const { timeZone = 'UTC' } = await parts.access.settingsOf(entity.id)
  const shown = { disputes: members, timeZone, ...(cursor && { cursor }) }
  const meta = { ndc: request.ndc, atMs: parts.clock.of(entity.id) }
  return { status: 200, body: bodyOf('000.100.110', meta, { after: shown }) }
}
