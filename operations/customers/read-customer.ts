import { formatAmount } from '../../common/money.ts'
import { readRegistrationDetails } from '../../server/features/registrations/index.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import {
  AFTER_ALL_IDS,
  type DisputeRow,
  type PaymentRow,
  type RegistrationRow,
  type ScheduleRow,
  type Store,
} from '../../server/store/port.ts'
import { entitiesOf, shownStored, summaryOf } from '../administration/index.ts'
import { linkOfCustomer, linkOfEmail, linkOfRegistration } from '../customer-links/index.ts'
import type { AdminCustomer } from './answer.ts'

/** By what a customer is looked for. */
export type CustomerBy = 'email' | 'merchantCustomerId' | 'card'

const MAX_STORED = 50
const MAX_SUBSCRIPTIONS = 50
/** Payments whose disputes are looked for. */
const MAX_LOOKED_AT = 200
export interface CustomerAsked {
  readonly entityIds: readonly string[]
  readonly by: CustomerBy
  /** An e-mail address, the merchant's id, or of a card the id of stored details. */
  readonly value: string
  readonly cursor: string | undefined
  readonly limit: number
}

/** All that links, and the number of a card, lead to. */
export async function customerOf(asked: CustomerAsked, store: Store): Promise<AdminCustomer> {
  const { read } = store
  const { entityIds, by, value, limit } = asked
  const ofCard = by === 'card' ? await storedWithNumberOf(value, entityIds, store) : []
  const names = by === 'card' ? ofCard.map(({ id }) => linkOfRegistration(id)) : [nameOf(by, value)]
  if (entityIds.length === 0 || names.length === 0) return NOBODY
  const before = asked.cursor ?? AFTER_ALL_IDS
  const links = await read.linkedTo(entityIds, names, 'payment', before, MAX_LOOKED_AT)
  const ids = links.map(({ linkedId }) => linkedId)
  const payments = await paymentsOf(ids.slice(0, limit), store)
  const stored = by === 'card' ? ofCard : await storedOf(names, entityIds, store)
  const disputes = await Promise.all(ids.map((id) => read.disputesOfPayment(id)))
  const entityOf = await entitiesOf(
    [...payments, ...stored].map(({ entityId }) => entityId),
    store,
  )
  const shown = payments.map((row) => summaryOf(row, entityOf(row.entityId)))
  const next = ids.length > limit ? ids[limit - 1] : undefined
  return {
    ...personsOf(shown, stored),
    merchants: await merchantsOf([...payments, ...stored], store),
    payments: shown,
    ...(next === undefined ? {} : { cursor: next }),
    storedDetails: stored.map((row) => shownStored(row, entityOf(row.entityId))),
    subscriptions: (await subscriptionsOf(stored, store)).map(shownSubscription),
    disputes: disputes.flat().map(shownDispute),
  }
}

const NOBODY: AdminCustomer = {
  emails: [],
  merchantCustomerIds: [],
  holders: [],
  merchants: [],
  payments: [],
  storedDetails: [],
  subscriptions: [],
  disputes: [],
}

/** The name of a customer as links and notes have it. */
export function nameOf(by: Exclude<CustomerBy, 'card'>, value: string): string {
  return by === 'email' ? linkOfEmail(value) : linkOfCustomer(value)
}

async function paymentsOf(ids: readonly string[], { read }: Store): Promise<readonly PaymentRow[]> {
  if (ids.length === 0) return []
  const rows = await read.paymentsById(ids)
  return rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

async function storedOf(
  names: readonly string[],
  entityIds: readonly string[],
  { read }: Store,
): Promise<readonly RegistrationRow[]> {
  const links = await read.linkedTo(entityIds, names, 'registration', AFTER_ALL_IDS, MAX_STORED)
  const rows = await Promise.all(links.map(({ linkedId }) => read.registration(linkedId)))
  return rows.flatMap((row) => row ?? [])
}

/** Stored details and all others of the same number; one that is wiped has no number to compare. */
async function storedWithNumberOf(
  id: string,
  entityIds: readonly string[],
  { read }: Store,
): Promise<readonly RegistrationRow[]> {
  const own = await read.registration(id)
  if (own === undefined || !entityIds.includes(own.entityId)) return []
  if (own.fingerprint === null) return [own]
  const alike = await read.registrationsOfNumber(entityIds, own.fingerprint, MAX_STORED)
  return alike.some((row) => row.id === id) ? alike : [own, ...alike]
}

async function subscriptionsOf(
  stored: readonly RegistrationRow[],
  { read }: Store,
): Promise<readonly ScheduleRow[]> {
  const rows = await Promise.all(stored.map(({ id }) => read.schedulesOf(id, '', 100)))
  const inForce = rows.flat().filter(({ state }) => state !== 'replaced')
  return inForce.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, MAX_SUBSCRIPTIONS)
}

function shownSubscription(row: ScheduleRow): AdminCustomer['subscriptions'][number] {
  const { id, state, amountMinor, currency, nextRunAtMs, pastDueSinceMs } = row
  const isPastDue = state === 'active' && pastDueSinceMs !== null
  return {
    id,
    state: isPastDue ? 'pastDue' : state === 'replaced' ? 'ended' : state,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    ...(nextRunAtMs === null ? {} : { nextRun: wireTimestamp(nextRunAtMs) }),
  }
}

function shownDispute(row: DisputeRow): AdminCustomer['disputes'][number] {
  const { id, paymentId, outcome, amountMinor, currency, respondByMs } = row
  return {
    id,
    paymentId,
    outcome,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    ...(respondByMs === null ? {} : { respondBy: wireTimestamp(respondByMs) }),
  }
}

/** Names of the person in what was found, each once. */
function personsOf(payments: AdminCustomer['payments'], stored: readonly RegistrationRow[]) {
  const requests = stored.map((row) => readRegistrationDetails(row.details))
  const once = (values: readonly (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined))].slice(0, 20)
  return {
    emails: once([
      ...payments.map(({ customerEmail }) => customerEmail),
      ...requests.map(({ request }) => request['customer.email']),
    ]),
    merchantCustomerIds: once([
      ...payments.map(({ merchantCustomerId }) => merchantCustomerId),
      ...requests.map(({ request }) => request['customer.merchantCustomerId']),
    ]),
    holders: once([
      ...payments.map(({ holder }) => holder),
      ...requests.map(({ card, request }) => card?.holder ?? request['bankAccount.holder']),
    ]),
  }
}

async function merchantsOf(
  rows: readonly { readonly entityId: string }[],
  store: Store,
): Promise<AdminCustomer['merchants']> {
  const channels = [...new Set(rows.map(({ entityId }) => entityId))]
  const parents = await Promise.all(channels.map((id) => store.read.entity(id)))
  const ids = [...new Set(parents.flatMap((entity) => entity?.parentId ?? []))]
  const entityOf = await entitiesOf(ids, store)
  return ids.map(entityOf)
}
