import { describe, expect, it } from 'vitest'
import { matchAgain } from '../match-again.ts'
import { PaidLines, payoutOf } from '../payout-of.ts'
import {
  adyen,
  keyedHash,
  NOW_MS,
  type SettledShop,
  settledShop,
  stripe,
} from '../settlement.fixture.ts'

type Cells = Readonly<Record<string, string>>

const ADYEN_COLUMNS =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Booking Date,Booking Date TimeZone,DCC Markup (NC),Payment Fees (NC),Dispute Reference,ARN'.split(
    ',',
  )

const STRIPE_COLUMNS =
  'automatic_payout_id,automatic_payout_effective_at_utc,balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id,payment_method_type,card_brand,dispute_reason,payment_metadata[payment_id],refund_metadata[payment_id]'.split(
    ',',
  )

const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)

function fileOf(columns: readonly string[], usual: Cells, lines: readonly Cells[]): string {
  const rows = lines.map((line, at) =>
    columns.map((name) => quoted({ ...usual, ...line }[name]?.replace('#', String(at)) ?? '')),
  )
  return [columns, ...rows, []].map((row) => row.join(',')).join('\n')
}

/** Lines of a merchant `Shop1` in batch 7, in euros. */
const adyenFile = (lines: readonly Cells[]) =>
  fileOf(
    ADYEN_COLUMNS,
    {
      'Company Account': 'TestCo',
      'Merchant Account': 'Shop1',
      'Psp Reference': 'PSP#',
      'Creation Date': '2026-11-20 10:00:00',
      TimeZone: 'CET',
      Type: 'Settled',
      'Modification Reference': 'MOD#',
      'Gross Currency': 'EUR',
      'Net Currency': 'EUR',
      'Batch Number': '7',
      'Booking Date': '2026-11-20 23:00:00',
      'Booking Date TimeZone': 'CET',
    },
    lines,
  )

/** Lines of a payout `po_1` in euros. */
const stripeFile = (lines: readonly Cells[]) =>
  fileOf(
    STRIPE_COLUMNS,
    {
      automatic_payout_id: 'po_1',
      automatic_payout_effective_at_utc: '2026-11-23 00:00:00',
      balance_transaction_id: 'txn_#',
      created_utc: '2026-11-20 10:00:00',
      available_on_utc: '2026-11-22 00:00:00',
      currency: 'eur',
      fee: '0.00',
      reporting_category: 'charge',
      source_id: 'ch_#',
      charge_id: 'ch_1',
      payment_intent_id: 'pi_1',
      payment_method_type: 'card',
    },
    lines,
  )

async function importedLines(shop: SettledShop, text: string, format = adyen) {
  const outcome = await shop.import(text, { format })
  if (outcome.kind !== 'imported') throw new Error(outcome.texts?.join('\n'))
  return { outcome, lines: await shop.lines(outcome.file.id), id: outcome.file.id }
}

const shop1 = { account: { merchantId: 'Shop1' } }

describe("Adyen's files of today", () => {
  it('have rates with 15 decimals, which are stored as they are', async () => {
    const shop = await settledShop(shop1)
    const rate = '0.950000000000000'
    const usd = { 'Gross Currency': 'USD', 'Gross Credit (GC)': '10.00', 'Exchange Rate': rate }
    const { lines } = await importedLines(shop, adyenFile([{ ...usd, 'Net Credit (NC)': '9.50' }]))
    expect(lines).toMatchObject([{ grossMinor: 1000, grossCurrency: 'USD', netMinor: 950, rate }])
  })

  it('give the merchant a part of what a conversion at the till has brought', async () => {
    const shop = await settledShop(shop1)
    const amounts = { 'Gross Credit (GC)': '100.00', 'Net Credit (NC)': '99.80' }
    const costs = { 'Commission (NC)': '0.60', 'DCC Markup (NC)': '-0.40' }
    const { lines } = await importedLines(shop, adyenFile([{ ...amounts, ...costs }]))
    expect(lines).toMatchObject([{ grossMinor: 10_000, netMinor: 9_980, markupMinor: 20 }])
  })

  it('name the dispute of a chargeback, of a second one, and of their reversal', async () => {
    const shop = await settledShop(shop1)
    const out = { 'Gross Debit (GC)': '92.00', 'Net Debit (NC)': '92.00' }
    const back = { 'Gross Credit (GC)': '92.00', 'Net Credit (NC)': '92.00' }
    const { lines } = await importedLines(
      shop,
      adyenFile([
        { ...out, Type: 'Chargeback', 'Dispute Reference': 'DSP1' },
        { ...out, Type: 'SecondChargeback', 'Dispute Reference': 'DSP1' },
        { ...back, Type: 'ChargebackReversed', 'Dispute Reference': 'DSP1' },
        { ...back, 'Dispute Reference': 'DSP1', ARN: '74537606332000000000017' },
      ]),
    )
    expect(lines.map(({ operationReference }) => operationReference)).toEqual([
      'DSP1',
      'DSP1',
      'DSP1',
      'MOD3',
    ])
    expect(lines[3]).toMatchObject({ arn: '74537606332000000000017' })
  })

  it('tell what another acquirer settles: it leaves the receivables, and nothing comes into the balance', async () => {
    const shop = await settledShop(shop1)
    const payment = await shop.pay({ amountMinor: 5_000 })
    const external = { Type: 'SettledExternally', 'Gross Credit (GC)': '50.00' }
    const { lines, id } = await importedLines(
      shop,
      adyenFile([{ ...external, 'Merchant Reference': payment.id, 'Net Currency': '' }]),
    )
    expect(lines).toMatchObject([
      { type: 'settled', grossMinor: 5_000, netMinor: 0, matchState: 'MATCHED', flag: null },
    ])
    const batchIds = lines.map(({ batchId }) => batchId)
    expect(
      await new PaidLines(shop.store).isTold({ batchId: batchIds[0] ?? '', position: 1 }),
    ).toBe(true)
    expect(await shop.ledger(id)).toEqual({ 'receivable EUR': -5_000, 'external EUR': 5_000 })
  })

  it('book what it costs that another acquirer settles as a cost of the payment', async () => {
    const shop = await settledShop(shop1)
    const external = { Type: 'SettledExternally', 'Gross Credit (GC)': '50.00' }
    const withCosts = { ...external, 'Net Debit (NC)': '0.10', 'Commission (NC)': '0.10' }
    const { id } = await importedLines(shop, adyenFile([withCosts]))
    expect(await shop.ledger(id)).toEqual({ 'fees.markup EUR': 10, 'balance EUR': -10 })
  })

  it('carry a debt over to the next payout: no correction, and no money that left', async () => {
    const shop = await settledShop(shop1)
    const { id } = await importedLines(
      shop,
      adyenFile([
        { Type: 'Refunded', 'Gross Debit (GC)': '12.00', 'Net Debit (NC)': '12.00' },
        { Type: 'Balancetransfer', 'Net Credit (NC)': '12.00' },
        { Type: 'Balancetransfer', 'Net Debit (NC)': '12.00', 'Batch Number': '8' },
        { 'Gross Credit (GC)': '30.00', 'Net Credit (NC)': '30.00', 'Batch Number': '8' },
        { Type: 'MerchantPayout', 'Net Debit (NC)': '18.00', 'Batch Number': '8' },
      ]),
    )
    expect(await shop.batches(id)).toMatchObject([
      { reference: '7', netMinor: 0, paidMinor: null },
      { reference: '8', netMinor: 1_800, paidMinor: 1_800, isUnbalanced: false },
    ])
    expect(await shop.ledger(id)).toEqual({
      'receivable EUR': -1_800,
      'carried EUR': 0,
      'balance EUR': 0,
      'bank EUR': 1_800,
    })
  })

  it('have the costs of one payment beside its settlement', async () => {
    const shop = await settledShop(shop1)
    const payment = await shop.pay()
    const of = { 'Merchant Reference': payment.id, 'Psp Reference': 'PSP1' }
    const { lines, id } = await importedLines(
      shop,
      adyenFile([
        { ...of, 'Gross Credit (GC)': '100.00', 'Net Credit (NC)': '100.00' },
        { ...of, Type: 'PaymentCost', 'Net Debit (NC)': '0.25', 'Interchange (NC)': '0.20' },
      ]),
    )
    expect(lines[1]).toMatchObject({
      type: 'cost',
      grossMinor: 0,
      netMinor: -25,
      interchangeMinor: 20,
      markupMinor: 5,
      matchState: 'MATCHED',
      flag: null,
    })
    const matches = await shop.store.read.settlementMatchesOfPayments([payment.id])
    expect(matches.map(({ type }) => type).toSorted()).toEqual(['cost', 'settled'])
    expect(await shop.ledger(id)).toMatchObject({
      'fees.interchange EUR': 20,
      'balance EUR': 9_975,
    })
  })

  it('of a company are divided: lines of other merchants are passed over and counted', async () => {
    const shop = await settledShop(shop1)
    const amounts = { 'Gross Credit (GC)': '10.00', 'Net Credit (NC)': '10.00' }
    const other = { ...amounts, 'Merchant Account': 'Shop2', 'Batch Number': '3' }
    const { outcome, lines } = await importedLines(shop, adyenFile([amounts, other, other]))
    expect(lines).toHaveLength(1)
    expect(outcome.counts).toMatchObject({ lines: 1, payouts: 0 })
    expect(outcome.otherMerchants).toEqual(new Map([['"Shop2"', 2]]))
    const refused = await shop.import(adyenFile([other]), { format: adyen })
    expect(refused.texts).toEqual([
      'line 1: no line is of the account\'s merchant Shop1; there are lines of "Shop2"',
    ])
  })

  it.each([
    ['SettledReversed', 'DB', { 'Gross Debit (GC)': '100.00', 'Net Debit (NC)': '100.00' }],
    ['RefundedReversed', 'RF', { 'Gross Credit (GC)': '100.00', 'Net Credit (NC)': '100.00' }],
  ] as const)('flag what has failed after its success: %s', async (Type, paymentType, amounts) => {
    const shop = await settledShop(shop1)
    const payment = await shop.pay({ paymentType })
    const line = { Type, 'Merchant Reference': payment.id, ...amounts }
    const { lines } = await importedLines(shop, adyenFile([line]))
    expect(lines).toMatchObject([{ matchState: 'MATCHED', flag: 'failedLater' }])
  })
})

describe("Stripe's files of today", () => {
  const charge = { gross: '100.00', net: '100.00' }
  const back = {
    gross: '-40.00',
    net: '-40.00',
    reporting_category: 'partial_capture_reversal',
    source_id: 're_auto',
  }
  const flagsOf = (lines: readonly { flag: string | null }[]) => lines.map(({ flag }) => flag)

  it('have a capture of a part as the whole and what is taken back: together they are right', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ paymentType: 'CP', amountMinor: 6_000 })
    const of = { 'payment_metadata[payment_id]': payment.id }
    const text = stripeFile([charge, back].map((line) => ({ ...line, ...of })))
    const { lines, id } = await importedLines(shop, text, stripe)
    expect(lines.map(({ type }) => type)).toEqual(['settled', 'settled'])
    expect(flagsOf(lines)).toEqual([null, null])
    expect(await shop.ledger(id)).toMatchObject({ 'receivable EUR': -6_000, 'bank EUR': 6_000 })
  })

  it('may have the two in two files: the flag of the first goes with the second', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ paymentType: 'CP', amountMinor: 6_000 })
    const of = { 'payment_metadata[payment_id]': payment.id }
    const first = await importedLines(shop, stripeFile([{ ...charge, ...of }]), stripe)
    expect(flagsOf(first.lines)).toEqual(['exceedsPayment'])
    const later = { ...back, ...of, balance_transaction_id: 'txn_9' }
    const second = await importedLines(shop, stripeFile([later]), stripe)
    expect(flagsOf(second.lines)).toEqual([null])
    expect(flagsOf(await shop.lines(first.id))).toEqual([null])
  })

  it('may have the part before the whole: it is matched again, and then the whole has no flag', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ paymentType: 'CP', amountMinor: 6_000 })
    const early = { ...back, balance_transaction_id: 'txn_9' }
    const first = await importedLines(shop, stripeFile([early]), stripe)
    const of = { 'payment_metadata[payment_id]': payment.id }
    const second = await importedLines(shop, stripeFile([{ ...charge, ...of }]), stripe)
    expect(flagsOf(second.lines)).toEqual(['exceedsPayment'])
    const parts = { store: shop.store, clock: { now: () => NOW_MS }, keyedHash }
    await matchAgain(shop.account, { toleranceMinor: 0 }, parts)
    expect(flagsOf(await shop.lines(first.id))).toEqual([null])
    expect(flagsOf(await shop.lines(second.id))).toEqual([null])
  })

  it('keep their flags where the two do not make the amount of the payment', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ paymentType: 'CP', amountMinor: 5_000 })
    const of = { 'payment_metadata[payment_id]': payment.id }
    const text = stripeFile([charge, back].map((line) => ({ ...line, ...of })))
    const { lines } = await importedLines(shop, text, stripe)
    expect(flagsOf(lines)).toEqual(['exceedsPayment', 'exceedsPayment'])
  })

  it('take back a payout that the bank has returned: its payments are paid out by the next one', async () => {
    const shop = await settledShop()
    const payment = await shop.pay({ amountMinor: 10_000 })
    const of = { 'payment_metadata[payment_id]': payment.id }
    const first = await importedLines(shop, stripeFile([{ ...charge, ...of }]), stripe)
    const returned = {
      gross: '100.00',
      net: '100.00',
      reporting_category: 'payout_reversal',
      balance_transaction_id: 'txn_8',
      source_id: 'po_1',
      charge_id: '',
      payment_intent_id: '',
    }
    const waiting = {
      ...returned,
      automatic_payout_id: '',
      automatic_payout_effective_at_utc: '',
    }
    const payout = async () => {
      const [batch] = await shop.batches(first.id)
      return batch && payoutOf(batch, { paidWith: null }, shop.store.read)
    }
    expect(await payout()).toMatchObject({ reference: 'po_1', isTold: true, returnedOn: null })
    const second = await importedLines(shop, stripeFile([waiting]), stripe)
    expect(second.lines).toMatchObject([{ type: 'payoutReturned', matchState: 'NONE' }])
    expect(await shop.ledger(second.id)).toEqual({ 'bank EUR': -10_000, 'balance EUR': 10_000 })
    expect(await payout()).toMatchObject({ isTold: false, returnedOn: '2026-11-22' })
    const third = await importedLines(
      shop,
      stripeFile(
        [returned, { ...charge, balance_transaction_id: 'txn_9', charge_id: 'ch_2' }].map(
          (line) => ({ ...line, automatic_payout_id: 'po_2' }),
        ),
      ),
      stripe,
    )
    expect(await shop.batches(third.id)).toMatchObject([
      { reference: 'po_2', paidMinor: 20_000, isUnbalanced: false },
    ])
    expect(await payout()).toMatchObject({ reference: 'po_2', isTold: true })
  })

  it('have what came back and goes out again in one payout', async () => {
    const shop = await settledShop()
    const first = await importedLines(shop, stripeFile([charge]), stripe)
    const returned = {
      gross: '100.00',
      net: '100.00',
      reporting_category: 'payout_reversal',
      balance_transaction_id: 'txn_8',
      source_id: 'po_1',
      charge_id: '',
      payment_intent_id: '',
      automatic_payout_id: 'po_2',
      automatic_payout_effective_at_utc: '2026-11-25 00:00:00',
    }
    const second = await importedLines(shop, stripeFile([returned]), stripe)
    expect(await shop.batches(second.id)).toMatchObject([{ netMinor: 10_000, paidMinor: 10_000 }])
    expect(await shop.ledger(second.id)).toEqual({ 'bank EUR': 0, 'balance EUR': 0 })
    const [batch] = await shop.batches(first.id)
    expect(batch && (await payoutOf(batch, { paidWith: null }, shop.store.read))).toMatchObject({
      reference: 'po_2',
      isTold: true,
      paidOn: '2026-11-25',
      returnedOn: '2026-11-22',
    })
  })

  it('flag a debit and a refund that have failed after their success', async () => {
    const shop = await settledShop()
    const debit = await shop.pay({ amountMinor: 5_000 })
    const refund = await shop.pay({
      paymentType: 'RF',
      amountMinor: 2_000,
      referencedId: debit.id,
      familyId: debit.id,
    })
    const of = { 'payment_metadata[payment_id]': debit.id }
    const ofRefund = { ...of, 'refund_metadata[payment_id]': refund.id }
    const { lines } = await importedLines(
      shop,
      stripeFile([
        { ...of, gross: '50.00', net: '50.00' },
        { ...ofRefund, gross: '-20.00', net: '-20.00', reporting_category: 'refund' },
        { ...of, gross: '-50.00', net: '-50.00', reporting_category: 'charge_failure' },
        { ...ofRefund, gross: '20.00', net: '20.00', reporting_category: 'refund_failure' },
      ]),
      stripe,
    )
    expect(lines.map(({ type, flag }) => [type, flag])).toEqual([
      ['settled', null],
      ['refunded', null],
      ['settled', 'failedLater'],
      ['refundReversed', 'failedLater'],
    ])
  })

  it('of another report are refused with the name of the right one', async () => {
    const shop = await settledShop()
    const balance =
      'balance_transaction_id,created,available_on,currency,gross,fee,net,reporting_category,source_id\n'
    const outcome = await shop.import(balance, { format: stripe })
    expect(outcome.texts).toEqual([
      'line 1, column automatic_payout_id: is missing',
      expect.stringContaining('download the itemized report of the payout reconciliation'),
    ])
    const asAdyen = await shop.import(stripeFile([charge]), { format: adyen })
    expect(asAdyen.texts.at(-1)).toBe(
      'line 1: these are the columns of the format stripe-payout-reconciliation: import it as that',
    )
  })
})
