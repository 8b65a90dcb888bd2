import { expect, it } from 'vitest'
import { offeredBrand } from './form-kinds.ts'
import { brandNames, paymentBrand } from './payment-brands.ts'
import { transferMethods } from './transfer-methods.ts'

const kindOf = (name: string) => paymentBrand(name)?.kind

it('offers every brand with a page or a slip in a form of its own, but for cards', () => {
  for (const name of brandNames) {
    const { kind, flow = 'synchronous', label = '' } = paymentBrand(name) ?? {}
    if (kind === 'card' || flow === 'synchronous') continue
    const form = kind === 'bankAccount' ? 'onlineTransfer' : kind
    expect([name, offeredBrand(name)]).toEqual([name, { label, form, flow }])
  }
})

it('offers of the other brands those that send an invoice', () => {
  const others = brandNames.filter(
    (name) => paymentBrand(name)?.flow === 'synchronous' && offeredBrand(name) !== undefined,
  )
  expect(others).toEqual(['AFTERPAY', 'KLARNA_INVOICE', 'POSTPAY'])
  expect(others.map(kindOf)).toEqual(['virtualAccount', 'virtualAccount', 'virtualAccount'])
})

it.each(['VISA', 'BCMC', 'DIRECTDEBIT_SEPA', 'APPLEPAY', 'CLIQ', 'NOSUCH', 'constructor', ''])(
  'offers no form of its own for %j',
  (name) => {
    expect(offeredBrand(name)).toBeUndefined()
  },
)

it('asks the shopper for something with transfers alone', () => {
  for (const name of Object.keys(transferMethods)) {
    expect([name, offeredBrand(name)?.form]).toEqual([name, 'onlineTransfer'])
  }
})
