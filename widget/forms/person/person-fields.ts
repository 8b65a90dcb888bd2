import { isDayOfCalendar, wireDate } from '../fields/date-parts.ts'
import type { Field } from '../fields/field.ts'
import type { FieldSet } from '../fields/field-set.ts'
import type { Asked } from './asked.ts'

const givenName: Field = {
  wireName: 'customer.givenName',
  group: 'givenName',
  label: 'personGivenName',
  ownLabel: 'givenName',
  error: { text: 'personGivenNameError', own: 'givenNameError' },
  isRequired: true,
  isFaulty: (name) => name.length > 50,
  attributes: { autocomplete: 'given-name', autocapitalize: 'words', maxLength: 50 },
}

const surname: Field = {
  wireName: 'customer.surname',
  group: 'surname',
  label: 'personSurname',
  ownLabel: 'surname',
  error: { text: 'personSurnameError', own: 'surNameError' },
  isRequired: true,
  isFaulty: (name) => name.length > 50,
  attributes: { autocomplete: 'family-name', autocapitalize: 'words', maxLength: 50 },
}

const taxNumber: Field = {
  wireName: 'customer.identificationDocId',
  group: 'taxNumber',
  label: 'personTaxNumber',
  ownLabel: 'taxNumber',
  error: { text: 'personTaxNumberError', own: 'taxNumberError' },
  isRequired: true,
  isFaulty: (number) => number.length < 8 || number.length > 64,
  attributes: { autocapitalize: 'characters', dir: 'ltr', maxLength: 64 },
}

function birthDate(now: Date): Field {
  const today = now.toISOString().slice(0, 10)
  return {
    wireName: 'customer.birthDate',
    group: 'birthDate',
    label: 'personBirthDate',
    ownLabel: 'birthDate',
    error: { text: 'personDateError', own: 'birthDateError' },
    emptyError: { text: 'personBirthDateError', own: 'birthDateError' },
    isRequired: true,
    control: 'date',
    toWire: wireDate,
    isFaulty: (date) =>
      isDayOfCalendar(date)
        ? date > today && { text: 'personFutureError', own: 'birthDateError' }
        : true,
  }
}

/** What the page asks of the person of the shopper. */
export function personFields(asked: Asked, now: Date): readonly Field[] {
  return [
    ...(asked.name ? [givenName, surname] : []),
    ...(asked.birthDate ? [birthDate(now)] : []),
    ...(asked.taxNumber ? [taxNumber] : []),
  ]
}

const saveCard: Field = {
  wireName: 'createRegistration',
  group: 'createRegistration',
  label: 'personSaveCard',
  ownLabel: 'register',
  // Never shown: the shopper is free to leave it.
  error: { text: 'personSaveCard', own: 'register' },
  isRequired: false,
  control: 'checkbox',
}

/** The shopper's consent to store the card: not given until he ticks it (GDPR, recital 32). */
export function saveCardFields(asked: Pick<Asked, 'saveCard'>): readonly Field[] {
  return asked.saveCard ? [saveCard] : []
}

/** The holder that the name stands for. */
export function holderOf({ typedValue }: Pick<FieldSet, 'typedValue'>): string {
  const names = [typedValue(givenName).trim(), typedValue(surname).trim()]
  return names.filter(Boolean).join(' ')
}

/** Fields that the wire wants with those of the person. */
export function withDocumentType(
  sent: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!sent['customer.identificationDocId']) return sent
  return { ...sent, 'customer.identificationDocType': 'TAXSTATEMENT' }
}
