import { asciiDigits } from '../../../../common/ascii-digits.ts'
import type { Field } from '../../fields/field.ts'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormShell } from '../../shell/form-shell.ts'

/** The name of an account at a provider that has no page of its own. */
export const accountField: Field = {
  wireName: 'virtualAccount.accountId',
  group: 'accountId',
  label: 'accountId',
  ownLabel: 'accountId',
  error: { text: 'accountIdError', own: 'accountIdError' },
  isRequired: true,
  isFaulty: (name) => name.length > 100,
  attributes: { autocapitalize: 'none', maxLength: 100 },
}

/** How the shopper confirms: in the app of his phone, or by a code that the provider shows. */
function modeField({ language }: FormShell): Field {
  return {
    wireName: 'paymentMode',
    group: 'paymentMode',
    label: 'accountMode',
    ownLabel: 'paymentMode',
    error: { text: 'accountPhoneError', own: 'paymentModeError' },
    isRequired: false,
    control: 'radio',
    choices: () => [
      ['mobile', language.value.translate('accountPhone')],
      ['qrcode', language.value.translate('accountQrCode')],
    ],
    first: 'mobile',
    isNotSent: true,
  }
}

const phone: Field = {
  wireName: 'virtualAccount.accountId',
  group: 'mobilePhone',
  label: 'accountPhone',
  ownLabel: 'mobilePhoneNumber',
  error: { text: 'accountPhoneError', own: 'mobilePhoneError' },
  isRequired: true,
  toWire: phoneNumber,
  isFaulty: (number) => !/^\+?\d{7,15}$/.test(number),
  attributes: { inputMode: 'tel', autocomplete: 'tel', dir: 'ltr' },
}

/** The number of a phone, where the shopper pays with it (reference behaviour §3.7). */
export function phoneFields(form: FormShell, fields: () => FieldSet): readonly Field[] {
  const mode = modeField(form)
  return fields().typedValue(mode) === 'mobile' ? [mode, phone] : [mode]
}

/** E.164 as far as it was typed, in digits of any script. */
function phoneNumber(typed: string): string {
  return asciiDigits(typed)
    .replace(/[\s().\-/]/g, '')
    .replace(/^00/, '+')
}
