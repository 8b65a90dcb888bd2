import { oneOf, sorted, text } from './column.ts'
import { type RowOf, table } from './table.ts'

/**
 * Under which names payments and stored details are found again: those of their customer, and of what they were
 * paid with. Written in the commit that inserts what it leads to.
 */
export const customerLinks = table({
  name: 'customer_link',
  key: ['entityId', 'name', 'linked', 'linkedId'],
  columns: {
    /** The channel. */
    entityId: sorted(text),
    /** Kind and value: `customer:…`, `email:…`, `registration:…`, `schedule:…`. */
    name: sorted(text),
    linked: oneOf('payment', 'registration'),
    /** Time-ordered. */
    linkedId: sorted(text),
  },
  insert: 'insertCustomerLink',
  /** When the customer is erased. No conflict when it is not there. */
  remove: 'removeCustomerLink',
})

export type CustomerLinkRow = RowOf<typeof customerLinks>
