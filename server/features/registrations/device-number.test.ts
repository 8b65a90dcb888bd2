import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { storedDetails } from '../../payments/details.ts'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import { registration } from '../../store/testing/sample-rows.ts'
import { detailsOfRow } from './details.ts'
import { readStoredInstrument } from './registrations.ts'

describe('a device number', () => {
  const card = { bin: '420000', last4Digits: '0000', expiryMonth: '12', expiryYear: '2034' }
  const storedOf = (isDeviceNumber: boolean) => {
    const stored = { request: {}, card, isDeviceNumber, wallet: 'APPLEPAY' }
    const row = paymentRow()
    const text = storedDetails(row, stored)
    const details = detailsOfRow({ ...row, details: text })
    const opened = { row: registration({}), details, number: '4200000000000000' }
    return readStoredInstrument(opened, ParameterValues.of([]), 0).instrument
  }

  it('stays a device number when it is stored with a payment, and is charged as one', () => {
    expect(storedOf(true)).toMatchObject({ kind: 'card', numberType: 'DPAN' })
    expect(storedOf(false)).not.toHaveProperty('numberType')
  })

  it('keeps the mark of its wallet', () => {
    expect(storedOf(true)).toMatchObject({ wallet: 'APPLEPAY' })
  })
})
