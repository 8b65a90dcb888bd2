import { descriptionOf } from '../results/catalogue.ts'
import type { Refusal } from '../results/refusal.ts'
import type { Store } from '../store/port.ts'
import type { Access, AccessRequest } from './access.ts'

/** The kinds of objects that ids may belong to. */
export type ObjectKind =
  | 'payment'
  | 'authentication'
  | 'risk check'
  | 'registration'
  | 'checkout'
  | 'entity'
  | 'dispute'

export interface ObjectLookupParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'reaches' | 'isWithin'>
}

/** An id for which nothing was found, and who sent it. */
export interface UnknownId {
  readonly id: string
  readonly caller: AccessRequest
  /** The kinds that were looked for. */
  readonly as: readonly ObjectKind[]
}

/**
 * Says what an id belongs to if another kind of object was looked for, such as the id of a checkout
 * in the address of a capture. Only for objects that the token has access to: otherwise answers
 * would reveal that a foreign object exists.
 */
export async function otherObjectText(
  { id, caller, as }: UnknownId,
  parts: ObjectLookupParts,
): Promise<string | undefined> {
  const kind = await kindOf(id, caller, parts)
  return kind === undefined || as.includes(kind) ? undefined : words[kind]
}

/** The refusal for an unknown id, which says what the id belongs to where that is known. */
export async function unknownId(
  refusal: Refusal,
  sought: UnknownId,
  parts: ObjectLookupParts,
): Promise<Refusal> {
  const other = await otherObjectText(sought, parts)
  if (other === undefined) return refusal
  const [unknown] = (refusal.description ?? descriptionOf(refusal.code)).split(':')
  return { ...refusal, description: `${unknown}: ${other}` }
}

const words: Readonly<Record<ObjectKind, string>> = {
  payment: 'this is the id of a payment, read it at GET /v1/payments/{id}',
  authentication: 'this is the id of an authentication, read it at GET /v1/threeDSecure/{id}',
  'risk check': 'this is the id of a risk check, read it at GET /v1/risk/{id}',
  registration:
    'this is the id of a registration, read it at GET /v1/registrations/{id} and pay with it at POST /v1/registrations/{id}/payments',
  dispute: 'this is the id of a dispute, read it at GET /v1/disputes/{id}',
  checkout:
    'this is the id of a checkout, whose payment has an id of its own: read it at GET /v1/checkouts/{id}/payment',
  entity: 'this is the id of an entity, which is sent as entityId',
}

/** 32 capital hex digits and a dot; all other ids are 32 small ones (decisions §3). */
const CHECKOUT_ID = /^[0-9A-F]{32}\./
const OBJECT_ID = /^[0-9a-f]{32}$/

async function kindOf(
  id: string,
  caller: AccessRequest,
  { store, access }: ObjectLookupParts,
): Promise<ObjectKind | undefined> {
  const { read } = store
  const isReached = async (row: { readonly entityId: string } | undefined) =>
    row !== undefined && (await access.reaches(caller, row.entityId))
  if (CHECKOUT_ID.test(id))
    return (await isReached(await read.checkout(id))) ? 'checkout' : undefined
  if (!OBJECT_ID.test(id)) return undefined
  const payment = await read.payment(id)
  if (payment !== undefined && (await isReached(payment))) {
    if (payment.paymentType === '3D') return 'authentication'
    return payment.paymentType === 'RI' ? 'risk check' : 'payment'
  }
  if (await isReached(await read.registration(id))) return 'registration'
  if (await isReached(await read.dispute(id))) return 'dispute'
  return (await access.isWithin(id, caller.token.entityId)) ? 'entity' : undefined
}
