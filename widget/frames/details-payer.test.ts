import { expect, it } from 'vitest'
import { withoutDetails } from './details-payer.ts'

it('keeps holder and expiry out of what the page reads of an answer', () => {
  const message = withoutDetails({
    kind: 'answer',
    status: 400,
    body: {
      kept: {
        paymentBrand: 'VISA',
        card: {
          bin: '420000',
          last4Digits: '0000',
          holder: 'Jane Jones',
          expiryMonth: '05',
          expiryYear: '2034',
        },
      },
      result: {
        code: '200.300.404',
        parameterErrors: [
          { name: 'card.holder', value: 'Jane Jones', message: 'is too long' },
          { name: 'amount', value: '1', message: 'is wrong' },
        ],
      },
    },
  })
  expect(message).toEqual({
    kind: 'answer',
    status: 400,
    body: {
      kept: { paymentBrand: 'VISA', card: { bin: '420000', last4Digits: '0000' } },
      result: {
        code: '200.300.404',
        parameterErrors: [
          { name: 'card.holder', message: 'is too long' },
          { name: 'amount', value: '1', message: 'is wrong' },
        ],
      },
    },
  })
})
