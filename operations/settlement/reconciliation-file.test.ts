import { describe, expect, it } from 'vitest'
import {
  RECONCILIATION_HEADER,
  reconciliationLines,
  reconciliationPart,
} from './reconciliation-file.ts'
import {
  payoutLine,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'

/** The header of the interface document, with its spelling. */
const HEADER =
  'ReconciliationType;PaymentType;Cashflow;ClearingInstituteMerchantId;MerchantAccountId;MerchantAccountName;PspId;DivisionId;MerchantId;SettlementTxId;UniqueID;ShortId;ConnectorTxId1;ConnectorTxId2;ConnectorTxId3;Amount;Currency;Brand;TxRequestTime;SettlementAmount;SettlementCurrency;SettlementFee;SettlementFxRate;SettlementDate;SettlementStatus;Descriptor;AccountNumberLast4;BankCode;AccountHolder;ReasonCode;ReasonDesc;SettlementFileFormat;ClearingInsitituteName;MatchingStatus;MatchedTransactions;ChargebackId'

const DAY = '2026-11-21'

async function rowsOf({ store, merchantId }: SettledShop, day = DAY) {
  const rows: Record<string, string>[] = []
  const found: string[] = []
  for await (const line of reconciliationLines({ entityIds: [merchantId], day }, store)) {
    found.push(line)
  }
  const [header = '', ...lines] = found
  const names = header.split(';')
  for (const line of lines) {
    const cells = line.split(';')
    rows.push(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
  }
  return rows
}

const paidWithCard = {
  details: JSON.stringify({
    result: { code: '000.100.110', description: 'ok' },
    descriptor: 'Tea house',
    card: {
      bin: '420000',
      last4Digits: '0042',
      holder: 'Jane Jones',
      expiryMonth: '05',
      expiryYear: '2034',
    },
  }),
}

describe('the reconciliation file', () => {
  it('has the columns of the interface document', () => {
    expect(RECONCILIATION_HEADER).toBe(HEADER)
    expect(HEADER.split(';')).toHaveLength(36)
  })

  it('says all that is known of a settled payment', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay(paidWithCard)
    const line = settledLine(shop.account, {
      payment_id: id,
      acquirer_reference: 'psp-1',
      operation_reference: 'mod-1',
    })
    await shop.import(tillgateFile([line, payoutLine(shop.account, '98.00')]))
    const [row, ...others] = await rowsOf(shop)
    expect(others).toEqual([])
    expect(row).toEqual({
      ReconciliationType: 'SETTLED',
      PaymentType: 'DEBIT',
      Cashflow: 'POS',
      ClearingInstituteMerchantId: shop.account.merchantId,
      MerchantAccountId: shop.merchantId,
      MerchantAccountName: 'Tea House',
      PspId: expect.stringMatching(/^8ac7a4\w{26}$/),
      DivisionId: '',
      MerchantId: shop.merchantId,
      SettlementTxId: id,
      UniqueID: id,
      ShortId: expect.stringMatching(/^\d{4}\.\d{4}\.\d{4}$/),
      ConnectorTxId1: 'psp-1',
      ConnectorTxId2: 'mod-1',
      ConnectorTxId3: 'P1',
      Amount: '100.00',
      Currency: 'EUR',
      Brand: 'VISA',
      TxRequestTime: '2026-11-20 12:00:00',
      SettlementAmount: '98.00',
      SettlementCurrency: 'EUR',
      SettlementFee: '2.00',
      SettlementFxRate: '1.00',
      SettlementDate: '2026-11-21',
      SettlementStatus: 'SUCCESS',
      Descriptor: 'Tea house',
      AccountNumberLast4: '0042',
      BankCode: '',
      AccountHolder: 'Jane Jones',
      ReasonCode: '',
      ReasonDesc: '',
      SettlementFileFormat: 'tillgate',
      ClearingInsitituteName: 'Simulated Acquirer',
      MatchingStatus: 'MATCHED',
      MatchedTransactions: id,
      ChargebackId: '',
    })
  })

  it('has no formula of an acquirer, and no control character, and a rebate as a number', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const line = settledLine(shop.account, {
      payment_id: id,
      acquirer_reference: '=HYPERLINK(1)',
      operation_reference: '+1+1',
      payout_reference: '@P',
      interchange: '-2.00',
      scheme_fee: '',
      markup: '',
      net_amount: '102.00',
    })
    const other = settledLine(shop.account, {
      record_id: '-1',
      acquirer_reference: '\u001b[31m',
      payout_reference: '=P',
    })
    await shop.import(tillgateFile([line, other]))
    expect(await rowsOf(shop)).toMatchObject([
      {
        ConnectorTxId1: "'=HYPERLINK(1)",
        ConnectorTxId2: "'+1+1",
        ConnectorTxId3: "'@P",
        SettlementFee: '-2.00',
      },
      { SettlementTxId: "'-1", ConnectorTxId1: '\u{fffd}[31m', ConnectorTxId3: "'=P" },
    ])
  })

  it('has chargebacks with a reason, fees, and lines that match nothing', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const free = { payout_reference: '', interchange: '', scheme_fee: '', markup: '' }
    await shop.import(
      tillgateFile([
        settledLine(shop.account, {
          ...free,
          payment_id: id,
          record_type: 'CHARGEBACK',
          gross_amount: '-100.00',
          net_amount: '-115.00',
          dispute_fee: '15.00',
          reason_code: '10.4',
        }),
        settledLine(shop.account, {
          ...free,
          record_id: 'fee',
          record_type: 'FEE',
          gross_amount: '',
          net_amount: '-25.00',
        }),
        settledLine(shop.account, {
          ...free,
          record_id: 'dollars',
          gross_amount: '7.00',
          gross_currency: 'USD',
          rate: '0.9150000001',
          net_amount: '6.41',
        }),
      ]),
    )
    expect(await rowsOf(shop)).toMatchObject([
      {
        ReconciliationType: 'CHARGEBACK',
        Cashflow: 'NEG',
        SettlementAmount: '115.00',
        SettlementFee: '15.00',
        ReasonCode: '000.100.220',
        ReasonDesc: 'Chargeback: fraud',
        UniqueID: id,
      },
      {
        ReconciliationType: 'FEE',
        PaymentType: 'MONTHLY',
        Cashflow: 'NEG',
        Amount: '25.00',
        SettlementAmount: '25.00',
        SettlementFee: '25.00',
        MatchingStatus: '',
      },
      {
        Amount: '7.00',
        Currency: 'USD',
        SettlementFxRate: '0.92',
        MatchingStatus: 'NOT_MATCHED',
        UniqueID: '',
      },
    ])
  })

  it('names all payments that fit equally well', async () => {
    const shop = await settledShop()
    const columns = { merchantTransactionId: 'order-1' }
    const [one, other] = [await shop.pay(columns), await shop.pay(columns)]
    await shop.import(
      tillgateFile([settledLine(shop.account, { payment_id: 'order-1', payout_reference: '' })]),
    )
    expect(await rowsOf(shop)).toMatchObject([
      {
        MatchingStatus: 'MULTIPLE_MATCHES',
        UniqueID: '',
        MatchedTransactions: `${one.id},${other.id}`,
      },
    ])
  })

  it('has each line on the day of its import, and on no other', async () => {
    const shop = await settledShop()
    await shop.import(tillgateFile([settledLine(shop.account, { payout_reference: '' })]))
    expect(await rowsOf(shop, '2026-11-20')).toEqual([])
    expect(await rowsOf(shop, '2026-11-21')).toHaveLength(1)
    expect(await rowsOf(shop, '2026-11-22')).toEqual([])
  })

  it('has two decimals for currencies with none and with three', async () => {
    const shop = await settledShop()
    const free = { payout_reference: '', interchange: '', scheme_fee: '', markup: '' }
    const inCurrency = (currency: string, amount: string) =>
      settledLine(shop.account, {
        ...free,
        record_id: currency,
        gross_currency: currency,
        net_currency: currency,
        gross_amount: amount,
        net_amount: amount,
      })
    await shop.import(tillgateFile([inCurrency('JPY', '1234'), inCurrency('KWD', '1.235')]))
    expect((await rowsOf(shop)).map(({ Amount }) => Amount)).toEqual(['1234.00', '1.24'])
  })

  it('tells a credit from a refund', async () => {
    const shop = await settledShop()
    const free = { payout_reference: '', interchange: '', scheme_fee: '', markup: '' }
    const back = {
      record_type: 'REFUNDED',
      gross_amount: '-100.00',
      net_amount: '-100.00',
      ...free,
    }
    const credit = await shop.pay({ paymentType: 'CD' })
    const lines = [credit.id, 'nothing'].map((payment_id) =>
      settledLine(shop.account, { ...back, payment_id }),
    )
    await shop.import(tillgateFile(lines))
    expect((await rowsOf(shop)).map(({ PaymentType }) => PaymentType)).toEqual(['CREDIT', 'REFUND'])
  })

  it('shows nothing of a file whose import has not ended', async () => {
    const shop = await settledShop()
    const outcome = await shop.import(tillgateFile([settledLine(shop.account)], { end: 9 }))
    expect(outcome.kind).toBe('refused')
    expect(await rowsOf(shop)).toEqual([])
  })
})

describe('the reconciliation file in parts', () => {
  it('is the whole file, whatever the size of the parts is', async () => {
    const shop = await settledShop()
    for (let file = 1; file <= 2; file++) {
      const lines = []
      for (let count = 1; count <= 230; count++) {
        const reference = `${file}-${count}`
        lines.push(
          settledLine(shop.account, { record_id: reference, payout_reference: `P${file}` }),
        )
      }
      const payout = { record_id: `payout-${file}`, payout_reference: `P${file}` }
      const paid = `${(98 * 230).toFixed(2)}`
      await shop.import(tillgateFile([...lines, payoutLine(shop.account, paid, payout)]))
    }
    const of = { entityIds: [shop.merchantId], day: DAY }
    const whole: string[] = []
    for await (const line of reconciliationLines(of, shop.store)) whole.push(line)
    for (const limit of [1, 250, 10_000]) {
      const lines: string[] = [RECONCILIATION_HEADER]
      let after: Awaited<ReturnType<typeof reconciliationPart>>['place']
      do {
        const part = await reconciliationPart(of, { after, limit }, shop.store)
        lines.push(...part.lines)
        after = part.place
      } while (after !== undefined)
      expect(lines).toEqual(whole)
    }
    expect(whole.length).toBeGreaterThan(400)
  })
})
