import { describe, expect, it } from 'vitest'
import english from '../../locales/en.json'
import fetched from '../../locales/fetched/en.json'
import { type Catalogue, createTranslator } from '../i18n/translator.ts'
import { storingLanguage } from './storing-language.ts'

function storing(own: Catalogue = {}) {
  const translate = createTranslator({ ...english, ...fetched, ...own }, 'en')
  return storingLanguage({ tag: 'en', isRightToLeft: false, translate }, own)
}

describe('a form that only stores a card', () => {
  it("says 'card' where other forms say 'payment'", () => {
    const { translate } = storing()
    expect(translate('submit')).toBe('Save card')
    expect(translate('declined')).toBe('Card not saved')
  })

  it('says of a failure what it means for the card, and nothing of money', () => {
    const { translate } = storing()
    expect(translate('paymentFailed')).toBe('The card could not be saved. Please try again.')
    expect(translate('connectionLost')).toBe('The card could not be saved. Please try again.')
    expect(translate('outcomeUnknown')).toMatch(/^We do not know yet whether the card was saved/)
  })

  it('uses all other texts unchanged', () => {
    const { tag, translate } = storing()
    expect(tag).toBe('en')
    expect(translate('cvvLength', { count: 3 })).toBe('Code: 3 digits')
  })

  it('keeps a text of the merchant unchanged', () => {
    expect(storing({ submit: 'Add card' }).translate('submit')).toBe('Add card')
    expect(storing({ store: 'Keep card' }).translate('submit')).toBe('Keep card')
  })
})
