import { listedEntities } from '../../server/store/list-limit.ts'
import {
  isBefore,
  ofStreams,
  pageOf,
  placeOf,
  searchFor,
  searchIndexOf,
  type Window,
} from '../../server/store/list-window.ts'
import type {
  ListPart,
  ListPlace,
  PaymentQuery,
  PaymentRow,
  RegistrationRow,
  RegistrationType,
  Transaction,
  TransactionPage,
  TransactionQuery,
} from '../../server/store/port.ts'
import { wantedTransactions } from '../../server/store/wanted-transactions.ts'
import type { Tables } from './tables.ts'

/** `StoreReads.findTransactions`. Throws a RangeError for a part or channels out of range. */
export function findTransactions(
  tables: Tables,
  query: TransactionQuery,
  part: ListPart,
): TransactionPage {
  const look = searchFor(query, part)
  const { offset, limit, counts } = part
  const window = windowOver(tables, query, part)
  const found = matching(tables, query)
    .filter((one) => isWithin(placeOf(one), part.after, window.end))
    .sort(newestFirst)
  const page = found.slice(offset, offset + limit)
  return pageOf(look, window, page, counts ? found.length : undefined)
}

/** What may be looked at, whatever its brand and reference are. */
function windowOver(tables: Tables, query: TransactionQuery, part: ListPart): Window {
  const ofAnyBrand = ofStreams(query)
  const { merchantTransactionId, ...ofAnyReference } = ofAnyBrand
  const isOf = (one: TransactionQuery) =>
    matching(tables, one).filter((found) => isWithin(placeOf(found), part.after, undefined))
  let seen = isOf(ofAnyBrand)
  if (searchIndexOf(query) === 'id') return { rowsRead: seen.length }
  if (seen.length > part.maxRows) seen = isOf(ofAnyReference)
  if (seen.length <= part.maxRows) return { rowsRead: seen.length }
  const last = seen.sort(newestFirst)[part.maxRows - 1] as Transaction
  return { rowsRead: part.maxRows, end: placeOf(last) }
}

function isWithin(
  place: ListPlace,
  after: ListPlace | undefined,
  end: ListPlace | undefined,
): boolean {
  return (
    (after === undefined || isBefore(after, place)) && (end === undefined || !isBefore(end, place))
  )
}

function matching(tables: Tables, query: TransactionQuery): Transaction[] {
  const channels = new Set(query.entityIds)
  const { payments, registrationTypes } = wantedTransactions(query)
  const found: Transaction[] =
    payments === undefined
      ? []
      : matchingPayments(tables, payments).map((row) => ({ kind: 'payment', row }))
  for (const type of registrationTypes) {
    const rows = tables.registrations.filter(
      (row) => channels.has(row.entityId) && fits(row, type, query),
    )
    found.push(...rows.map((row) => ({ kind: 'registration' as const, type, row })))
  }
  return found
}

function fits(row: RegistrationRow, type: RegistrationType, query: TransactionQuery): boolean {
  const { id, merchantTransactionId, paymentBrand } = row
  const { atMs } = placeOf({ kind: 'registration', type, row })
  const { createdFromMs = atMs, createdToMs = atMs, idFrom = id, idBefore } = query
  const { merchantTransactionId: reference = merchantTransactionId } = query
  return (
    (type === 'RG' || row.state === 'deleted') &&
    merchantTransactionId === reference &&
    atMs >= createdFromMs &&
    atMs <= createdToMs &&
    id >= idFrom &&
    (idBefore === undefined || id < idBefore) &&
    (query.paymentBrands?.includes(paymentBrand) ?? true)
  )
}

/** Payments that fit, in no order. Throws a RangeError for no or too many channels. */
function matchingPayments(tables: Tables, query: PaymentQuery): PaymentRow[] {
  const channels = new Set(listedEntities(query.entityIds))
  return tables.payments.filter((row) => channels.has(row.entityId) && paymentFits(row, query))
}

function paymentFits(row: PaymentRow, query: PaymentQuery): boolean {
  const { merchantTransactionId = row.merchantTransactionId } = query
  return (
    row.merchantTransactionId === merchantTransactionId &&
    isInFrame(row, query) &&
    (query.paymentTypes?.includes(row.paymentType) ?? true) &&
    (query.typesOfAnyBrand?.includes(row.paymentType) ||
      (query.paymentBrands?.includes(row.paymentBrand) ?? true)) &&
    ownFits(row, query)
  )
}

/** What only payments have. */
function ownFits(row: PaymentRow, query: PaymentQuery): boolean {
  const { operations, states, resultCodes, moved, currency = row.currency, texts = [] } = query
  const { amountFromMinor = row.amountMinor, amountToMinor = row.amountMinor } = query
  const details = lowerLatin(row.details)
  const hasFurther = /[^\0-\x7f]/.test(details)
  return (
    (operations?.includes(row.operation) ?? true) &&
    (states?.includes(row.state) ?? true) &&
    (resultCodes?.includes(row.resultCode) ?? true) &&
    (moved === undefined || row[`${moved}Minor`] > 0) &&
    row.amountMinor >= amountFromMinor &&
    row.amountMinor <= amountToMinor &&
    row.currency === currency &&
    texts.every(
      ({ text, orAmountMinor }) =>
        details.includes(lowerLatin(text)) || row.amountMinor === orAmountMinor || hasFurther,
    )
  )
}

function lowerLatin(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isInFrame({ id, createdAtMs }: PaymentRow, query: PaymentQuery): boolean {
  const { createdFromMs = createdAtMs, createdToMs = createdAtMs, idFrom = id, idBefore } = query
  const isInTime = createdAtMs >= createdFromMs && createdAtMs <= createdToMs
  return isInTime && id >= idFrom && (idBefore === undefined || id < idBefore)
}

function newestFirst(one: Transaction, other: Transaction): number {
  return isBefore(placeOf(one), placeOf(other)) ? -1 : 1
}
