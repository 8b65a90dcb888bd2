import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { answer, count, type MembersOf, text, word } from '../../server/http/described-answer.ts'
import type { Asked } from '../../server/http/route.ts'
import { day, elsewhere } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { dayFault } from '../../server/parameters/zoned-time.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { ListPlace, PaymentRow, TransactionQuery } from '../../server/store/port.ts'
import {
  type AdministrationParts,
  answerWith,
  channelsOf,
  runInTurn,
  timeZoneOf,
} from './call-parts.ts'
import { daysOf, PAYMENT_TYPES } from './payment-search.ts'

/** The newest payments of a time whose values are offered; of one read. */
const LOOKED_AT = 4_000
const OF_READ = 1_000

/** Result codes that are offered, the most frequent first. */
const MOST_CODES = 50

export const choicesRequest = requestOf(
  'admin.paymentChoices',
  Type.Object({
    firstDay: Type.Optional(day("A day of the entity's time zone.")),
    lastDay: Type.Optional(day('It counts as well.')),
  }),
  { elsewhere },
)

export const choicesAnswer = answer(
  'AdminPaymentChoices',
  {
    brands: Type.Array(text(), { description: 'The most frequent first, as all here.' }),
    currencies: Type.Array(text()),
    paymentTypes: Type.Array(word([...PAYMENT_TYPES])),
    resultCodes: Type.Array(text(), { description: `At most ${MOST_CODES}.` }),
    lookedAt: count(`Payments that were looked at, the newest first; at most ${LOOKED_AT}.`),
    isCut: Type.Boolean({ description: 'There are older ones, which may have other values.' }),
  },
  'Values of payments of a time, for filters.',
)

export type AdminPaymentChoices = MembersOf<typeof choicesAnswer>

/** `GET /admin/v1/payments/choices`. */
export async function readChoices(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const days = choicesRequest.read(call.values)
  const fault = dayFault(days)
  if (fault !== undefined) return fault
  const entityIds = await channelsOf(call, parts.store)
  if (isRefusal(entityIds)) return entityIds
  const query: TransactionQuery = {
    entityIds,
    onlyPayments: true,
    ...daysOf(days, await timeZoneOf(call, parts)),
  }
  const look = async () => {
    const found = await newestOf(query, parts)
    return { result: found, answered: 0, rowsRead: found.rows.length }
  }
  const found = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, look)
  if (isRefusal(found)) return found
  const { rows, isCut } = found
  const members = {
    brands: frequent(rows, ({ paymentBrand }) => paymentBrand),
    currencies: frequent(rows, ({ currency }) => currency),
    paymentTypes: frequent(rows, soughtType),
    resultCodes: frequent(rows, ({ resultCode }) => resultCode).slice(0, MOST_CODES),
    lookedAt: rows.length,
    isCut,
  }
  return answerWith(choicesAnswer, members, request.ndc, parts)
}

/** The type, if payments are found by it. */
function soughtType({ paymentType }: PaymentRow): (typeof PAYMENT_TYPES)[number] | undefined {
  return PAYMENT_TYPES.find((type) => type === paymentType)
}

interface Newest {
  readonly rows: readonly PaymentRow[]
  readonly isCut: boolean
}

const NOTHING: Newest = { rows: [], isCut: false }

async function newestOf(query: TransactionQuery, { store }: AdministrationParts): Promise<Newest> {
  const rows: PaymentRow[] = []
  let after: ListPlace | undefined
  while (rows.length < LOOKED_AT) {
    const page = await store.read.findTransactions(query, {
      offset: 0,
      limit: OF_READ,
      maxRows: LOOKED_AT,
      counts: false,
      ...(after === undefined ? {} : { after }),
    })
    rows.push(...page.transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : [])))
    after = page.end
    if (after === undefined) return { rows, isCut: false }
  }
  return { rows, isCut: true }
}

/** The values that rows have, each once, the most frequent first. */
function frequent<Value extends string>(
  rows: readonly PaymentRow[],
  read: (row: PaymentRow) => Value | null | undefined,
): Value[] {
  const counts = new Map<Value, number>()
  for (const row of rows) {
    const value = read(row)
    if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value)
}
