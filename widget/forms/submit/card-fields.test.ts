import { expect, it } from 'vitest'
import { expiryOf } from '../../fields/expiry.ts'
import { cardFields } from './card-fields.ts'

it('sends brand, holder and expiry date of a card as the wire wants them', () => {
  expect(cardFields('VISA', ' Jane Jones ', expiryOf('8 / 30'))).toEqual({
    paymentBrand: 'VISA',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '08',
    'card.expiryYear': '2030',
  })
})
