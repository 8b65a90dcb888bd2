import { type Static, Type } from 'typebox'
import { minorDigitsOf } from '../../common/money.ts'
import { number, object, optional, text } from './setting-kinds.ts'

/** The numbers of accounts that a general ledger may have (DATEV, posting batch, fields 7 and 8). */
const ACCOUNT = /^\d{1,9}$/

function account(name: string, help: string, example: string) {
  return text(name, help, example, [ACCOUNT, 'the number of an account, 1 to 9 digits'])
}

const accounts = object(
  { name: 'Accounts', help: 'Of the books of the merchant, by their numbers.' },
  {
    clearing: account('Money at the acquirer', 'What is charged and not paid out yet.', '1360'),
    sales: account('Sales', 'What shoppers pay, and what is refunded of it.', '10000'),
    chargebacks: optional(
      account('Chargebacks', 'What banks take back and give back.', '10001'),
      'as sales',
    ),
    fees: account('Costs', 'What acquirers and networks keep.', '4970'),
    bank: account('Bank', 'Where payouts arrive, or what stands for the way there.', '1200'),
    other: optional(
      account('All others', 'Reserves and corrections of acquirers.', '1590'),
      'none: they are left out of exports for DATEV, which say how many',
    ),
  },
)

const datev = object(
  { name: 'DATEV', help: 'The head of posting batches.' },
  {
    consultant: number('Consultant', 'Number of the tax consultant.', [1001, 9_999_999]),
    client: number('Client', 'Number of the merchant at the consultant.', [1, 99_999]),
    fiscalYearBegins: optional(
      number('Begin of the fiscal year', 'Its first month, as a number.', [1, 12]),
      '1',
    ),
    accountDigits: optional(
      number('Digits of accounts', 'Of general ledger accounts.', [4, 8]),
      '4',
    ),
  },
)

/** What exports of bookings for accounting programs need to know of the merchant's books. */
export const bookkeeping = object(
  {
    name: 'Accounting',
    help: 'What exports of bookings for accounting programs are made with.',
    like: ', such as {"currency": "EUR"}',
  },
  {
    currency: text('Currency', 'Of the books.', 'EUR', [
      (value) => minorDigitsOf(value) === 2,
      'a currency of ISO 4217 with two decimal places, such as "EUR"',
    ]),
    accounts: optional(accounts, 'none: exports for DATEV are refused'),
    datev: optional(datev, 'none: exports for DATEV are refused'),
  },
)

const bookkeepingObject = Type.Object({ bookkeeping })

export type Bookkeeping = Static<typeof bookkeepingObject>['bookkeeping']
