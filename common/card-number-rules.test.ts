import { describe, expect, it } from 'vitest'
import { cardNumberFault, cardNumberLayout, mayBeBeginning } from './card-number-rules.ts'

describe('the fault of a whole card number', () => {
  it.each([
    ['4111111111111111', 'VISA', null],
    ['4111111111111112', 'VISA', 'check digit'],
    ['411111111111116', 'VISA', 'other brand'],
    ['4111111111111111', 'MASTER', 'other brand'],
    ['5360230000000040', 'MADA', null],
    ['5360230000000040', 'MASTER', 'check digit'],
    ['6250947000000052', 'UNIONPAY', null],
    ['3714496353984', 'AMEX', 'check digit'],
    ['9792000000000003', 'VISA', 'other brand'],
    ['9792000000000003', 'PRIVATE_LABEL', null],
    ['97920000001', 'PRIVATE_LABEL', 'check digit'],
    ['18', 'PRIVATE_LABEL', 'other brand'],
    ['', 'VISA', 'check digit'],
  ])('of %j as %s is %j', (digits, brand, fault) => {
    expect(cardNumberFault(digits, brand)).toBe(fault)
  })
})

describe('how a card number is written', () => {
  it('has room for the longest number of every brand that it fits', () => {
    expect(cardNumberLayout('4917', ['VISA', 'VISAELECTRON'], true).maxLength).toBe(19)
    expect(cardNumberLayout('4917', ['VISAELECTRON'], true).maxLength).toBe(16)
    expect(cardNumberLayout('9792', ['VISA'], true)).toEqual({
      gaps: [4, 8, 12, 16],
      maxLength: 19,
    })
  })
})

it.each([
  ['4222222222222', true],
  ['4539148803436467', false],
  ['6771798021', true],
  ['371449635398431', false],
  ['30082246403846', false],
  ['999999999999', true],
])('says of %s whether it may be the beginning of a longer number: %s', (digits, isBeginning) => {
  expect(mayBeBeginning(digits)).toBe(isBeginning)
})
