import { Type } from 'typebox'
import { formatAmount } from '../../common/money.ts'
import { answer, id, type MembersOf, moment, text } from '../../server/http/described-answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { Receipt } from './receipt.ts'

const item = Type.Object({
  name: text(),
  quantity: Type.Optional(text()),
  total: Type.Optional(text('Of all of it, as the order says.')),
  taxPercent: Type.Optional(text()),
})

const refund = Type.Object({ paymentId: id('Of the refund.'), at: moment(), amount: text() })

export const receiptAnswer = answer(
  'AdminReceipt',
  {
    paymentId: id('That was paid.'),
    number: text('For people: the short id of the payment.'),
    merchantName: text(),
    address: Type.Array(text(), { description: 'Line by line.' }),
    taxNumber: Type.Optional(text()),
    logo: Type.Optional(text('Address of a picture.')),
    timeZone: text('Of days in the time zone of the merchant; times themselves are UTC.'),
    reference: Type.Optional(text("The merchant's own of the order.")),
    paidAt: moment(),
    brand: text(),
    last4: Type.Optional(text('Last four digits of the number.')),
    amount: text(),
    currency: text(),
    items: Type.Array(item),
    tax: Type.Optional(text('Of all items, as the order says.')),
    refunds: Type.Array(refund, { description: 'The first one first.' }),
    email: Type.Optional(text("The shopper's.")),
    language: text('In which a receipt is mailed.'),
  },
  'What a shopper has paid a merchant, and what was given back.',
)

export type AdminReceipt = MembersOf<typeof receiptAnswer>

export function receiptMembers(receipt: Receipt): AdminReceipt {
  const { paymentId, number, merchantName, address, timeZone, brand, language } = receipt
  const { taxNumber, logo, reference, last4, email, amount, items, tax, refunds } = receipt
  return {
    ...{ paymentId, number, merchantName, address, timeZone, brand, language },
    ...known({ taxNumber, logo, reference, last4, email, tax: tax && formatAmount(tax) }),
    paidAt: wireTimestamp(receipt.paidAtMs),
    amount: formatAmount(amount),
    currency: amount.currency,
    items: items.map(({ name, quantity, taxPercent, total }) => ({
      name,
      ...known({ quantity, taxPercent, total: total && formatAmount(total) }),
    })),
    refunds: refunds.map(({ paymentId: refundId, atMs, amount: back }) => ({
      paymentId: refundId,
      at: wireTimestamp(atMs),
      amount: formatAmount(back),
    })),
  }
}

/** The members that have a value. */
function known<Name extends string>(
  texts: Readonly<Record<Name, string | undefined>>,
): Readonly<Partial<Record<Name, string>>> {
  const entries = Object.entries(texts).filter(([, text]) => text !== undefined)
  return Object.fromEntries(entries) as Partial<Record<Name, string>>
}
