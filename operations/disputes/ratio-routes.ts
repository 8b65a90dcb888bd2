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
import { type Month, monthOf, nameOfMonth, readMonth, summedSales } from './month.ts'
import { type MonthSums, ratiosOf } from './ratios.ts'
import type { DisputeRouteParts } from './routes.ts'

interface RatioParts extends DisputeRouteParts {
  readonly longReads: LongReads
}

/** Of which month disputes are compared with sales. */
export const ratioRequest = requestOf(
  'disputes.ratios',
  Type.Object({
    month: Type.Optional(
      shaped(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/, 'a month, year and number', {
        example: '2026-11',
        description:
          'Of which month, in the time zone of the entity (of the command: UTC); absent: the present one.',
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
        'By brand, with the monitoring programmes of the card networks, and how they stand at the end of the present month if it goes on as it began. Hours that are over are summed beforehand. Of what is not summed yet, the newest 300,000 payments of each month are looked at; where there are more, the ratios are absent: use tillgate dispute ratios.',
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
  const { store, clock, access } = parts
  const entity = await entityOfCall(call, store)
  const entityIds = await channelsBelow(entity, store)
  if (entityIds.length > MAX_CHANNELS) return tooManyChannels
  const nowMs = clock.of(entity.id)
  const { timeZone = 'UTC' } = await access.settingsOf(entity.id)
  const name = ratioRequest.read(call.values).month ?? nameOfMonth(nowMs, timeZone)
  const time = monthOf(name, timeZone)
  const read = async () => {
    const result = await readMonth(entityIds, time, { store, readSales: summedSales(store) })
    return { result, answered: 0, rowsRead: rowsOf(result) }
  }
  const month = entityIds.length === 0 ? NOTHING : await runQueryInTurn(call.token, parts, read)
  if (isRefusal(month)) return month
  const after = {
    month: name,
    timeZone,
    ...ratiosOf(month, passedOf(time, nowMs)),
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

/** Rows of sums, of which each has many payments. */
function rowsOf({ sales, salesBefore }: MonthSums): number {
  return sales.length + salesBefore.length
}
