import { type SettlementSource, TILLGATE_COLUMNS } from '../operations/settlement/index.ts'
import type { PaymentRow } from '../server/store/port.ts'
import type { Random } from './random.ts'

/** A record of the acquirer: what it says of a payment, a case, a cost or a payout. Minor units of euros. */
export interface IssuedRecord {
  readonly recordId: string
  readonly type: 'SETTLED' | 'REFUNDED' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL' | 'FEE' | 'PAYOUT'
  readonly grossMinor: number
  readonly netMinor: number
  readonly paymentId?: string
  /** The number of the case. */
  readonly case?: string
  /** The place in what has happened to its payment: files have them in any order. */
  readonly happenedAs: number
}

/** What the acquirer sends: some files say again what others have said, in another order. */
export interface IssuedFiles {
  readonly files: readonly SettlementSource[]
  /** Each record once, whatever files have it. */
  readonly records: readonly IssuedRecord[]
}

export const MERCHANT_ID = 'SIMULATED1'

const MAX_LINES = 8
const SCHEME_FEE = 3
const DISPUTE_FEE = 15
const MONTHLY_FEE = 25

/** What the acquirer settles of these payments, which are approved there, with what happens to them later. */
export function issueFiles(payments: readonly PaymentRow[], random: Random): IssuedFiles {
  const records = payments.flatMap((payment) => recordsOf(payment, random))
  records.push({
    recordId: 'fee',
    type: 'FEE',
    grossMinor: 0,
    netMinor: -MONTHLY_FEE,
    happenedAs: 0,
  })
  const files: SettlementSource[] = []
  const all: IssuedRecord[] = []
  // Records of one case may be in files of any order.
  const waiting = shuffled(records, random)
  for (let number = 1; waiting.length > 0; number += 1) {
    const own = waiting.splice(0, random.integer(1, MAX_LINES))
    const netMinor = own.reduce((sum, record) => sum + record.netMinor, 0)
    const payout: IssuedRecord = {
      recordId: `payout-${number}`,
      type: 'PAYOUT',
      grossMinor: -netMinor,
      netMinor: -netMinor,
      happenedAs: 0,
    }
    const whole = [...own, payout]
    all.push(...whole)
    files.push(fileOf(`day-${number}`, whole, number))
    if (random.chance(0.5)) files.push(fileOf(`restated-${number}`, whole.toReversed(), number))
  }
  return { files, records: all }
}

function recordsOf(payment: PaymentRow, random: Random): IssuedRecord[] {
  return lifeOf(payment, random).map((record, happenedAs) => ({ ...record, happenedAs }))
}

type Life = readonly Omit<IssuedRecord, 'happenedAs'>[]

function lifeOf({ id, paymentType, amountMinor }: PaymentRow, random: Random): Life {
  const isBack = paymentType === 'RF' || paymentType === 'CD'
  const grossMinor = isBack ? -amountMinor : amountMinor
  const about = { paymentId: id, case: `case-${id}` }
  const settled: Life[number] = {
    recordId: `r-${id}`,
    type: isBack ? 'REFUNDED' : 'SETTLED',
    grossMinor,
    netMinor: grossMinor - SCHEME_FEE,
    paymentId: id,
  }
  if (isBack || random.chance(0.6)) return [settled]
  const record = (name: string, type: IssuedRecord['type'], minor: number, feeMinor: number) => ({
    ...about,
    recordId: `${name}-${id}`,
    type,
    grossMinor: minor,
    netMinor: minor - feeMinor,
  })
  const taken = (name: string, minor: number) => record(name, 'CHARGEBACK', -minor, DISPUTE_FEE)
  const back = (name: string, minor: number) => record(name, 'CHARGEBACK REVERSAL', minor, 0)
  const first = [settled, taken('cb1', amountMinor)]
  if (random.chance(0.4)) return first
  if (random.chance(0.3) && amountMinor > 2) {
    // Two parts are given back, and taken again.
    const oneMinor = random.integer(1, amountMinor - 2)
    const otherMinor = random.integer(1, amountMinor - oneMinor - 1)
    const parts = [...first, back('cr1', oneMinor), back('cr2', otherMinor)]
    return random.chance(0.5) ? parts : [...parts, taken('cb2', oneMinor + otherMinor)]
  }
  const whole = [...first, back('cr1', amountMinor)]
  return random.chance(0.5) ? whole : [...whole, taken('cb2', amountMinor)]
}

function fileOf(name: string, records: readonly IssuedRecord[], payout: number): SettlementSource {
  const rows = records.map((record) => cellsOf(record, payout))
  rows.push({ record_id: String(records.length), record_type: 'END' })
  const lines = rows.map((cells) => TILLGATE_COLUMNS.map((column) => cells[column] ?? '').join(';'))
  const text = [TILLGATE_COLUMNS.join(';'), ...lines, ''].join('\n')
  return { name, read: () => chunksOf(Buffer.from(text)) }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

type Cells = Partial<Record<(typeof TILLGATE_COLUMNS)[number], string>>

function cellsOf(record: IssuedRecord, payout: number): Cells {
  const { recordId, type, grossMinor, netMinor, paymentId = '' } = record
  const feeMinor = grossMinor - netMinor
  const fee = {
    SETTLED: { scheme_fee: euros(feeMinor) },
    REFUNDED: { scheme_fee: euros(feeMinor) },
    CHARGEBACK: { dispute_fee: euros(feeMinor) },
    'CHARGEBACK REVERSAL': {},
    FEE: { monthly_fee: euros(feeMinor) },
    PAYOUT: {},
  }[type]
  return {
    record_id: recordId,
    record_type: type,
    merchant_id: MERCHANT_ID,
    operation_reference: record.case ?? '',
    payment_id: paymentId,
    settled_on: '2026-11-21',
    gross_amount: type === 'FEE' ? '' : euros(grossMinor),
    gross_currency: 'EUR',
    net_amount: euros(netMinor),
    net_currency: 'EUR',
    payout_reference: `P${payout}`,
    ...fee,
  }
}

function euros(minor: number): string {
  return (minor / 100).toFixed(2)
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const left = [...values]
  const mixed: Value[] = []
  while (left.length > 0) mixed.push(...left.splice(random.integer(0, left.length - 1), 1))
  return mixed
}
