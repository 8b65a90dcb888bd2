import type { FieldsCode } from '../fields/entry.ts'
import { readAsked } from './asked.ts'
import { personFields, withDocumentType } from './person-fields.ts'

/** The code of fields, whose sets ask for the shopper's person below their own fields. */
export function withPerson(code: FieldsCode): FieldsCode {
  return {
    ...code,
    createFieldSet(form, rows) {
      // Only cards have a holder whose place the name could take.
      const options = () => ({ ...form.given(), forceCardHolderEqualsBillingName: false })
      const person = () => personFields(readAsked(options(), form.session.value), new Date())
      const set = code.createFieldSet(form, () => [...rows(), ...person()])
      return { ...set, sent: () => withDocumentType(set.sent()) }
    },
  }
}
