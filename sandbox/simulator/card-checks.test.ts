import { describe, expect, it } from 'vitest'
import { avsResponse, cvvResponse } from './card-answer.ts'

function avs(street?: string, postcode?: string): string | undefined {
  return avsResponse({
    ...(street === undefined ? {} : { 'billing.street1': street }),
    ...(postcode === undefined ? {} : { 'billing.postcode': postcode }),
  })
}

describe('the address check', () => {
  it.each([
    ['Kite Lane 5', 'YO21 3PU', 'F'],
    ['Kite Lane 5', '99999', 'A'],
    ['Kite Lane 5', '999-99', 'A'],
    ['999 Kite Lane', '10999', 'Z'],
    ['999 Kite Lane', '99999', 'N'],
    ['Kite Lane 5', '00000', 'U'],
    ['999 Kite Lane', '0000', 'U'],
    ['Kite Lane 1999', '12345', 'F'],
    ['Kite Lane 5', undefined, 'A'],
    [undefined, '12345', 'Z'],
    [undefined, '99999', 'N'],
    [undefined, undefined, undefined],
  ])('says of %s, %s: %s', (street, postcode, expected) => {
    expect(avs(street, postcode)).toBe(expected)
  })
})

describe('the code check', () => {
  it.each([
    ['123', 'M'],
    ['901', 'N'],
    ['1901', 'N'],
    ['902', 'P'],
    ['903', 'S'],
    ['904', 'U'],
    ['9010', 'M'],
    [undefined, undefined],
  ])('says of %s: %s', (cvv, expected) => {
    expect(cvvResponse(cvv)).toBe(expected)
  })
})
