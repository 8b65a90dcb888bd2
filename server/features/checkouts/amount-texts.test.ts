import { describe, expect, it } from 'vitest'
import { amountTexts } from './amount-texts.ts'

describe('the text of an amount', () => {
  it.each([
    ['92.00', 'EUR', 'en', '€92.00'],
    ['1234.50', 'EUR', 'de', '1.234,50\u00a0€'],
    ['92.00', 'JPY', 'ja', '￥92'],
    ['92.00', 'KWD', 'en', 'KWD\u00a092.000'],
    ['1.23', 'KWD', 'en', 'KWD\u00a01.230'],
    ['92.50', 'CLP', 'en', 'CLP\u00a092.50'],
  ])('of %s %s in %s is %s', (amount, currency, language, text) => {
    expect(Object.values(amountTexts(amount, currency, [language]))).toEqual([text])
  })

  it('is given for the language of the page and that of the checkout', () => {
    expect(amountTexts('92.00', 'EUR', ['de-AT', 'cz'])).toEqual({
      de: '92,00\u00a0€',
      cs: '92,00\u00a0€',
    })
  })

  it('is English where no language of ours fits', () => {
    expect(amountTexts('92.00', 'EUR', [undefined, 'tlh'])).toEqual({ en: '€92.00' })
  })

  it('shows no amount less exactly than the wire', () => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      const [text = ''] = Object.values(amountTexts('1.25', currency, ['en']))
      expect(text, currency).toMatch(/1\.250*$/)
    }
  })
})
