import { describe, expect, it } from 'vitest'
import type { Answer, StripeClient } from './client.ts'
import { MAX_PAYOUT_LINES } from './limits.ts'
import { fetchReportAtStripe } from './payout-report.ts'

const object = (object: Record<string, unknown>): Answer => ({ kind: 'object', object })

/** The balance of an account, in pages of as many lines as were asked for. */
function balanceOf(lines: readonly Record<string, unknown>[]) {
  const asked: string[] = []
  const client: Pick<StripeClient, 'get'> = {
    async get(path, query = {}) {
      asked.push(path)
      if (path.startsWith('/v1/payouts/')) {
        return object({ id: 'po_1', livemode: false, arrival_date: 1_795_000_000 })
      }
      const after = lines.findIndex(({ id }) => id === query.starting_after)
      const data = lines.slice(after + 1, after + 1 + Number(query.limit))
      return object({ data, has_more: lines.at(-1) !== data.at(-1) })
    },
  }
  const fetched = () =>
    fetchReportAtStripe('po_1', { client: client as StripeClient, environment: 'test' })
  return { asked, fetched }
}

const line = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  type: 'charge',
  reporting_category: 'charge',
  amount: 9200,
  fee: 158,
  net: 9042,
  currency: 'eur',
  created: 1_794_900_000,
  available_on: 1_795_000_000,
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', amount: 9200, currency: 'eur' },
  ...more,
})

async function cellsOf(lines: readonly Record<string, unknown>[]) {
  const fetched = await balanceOf(lines).fetched()
  if (fetched.kind !== 'file') throw new Error(JSON.stringify(fetched))
  const [header = '', ...rows] = fetched.file.text.trimEnd().split('\n')
  return rows.map((row) =>
    Object.fromEntries(header.split(',').map((name, at) => [name, row.split(',')[at]])),
  )
}

describe('the report of a payout', () => {
  it('has a line for each movement, and none for the payout itself', async () => {
    const payout = line('txn_9', { type: 'payout', amount: -9042, fee: 0, net: -9042 })
    expect(await cellsOf([payout, line('txn_1')])).toMatchObject([
      {
        automatic_payout_id: 'po_1',
        balance_transaction_id: 'txn_1',
        gross: '92.00',
        fee: '1.58',
        net: '90.42',
        charge_id: 'ch_1',
        payment_intent_id: 'pi_1',
        created_utc: '2026-11-17 07:20:00',
      },
    ])
  })

  it('of a refund names its charge, and what the customer has got back', async () => {
    const source = { id: 're_1', object: 'refund', charge: 'ch_1', amount: 2150, currency: 'usd' }
    const refund = line('txn_2', { type: 'refund', amount: -2000, fee: 0, net: -2000, source })
    expect(await cellsOf([refund])).toMatchObject([
      {
        gross: '-20.00',
        source_id: 're_1',
        charge_id: 'ch_1',
        customer_facing_amount: '-21.50',
        customer_facing_currency: 'usd',
      },
    ])
  })

  it.each([
    ['the whole of a hold of which a part was captured', 4_000, 9_200, '100.00'],
    ['the only capture', 10_000, 9_200, '100.00'],
    ['one of several captures', 10_000, 2_760, '30.00'],
    ['a capture of a part', 4_000, 3_680, '40.00'],
  ])('in another currency tells what the customer saw of %s', async (_, captured, amount, seen) => {
    const of = { id: 'ch_1', object: 'charge', currency: 'usd', amount: 10_000 }
    const source = { ...of, amount_captured: captured }
    const changed = line('txn_1', { amount, fee: 0, net: amount, source, exchange_rate: 0.92 })
    expect(await cellsOf([changed])).toMatchObject([
      { customer_facing_amount: seen, customer_facing_currency: 'usd' },
    ])
  })

  it('is read in pages, up to a limit', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => line(`txn_${at}`))
    const balance = balanceOf(lines(250))
    expect(await balance.fetched()).toMatchObject({ kind: 'file' })
    expect(balance.asked).toHaveLength(4)
    expect(await balanceOf(lines(MAX_PAYOUT_LINES + 1)).fetched()).toMatchObject({
      kind: 'refused',
    })
  })

  it.each([
    ['more lines without saying after which', { data: [], has_more: true }],
    ['lines that are none', { data: ['txn_1'], has_more: false }],
    ['no lines at all', { has_more: false }],
  ])('is not read in part when Stripe lists %s', async (_, page) => {
    const payout = object({ id: 'po_1', livemode: false })
    const client: Pick<StripeClient, 'get'> = {
      get: async (path) => (path.startsWith('/v1/payouts/') ? payout : object(page)),
    }
    const parts = { client: client as StripeClient, environment: 'test' } as const
    expect(await fetchReportAtStripe('po_1', parts)).toMatchObject({ kind: 'later' })
  })

  it('in a currency whose unit is not known is refused', async () => {
    expect(await balanceOf([line('txn_1', { currency: 'xxx' })]).fetched()).toMatchObject({
      kind: 'refused',
    })
  })
})
