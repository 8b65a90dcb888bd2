import type { Store } from '../../engine/store/port.ts'
import { descriptionOf } from '../results/catalogue.ts'
import type { Refusal } from '../results/refusal.ts'
import type { Access, Asking } from './access.ts'

/** What an id may be of. */
export type ObjectKind = 'payment' | 'risk check' | 'registration' | 'checkout' | 'entity'

export interface NamingParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'reaches' | 'isWithin'>
}

/** An id that leads to nothing where it was sent, and who sent it. */
export interface Sought {
  readonly id: string
  readonly caller: Asking
  /** What would have been found there. */
  readonly as: readonly ObjectKind[]
}

/**
 * Says what an id is of where something else was looked for, such as a checkout's in the address of a
 * capture. Told only of what the token reaches: of a foreign object as little is said as of none.
 */
export async function otherObject(
  { id, caller, as }: Sought,
  parts: NamingParts,
): Promise<string | undefined> {
  const kind = await kindOf(id, caller, parts)
  return kind === undefined || as.includes(kind) ? undefined : words[kind]
}

/** A refusal for an unknown id, which names what the id is of where that is known. */
export async function unknownId(
  refusal: Refusal,
  sought: Sought,
  parts: NamingParts,
): Promise<Refusal> {
  const other = await otherObject(sought, parts)
  if (other === undefined) return refusal
  const [unknown] = (refusal.description ?? descriptionOf(refusal.code)).split(':')
  return { ...refusal, description: `${unknown}: ${other}` }
}

const words: Readonly<Record<ObjectKind, string>> = {
  payment: 'this is the id of a payment, read it at GET /v1/payments/{id}',
  'risk check': 'this is the id of a risk check, read it at GET /v1/risk/{id}',
  registration:
    'this is the id of a registration, read it at GET /v1/registrations/{id} and pay with it at POST /v1/registrations/{id}/payments',
  checkout:
    'this is the id of a checkout, whose payment has an id of its own: read it at GET /v1/checkouts/{id}/payment',
  entity: 'this is the id of an entity, which is sent as entityId',
}

/** 32 capital hex digits and a dot; all other ids are 32 small ones (decisions §3). */
const CHECKOUT_ID = /^[0-9A-F]{32}\./
const OBJECT_ID = /^[0-9a-f]{32}$/

async function kindOf(
  id: string,
  caller: Asking,
  { store, access }: NamingParts,
): Promise<ObjectKind | undefined> {
  const { read } = store
  const isReached = async (row: { readonly entityId: string } | undefined) =>
    row !== undefined && (await access.reaches(caller, row.entityId))
  if (CHECKOUT_ID.test(id))
    return (await isReached(await read.checkout(id))) ? 'checkout' : undefined
  if (!OBJECT_ID.test(id)) return undefined
  const payment = await read.payment(id)
  if (payment !== undefined && (await isReached(payment))) {
    return payment.paymentType === 'RI' ? 'risk check' : 'payment'
  }
  if (await isReached(await read.registration(id))) return 'registration'
  return (await access.isWithin(id, caller.token.entityId)) ? 'entity' : undefined
}
