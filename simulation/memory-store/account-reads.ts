import { listedValues, listLimit } from '../../server/store/list-limit.ts'
import type { AcquirerEventRow, ProviderReferenceRow, StoreReads } from '../../server/store/port.ts'
import { ascending } from './settlement-reads.ts'
import type { Tables } from './tables.ts'

type AccountReads = Pick<
  StoreReads,
  | 'acquirerEventsOfPayment'
  | 'connectorAccountsOf'
  | 'oldAcquirerEvents'
  | 'providerReferencesOfPayments'
  | 'providerReferencesOfRegistration'
  | 'providerReferencesOfValues'
  | 'surplusAcquirerEvents'
  | 'toldAcquirerEvents'
  | 'waitingAcquirerEvents'
>

const MAX_ROWS = 1000
const MAX_OF_REGISTRATION = 100
const MAX_EVENTS = 100
const TOLD: ReadonlySet<AcquirerEventRow['state']> = new Set(['kept', 'unmatched', 'refused'])

/** The reads of connector accounts, of how providers call payments, and of what they tell. */
export function accountReads(open: () => Promise<Tables>): AccountReads {
  const references = async (
    isWanted: (row: ProviderReferenceRow) => boolean,
    orderOf: (row: ProviderReferenceRow) => readonly (string | number)[],
    limit = MAX_ROWS,
  ) => (await open()).providerReferences.filter(isWanted).sort(ascending(orderOf)).slice(0, limit)
  return {
    acquirerEventsOfPayment: async (paymentId) =>
      (await open()).acquirerEvents
        .filter((row) => row.paymentId === paymentId)
        .sort(
          ascending(({ receivedAtMs, connector, eventId }) => [-receivedAtMs, connector, eventId]),
        )
        .slice(0, MAX_EVENTS),
    toldAcquirerEvents: async (connectors, atMs, connector, eventId, limit) => {
      const wanted = new Set(listedValues(connectors))
      const placeOf = (row: AcquirerEventRow) =>
        [-row.receivedAtMs, row.connector, row.eventId] as const
      const newestFirst = (one: AcquirerEventRow, other: AcquirerEventRow) =>
        one.receivedAtMs === other.receivedAtMs
          ? ascending(placeOf)(other, one)
          : other.receivedAtMs - one.receivedAtMs
      const after = { receivedAtMs: atMs, connector, eventId } as AcquirerEventRow
      return (await open()).acquirerEvents
        .filter((row) => wanted.has(row.connector) && TOLD.has(row.state))
        .filter((row) => newestFirst(after, row) < 0)
        .sort(newestFirst)
        .slice(0, listLimit(limit))
    },
    waitingAcquirerEvents: async (connector, atMost) => {
      const waiting = (await open()).acquirerEvents.filter(
        (row) => row.connector === connector && row.state === 'waiting',
      )
      return { count: Math.min(waiting.length, atMost) }
    },
    surplusAcquirerEvents: async (connector, kept, limit) =>
      (await open()).acquirerEvents
        .filter((row) => row.connector === connector && TOLD.has(row.state))
        .sort(ascending(({ receivedAtMs, eventId }) => [receivedAtMs, eventId]))
        .toReversed()
        .slice(kept)
        .slice(0, listLimit(limit)),
    oldAcquirerEvents: async (untilMs, limit) =>
      (await open()).acquirerEvents
        .filter((row) => row.receivedAtMs <= untilMs)
        .sort(
          ascending(({ receivedAtMs, connector, eventId }) => [receivedAtMs, connector, eventId]),
        )
        .slice(0, listLimit(limit)),
    connectorAccountsOf: async (entityIds) => {
      const wanted = new Set(listedValues(entityIds))
      return (await open()).connectorAccounts
        .filter((row) => wanted.has(row.entityId))
        .sort(ascending((row) => [row.id]))
        .slice(0, MAX_ROWS)
    },
    providerReferencesOfPayments: async (paymentIds) => {
      const wanted = new Set<string | null>(listedValues(paymentIds))
      return references(
        ({ paymentId }) => paymentId !== null && wanted.has(paymentId),
        ({ createdAtMs, value, kind, connector }) => [createdAtMs, value, kind, connector],
      )
    },
    providerReferencesOfRegistration: (registrationId) =>
      references(
        (row) => row.registrationId === registrationId,
        ({ createdAtMs, value, kind, connector }) => [-createdAtMs, value, kind, connector],
        MAX_OF_REGISTRATION,
      ),
    providerReferencesOfValues: async (values) => {
      const wanted = new Set(listedValues(values))
      return references(
        (row) => wanted.has(row.value),
        ({ value, kind, connector }) => [value, kind, connector],
      )
    },
  }
}
