import type { TokenRow } from '../store/port.ts'
import { isOperator } from './operator-token.ts'
import { isLimited, type Scope } from './token-limits.ts'

/**
 * What people may do in the back office, and with an administrator's access token under `/admin/v1`. A
 * route names the right that it needs; a role is a list of rights.
 */
export const RIGHTS = [
  /** Payments, their families, histories, checkouts and the overview. */
  'payments.read',
  /** Capture, reverse, refund, rebill; subscriptions: pay again, another card or amount. */
  'payments.move',
  /** Outcomes that nobody could find out, and reviews. */
  'payments.resolve',
  /** The second person of a payment above the amount that needs two. */
  'payments.approve',
  /** Lists as files. */
  'payments.export',
  'customers.read',
  /** Delete stored details; pause, go on with and cancel schedules; lists of what is blocked. */
  'customers.write',
  /** Notes about payments and customers. */
  'notes.write',
  'disputes.read',
  'disputes.answer',
  'finance.read',
  /** Import and match files of acquirers. */
  'finance.write',
  'webhooks.read',
  'webhooks.write',
  /** Entities with their settings. */
  'entities.read',
  'entities.write',
  /** The amounts above which a second person has to agree. */
  'limits.write',
  /** Make, show and revoke access tokens. */
  'tokens.write',
  /** Make and show those of administrators, which may do everything. */
  'tokens.administer',
  /** Users, their roles, invitations and sessions. */
  'people.write',
  'audit.read',
  'system.read',
] as const

export type Right = (typeof RIGHTS)[number]

/** What a route may need: a right, or only that a person is signed in. */
export type NeededRight = Right | 'signedIn'

export const ROLES = ['owner', 'administrator', 'finance', 'support', 'reader'] as const

export type Role = (typeof ROLES)[number]

/** What a request under `/admin/v1` that changes something needs, by the right that its route names. */
export const SCOPES_OF_RIGHTS: Readonly<Record<Right, readonly Scope[]>> = {
  'payments.read': ['read'],
  'payments.move': ['pay'],
  'payments.resolve': ['pay', 'refund'],
  'payments.approve': ['pay', 'refund'],
  'payments.export': ['read'],
  'customers.read': ['read'],
  'customers.write': ['pay'],
  'notes.write': ['administer'],
  'disputes.read': ['read'],
  'disputes.answer': ['refund'],
  'finance.read': ['read'],
  'finance.write': ['administer'],
  'webhooks.read': ['read'],
  'webhooks.write': ['administer'],
  'entities.read': ['read'],
  'entities.write': ['administer'],
  'limits.write': ['administer'],
  'tokens.write': ['administer'],
  'tokens.administer': ['administer'],
  'people.write': ['administer'],
  'audit.read': ['read'],
  'system.read': ['read'],
}

/** What lets a person become another one, or move money alone. */
const OF_OWNERS: readonly Right[] = ['limits.write', 'tokens.administer', 'people.write']

function isOfOwners(right: Right): boolean {
  return OF_OWNERS.includes(right)
}

/** What each role may do to an entity and all below it. `owner`: everything. */
export const ROLE_RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: RIGHTS,
  administrator: RIGHTS.filter((right) => !OF_OWNERS.includes(right)),
  finance: [
    'payments.read',
    'payments.move',
    'payments.resolve',
    'payments.approve',
    'payments.export',
    'customers.read',
    'notes.write',
    'disputes.read',
    'disputes.answer',
    'finance.read',
    'finance.write',
    'entities.read',
    'system.read',
  ],
  support: [
    'payments.read',
    'payments.move',
    'customers.read',
    'customers.write',
    'notes.write',
    'disputes.read',
    'disputes.answer',
    'webhooks.read',
    'entities.read',
    'system.read',
  ],
  reader: [
    'payments.read',
    'customers.read',
    'disputes.read',
    'finance.read',
    'webhooks.read',
    'entities.read',
    'system.read',
  ],
}

/** A person who is signed in to the back office, in the role of an entity. */
export interface Person {
  /** Of the user. */
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Since when the person may decide what others ask for, of the roles that may; else since when the role is held. */
  readonly decidesSinceMs: number
  /** Of the session. */
  readonly sessionId: string
  /**
   * What is missing before anything is allowed: a password that no operator knows, or a second factor, where the
   * installation demands one.
   */
  readonly lacks: 'ownPassword' | 'secondFactor' | undefined
}

/** Who asks: a person, or a script with an access token. */
export interface Asking {
  readonly token: Pick<
    TokenRow,
    'hash' | 'administers' | 'label' | 'scopes' | 'expiresAtMs' | 'addresses'
  >
  readonly person?: Person
}

/**
 * Whether someone has a right. An administrator's access token has all of them, but is no person; one with a limit
 * has not those of owners, by which it could make somebody, or another token, without that limit.
 */
export function hasRight({ token, person }: Asking, right: NeededRight): boolean {
  if (right === 'signedIn') return person !== undefined
  if (person === undefined) return token.administers && !(isOfOwners(right) && isLimited(token))
  return person.lacks === undefined && ROLE_RIGHTS[person.role].includes(right)
}

/** Whether someone may do everything: only then a role or access token that may do everything is given. */
export function hasAllRights(asking: Asking): boolean {
  return RIGHTS.every((right) => hasRight(asking, right))
}

/** Who has done something, as histories and the audit log write it. */
export function actorOf({ token, person }: Asking): string {
  if (person !== undefined) return person.email
  if (isOperator({ token })) return token.label
  return token.label === '' ? 'an access token' : `token ${token.label}`
}

/**
 * Who decides: whom the request names, then who asks. The operator adds nothing to a name: who it is at the machine
 * stands in the audit log.
 */
export function deciderOf(asking: Asking, named: string | undefined): string {
  if (named === undefined) return actorOf(asking)
  return isOperator(asking) ? named : `${named}, ${actorOf(asking)}`
}
