import { Type } from 'typebox'
import { cursorOf, type Found, placeOfCursor } from '../../server/features/query/index.ts'
import { readRegistrationDetails } from '../../server/features/registrations/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { cursor, elsewhere, limit } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { RegistrationRow, TransactionPage } from '../../server/store/port.ts'
import { type AdminStoredDetails, type AdminStoredList, storedList } from './answer.ts'
import {
  type AdministrationParts,
  answerWith,
  channelsOf,
  entitiesOf,
  runInTurn,
} from './call-parts.ts'

/** Stored details that one request looks at. */
const LOOKED_AT = 4_000

export const storedSearch = requestOf(
  'admin.storedDetails',
  Type.Object({ limit: limit(200, 100), cursor: Type.Optional(cursor) }),
  { elsewhere },
)

/** `GET /admin/v1/stored-details`: what merchants have stored of their shoppers, newest first. */
export async function listStored(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const sent = storedSearch.read(call.values)
  const after = placeOfCursor(sent.cursor ?? '')
  const part = {
    offset: 0,
    limit: sent.limit,
    counts: false,
    maxRows: LOOKED_AT,
    ...(after === undefined ? {} : { after }),
  }
  const find = async (): Promise<Found<TransactionPage>> => {
    const result = await store.read.findTransactions({ entityIds, paymentTypes: ['RG'] }, part)
    return { result, answered: 0, rowsRead: result.rowsRead }
  }
  const page = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, find)
  if (isRefusal(page)) return page
  return answerWith(storedList, await shownPage(page, parts), request.ndc, parts)
}

const NOTHING: TransactionPage = { transactions: [], rowsRead: 0 }

async function shownPage(
  { transactions, end }: TransactionPage,
  { store }: AdministrationParts,
): Promise<AdminStoredList> {
  const rows = transactions.flatMap((one) => (one.kind === 'registration' ? [one.row] : []))
  const entityOf = await entitiesOf(
    rows.map(({ entityId }) => entityId),
    store,
  )
  return {
    storedDetails: rows.map((row) => shownStored(row, entityOf(row.entityId))),
    ...(end === undefined ? {} : { cursor: cursorOf(end) }),
  }
}

/** Stored details as lists show them. */
export function shownStored(row: RegistrationRow, entity: AdminStoredDetails['entity']) {
  const { id, state, paymentBrand, createdAtMs, expiresAtMs, merchantTransactionId } = row
  const { card, request } = readRegistrationDetails(row.details)
  const holder = card?.holder ?? request['bankAccount.holder'] ?? request['virtualAccount.holder']
  const last4 = card?.last4Digits ?? request['bankAccount.iban']?.slice(-4)
  return {
    id,
    state,
    paymentBrand,
    createdAt: wireTimestamp(createdAtMs),
    endsAt: wireTimestamp(expiresAtMs),
    entity,
    ...(holder === undefined ? {} : { holder }),
    ...(last4 === undefined ? {} : { last4 }),
    ...(card === undefined ? {} : { cardExpiry: `${card.expiryMonth}/${card.expiryYear}` }),
    ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
  }
}
