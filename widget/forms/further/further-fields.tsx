import type { BillingCode } from '../billing/entry.ts'
import type { CardForm, FurtherFields } from '../card/card-form.ts'
import type { FieldsCode } from '../fields/entry.ts'
import type { Field } from '../fields/field.ts'
import type { FieldSet } from '../fields/field-set.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'

/** The fields of the shopper's person, those of the billing address below them, and whether to store the card. */
export interface AskedRows {
  readonly person: () => readonly Field[]
  readonly address: () => readonly Field[]
  readonly consent: () => readonly Field[]
}

/** What draws them; the group of the address only where it is asked for. */
type FurtherCode = Pick<FieldsCode, 'FieldGroups'> & Partial<Pick<BillingCode, 'AddressGroup'>>

/** What the card form shows, checks and sends of them. */
export function furtherFields(
  form: CardForm,
  { FieldGroups, AddressGroup }: FurtherCode,
  set: FieldSet,
  rows: AskedRows,
): FurtherFields {
  const person: FieldSet = { ...set, rows: rows.person }
  const address: FieldSet = { ...set, rows: rows.address }
  const consent: FieldSet = { ...set, rows: rows.consent }
  return {
    Groups: () => (
      <>
        <FieldGroups fields={person} />
        {AddressGroup && rows.address().length > 0 && (
          <AddressGroup form={form}>
            <FieldGroups fields={address} />
          </AddressGroup>
        )}
        <FieldGroups fields={consent} />
      </>
    ),
    hasName: () => rows.person().some(({ wireName }) => wireName === 'customer.surname'),
    hasErrors: set.hasErrors,
    steps: (card) => furtherSteps(form, set, card),
  }
}

/** Both together in a submit. */
function furtherSteps(form: CardForm, set: FieldSet, card: SubmitSteps): SubmitSteps {
  return {
    ...card,
    begin() {
      card.begin()
      set.begin()
    },
    showFaults() {
      const { announcement } = form
      const before = announcement.peek()
      const isFaulty = set.showFaults()
      const announced = announcement.peek()
      announcement.value = before
      // After the others: the card is first on the form, and the focus goes to the first fault.
      if (card.showFaults()) return true
      announcement.value = announced
      return isFaulty
    },
    send: (fieldsWith, ...others) =>
      card.send((own) => fieldsWith({ ...own, ...set.sent() }), ...others),
    keepErrors(errors, sort) {
      // The holder is made of the name, and is not on the form.
      const named = form.further.peek()?.hasName()
        ? errors.map((error) =>
            error.name === 'card.holder' ? { ...error, name: 'customer.surname' } : error,
          )
        : errors
      return card.keepErrors(set.keepErrors(named), sort)
    },
  }
}
