import { expect, it } from 'vitest'
import { card, euros, MANUAL, startEmulator } from './emulator.fixture.ts'

/** The rows of the report by the names of their columns. */
async function reported(url: string) {
  const text = await (await fetch(`${url}/emulator/report`)).text()
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/"[^"]*"/g, 'quoted').split(','))
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])))
}

it('reports what was settled with each payout, whose batch sums to nothing', async () => {
  const { url, pay, post, happenings, events } = await startEmulator()
  const { pspReference } = (await pay(card(), MANUAL)).body
  const captured = await post(`payments/${pspReference}/captures`, {
    ...euros(900),
    reference: 'c-1',
  })
  await post(`payments/${pspReference}/refunds`, { ...euros(300), reference: 'r-1' })
  expect(await reported(url)).toEqual([])
  expect(happenings.paysOut('EUR')).toBe(1)
  expect(happenings.paysOut('EUR')).toBeUndefined()
  const rows = await reported(url)
  expect(rows).toMatchObject([
    {
      Type: 'Settled',
      'Psp Reference': pspReference,
      'Merchant Reference': 'p-1',
      'Modification Reference': captured.body.pspReference,
      'Modification Merchant Reference': 'c-1',
      'Gross Credit (GC)': '9.00',
      'Commission (NC)': '0.16',
      'Net Credit (NC)': '8.84',
    },
    { Type: 'Refunded', 'Gross Debit (GC)': '3.00', 'Net Debit (NC)': '3.00' },
    { Type: 'MerchantPayout', 'Net Debit (NC)': '5.84', 'Batch Number': '1' },
  ])
  expect(await events()).toContain('REPORT_AVAILABLE true')
})

it('reports a capture that failed and a refund that came back in the next batch', async () => {
  const { url, pay, post, happenings } = await startEmulator()
  const [first, second] = [await pay(card(), MANUAL), await pay(card(), MANUAL)]
  const ask = async (of: typeof first, what: string) =>
    (await post(`payments/${of.body.pspReference}/${what}`, euros(1_000))).body.pspReference
  const capture = await ask(first, 'captures')
  await ask(second, 'captures')
  const refund = await ask(second, 'refunds')
  happenings.paysOut('EUR')
  happenings.captureFails(capture)
  happenings.refundFails(refund)
  await pay()
  happenings.paysOut('EUR')
  const rows = await reported(url)
  expect(rows.filter((row) => row['Batch Number'] === '2')).toMatchObject([
    { Type: 'SettledReversed', 'Modification Reference': capture, 'Net Debit (NC)': '10.00' },
    { Type: 'RefundedReversed', 'Modification Reference': refund, 'Net Credit (NC)': '10.00' },
    { Type: 'Settled', 'Net Credit (NC)': '9.83' },
    { Type: 'MerchantPayout', 'Net Debit (NC)': '9.83' },
  ])
})

it('reports what a dispute takes and gives back, with its reference', async () => {
  const { url, pay, happenings } = await startEmulator()
  const { pspReference } = (await pay()).body
  await pay(card(), { amount: { value: 9_000, currency: 'EUR' } })
  const dispute = happenings.disputeOpens(pspReference, { eventCode: 'CHARGEBACK' })
  happenings.paysOut('EUR')
  happenings.disputeGoesOn(dispute, 'CHARGEBACK_REVERSED')
  happenings.paysOut('EUR')
  const of = (await reported(url)).filter((row) => row['Dispute Reference'] === dispute)
  expect(of).toMatchObject([
    { Type: 'Chargeback', 'Psp Reference': pspReference, 'Net Debit (NC)': '10.00' },
    { Type: 'ChargebackReversed', 'Net Credit (NC)': '10.00', 'Batch Number': '2' },
  ])
})
