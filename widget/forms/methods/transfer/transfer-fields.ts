import { SIMULATOR_BANK, type TransferMethod } from '../../../../common/transfer-methods.ts'
import type { Choice, Field } from '../../fields/field.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { bicField, countryField, ibanField } from '../bank-fields.ts'

/**
 * The fields that a method asks for, in their order on the form.
 *
 * @param languages tags that the shopper's browser prefers, best first
 */
export function transferFields(
  form: FormShell,
  method: TransferMethod,
  languages: readonly string[],
): readonly Field[] {
  const { countries, banks, asksForBic } = method
  const tag = () => form.language.value.tag
  return [
    ...(countries === undefined ? [] : [countryField(countries, tag, languages)]),
    ...(banks === undefined ? [] : [bankField(form, banks)]),
    ...(asksForBic === undefined ? [] : [bicField, optionalIban]),
  ]
}

const optionalIban: Field = {
  ...ibanField('transferIban', 'transferIbanError'),
  // The banks of these transfers are German; SWIFT's IBAN registry has this example.
  example: 'DE89 3704 0044 0532 0130 00',
  isRequired: false,
}

function bankField({ session }: FormShell, banks: readonly string[]): Field {
  return {
    wireName: 'bankAccount.bankName',
    group: 'bankName',
    label: 'transferBank',
    ownLabel: 'bankName',
    error: { text: 'transferBankError', own: 'accountBankError' },
    isRequired: true,
    control: 'select',
    // The simulator's own bank is offered where nobody can lose money.
    choices: () =>
      [...banks, ...(session.value?.environment === 'test' ? [SIMULATOR_BANK] : [])].map(
        (bank): Choice => [bank, bank],
      ),
  }
}
