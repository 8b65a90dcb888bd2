import { expect, it } from 'vitest'
import { shownOf, storedDetails } from '../../server/payments/details.ts'
import { paymentRow } from '../../server/payments/payment-row.fixture.ts'
import { dispute } from '../../server/store/testing/sample-rows.ts'
import { disputeMembers } from './answer.ts'

it('shows no card number that version 0.1.0 has stored as the reference of a case', () => {
  const acquirerReference = '4200000000000000'
  const charged = paymentRow({})
  expect(disputeMembers(dispute(charged, { acquirerReference }))).toMatchObject({
    acquirerReference: '420000***0000',
  })
  const resultDetails = { AcquirerCase: acquirerReference }
  const details = storedDetails(charged, { request: {}, resultDetails })
  expect(shownOf({ ...charged, details }).members).toContain('420000***0000')
})

it('shows a reference of other digits as it is', () => {
  const acquirerReference = '74537604221222132710572'
  expect(disputeMembers(dispute(paymentRow({}), { acquirerReference }))).toMatchObject({
    acquirerReference,
  })
})
