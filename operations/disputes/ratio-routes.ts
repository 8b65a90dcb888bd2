import { Type } from 'typebox'
import { DAY_MS } from '../../common/durations.ts'
import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../server/entities/channels-below.ts'
import { type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { elsewhere, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import { type Month, monthOf, nameOfMonth, readMonth } from './month.ts'
import { type MonthSums, ratiosOf } from './ratios.ts'
import type { DisputeRouteParts } from './routes.ts'

interface RatioParts extends DisputeRouteParts {
  readonly longReads: LongReads
}

/** Payments of a month that one request looks at, the newest. */
const LOOKED_AT = 300_000

/** Of which month disputes are compared with sales. */
export const ratioRequest = requestOf(
  'disputes.ratios',
  Type.Object({
    month: Type.Optional(
      shaped(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/, 'a month, year and number', {
        example: '2026-11',
        description: 'Of which month (UTC); absent: the present one.',
      }),
    ),
  }),
  { elsewhere },
)

/** What the card networks compare. */
export const ratioRoutes: readonly Route<RatioParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/disputes/ratios',
    access: 'token',
    right: 'disputes.read',
    operation: ratioRequest,
    throttle: 'query',
    docs: {
      id: 'readDisputeRatios',
      tag: 'Administration',
      summary: 'Read the disputes of a month against its sales',
      description:
        'By brand, with the monitoring programmes of the card networks, and how they stand at the end of the present month if it goes on as it began. Looks at the newest 300,000 payments of the month and of the one before; where there are more, the ratios are absent: use tillgate dispute ratios.',
      label: 'Dispute ratios',
      answers: ['DisputeRatios'],
    },
    handle: readRatios,
  },
]

async function readRatios(
  { call, request }: Asked<MerchantCall>,
  parts: RatioParts,
): Promise<Answer | Refusal> {
  const { store, clock } = parts
  const entity = await entityOfCall(call, store)
  const entityIds = await channelsBelow(entity, store)
  if (entityIds.length > MAX_CHANNELS) return tooManyChannels
  const nowMs = clock.of(entity.id)
  const name = ratioRequest.read(call.values).month ?? nameOfMonth(nowMs)
  const look = { maxRows: LOOKED_AT }
  const read = async () => {
    const result = await readMonth(entityIds, monthOf(name), { look, store })
    return { result, answered: 0, rowsRead: rowsOf(result) }
  }
  const month = entityIds.length === 0 ? NOTHING : await runQueryInTurn(call.token, parts, read)
  if (isRefusal(month)) return month
  const after = {
    month: name,
    ...ratiosOf(month, passedOf(monthOf(name), nowMs)),
    isCut: month.isCut,
  }
  const meta = { ndc: request.ndc, atMs: nowMs }
  return { status: 200, body: bodyOf('000.000.100', meta, { after }) }
}

/** The part of a month that has passed; `undefined`: it is over, or has not lasted a day. */
function passedOf({ fromMs, toMs }: Month, nowMs: number): number | undefined {
  if (nowMs >= toMs || nowMs < fromMs + DAY_MS) return undefined
  return (nowMs - fromMs) / (toMs - fromMs)
}

const NOTHING: MonthSums = { disputes: [], sales: [], salesBefore: [], isCut: false }

function rowsOf({ sales, salesBefore }: MonthSums): number {
  return [...sales, ...salesBefore].reduce((all, { count }) => all + count, 0)
}
