import { amountText, minorDigitsOf } from '../../../common/money.ts'
import { CommandFault, type Words } from '../../../server/cli/command.ts'
import { requiredOption } from '../../../server/cli/open-entities.ts'
import type { AcquirerAccountRow, Store } from '../../../server/store/port.ts'

/** The account that `--account` names; ends the command when there is none. */
export async function accountOf(words: Words, store: Store): Promise<AcquirerAccountRow> {
  const id = requiredOption(words, 'account')
  const account = await store.read.acquirerAccount(id)
  if (account !== undefined) return account
  throw new CommandFault(1, `there is no account ${JSON.stringify(id)}: see tillgate acquirer list`)
}

export const ACCOUNT_HELP =
  '  --account ID        merchantId@connector, as tillgate acquirer list shows it'

/** A date `yyyy-MM-dd`; ends the command where it is none. */
export function dayOption(words: Words, name: string, fallback?: string): string {
  const value = words.options[name]
  const day = typeof value === 'string' ? value : fallback
  if (day === undefined) throw new CommandFault(2, `--${name} is missing: see --help`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(day).toJSON()?.startsWith(day)
  if (isDay) return day
  throw new CommandFault(2, `--${name} must be a date such as 2026-11-20`)
}

/** An amount with its currency, such as `12.30 EUR`. */
export function moneyText(minor: number, currency: string): string {
  return `${amountText(minor, minorDigitsOf(currency) ?? 2)} ${currency}`
}
