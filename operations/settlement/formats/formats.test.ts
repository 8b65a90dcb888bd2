import { describe, expect, it } from 'vitest'
import { adyen, type SettledShop, settledShop, stripe } from '../settlement.fixture.ts'

/** Columns as the documentation of the report has them. */
const ADYEN_HEADER =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4'

/** The lines of the documentation, with a batch, a fee and a payout. */
const ADYEN_LINES = [
  'TestCompany,TestMerchant,1813702551707653,order-1,visa,2013-06-03 11:26:49,CET,Settled,1713702551795048,EUR,,500.00,1,EUR,,499.88,,0.04,0.01,0.07,visaclassic,,4,',
  'TestCompany,TestMerchant,1313642467023511,order-2,visa,2013-06-03 22:37:26,CEST,Chargeback,2313642467170922,EUR,349.99,,1,EUR,357.49,,7.5,,,,visaclassic,,4,',
  'TestCompany,TestMerchant,1913702551707654,order-3,mc,2013-06-03 12:00:00,CET,Settled,1913702551795049,USD,,10.00,0.7612,EUR,,7.31,0.30,,,,mcdebit,,4,',
  'TestCompany,TestMerchant,,,,2013-06-04 04:55:40,BST,Fee,Transaction Fees June 2013,EUR,,,,EUR,12.00,,,,,,,,4,',
  'TestCompany,TestMerchant,,,,2013-06-04 04:55:40,BST,ReserveAdjustment,Reserve,EUR,20.00,,1,EUR,20.00,,,,,,,,4,',
  'TestCompany,TestMerchant,,,,2013-06-05 05:00:00,CEST,MerchantPayout,"TX1 batch 4, TestMerchant",EUR,117.70,,1,EUR,117.70,,,,,,,,4,',
]

const adyenFile = (lines: readonly string[]) => [ADYEN_HEADER, ...lines, ''].join('\n')

const testMerchant = { account: { merchantId: 'TestMerchant' } }

describe("Adyen's settlement details", () => {
  it('are read with debit and credit, costs of each kind, and time zones', async () => {
    const shop = await settledShop(testMerchant)
    const outcome = await shop.import(adyenFile(ADYEN_LINES), { format: adyen })
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n'))
    const lines = await shop.lines(outcome.file.id)
    expect(lines).toMatchObject([
      {
        type: 'settled',
        recordId: 'Settled|1813702551707653|1713702551795048|4',
        acquirerReference: '1813702551707653',
        operationReference: '1713702551795048',
        merchantReference: 'order-1',
        grossMinor: 50_000,
        netMinor: 49_988,
        interchangeMinor: 7,
        schemeMinor: 1,
        markupMinor: 4,
        orderedAtMs: Date.UTC(2013, 5, 3, 10, 26, 49),
        settledOn: '2013-06-03',
      },
      { type: 'chargeback', grossMinor: -34_999, netMinor: -35_749, disputeMinor: 750 },
      { type: 'settled', grossMinor: 1_000, grossCurrency: 'USD', netMinor: 731, rate: '0.7612' },
      { type: 'fee', grossMinor: 0, netMinor: -1_200, monthlyMinor: 1_200 },
      { type: 'reserve', grossMinor: -2_000, netMinor: -2_000 },
      { type: 'payout', netMinor: -11_770 },
    ])
    expect(await shop.batches(outcome.file.id)).toMatchObject([
      {
        reference: '4',
        paidMinor: 11_770,
        netMinor: 11_770,
        paidOn: '2013-06-05',
        bankReference: 'TX1 batch 4, TestMerchant',
        isUnbalanced: false,
      },
    ])
    expect(await shop.ledger(outcome.file.id)).toEqual({
      'receivable EUR': -50_000,
      'receivable USD': -1_000,
      'clearing USD': 1_000,
      'clearing EUR': -761,
      'disputes EUR': 34_999,
      'reserve EUR': 2_000,
      'fees.interchange EUR': 7,
      'fees.scheme EUR': 1,
      'fees.markup EUR': 34,
      'fees.dispute EUR': 750,
      'fees.monthly EUR': 1_200,
      'balance EUR': 0,
      'bank EUR': 11_770,
    })
  })

  it('are refused when a line of the batch is missing', async () => {
    const shop = await settledShop(testMerchant)
    const outcome = await shop.import(adyenFile(ADYEN_LINES.slice(1)), { format: adyen })
    expect(outcome.texts).toEqual([
      expect.stringContaining('payout 4 is 117.70 EUR, its lines sum to -382.18 EUR'),
    ])
  })

  it('take a gross amount in the debit column for what the net amount says', async () => {
    const shop = await settledShop(testMerchant)
    const line =
      'TestCompany,TestMerchant,1,order-1,visa,2013-06-03 11:26:49,CET,Settled,2,EUR,5.00,,1,EUR,,4.88,,0.04,0.01,0.07,,,,'
    const outcome = await shop.import(adyenFile([line]), { format: adyen })
    expect(outcome.texts).toEqual([])
    if (outcome.kind !== 'imported') return
    expect(await shop.lines(outcome.file.id)).toMatchObject([{ grossMinor: 500, netMinor: 488 }])
  })

  it('may have costs with more decimals than the currency', async () => {
    const shop = await settledShop(testMerchant)
    const line =
      'TestCompany,TestMerchant,1,order-1,visa,2013-06-03 11:26:49,CET,Settled,2,EUR,,5.00,1,EUR,,4.87,,0.0425,0.0149,0.0715,,,,'
    const outcome = await shop.import(adyenFile([line]), { format: adyen })
    expect(outcome.texts).toEqual([])
    if (outcome.kind !== 'imported') return
    expect(await shop.lines(outcome.file.id)).toMatchObject([
      { interchangeMinor: 7, schemeMinor: 1, markupMinor: 5 },
    ])
  })

  it('tell equal lines without a reference apart, in any order', async () => {
    const shop = await settledShop(testMerchant)
    const fee = ADYEN_LINES[3]?.replace(',4,', ',,') ?? ''
    const other = fee.replace('12.00', '13.00')
    const first = await shop.import(adyenFile([fee, fee, other]), { format: adyen })
    const second = await shop.import(adyenFile([other, fee, fee]), { format: adyen })
    expect([first, second]).toMatchObject([
      { counts: { lines: 3, repeated: 0 } },
      { counts: { lines: 3, repeated: 3 } },
    ])
  })
})

const STRIPE_HEADER =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id,card_brand,payment_metadata[payment_id]'

describe("Stripe's payout reconciliation", () => {
  const lines = (paymentId: string) => [
    `po_1,2026-11-23 00:00:00,txn_1,2026-11-20 12:00:00,2026-11-20 12:00:00,2026-11-22 00:00:00,2026-11-22 00:00:00,eur,100.00,1.75,98.25,charge,ch_1,Order 1,100.00,eur,ch_1,pi_1,Visa,${paymentId}`,
    'po_1,2026-11-23 00:00:00,txn_2,2026-11-20 13:00:00,2026-11-20 13:00:00,2026-11-22 00:00:00,2026-11-22 00:00:00,eur,-45.60,0.00,-45.60,refund,re_1,"REFUND, order 2",50.00,usd,ch_2,pi_2,Visa,',
    'po_1,2026-11-23 00:00:00,txn_3,2026-11-21 00:00:00,2026-11-21 00:00:00,2026-11-22 00:00:00,2026-11-22 00:00:00,eur,-2.00,0.00,-2.00,fee,,Radar,,,,,,',
    'po_1,2026-11-23 00:00:00,txn_4,2026-11-21 00:00:00,2026-11-21 00:00:00,2026-11-22 00:00:00,2026-11-22 00:00:00,eur,-20.00,15.00,-35.00,dispute,dp_1,,-20.00,eur,ch_4,pi_4,Visa,',
  ]

  it('is read with what the customer paid in another currency, and a payout of all its lines', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const text = [STRIPE_HEADER, ...lines(payment.id), ''].join('\n')
    const outcome = await shop.import(text, { format: stripe })
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n'))
    expect(await shop.lines(outcome.file.id)).toMatchObject([
      {
        type: 'settled',
        recordId: 'txn_1',
        matchState: 'MATCHED',
        acquirerReference: 'pi_1',
        grossMinor: 10_000,
        markupMinor: 175,
        netMinor: 9_825,
        settledOn: '2026-11-22',
      },
      { type: 'refunded', grossMinor: -5_000, grossCurrency: 'USD', netMinor: -4_560 },
      { type: 'fee', grossMinor: 0, monthlyMinor: 200 },
      { type: 'chargeback', grossMinor: -2_000, disputeMinor: 1_500, netMinor: -3_500 },
    ])
    expect(await shop.batches(outcome.file.id)).toMatchObject([
      { reference: 'po_1', paidMinor: 1_565, netMinor: 1_565, paidOn: '2026-11-23' },
    ])
    expect(await shop.ledger(outcome.file.id)).toMatchObject({
      'balance EUR': 0,
      'bank EUR': 1_565,
    })
  })

  it('has each payout once, however many reports name it', async () => {
    const shop = await settledShop()
    const [one = '', other = ''] = lines('')
    const first = await shop.import([STRIPE_HEADER, one, other, ''].join('\n'), { format: stripe })
    const again = [STRIPE_HEADER, other, one, ''].join('\n')
    expect(await shop.import(again, { format: stripe })).toMatchObject({
      kind: 'imported',
      counts: { repeated: 2 },
    })
    const cut = await shop.import([STRIPE_HEADER, one, ''].join('\n'), { format: stripe })
    expect(cut).toMatchObject({ kind: 'imported', counts: { lines: 1, repeated: 1 } })
    if (cut.kind === 'imported') expect(await shop.batches(cut.file.id)).toEqual([])
    expect(first.kind).toBe('imported')
  })

  /** What all files have booked into the bank and left in the balance. */
  async function bankOf(shop: SettledShop): Promise<readonly number[]> {
    const files = await shop.store.read.settlementFilesOf(shop.account.id, '9', 10)
    const ledgers = await Promise.all(files.map(({ id }) => shop.ledger(id)))
    const sumOf = (name: string) => ledgers.reduce((sum, each) => sum + (each[name] ?? 0), 0)
    return [sumOf('bank EUR'), sumOf('balance EUR')]
  }

  it('books the rest of a payout whose first file was cut', async () => {
    const shop = await settledShop()
    const all = lines('')
    await shop.import([STRIPE_HEADER, ...all.slice(0, 2), ''].join('\n'), { format: stripe })
    expect(await bankOf(shop)).toEqual([5_265, 0])
    const whole = await shop.import([STRIPE_HEADER, ...all, ''].join('\n'), { format: stripe })
    if (whole.kind !== 'imported') throw new Error(whole.texts.join('\n'))
    expect(await shop.batches(whole.file.id)).toMatchObject([
      { reference: 'po_1', payoutPart: 2, paidMinor: -3_700, isUnbalanced: false },
    ])
    expect(await bankOf(shop)).toEqual([1_565, 0])
  })

  it('books a payout whose lines came before without its number, once', async () => {
    const shop = await settledShop()
    const all = lines('')
    const open = all.map((line) => line.replace(/^po_1,[^,]*/, ','))
    await shop.import([STRIPE_HEADER, ...open, ''].join('\n'), { format: stripe })
    expect(await bankOf(shop)).toEqual([0, 1_565])
    const named = await shop.import([STRIPE_HEADER, ...all, ''].join('\n'), { format: stripe })
    if (named.kind !== 'imported') throw new Error(named.texts.join('\n'))
    expect(await shop.batches(named.file.id)).toMatchObject([
      { reference: 'po_1', paidMinor: 1_565, earlierNetMinor: 1_565, netMinor: 0, lineCount: 0 },
    ])
    expect(await bankOf(shop)).toEqual([1_565, 0])
    await shop.import([STRIPE_HEADER, ...all.toReversed(), ''].join('\n'), { format: stripe })
    expect(await bankOf(shop)).toEqual([1_565, 0])
  })
})
