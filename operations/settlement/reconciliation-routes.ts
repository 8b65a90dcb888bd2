import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import { timeOf } from '../../server/http/entity-time.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { EntityRow } from '../../server/store/port.ts'
import { settledEntities } from './accounts.ts'
import { afterLine, type SettlementRouteParts } from './admin-routes.ts'
import { reconciliationAnswer } from './answer.ts'
import { placeIn, placeText } from './line-place.ts'
import { RECONCILIATION_HEADER, reconciliationPart } from './reconciliation-file.ts'

/** Lines of the file in one answer, about. */
const MAX_LINES = 2000

const partRequest = requestOf(
  'settlement.reconciliation',
  Type.Object({
    day: Type.String({
      format: 'day',
      description: 'The day on which files were imported, UTC.',
    }),
    afterLine,
  }),
  { elsewhere: 'a reconciliation file is of a day' },
)

/** `GET /admin/v1/settlement/reconciliation`: the reconciliation file of a day, in parts. */
export const reconciliationRoutes: readonly Route<SettlementRouteParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/settlement/reconciliation',
    right: 'payments.export',
    audited: true,
    operation: partRequest,
    throttle: 'reports',
    docs: {
      tag: 'Administration',
      id: 'readReconciliationFile',
      summary: 'Read the reconciliation file of a day',
      description: `The lines that tillgate reconciliation write writes, of the entity and all below it: what was imported on that day (UTC). About ${MAX_LINES} in one answer; with \`afterLine\` the next ones.`,
      label: 'Reconciliation file',
      answers: [reconciliationAnswer],
    },
    handle: readPart,
  },
]

async function readPart(
  { call, request }: Asked<MerchantCall>,
  parts: SettlementRouteParts,
): Promise<Answer | Refusal> {
  const entity = await entityOf(call, parts)
  if (isRefusal(entity)) return entity
  const { day, afterLine: after } = partRequest.read(call.values)
  const { lines, place } = await reconciliationPart(
    { entityIds: await settledEntities(entity, parts.store), day },
    { after: after === undefined ? undefined : placeIn(after), limit: MAX_LINES },
    parts.store,
  )
  const next = place === undefined ? {} : { afterLine: placeText(place) }
  const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
  const shown = { header: RECONCILIATION_HEADER, lines, ...next }
  return answered(reconciliationAnswer, shown, meta)
}

async function entityOf(
  { usable, token }: MerchantCall,
  { store }: SettlementRouteParts,
): Promise<EntityRow | Refusal> {
  return usable?.entity ?? (await store.read.entity(token.entityId)) ?? unknownEntity
}

const unknownEntity = refuse('700.400.580', { status: 404 })
