import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { type Account, type Gateway, type House, letHappen } from './house.ts'
import { asked } from './ledgers.ts'
import type { Outcome } from './steps.ts'

/** A line of a settlement file, by the names of its columns. */
export type FileLine = Readonly<Record<string, string>>

const CURRENCIES = ['EUR', 'GBP'] as const

const FORMATS = {
  simulator: 'tillgate',
  gateway: 'tillgate',
  stripe: 'stripe-payout-reconciliation',
  adyen: 'adyen-settlement-details',
} as const

/** What the files of an account have settled, and how it went. */
export interface Settled {
  readonly outcome: Outcome
  readonly lines: readonly FileLine[]
}

/** Has the acquirer pay out, and imports the file that it writes. */
export async function settle(house: House, account: Account): Promise<Settled> {
  const { gateway } = house
  const { name } = account
  const merchantId = name === 'gateway' ? 'TEAHOUSE2' : account.merchantId
  const id = await addAcquirer(gateway, house.channelId, { connector: account.id, merchantId })
  const files = await filesOf(house, account, id)
  for (const file of files) {
    await gateway.command(
      ...['settlement', 'import', file, '--format', FORMATS[name], '--account', id],
    )
  }
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lines = texts.flatMap((text) => linesOf(text, name))
  return { outcome: outcomeOf(gateway, id, lines, account), lines }
}

async function addAcquirer(
  gateway: Gateway,
  entityId: string,
  { connector, merchantId }: { readonly connector: string; readonly merchantId: string },
): Promise<string> {
  await gateway.command(
    ...['acquirer', 'create', '--entity', entityId, '--connector', connector],
    ...['--merchant-id', merchantId, '--acquirer', connector.split(':')[0] ?? ''],
    ...['--currencies', CURRENCIES.join(',')],
  )
  return `${merchantId}@${connector}`
}

/** The files of the acquirer, in a folder of the gateway. */
async function filesOf(house: House, account: Account, id: string): Promise<readonly string[]> {
  const { gateway, receiver } = house
  switch (account.name) {
    case 'simulator':
      return simulated(gateway, { id, connector: account.id, folder: gateway.dataDir })
    case 'gateway': {
      const there = await addAcquirer(receiver, processDemo.entityId, {
        connector: 'simulator',
        merchantId: 'TEAHOUSE2',
      })
      return simulated(receiver, { id: there, connector: 'simulator', folder: gateway.dataDir })
    }
    default: {
      const page = house.pages[account.name] ?? ''
      for (const currency of CURRENCIES) {
        const id = account.name === 'stripe' ? currency.toLowerCase() : currency
        await letHappen(house, account.name, 'payout in this currency', id)
      }
      const path = join(gateway.dataDir, `${account.name}.csv`)
      await writeFile(path, await (await fetch(`${page}/report`)).text())
      return [path]
    }
  }
}

/** The file of each day on which the simulated acquirer has something to settle. */
async function simulated(
  gateway: Gateway,
  { id, connector, folder }: { id: string; connector: string; folder: string },
): Promise<readonly string[]> {
  const days = asked<{ readonly day: string }>(
    gateway.dataDir,
    `SELECT DISTINCT date(coalesce(booked_at_ms, created_at_ms) / 1000, 'unixepoch') AS day
      FROM payment WHERE connector = ? ORDER BY day`,
    connector,
  )
  const files: string[] = []
  for (const { day } of days) {
    const file = join(folder, `${id.split('@')[0]} ${day}.csv`)
    await gateway.command('settlement', 'simulate', '--account', id, '--day', day, '--out', file)
    files.push(file)
  }
  return files
}

function linesOf(text: string, name: Account['name']): readonly FileLine[] {
  const separator = FORMATS[name] === 'tillgate' ? ';' : ','
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((row) => cellsOf(row, separator))
  return rows.map((cells) => Object.fromEntries(header.map((one, at) => [one, cells[at] ?? ''])))
}

const cellsOf = (row: string, separator: string) =>
  [...`${separator}${row}`.matchAll(/[,;]("(?:[^"]|"")*"|[^,;]*)/g)].map(([, cell = '']) =>
    cell.replaceAll(/^"|"$/g, ''),
  )

/** In minor units, by currency: what the lines are worth to the merchant, without payouts. */
function netOf(lines: readonly FileLine[], name: Account['name']): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const line of lines) {
    const [currency, amount] = NET[name](line)
    if (currency !== undefined && currency !== '') {
      sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100))
    }
  }
  return sums
}

type Net = (line: FileLine) => readonly [currency: string | undefined, amount: number]

const ofTillgate: Net = ({ record_type: type = '', net_currency, net_amount }) =>
  type === 'PAYOUT' || type === 'END' ? [undefined, 0] : [net_currency, Number(net_amount)]

/** Read here once more and by hand, so that a mistake of the gateway's reader is seen. */
const NET: Readonly<Record<Account['name'], Net>> = {
  simulator: ofTillgate,
  gateway: ofTillgate,
  stripe: ({ currency = '', net }) => [currency.toUpperCase(), Number(net)],
  adyen: (line) =>
    line.Type === 'MerchantPayout'
      ? [undefined, 0]
      : [line['Net Currency'], Number(line['Net Credit (NC)']) - Number(line['Net Debit (NC)'])],
}

/** Lines that wait for a person, what the ledger says was settled and paid out, and what payments have booked. */
const JOURNAL = `
  SELECT c.currency,
    (SELECT coalesce(-sum(amount_minor), 0) FROM journal_posting j JOIN journal_entry e ON e.id = j.entry_id
      WHERE e.account_id = @id AND j.currency = c.currency AND account = 'receivable') AS settled,
    (SELECT coalesce(sum(amount_minor), 0) FROM journal_posting j JOIN journal_entry e ON e.id = j.entry_id
      WHERE e.account_id = @id AND j.currency = c.currency AND account IN ('bank', 'balance')) AS net,
    (SELECT coalesce(sum(amount_minor), 0) FROM journal_posting j JOIN journal_entry e ON e.id = j.entry_id
      WHERE e.account_id = @id AND j.currency = c.currency AND account = 'bank') AS paid,
    (SELECT coalesce(sum(CASE WHEN payment_type IN ('RF', 'CD') THEN -amount_minor ELSE amount_minor END), 0)
      FROM payment p WHERE p.connector = @connector AND p.currency = c.currency AND p.state = 'succeeded'
        AND p.reversed_minor = 0 AND payment_type IN ('DB', 'CP', 'RB', 'RF', 'CD')) AS booked
  FROM (SELECT DISTINCT currency FROM payment WHERE connector = @connector) c ORDER BY c.currency`

interface Journal {
  readonly currency: string
  readonly settled: number
  readonly net: number
  readonly paid: number
  readonly booked: number
}

function outcomeOf(
  gateway: Gateway,
  id: string,
  lines: readonly FileLine[],
  { id: connector, name }: Account,
): Outcome {
  const inFiles = netOf(lines, name)
  const journal = asked<Journal>(gateway.dataDir, JOURNAL, { id, connector })
  const [counts] = asked<{ readonly open: number }>(
    gateway.dataDir,
    `SELECT sum(several_count + unmatched_count + flagged_count) AS open
      FROM settlement_file WHERE account_id = ?`,
    id,
  )
  const faults = [
    ...(counts?.open === 0 ? [] : [`${counts?.open} lines wait for a person`]),
    ...journal.flatMap(({ currency, settled, net, paid, booked }) => [
      ...(settled === booked ? [] : [`${currency}: ${booked} booked, ${settled} settled`]),
      ...(net === inFiles.get(currency)
        ? []
        : [`${currency}: ${net} in the ledger, ${inFiles.get(currency)} in the file`]),
      ...(paid > 0 ? [] : [`${currency}: nothing was paid out`]),
    ]),
  ]
  const shown = journal.map(({ currency, paid }) => `${(paid / 100).toFixed(2)} ${currency}`)
  return {
    shown: `paid out ${shown.join(', ')}`,
    ...(faults.length === 0 ? {} : { fault: faults.join('; ') }),
  }
}
