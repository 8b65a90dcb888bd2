import { expect, it } from 'vitest'
import { offeredBrand } from './form-kinds.ts'
import { brandNames, paymentBrand } from './payment-brands.ts'
import { transferMethods } from './transfer-methods.ts'

it('offers every brand with a page or a slip in a form of its own, but for cards', () => {
  for (const name of brandNames) {
    const { kind, flow = 'synchronous', label = '' } = paymentBrand(name) ?? {}
    if (kind === 'card' || flow === 'synchronous') continue
    const form = kind === 'bankAccount' ? 'onlineTransfer' : kind
    expect(offeredBrand(name)).toMatchObject({ name, label, form, flow })
  }
})

it('offers of the other brands direct debits, invoices, named accounts, wallets and gift cards', () => {
  const others = brandNames.flatMap((name) => {
    const { flow, form, method } = offeredBrand(name) ?? {}
    return flow === 'synchronous' ? [[name, form, method]] : []
  })
  expect(others).toEqual([
    ['DIRECTDEBIT', 'directDebit', 'debit'],
    ['DIRECTDEBIT_SEPA', 'directDebit', 'debit'],
    ['AFTERPAY', 'virtualAccount', undefined],
    ['KLARNA_INVOICE', 'virtualAccount', undefined],
    ['POSTPAY', 'virtualAccount', undefined],
    ['1FORYOU', 'virtualAccount', 'account'],
    ['CLIQ', 'virtualAccount', 'account'],
    ...['APPLEPAY', 'APPLEPAYTKN', 'GOOGLEPAY', 'GOOGLEPAYTKN', 'SAMSUNGPAY'].map((name) => [
      name,
      'virtualAccount',
      'wallet',
    ]),
    ['GIFTCARD', 'giftCard', 'gift'],
  ])
})

it.each(['VISA', 'BCMC', 'NOSUCH', 'constructor', ''])(
  'offers no form of its own for %j',
  (name) => {
    expect(offeredBrand(name)).toBeUndefined()
  },
)

it('asks the shopper for something before he goes to another page with transfers and phones alone', () => {
  const asking = brandNames.flatMap((name) => {
    const { flow, method } = offeredBrand(name) ?? {}
    return flow === 'redirect' && method !== undefined ? [[name, method]] : []
  })
  expect(Object.fromEntries(asking)).toEqual({
    ...Object.fromEntries(Object.keys(transferMethods).map((name) => [name, 'transfer'])),
    STC_PAY: 'account',
  })
})
