import { describe, expect, it } from 'vitest'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { phoneFields } from './account-fields.ts'

const shell = {
  language: { value: { translate: (key: string) => key } },
} as unknown as FormShell

const fieldsIn = (mode: string) =>
  phoneFields(shell, () => ({ typedValue: () => mode }) as unknown as FieldSet)

describe('a payment by phone', () => {
  it('asks for the number unless the shopper scans a code', () => {
    expect(fieldsIn('mobile').map(({ group }) => group)).toEqual(['paymentMode', 'mobilePhone'])
    expect(fieldsIn('qrcode').map(({ group }) => group)).toEqual(['paymentMode'])
  })

  it.each([
    ['+966 50 123 4567', '+966501234567', false],
    ['00966-50-1234567', '+966501234567', false],
    ['٠٥٠١٢٣٤٥٦٧', '0501234567', false],
    ['(050) 123', '050123', true],
    ['phone', 'phone', true],
  ])('reads %s as %s', (typed, sent, isFaulty) => {
    const phone = fieldsIn('mobile')[1]
    expect(phone?.toWire?.(typed)).toBe(sent)
    expect(phone?.isFaulty?.(sent)).toBe(isFaulty)
  })
})
