import { natural, optional, sorted, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A request of a merchant's server that was refused. Never changed; deleted when it is old. No card data, no shopper. */
export const refusedRequests = table({
  name: 'refused_request',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: sorted(text),
    /** The entity that it names, or that of its access token. */
    entityId: sorted(text),
    /** The id that its answer had as `ndc`. */
    ndc: sorted(text),
    atMs: time,
    /** Upper case. */
    method: text,
    /** As the route has it, with `{id}`. */
    path: text,
    /** The id in its address. */
    subjectId: optional(text),
    /** HTTP status, result code and description of its answer. */
    status: natural,
    code: text,
    description: text,
    /** JSON: a list of names of parameters and what was wrong with each; no values. */
    faults: text,
    /** JSON: those of paymentType, paymentBrand, amount, currency and merchantTransactionId that it had. */
    about: text,
    tokenHash: text,
    /** Of the merchant's server. */
    address: optional(text),
  },
  insert: 'insertRefusedRequest',
  remove: 'removeRefusedRequest',
})

export type RefusedRequestRow = RowOf<typeof refusedRequests>
