import { describe, expect, it } from 'vitest'
import type { Change } from '../../store/port.ts'
import { readDetails, storedDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import {
  bookChargebacks,
  casePaymentOf,
  chargebackOf,
  type ReportedChargeback,
  reversalOf,
} from './chargeback.ts'

const row = paymentRow({ paymentType: 'CP', referencedId: 'hold', familyId: 'hold' })
const request = { merchantTransactionId: 'order-1', 'customer.givenName': 'Ada' }
const charged = {
  ...row,
  merchantTransactionId: 'order-1',
  details: storedDetails(row, { request }),
}

/** What the acquirer reports of the capture: 40.00 EUR at the second 5. */
const fact: ReportedChargeback = {
  id: 'fact',
  amount: { minor: 4000, currency: 'EUR' },
  resultCode: '000.100.200',
  resultDetails: { ReasonCode: '10.4' },
  atMs: 5000,
}

const chargeback = chargebackOf(charged, fact)
const reversal = reversalOf(chargeback, charged, { ...fact, id: 'reversal', atMs: 9000 })

const postingsIn = (changes: readonly Change[]) =>
  changes.flatMap((change) =>
    change.kind === 'appendPosting' ? [[change.row.account, change.row.amountMinor]] : [],
  )

describe('a chargeback', () => {
  it('is a payment of its own that refers to the charged one', () => {
    expect(chargeback).toMatchObject({
      id: 'fact',
      paymentType: 'CB',
      operation: 'chargeback',
      referencedId: charged.id,
      familyId: 'hold',
      amountMinor: 4000,
      bookedMinor: 4000,
      state: 'succeeded',
      resultCode: '000.100.200',
      createdAtMs: 5000,
    })
  })

  it('shows the reference of the merchant and the data of the report, and no other data', () => {
    expect(readDetails(chargeback)).toEqual({
      request: { merchantTransactionId: 'order-1' },
      resultDetails: { ReasonCode: '10.4' },
    })
  })
})

describe('a chargeback of a payment without a reference of the merchant', () => {
  it('shows none either', () => {
    const unnamed = { ...row, details: storedDetails(row, { request: {} }) }
    expect(readDetails(chargebackOf(unnamed, fact)).request).toEqual({})
  })
})

describe("an acquirer's case", () => {
  it('about a refund is one about the payment that it gave back', () => {
    const refund = paymentRow({ id: 'refund', paymentType: 'RF', referencedId: 'debit' })
    expect(casePaymentOf(refund)).toBe('debit')
    expect(casePaymentOf({ ...refund, referencedId: null })).toBe('refund')
  })

  it('about another payment is about that one, whatever it refers to', () => {
    expect(casePaymentOf(charged)).toBe(charged.id)
  })
})

describe('the reversal of a chargeback', () => {
  it('refers to the chargeback, in the family of the charged payment', () => {
    expect(reversal).toMatchObject({
      id: 'reversal',
      paymentType: 'CR',
      operation: 'chargebackReversal',
      referencedId: 'fact',
      familyId: 'hold',
      bookedMinor: 4000,
    })
  })
})

describe('the booking of both', () => {
  const changes = bookChargebacks(charged, [chargeback, reversal], 0)

  it('first writes what of the payment is charged back, at the version that was read', () => {
    expect(changes[0]).toEqual({
      kind: 'stepPayment',
      id: charged.id,
      expectedVersion: charged.version,
      set: { chargedBackMinor: 0, updatedAtMs: 9000 },
    })
  })

  it('writes a reversal of more than was charged back as nothing charged back', () => {
    const [step] = bookChargebacks(charged, [reversal], -1)
    expect(step).toMatchObject({ set: { chargedBackMinor: 0 } })
  })

  it('moves the money out and back again', () => {
    const postings = postingsIn(changes)
    const sums = new Map<unknown, number>()
    for (const [account, amountMinor] of postings) {
      sums.set(account, (sums.get(account) ?? 0) + Number(amountMinor))
    }
    expect(postings).toHaveLength(4)
    expect([...sums.values()]).toEqual([0, 0])
  })
})
