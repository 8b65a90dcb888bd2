import type { AskFields } from '../../button/method-form.tsx'
import type { FieldSet } from '../../fields/field-set.ts'
import { debitFields, sepaFields } from './debit-fields.ts'
import { Mandate } from './mandate.tsx'

/** The account of a direct debit, with the mandate of one in SEPA. */
export const askDebit: AskFields = (form, code, { name }) => {
  const isSepa = name === 'DIRECTDEBIT_SEPA'
  const own = (): FieldSet => fields
  const rows = () => (isSepa ? sepaFields : debitFields)(form, own, navigator.languages)
  const fields = code.createFieldSet(form, rows)
  return isSepa ? { fields, Note: () => <Mandate form={form} /> } : { fields }
}
