import { keyOf, sorted, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** What a person has written down about a payment or a customer. Never changed, only removed: a later note corrects it. */
export const notes = table({
  name: 'note',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: sorted(text),
    /** The channel of the payment, or the merchant of the customer. */
    entityId: keyOf('entity'),
    /** `payment:` with its id, or a name of the customer as links have it: `email:…`, `customer:…`. */
    about: sorted(text),
    /** Has no card number: the route refuses one. */
    text,
    /** The e-mail of a user, or the label of an access token. */
    writtenBy: text,
    createdAtMs: time,
  },
  insert: 'insertNote',
  /** When its customer is erased. No conflict when it is not there. */
  remove: 'removeNote',
})

export type NoteRow = RowOf<typeof notes>
