import { describe, expect, it } from 'vitest'
import { requestedForms } from './registry.ts'

describe('the forms that a placeholder asks for', () => {
  it.each([
    ['VISA MASTER AMEX', ['VISA', 'MASTER', 'AMEX']],
    [' VISA\n  MASTERCARD ', ['VISA', 'MASTER']],
    ['visa,master visa', ['VISA', 'MASTER']],
    ['PAYPAL VISA NOSUCH', ['VISA']],
    [' ', []],
  ])('with the brands %j are one card form for %j', (text, brands) => {
    expect(requestedForms(text)).toEqual([{ kind: 'card', brands }])
  })

  it('are one for all cards and one for each other brand, in the order of the placeholder', () => {
    expect(requestedForms('VISA prepayment MASTER Klarna_Invoice BOLETO')).toEqual([
      { kind: 'card', brands: ['VISA', 'MASTER'] },
      { kind: 'prepayment', brands: ['PREPAYMENT'] },
      { kind: 'virtualAccount', brands: ['KLARNA_INVOICE'] },
      { kind: 'prepayment', brands: ['BOLETO'] },
    ])
    expect(requestedForms('OXXO VISA').map(({ kind }) => kind)).toEqual(['prepayment', 'card'])
  })

  it('are none where no form takes any of the brands', () => {
    expect(requestedForms('PAYPAL NOSUCH')).toEqual([])
  })
})
