import { optional, sorted, text, time, version, wordOf } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, type StepOf, table } from './table.ts'

export const checkouts = table({
  name: 'checkout',
  key: ['id'],
  columns: {
    /** 32 uppercase hex of 128 random bits, a dot, the node name. */
    id: text,
    entityId: sorted(text),
    state: wordOf<'open' | 'processing' | 'pending' | 'done' | 'expired' | 'deleted'>(),
    /** The latest attempt to pay, if there was one. */
    paymentId: optional(sorted(text)),
    /** The latest attempt to store payment details in a checkout that only does that. */
    registrationId: optional(sorted(text)),
    /** The call to the shop's address that is due while nobody has read the status, or was made. */
    resultCallId: optional(sorted(text)),
    /** JSON text: the request that made the checkout, as flat wire names and values. */
    request: text,
    /** The script integrity value that was promised at creation, if it was asked for. */
    integrity: optional(text),
    createdAtMs: time,
    expiresAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'checkout',
  insert: 'insertCheckout',
  step: {
    kind: 'stepCheckout',
    sets: ['state', 'paymentId', 'registrationId', 'resultCallId', 'request', 'updatedAtMs'],
  },
  writes: {
    /** What is left of its request when its customer is erased. */
    eraseCheckout: erasing('checkout', { id: text }, 'request'),
  },
})

export type CheckoutRow = RowOf<typeof checkouts>
export type CheckoutState = CheckoutRow['state']
export type CheckoutStep = StepOf<typeof checkouts>
