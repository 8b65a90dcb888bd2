import { listLimit } from '../../server/store/list-limit.ts'
import type { StoreReads } from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

type DisputeReads = Pick<
  StoreReads,
  'disputeOfCase' | 'disputesOfPayment' | 'disputesOfEntity' | 'disputeEvents' | 'disputeDocuments'
>

/** The reads of disputes over memory tables. */
export function disputeReads(open: () => Promise<Tables>): DisputeReads {
  return {
    disputeOfCase: async (paymentId, acquirerReference) =>
      (await open()).disputes.filter(
        (row) => row.paymentId === paymentId && row.acquirerReference === acquirerReference,
      )[0],
    disputesOfPayment: async (paymentId) =>
      (await open()).disputes
        .filter((row) => row.paymentId === paymentId)
        .sort(byId)
        .slice(0, 1000),
    disputesOfEntity: async (entityId, beforeId, limit) =>
      (await open()).disputes
        .filter((row) => row.entityId === entityId && row.id < beforeId)
        .sort(byId)
        .reverse()
        .slice(0, listLimit(limit)),
    disputeEvents: async (disputeId) =>
      (await open()).disputeEvents
        .filter((row) => row.disputeId === disputeId)
        .sort((one, other) => one.sequence - other.sequence)
        .slice(0, 1000),
    disputeDocuments: async (disputeId) =>
      (await open()).disputeDocuments
        .filter((row) => row.disputeId === disputeId)
        .sort(byId)
        .slice(0, 1000)
        .map(({ sealed: _sealed, ...facts }) => facts),
  }
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1
}
