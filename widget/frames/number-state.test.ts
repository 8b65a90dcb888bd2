import { describe, expect, it } from 'vitest'
import { typedNumber } from './number-state.ts'

function stateOf(digits: string, allowed?: readonly string[]) {
  const number = typedNumber(allowed)
  number.take(digits, false)
  return number.state()
}

describe('what the page learns of the card number', () => {
  it('is length and brand while it is short', () => {
    expect(stateOf('4111111', ['VISA'])).toEqual({
      length: 7,
      empty: false,
      brands: ['VISA'],
      complete: [],
    })
    expect(stateOf('', ['VISA'])).toMatchObject({ length: 0, empty: true })
  })

  it('is the first six digits where it is complete', () => {
    for (let length = 0; length < 16; length++)
      expect(stateOf('4111111111111111'.slice(0, length), ['VISA'])).not.toHaveProperty('bin')
    expect(stateOf('4111111111111112', ['VISA'])).not.toHaveProperty('bin')
    expect(stateOf('5454545454545454', ['VISA'])).not.toHaveProperty('bin')
    expect(stateOf('4111111111111111', ['VISA'])).toEqual({
      length: 16,
      empty: false,
      brands: ['VISA'],
      complete: ['VISA'],
      bin: '411111',
      fitting: ['VISA'],
    })
  })

  it('is every brand that its first six digits fit, also where the channel has it not', () => {
    expect(stateOf('371449635398431', ['VISA'])).toMatchObject({ brands: [], fitting: ['AMEX'] })
    expect(stateOf('3714496', ['VISA'])).not.toHaveProperty('fitting')
  })

  it('is no brand that the channel does not take', () => {
    expect(stateOf('4111111111111111', ['MASTER', 'AMEX'])).toMatchObject({
      brands: [],
      complete: [],
    })
  })

  it('names every brand as which the number could be paid', () => {
    expect(stateOf('4917610000000000').complete).toEqual(
      expect.arrayContaining(['VISA', 'VISAELECTRON', 'VISADEBIT']),
    )
  })
})

describe('the first six digits', () => {
  it('are reported again after a correction at the end, not after one at the front', () => {
    const number = typedNumber()
    number.take('4111111111111111', false)
    number.take('411111111111111', false)
    number.take('4111111111111111', false)
    expect(number.state()).toHaveProperty('bin', '411111')
    number.take('11111111111111', true)
    number.take('4012888888881881', true)
    expect(number.state()).not.toHaveProperty('bin')
    number.take('', false)
    number.take('5454545454545454', false)
    expect(number.state()).toHaveProperty('bin', '545454')
  })

  it('may be corrected while no hidden digit can come among them', () => {
    const number = typedNumber()
    number.take('411111', false)
    number.take('41111', true)
    number.take('421111', true)
    number.take('4211111111111110', false)
    expect(number.state()).toHaveProperty('bin', '421111')
  })

  it('are not reported of a number whose typing was interrupted, until the field was empty', () => {
    const number = typedNumber()
    number.take('622', false)
    number.leave()
    number.take('6222021001116245', false)
    expect(number.state()).toMatchObject({ complete: ['UNIONPAY'] })
    expect(number.state()).not.toHaveProperty('bin')
    number.take('', false)
    number.take('6222021001116245', false)
    expect(number.state()).toHaveProperty('bin', '622202')
  })

  it('are reported of a number that was whole when its field was left', () => {
    const number = typedNumber()
    number.leave()
    number.take('4111111111111111', false)
    number.leave()
    number.take('411111111111111', false)
    number.take('4111111111111111', false)
    expect(number.state()).toHaveProperty('bin', '411111')
  })
})
