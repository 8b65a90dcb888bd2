import { describe, expect, it } from 'vitest'
import { isCardLikeReference } from '../../server/parameters/card-number-guard.ts'
import { matchAgain } from './match-again.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import {
  keyedHash,
  NOW_MS,
  payoutLine,
  type SettledShop,
  settledLine,
  settledShop,
  tillgate,
  tillgateFile,
} from './settlement.fixture.ts'

const NUMBERS = ['4200000000000000', '5454545454545454', '3700 000000 00002', '4111-1111-1111-1111']

/** A number in every column that takes a text. */
const TEXT_COLUMNS = [
  'record_id',
  'acquirer_reference',
  'operation_reference',
  'payment_id',
  'reason_text',
  'bank_reference',
] as const

/** A file whose payout is named by a card number, and whose line has one in each text. */
const fileOf = ({ account }: SettledShop, number: string, payoutId = 'payout-P1') =>
  tillgateFile([
    settledLine(account, {
      ...Object.fromEntries(TEXT_COLUMNS.map((name) => [name, number])),
      payout_reference: number,
    }),
    payoutLine(account, '98.00', { record_id: payoutId, payout_reference: number }),
  ])

const NUMBER = '4200000000000000'

describe('a card number in a settlement file', () => {
  it.each(NUMBERS)('%s is neither stored nor exported', async (number) => {
    const shop = await settledShop()
    const outcome = await shop.import(fileOf(shop, number), { format: tillgate })
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join())
    const { id } = outcome.file
    const day = new Date(outcome.file.updatedAtMs).toISOString().slice(0, 10)
    const exported: string[] = []
    for await (const line of reconciliationLines(
      { entityIds: [shop.account.entityId], day },
      shop.store,
    )) {
      exported.push(line)
    }
    expect(exported.length).toBeGreaterThan(1)
    const kept = [...(await shop.lines(id)), ...(await shop.batches(id)), outcome, ...exported]
    for (const text of kept.map((one) => JSON.stringify(one))) {
      expect(text.replaceAll(/[ -]/g, '')).not.toContain(number.replaceAll(/[ -]/g, ''))
    }
    const [line] = await shop.lines(id)
    const digits = number.replaceAll(/[ -]/g, '')
    const masked = `${digits.slice(0, 6)}***${digits.slice(-4)}`
    expect(line?.acquirerReference?.startsWith(`${masked}~`)).toBe(true)
    expect(isCardLikeReference(line?.acquirerReference ?? '')).toBe(false)
  })

  it('is not answered with the fault of a refused file, nor with its name', async () => {
    const shop = await settledShop()
    const columns = ['merchant_id', 'settled_on', 'gross_amount', 'gross_currency', 'ordered_at']
    for (const column of columns) {
      const line = { ...settledLine(shop.account), [column]: NUMBER }
      const { kind, texts } = await shop.import(tillgateFile([line]), { format: tillgate })
      expect(kind).toBe('refused')
      expect(texts.join()).not.toContain('4200000000000000')
    }
    const asHeader = await shop.import('4200000000000000;4200000000000000\n', { format: tillgate })
    expect(asHeader.texts.join()).not.toContain('4200000000000000')
  })

  it('as the reference of a payment finds it, and later lines of the same reference', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ merchantTransactionId: '4200000000000000' })
    const settled = await shop.import(fileOf(shop, NUMBER), { format: tillgate })
    expect(settled).toMatchObject({ kind: 'imported', counts: { matched: 1 } })
    const refund = await shop.pay({
      paymentType: 'RF',
      operation: 'refund',
      familyId: payment.id,
      referencedId: payment.id,
      amountMinor: 500,
    })
    const later = tillgateFile([
      settledLine(shop.account, {
        record_id: 'r2',
        record_type: 'REFUNDED',
        acquirer_reference: '4200000000000000',
        gross_amount: '-5.00',
        net_amount: '-5.00',
        interchange: '',
        scheme_fee: '',
        markup: '',
        payout_reference: '',
      }),
    ])
    const outcome = await shop.import(later, { format: tillgate })
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join())
    const [line] = await shop.lines(outcome.file.id)
    const matches = await shop.store.read.settlementMatchesOfLines(line?.batchId ?? '', 1, 1)
    expect(matches).toMatchObject([{ paymentId: refund.id, rule: 'acquirerReference' }])
  })

  it('as the reference of a payment that comes later finds it, by its hash', async () => {
    const shop = await settledShop()
    const file = await shop.import(fileOf(shop, NUMBER), { format: tillgate })
    expect(file).toMatchObject({ kind: 'imported', counts: { notMatched: 1 } })
    const createdAtMs = Date.UTC(2026, 10, 20, 12)
    for (const merchantTransactionId of ['another', '4111111111111111']) {
      await shop.pay({ merchantTransactionId, createdAtMs })
    }
    const { id } = await shop.pay({ merchantTransactionId: NUMBER, createdAtMs })
    const parts = { store: shop.store, clock: { now: () => NOW_MS }, keyedHash }
    const again = await matchAgain(shop.account, { toleranceMinor: 0 }, parts)
    expect(again).toMatchObject({ matched: 1 })
    const [match] = await shop.store.read.settlementMatchesOfPayments([id])
    expect(match?.rule).toBe('merchantTransactionId')
  })

  it('as the id of a record is booked once, also where an earlier version has stored it', async () => {
    const shop = await settledShop()
    const first = await shop.import(fileOf(shop, NUMBER), { format: tillgate })
    if (first.kind !== 'imported') throw new Error(first.texts.join())
    const earlier = await settledShop()
    const [line] = await shop.lines(first.file.id)
    if (line === undefined) throw new Error('There is no line')
    const accountId = earlier.account.id
    const stored = await earlier.store.commit([
      { kind: 'insertSettlementFile', row: { ...first.file, accountId } },
      { kind: 'insertSettlementLine', row: { ...line, accountId, recordId: NUMBER } },
    ])
    expect(stored.applied).toBe(true)
    const again = tillgateFile([
      settledLine(earlier.account, { record_id: NUMBER, payout_reference: '' }),
    ])
    const repeated = await earlier.import(again, { format: tillgate })
    expect(repeated).toMatchObject({ kind: 'imported', counts: { repeated: 1 } })
  })
})
