import { describe, expect, it } from 'vitest'
import { requestedForms } from './registry.ts'

describe('the forms that a placeholder asks for', () => {
  it.each([
    ['VISA MASTER AMEX', ['VISA', 'MASTER', 'AMEX']],
    [' VISA\n  MASTERCARD ', ['VISA', 'MASTER']],
    ['visa,master visa', ['VISA', 'MASTER']],
    [' ', []],
  ])('with the brands %j are one card form for %j', (text, brands) => {
    expect(requestedForms(text)).toEqual([{ kind: 'card', brands }])
  })

  it('are one for all cards and one for each other brand, in the order of the placeholder', () => {
    expect(requestedForms('VISA prepayment MASTER Klarna_Invoice PAYPAL PAYPAL')).toEqual([
      { kind: 'card', brands: ['VISA', 'MASTER'] },
      { kind: 'other', brands: ['PREPAYMENT'] },
      { kind: 'other', brands: ['KLARNA_INVOICE'] },
      { kind: 'other', brands: ['PAYPAL'] },
    ])
    expect(requestedForms('OXXO VISA').map(({ kind }) => kind)).toEqual(['other', 'card'])
  })

  it.each(['{{ brands }}', '{{brands}}', '<%= brands %>'])(
    'are none while %j is not filled in yet',
    (text) => {
      expect(requestedForms(text)).toEqual([])
      expect(requestedForms(`VISA ${text}`)).toEqual([{ kind: 'card', brands: ['VISA'] }])
    },
  )
})
