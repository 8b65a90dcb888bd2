import type { Field } from '../../fields/field.ts'

const digits = (typed: string) => typed.replace(/[\s-]/g, '')

/** Number and PIN. */
export const giftFields: readonly Field[] = [
  {
    wireName: 'giftCard.number',
    group: 'giftCardNumber',
    label: 'giftNumber',
    ownLabel: 'giftCardNumber',
    error: { text: 'giftNumberError', own: 'giftCardNumberError' },
    isRequired: true,
    toWire: digits,
    isFaulty: (number) => !/^[A-Za-z0-9]{8,32}$/.test(number),
    attributes: { inputMode: 'numeric', dir: 'ltr' },
  },
  {
    wireName: 'giftCard.pin',
    group: 'giftCardPin',
    label: { text: 'PIN' },
    ownLabel: 'pin',
    error: { text: 'giftPinError', own: 'pinError' },
    emptyError: { text: 'giftPinError', own: 'pinEmptyError' },
    isRequired: true,
    toWire: digits,
    isFaulty: (pin) => !/^\d{3,12}$/.test(pin),
    attributes: { inputMode: 'numeric', dir: 'ltr' },
  },
]
