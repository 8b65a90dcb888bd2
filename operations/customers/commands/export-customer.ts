import type { SelectedRow as Row } from '../../../server/cli/select-rows.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import type { CustomerRows, NamedCustomer } from './find-customer.ts'

/** What only the gateway can open, and what a number was found again by. */
const LEFT_OUT = new Set(['sealed', 'keyId', 'fingerprint', 'version', 'fingerprintOfNumber'])

/** Columns with texts that are JSON, in one or two lines. */
const JSON_COLUMNS = new Set(['details', 'data', 'request', 'event', 'body', 'answer', 'facts'])

/** Everything that is kept of a customer, as one JSON text for the customer. */
export function exportText(
  rows: CustomerRows,
  { by, value }: NamedCustomer,
  nowMs: number,
): string {
  const tables = Object.entries(rows).map(([table, found]) => [table, found.map(shownRow)] as const)
  const kept = Object.fromEntries(tables.filter(([, found]) => found.length > 0))
  const text = JSON.stringify({ exportedAt: wireTimestamp(nowMs), by, value, kept }, undefined, 2)
  return withoutCredentials(text, rows)
}

/** The id of a checkout, and as `ndc` has it. */
const CHECKOUT_ID = /([0-9A-F]{12})[0-9A-F]{20}[.-][\w-]+/g

/**
 * Whoever has the whole id of a checkout may pay it, and read how that went: its first digits are enough, wherever it
 * stands.
 */
function withoutCredentials(text: string, { payments, checkouts }: CustomerRows): string {
  const digitsOf = (id: Row[string] | undefined) => String(id).slice(0, 32)
  const known = new Set([
    ...checkouts.map(({ id }) => digitsOf(id)),
    ...payments.map(({ checkoutId }) => digitsOf(checkoutId)),
  ])
  return text.replaceAll(CHECKOUT_ID, (found, first) =>
    known.has(digitsOf(found)) ? `${first}…` : found,
  )
}

function shownRow(row: Row): object {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => value !== null && !LEFT_OUT.has(name))
      .map(([name, value]) => shownValue(name, value)),
  )
}

function shownValue(name: string, value: Row[string] | undefined): readonly [string, unknown] {
  if (name.endsWith('AtMs')) return [name.slice(0, -2), wireTimestamp(Number(value))]
  return [name, JSON_COLUMNS.has(name) ? parsed(String(value)) : value]
}

/** A text that is JSON as what it says, several lines as a list; any other as it is. */
function parsed(text: string): unknown {
  try {
    const lines = text.split('\n').map((line) => JSON.parse(line) as unknown)
    return lines.length === 1 ? lines[0] : lines
  } catch {
    return text
  }
}
