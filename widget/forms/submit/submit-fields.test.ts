import { describe, expect, it } from 'vitest'
import { submitFields } from './submit-fields.ts'

const own = { paymentBrand: 'VISA', shopperResultUrl: 'https://shop.example/done', empty: '' }

describe('the fields of a submit', () => {
  it('are those of the form, without empty ones', () => {
    expect(submitFields([], {}, own)).toEqual({
      paymentBrand: 'VISA',
      shopperResultUrl: 'https://shop.example/done',
    })
  })

  it('contain what the shop put into the form, and the data of the browser', () => {
    const injected = [
      ['customParameters[SHOPPER_shoe]', '42'],
      ['createRegistration', 'true'],
      ['customer.browser.language', 'de'],
    ] as const
    expect(submitFields(injected, { 'customer.browser.language': 'en' }, own)).toMatchObject({
      'customParameters[SHOPPER_shoe]': '42',
      createRegistration: 'true',
      'customer.browser.language': 'de',
    })
  })

  it('never contain a card number or code from the page', () => {
    const injected = [
      ['card.number', '4200000000000000'],
      ['card.cvv', '123'],
      ['Card.Number', '4200000000000000'],
    ] as const
    expect(Object.keys(submitFields(injected, {}, own)).join()).not.toMatch(/number|cvv/i)
  })

  it('cannot be overwritten by the page, also where the form leaves one empty', () => {
    const injected = [
      ['paymentBrand', 'AMEX'],
      ['empty', 'x'],
    ] as const
    const fields = submitFields(injected, {}, own)
    expect(fields.paymentBrand).toBe('VISA')
    expect(fields).not.toHaveProperty('empty')
  })

  it('contain no files, nothing empty, and no inputs that are only there for pages', () => {
    const injected = [
      ['upload', {}],
      ['', 'x'],
      ['note', ''],
      ['forceUtf8', '☠'],
      ['shopOrigin', 'https://shop.example'],
      ['pay', 'x'],
    ] as const
    expect(submitFields(injected, {}, {})).toEqual({})
  })
})
