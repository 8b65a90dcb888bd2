import { describe, expect, it } from 'vitest'
import { wireFields } from './wire-fields.ts'

const card = {
  brand: 'VISA',
  holder: ' Jane Jones ',
  expiry: '8 / 30',
  shopperResultUrl: 'https://shop.example/done',
}

describe('what a submit says', () => {
  it('has the card as the wire wants it', () => {
    expect(wireFields([], {}, card)).toEqual({
      paymentBrand: 'VISA',
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '08',
      'card.expiryYear': '2030',
      shopperResultUrl: 'https://shop.example/done',
    })
  })

  it('takes along what the shop put into the form, and the data of the browser', () => {
    const injected = [
      ['customParameters[SHOPPER_shoe]', '42'],
      ['createRegistration', 'true'],
      ['customer.browser.language', 'de'],
    ] as const
    expect(wireFields(injected, { 'customer.browser.language': 'en' }, card)).toMatchObject({
      'customParameters[SHOPPER_shoe]': '42',
      createRegistration: 'true',
      'customer.browser.language': 'de',
    })
  })

  it('never takes a card number or code from the page', () => {
    const injected = [
      ['card.number', '4200000000000000'],
      ['card.cvv', '123'],
      ['Card.Number', '4200000000000000'],
    ] as const
    expect(Object.keys(wireFields(injected, {}, card)).join()).not.toMatch(/number|cvv/i)
  })

  it('does not let the page overwrite the fields of the form', () => {
    const injected = [
      ['paymentBrand', 'AMEX'],
      ['card.expiryYear', ''],
    ] as const
    expect(wireFields(injected, {}, card)).toMatchObject({
      paymentBrand: 'VISA',
      'card.expiryYear': '2030',
    })
  })

  it('leaves out what is empty, and files', () => {
    const fields = wireFields(
      [
        ['upload', {}],
        ['', 'x'],
        ['note', ''],
      ],
      {},
      { ...card, holder: ' ' },
    )
    expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(['card.holder']))
    expect(fields).not.toHaveProperty('upload')
    expect(fields).not.toHaveProperty('note')
  })
})
