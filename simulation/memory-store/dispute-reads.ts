import { listedEntities, listedValues, listLimit } from '../../server/store/list-limit.ts'
import type { DisputeRow, DisputeSum, StoreReads } from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

type DisputeReads = Pick<
  StoreReads,
  | 'disputeOfCase'
  | 'disputesOfPayment'
  | 'disputesOfEntities'
  | 'disputesByDeadline'
  | 'disputeSums'
  | 'disputeEvents'
  | 'disputeDocuments'
>

/** The reads of disputes over memory tables. */
export function disputeReads(open: () => Promise<Tables>): DisputeReads {
  return {
    disputeOfCase: async (casePaymentId, acquirerReference) =>
      (await open()).disputes.filter(
        (row) => row.casePaymentId === casePaymentId && row.acquirerReference === acquirerReference,
      )[0],
    disputesOfPayment: async (paymentId) =>
      (await open()).disputes
        .filter((row) => row.paymentId === paymentId)
        .sort(byId)
        .slice(0, 1000),
    disputesOfEntities: async (entityIds, outcomes, deadline, beforeId, limit) => {
      const [channels, wanted] = [listedEntities(entityIds), listedValues(outcomes)]
      return (await open()).disputes
        .filter((row) => channels.includes(row.entityId) && wanted.includes(row.outcome))
        .filter((row) => row.id < beforeId && (deadline === 'any' || row.respondByMs === null))
        .sort(byId)
        .reverse()
        .slice(0, listLimit(limit))
    },
    disputesByDeadline: async (entityIds, afterMs, afterId, limit) => {
      const channels = listedEntities(entityIds)
      return (await open()).disputes
        .filter((row) => channels.includes(row.entityId) && row.respondByMs !== null)
        .filter((row) => (deadlineOf(row) - afterMs || (row.id > afterId ? 1 : -1)) > 0)
        .sort((one, other) => deadlineOf(one) - deadlineOf(other) || byId(one, other))
        .slice(0, listLimit(limit))
    },
    disputeSums: async (entityIds, fromMs, toMs) => {
      const channels = listedEntities(entityIds)
      const sums = new Map<string, DisputeSum>()
      const charged = (await open()).disputes
        .filter((row) => channels.includes(row.entityId))
        .filter(({ chargedAtMs: at }) => at !== null && at >= fromMs && at < toMs)
      for (const { paymentBrand, resultCode, currency, amountMinor } of charged) {
        const key = JSON.stringify([paymentBrand, resultCode, currency])
        const sum = sums.get(key) ?? {
          paymentBrand,
          resultCode,
          currency,
          count: 0,
          amountMinor: 0,
        }
        const after = { count: sum.count + 1, amountMinor: sum.amountMinor + amountMinor }
        sums.set(key, { ...sum, ...after })
      }
      return [...sums.values()]
    },
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

function deadlineOf({ respondByMs }: DisputeRow): number {
  return respondByMs ?? Number.MAX_SAFE_INTEGER
}
