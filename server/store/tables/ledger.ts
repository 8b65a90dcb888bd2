import {
  currency,
  integerBetween,
  keyOf,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import { type RowOf, table } from './table.ts'

/**
 * Accounts of the general ledger, from the merchant's side: a positive posting is more money, a claim or a
 * cost; a negative one less of it.
 * - `receivable`: what acquirers owe for payments. Its increase is in the postings of the payments.
 * - `balance`: what acquirers have settled and not yet paid out.
 * - `reserve`: what they keep back. `disputes`: what was charged back. `bank`: what they have paid out.
 * - `carried`: between two payouts, of which one has left something for the other.
 * - `external`: what another acquirer settles, and the file only tells.
 * - `clearing`: between two currencies. `adjustments`: corrections. `suspense`: records of unknown type.
 * - `fees.…`: costs by kind.
 */
export type LedgerAccount =
  | 'receivable'
  | 'balance'
  | 'reserve'
  | 'disputes'
  | 'bank'
  | 'carried'
  | 'external'
  | 'clearing'
  | 'adjustments'
  | 'suspense'
  | 'fees.interchange'
  | 'fees.scheme'
  | 'fees.markup'
  | 'fees.dispute'
  | 'fees.monthly'

/**
 * One booking of the general ledger. It needs no payment: the lines of one type in a settlement batch are
 * booked together. Never changed.
 */
export const journalEntries = table({
  name: 'journal_entry',
  key: ['id'],
  columns: {
    id: text,
    accountId: keyOf('acquirer_account'),
    /** The type of the lines that it books, or `payout`. */
    kind: text,
    /** The settlement batch whose lines it books. */
    batchId: optional(sorted(text)),
    atMs: time,
  },
  read: 'journalEntry',
  insert: 'insertJournalEntry',
})

/**
 * One leg of an entry. The legs of an entry are written in one set and sum to zero in each currency
 * (R-INV-2): the store refuses a set in which they do not.
 */
export const journalPostings = table({
  name: 'journal_posting',
  key: ['entryId', 'sequence'],
  columns: {
    entryId: keyOf('journal_entry'),
    /** From 1 on. */
    sequence: version,
    account: wordOf<LedgerAccount>(),
    /** Signed minor units. */
    amountMinor: integerBetween(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    currency,
  },
  insert: 'appendJournalPosting',
})

export type JournalEntryRow = RowOf<typeof journalEntries>
export type JournalPostingRow = RowOf<typeof journalPostings>
