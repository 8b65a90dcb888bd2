import type { Catalogue, MessageKey } from '../i18n/translator.ts'
import type { Language } from './language.ts'

/** Texts that a form replaces where it stores a card and pays nothing. */
const insteadOf: Partial<Record<MessageKey, MessageKey>> = {
  submit: 'store',
  processing: 'storing',
  accepted: 'stored',
  declined: 'notStored',
  paymentFailed: 'storingFailed',
  connectionLost: 'storingFailed',
  serverFailed: 'storingFailed',
  outcomeUnknown: 'storingUnknown',
  alreadyPaid: 'alreadyStored',
}

/**
 * The language of a form that only stores a card.
 *
 * @param own texts of the merchant, which are kept
 */
export function storingLanguage(language: Language, own: Catalogue): Language {
  return {
    tag: language.tag,
    isRightToLeft: language.isRightToLeft,
    translate: (key, values) =>
      language.translate(own[key] === undefined ? (insteadOf[key] ?? key) : key, values),
  }
}
