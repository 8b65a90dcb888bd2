import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { csvLine } from '../../common/csv-line.ts'
import { TILLGATE_COLUMNS } from '../../operations/settlement/formats/tillgate.ts'

/** What a line of the file says of a payment. */
export interface FileLine {
  readonly paymentId: string
  readonly type: 'SETTLED' | 'REFUNDED' | 'CHARGEBACK'
}

/** What each type of line says; the payments are of 92.00. */
const AMOUNTS = {
  SETTLED: {
    gross: 92,
    net: 90.16,
    costs: { interchange: '0.92', scheme_fee: '0.37', markup: '0.55' },
  },
  REFUNDED: { gross: -92, net: -92.1, costs: { markup: '0.10' } },
  CHARGEBACK: { gross: -92, net: -107, costs: { dispute_fee: '15.00' } },
} as const

/** Writes a file of our own format: these lines, and a payout of what they sum to. */
export async function writeFileOf(
  path: string,
  merchantId: string,
  lines: readonly FileLine[],
): Promise<void> {
  const file = createWriteStream(path)
  const write = async (cells: Partial<Record<string, string>>) => {
    const line = csvLine(
      TILLGATE_COLUMNS.map((name) => cells[name] ?? ''),
      ';',
    )
    if (!file.write(`${line}\n`)) await once(file, 'drain')
  }
  file.write(`${TILLGATE_COLUMNS.join(';')}\n`)
  const common = {
    merchant_id: merchantId,
    settled_on: '2026-11-21',
    payout_reference: 'P1',
    gross_currency: 'EUR',
    net_currency: 'EUR',
  }
  let paidCents = 0
  for (const { paymentId, type } of lines) {
    const { gross, net, costs } = AMOUNTS[type]
    paidCents += Math.round(net * 100)
    await write({
      ...common,
      ...costs,
      record_id: `${type}-${paymentId}`,
      record_type: type,
      acquirer_reference: `psp-${paymentId}`,
      payment_id: paymentId,
      payment_brand: 'VISA',
      ordered_at: '2026-11-20 12:00:00',
      gross_amount: gross.toFixed(2),
      net_amount: net.toFixed(2),
    })
  }
  const paid = (-paidCents / 100).toFixed(2)
  await write({
    ...common,
    record_id: 'payout',
    record_type: 'PAYOUT',
    gross_amount: paid,
    net_amount: paid,
    paid_on: '2026-11-23',
  })
  await write({ record_id: String(lines.length + 1), record_type: 'END' })
  file.end()
  await finished(file)
}
