import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Account, House } from './house.ts'
import type { FileLine } from './settle.ts'

/** What happened to the money of payments, in minor units. */
interface Sums {
  readonly captured: number
  readonly released: number
  readonly refunded: number
  /** Taken back by banks, and not given back. */
  readonly disputed: number
}

/** A payment with all that refers to it, as one side has booked it. */
interface Booked extends Sums {
  readonly currency: string
}

/** By what the acquirer calls the payment. */
type Book = ReadonlyMap<string, Booked>

export const SUMS = ['captured', 'refunded', 'disputed', 'released'] as const

/** Families of an account that have moved or held money; `name`: what the acquirer calls the first payment. */
const FAMILIES = `
  SELECT p.id, p.currency, r.value AS name,
    CASE p.payment_type WHEN 'PA' THEN p.captured_minor ELSE p.booked_minor END AS captured,
    CASE p.payment_type WHEN 'PA' THEN p.reversed_minor ELSE 0 END AS released,
    (SELECT coalesce(sum(refunded_minor), 0) FROM payment f WHERE f.family_id = p.id) AS refunded,
    (SELECT coalesce(sum(CASE payment_type WHEN 'CB' THEN amount_minor WHEN 'CR' THEN -amount_minor ELSE 0 END), 0)
      FROM payment f WHERE f.family_id = p.id) AS disputed
  FROM payment p LEFT JOIN provider_reference r
    ON r.payment_id = p.id AND r.kind = 'payment' AND r.connector = p.connector
  WHERE p.family_id = p.id AND p.connector LIKE ? AND p.payment_type IN ('DB', 'PA')`

type Family = Booked & { readonly id: string; readonly name: string | null }

/** @param connector as payments name it, or the beginning of it with a % */
function booksOf(dataDir: string, connector: string): readonly Family[] {
  return asked<Family>(dataDir, FAMILIES, connector)
}

/** Rows of a gateway's database. */
export function asked<Row>(
  dataDir: string,
  query: string,
  ...values: readonly (string | object)[]
): Row[] {
  const database = new Database(join(dataDir, 'tillgate.db'), { readonly: true })
  try {
    return database.prepare(query).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** What the gateway has booked for an account, by the acquirer's names. */
function bookHere({ gateway }: House, { id, name }: Account): Book {
  const families = booksOf(gateway.dataDir, id)
  // The simulator calls a payment as the gateway does.
  return new Map(families.map((one) => [(name === 'simulator' ? one.id : one.name) ?? one.id, one]))
}

interface BookedThere extends Booked {
  readonly authorised: number
}

/** What a last capture leaves is released here; Adyen holds it until the hold expires (docs/adyen.md). */
function releasedOf(name: Account['name'], { authorised, captured, released }: BookedThere) {
  return name === 'adyen' && captured > 0 ? authorised - captured : released
}

/** What the acquirer has booked. The simulator has no book but its settlement files. */
async function bookThere(house: House, { name }: Account, files: readonly FileLine[]) {
  switch (name) {
    case 'simulator':
      return bookOfLines(files)
    case 'gateway':
      return new Map(booksOf(house.receiver.dataDir, '%').map((one) => [one.id, one]))
    default: {
      const answer = await fetch(`${house.pages[name]}/ledger`)
      const book = (await answer.json()) as Record<string, BookedThere>
      return new Map(
        Object.entries(book).map(([id, sums]) => [
          id,
          { ...sums, released: releasedOf(name, sums), currency: sums.currency.toUpperCase() },
        ]),
      )
    }
  }
}

const SUM_OF_TYPE: Readonly<Record<string, readonly [sum: keyof Sums, sign: 1 | -1]>> = {
  SETTLED: ['captured', 1],
  REFUNDED: ['refunded', 1],
  CHARGEBACK: ['disputed', 1],
  'CHARGEBACK REVERSAL': ['disputed', -1],
}

function bookOfLines(lines: readonly FileLine[]): Book {
  const book = new Map<string, Booked>()
  for (const line of lines) {
    // As it says which payments belong together.
    const name = line.acquirer_reference?.replace(/^SIM-/, '') ?? ''
    const sum = SUM_OF_TYPE[line.record_type ?? '']
    if (name === '' || sum === undefined) continue
    const [of, sign] = sum
    const before = book.get(name) ?? { ...NOTHING, currency: line.gross_currency ?? '' }
    const minor = Math.abs(Math.round(Number(line.gross_amount) * 100))
    book.set(name, { ...before, [of]: before[of] + sign * minor })
  }
  return book
}

const NOTHING: Sums = { captured: 0, released: 0, refunded: 0, disputed: 0 }

/** What both sides have in a currency, and where they differ, payment by payment. */
export interface Compared {
  readonly currency: string
  readonly here: Sums
  readonly there: Sums
  readonly faults: readonly string[]
}

export async function compareLedgers(
  house: House,
  account: Account,
  files: readonly FileLine[],
): Promise<readonly Compared[]> {
  const here = bookHere(house, account)
  const there = await bookThere(house, account, files)
  // A settlement file says nothing of holds.
  const compared = account.name === 'simulator' ? SUMS.filter((sum) => sum !== 'released') : SUMS
  const faults = [...new Set([...here.keys(), ...there.keys()])].flatMap((name) => {
    const [ours = NOTHING, theirs = NOTHING] = [here.get(name), there.get(name)]
    return compared
      .filter((sum) => ours[sum] !== theirs[sum])
      .map((sum) => ({
        currency: (here.get(name) ?? there.get(name))?.currency,
        text: `${name}: ${sum} ${ours[sum]} here, ${theirs[sum]} there`,
      }))
  })
  const currencies = new Set([...here.values(), ...there.values()].map((one) => one.currency))
  return [...currencies].sort().map((currency) => ({
    currency,
    here: total(here, currency),
    there: total(there, currency),
    faults: faults.filter((one) => one.currency === currency).map(({ text }) => text),
  }))
}

function total(book: Book, currency: string): Sums {
  const of = [...book.values()].filter((one) => one.currency === currency)
  const sum = (name: keyof Sums) => of.reduce((all, one) => all + one[name], 0)
  return {
    captured: sum('captured'),
    refunded: sum('refunded'),
    disputed: sum('disputed'),
    released: sum('released'),
  }
}

/** What acquirers call payments, by their ids here; of several kinds the first that there is. */
export function referencesOf(
  { gateway }: House,
  kinds: readonly string[],
): ReadonlyMap<string, string> {
  const rows = asked<{ readonly id: string; readonly kind: string; readonly value: string }>(
    gateway.dataDir,
    'SELECT payment_id AS id, kind, value FROM provider_reference WHERE payment_id IS NOT NULL',
  )
  const ofKind = [...kinds].reverse().flatMap((kind) => rows.filter((row) => row.kind === kind))
  return new Map(ofKind.map(({ id, value }) => [id, value]))
}

/** A payment whose outcome is not known. */
export interface UnderWay {
  readonly id: string
  readonly type: string
  readonly amount: number
  readonly connector: string
  /** What the acquirer calls the first payment of its family. */
  readonly name: string | null
  readonly familyId: string
}

export const underWay = ({ gateway }: House): readonly UnderWay[] =>
  asked<UnderWay>(
    gateway.dataDir,
    `SELECT p.id, payment_type AS type, amount_minor AS amount, p.connector, r.value AS name,
        family_id AS familyId
      FROM payment p LEFT JOIN provider_reference r
        ON r.payment_id = p.family_id AND r.kind = 'payment' AND r.connector = p.connector
      WHERE state NOT IN ('succeeded', 'failed')`,
  )

/** Which sum of a book an operation moves. */
const MOVES: Readonly<Record<string, keyof Sums>> = {
  DB: 'captured',
  CP: 'captured',
  RF: 'refunded',
  RV: 'released',
}

/** Whether the acquirer's book has an operation that is under way here, as a person sees it there. */
export async function isDoneThere(house: House, payment: UnderWay): Promise<boolean> {
  const account = house.accounts.find(({ id }) => id === payment.connector)
  if (account === undefined) return false
  const there = (await bookThere(house, account, [])).get(payment.name ?? '')
  const sum = MOVES[payment.type]
  if (there === undefined || sum === undefined) return false
  // What captures and refunds ask for is in the sums here from the moment at which they are written down.
  const here = booksOf(house.gateway.dataDir, payment.connector).find(
    ({ id }) => id === payment.familyId,
  )
  return there[sum] >= Math.max(here?.[sum] ?? 0, payment.amount)
}
