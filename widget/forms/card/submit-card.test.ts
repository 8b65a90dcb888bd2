import { expect, it } from 'vitest'
import { cardFields } from './submit-card.ts'

it('sends brand, holder and expiry date of a card as the wire wants them', () => {
  expect(cardFields('VISA', ' Jane Jones ', '8 / 30')).toEqual({
    paymentBrand: 'VISA',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '08',
    'card.expiryYear': '2030',
  })
})
