import { expect, it } from 'vitest'
import { giftCardPart } from '../../store/testing/sample-rows.ts'
import { readDetails, storedDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { partPayment } from './part-payment.ts'

/** The parameters that the payment of a part shows when the rest was sent with `request`. */
function shownOfPart(request: Readonly<Record<string, string>>) {
  const row = paymentRow()
  const rest = { ...row, details: storedDetails(row, { request }) }
  const issuer = { name: 'issuer', approvalCode: '000.100.110' }
  return readDetails(partPayment(rest, giftCardPart(), issuer)).request
}

it('the payment of a part shows the references and the descriptor of the rest, as far as it has them', () => {
  const order = { merchantTransactionId: 'order-1', merchantInvoiceId: 'invoice-1' }
  const rest = { ...order, descriptor: 'A shop', 'customer.givenName': 'Ada' }
  expect(shownOfPart(rest)).toEqual({ ...order, descriptor: 'A shop' })
  expect(shownOfPart({ descriptor: 'A shop' })).toEqual({ descriptor: 'A shop' })
})
