import { describe, expect, it } from 'vitest'
import { matchAgain } from './match-again.ts'
import { type ManualMatch, matchByHand } from './match-by-hand.ts'
import {
  keyedHash,
  NOW_MS,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'

type Cells = Parameters<typeof settledLine>[1]

/** A shop with a line that matches nothing, and what a person says of it. */
async function strayLine(shop: SettledShop, cells: Cells = {}) {
  const record_id = `stray-${Math.random()}`
  const line = settledLine(shop.account, {
    record_id,
    payment_id: record_id,
    ordered_at: '2026-10-01 12:00:00',
    payout_reference: '',
    ...cells,
  })
  const imported = await shop.import(tillgateFile([line]))
  if (imported.kind !== 'imported') throw new Error(imported.texts.join('\n'))
  const place = { batchId: `${imported.file.id}-00001`, position: 1 }
  const { store } = shop
  return {
    match: (paymentIds: readonly string[], accepts: ManualMatch['accepts'] = {}) =>
      matchByHand(
        place,
        { paymentIds, matchedBy: 'Ann', accepts },
        { store, clock: { now: () => NOW_MS } },
      ),
    amounts: async () =>
      (await store.read.settlementMatchesOfLines(place.batchId, 1, 1)).map(
        ({ paymentId, amountMinor, toleranceMinor }) => [paymentId, amountMinor, toleranceMinor],
      ),
  }
}

/** Money that goes out, of 100.00 and without costs. */
const OUT: Cells = {
  gross_amount: '-100.00',
  net_amount: '-100.00',
  interchange: '',
  scheme_fee: '',
  markup: '',
}

const eur = (minor: number) => ({ minor, currency: 'EUR' })

describe('a line that a person matches', () => {
  it('takes payments that have its amount together, each with its own', async () => {
    const shop = await settledShop()
    const [one, other] = [
      await shop.pay({ amountMinor: 6_000 }),
      await shop.pay({ amountMinor: 4_000 }),
    ]
    const { match, amounts } = await strayLine(shop)
    expect(await match([one.id, other.id])).toBe('matched')
    expect(await amounts()).toEqual([
      [one.id, 6_000, 0],
      [other.id, 4_000, 0],
    ])
  })

  it('is refused with another amount, until exactly that difference is accepted', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const { match, amounts } = await strayLine(shop, { gross_amount: '99.50', net_amount: '97.50' })
    const differs = { line: eur(9_950), payments: eur(10_000) }
    expect(await match([id])).toEqual(differs)
    expect(await match([id], { difference: '0.50' })).toEqual(differs)
    expect(await match([id], { difference: '-0.501' })).toEqual(differs)
    expect(await match([id], { difference: '-0.5' })).toBe('matched')
    expect(await amounts()).toEqual([[id, 9_950, 50]])
  })

  it('is compared with what earlier lines have left of the payment', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const half = { gross_amount: '50.00', net_amount: '48.00' }
    const [first, second] = [await strayLine(shop, half), await strayLine(shop, half)]
    expect(await first.match([id], { difference: '-50.00' })).toBe('matched')
    expect(await second.match([id])).toBe('matched')
    const third = await strayLine(shop, half)
    expect(await third.match([id])).toEqual({ line: eur(5_000), payments: eur(0) })
  })

  it('gives the difference to the last payment, and nothing to none', async () => {
    const shop = await settledShop()
    const [one, other] = [
      await shop.pay({ amountMinor: 6_000 }),
      await shop.pay({ amountMinor: 6_000 }),
    ]
    const { match, amounts } = await strayLine(shop)
    expect(await match([one.id, other.id], { difference: '-20.00' })).toBe('matched')
    expect(await amounts()).toEqual([
      [one.id, 6_000, 2_000],
      [other.id, 4_000, 2_000],
    ])
    const large = await shop.pay({ amountMinor: 10_000 })
    const stray = await strayLine(shop)
    const ids = [large.id, (await shop.pay({ amountMinor: 1_000 })).id]
    expect(await stray.match(ids, { difference: '-10.00' })).toBe('nothingLeft')
  })

  it('in another currency needs that to be said, and settles the payment as a whole', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const dollars = { gross_amount: '108.00', gross_currency: 'USD', rate: '0.92' }
    const { match, amounts } = await strayLine(shop, dollars)
    const differs = { line: { minor: 10_800, currency: 'USD' }, payments: eur(10_000) }
    expect(await match([id], { difference: '8.00' })).toEqual(differs)
    expect(await match([id], { currency: 'USD' })).toBe('matched')
    expect(await amounts()).toEqual([[id, 10_000, 0]])
    const pounds = await shop.pay({ currency: 'GBP' })
    expect(await match([id, pounds.id], { currency: 'USD' })).toBe('severalCurrencies')
  })

  it('is about no payment where a person says so', async () => {
    const shop = await settledShop()
    const { match, amounts } = await strayLine(shop)
    await match([(await shop.pay()).id])
    expect(await match([])).toBe('unmatched')
    expect(await amounts()).toEqual([])
  })

  it('is about payments of its type alone, and about those that have moved money', async () => {
    const shop = await settledShop()
    const debit = await shop.pay()
    const refund = await shop.pay({ paymentType: 'RF' })
    const hold = await shop.pay({ paymentType: 'PA', bookedMinor: 0 })
    const failed = await shop.pay({ state: 'failed', bookedMinor: 0 })
    const settled = await strayLine(shop)
    expect(await settled.match([refund.id])).toBe('otherType')
    expect(await settled.match([hold.id], { difference: '0.00' })).toBe('otherType')
    expect(await settled.match([failed.id])).toBe('movedNoMoney')
    const refunded = await strayLine(shop, { ...OUT, record_type: 'REFUNDED' })
    expect(await refunded.match([debit.id])).toBe('otherType')
    expect(await refunded.match([refund.id])).toBe('matched')
  })

  it('whose money goes the other way than its type says is about no payment', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const settled = await strayLine(shop, OUT)
    expect(await settled.match([id])).toBe('signUnexpected')
    expect(await settled.match([id], { difference: '-200.00' })).toBe('signUnexpected')
    const credit = await shop.pay({ paymentType: 'CD' })
    expect(await settled.match([credit.id])).toBe('matched')
  })

  it('of a chargeback is about a payment that has failed here: the acquirer had its money', async () => {
    const shop = await settledShop()
    const failed = await shop.pay({ state: 'failed', bookedMinor: 0 })
    const chargeback = await strayLine(shop, { ...OUT, record_type: 'CHARGEBACK' })
    expect(await chargeback.match([failed.id])).toBe('matched')
  })

  it('is left alone by automatic matching after a person has unmatched it, until one matches it', async () => {
    const shop = await settledShop()
    const { store, account } = shop
    const parts = { store, clock: { now: () => NOW_MS } }
    const unmatched = await strayLine(shop, { payment_id: 'order-1' })
    await unmatched.match([])
    const { id } = await shop.pay({ merchantTransactionId: 'order-1' })
    const again = () => matchAgain(account, { toleranceMinor: 0 }, { ...parts, keyedHash })
    expect(await again()).toEqual({ looked: 0, matched: 0, severalMatches: 0, leftToPerson: 1 })
    expect(await unmatched.amounts()).toEqual([])
    const [open] = await store.read.openSettlementLines(account.id, '', 0, 1)
    expect(open?.flag).toBe('unmatchedByHand')
    expect(await unmatched.match([id])).toBe('matched')
    expect(await again()).toMatchObject({ leftToPerson: 0 })
  })

  it('is not matched automatically at the same moment to a payment that a person gives to another', async () => {
    const shop = await settledShop()
    const { store, account } = shop
    const [byHand, found] = [
      await strayLine(shop),
      await strayLine(shop, { payment_id: 'order-1' }),
    ]
    const { id } = await shop.pay({ merchantTransactionId: 'order-1' })
    // The person is quicker than the search: after the payment was read, before the match is written.
    const busy: typeof store = {
      ...store,
      commit: async (changes, ...more) => {
        if (changes.some(({ kind }) => kind === 'insertSettlementMatch')) await byHand.match([id])
        return store.commit(changes, ...more)
      },
    }
    const again = (on: typeof store) =>
      matchAgain(
        account,
        { toleranceMinor: 0 },
        { store: on, clock: { now: () => NOW_MS }, keyedHash },
      )
    expect(await again(busy)).toMatchObject({ matched: 0 })
    expect(await found.amounts()).toEqual([])
    expect(await again(store)).toMatchObject({ matched: 1 })
    const [flagged] = await store.read.openSettlementLines(account.id, '', 0, 1)
    expect(flagged?.flag).toBe('exceedsPayment')
  })

  it('holds up no other line when a person is quicker with one', async () => {
    const shop = await settledShop()
    const { store, account } = shop
    const byHand = await strayLine(shop)
    const found = [
      await strayLine(shop, { payment_id: 'order-1' }),
      await strayLine(shop, { payment_id: 'order-2' }),
    ]
    await shop.pay({ merchantTransactionId: 'order-1' })
    const { id } = await shop.pay({ merchantTransactionId: 'order-2' })
    const { id: other } = await shop.pay({ createdAtMs: 0 })
    let isFirst = true
    const busy: typeof store = {
      ...store,
      commit: async (changes, ...more) => {
        if (isFirst && changes.some(({ kind }) => kind === 'insertSettlementMatch')) {
          isFirst = false
          await byHand.match([other])
        }
        return store.commit(changes, ...more)
      },
    }
    const parts = { store: busy, clock: { now: () => NOW_MS } }
    expect(await matchAgain(account, { toleranceMinor: 0 }, { ...parts, keyedHash })).toMatchObject(
      {
        looked: 3,
        matched: 1,
      },
    )
    expect(await found[1]?.amounts()).toEqual([[id, 10_000, 0]])
  })
})
