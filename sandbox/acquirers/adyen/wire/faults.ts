import { createFaults, type Faults } from '../../shared/faults.ts'
import type { RefusalCode } from '../facts/refusals.ts'

/** What can go wrong with one request. */
export type Fault =
  /** Closed before anything is done. */
  | { readonly kind: 'noConnection' }
  /** Done, and closed without an answer. */
  | { readonly kind: 'acceptedWithoutAnswer' }
  /** Done; the answer waits 26 s of the clock, or for `release`. Until then its key is in use. */
  | { readonly kind: 'lateAnswer' }
  /** Done; 200 with half of the body. */
  | { readonly kind: 'halfAnswer' }
  /** 500 that is kept under the key and repeated; the request was done, or not. */
  | { readonly kind: 'storedError'; readonly isDone: boolean }
  /** An error with nothing done and nothing kept: `Transient-Error: true`. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503 }
  | { readonly kind: 'rateLimited'; readonly retryAfterS?: number }
  /** 409 with `Transient-Error: true`. */
  | { readonly kind: 'keyInUse' }
  /** The key was forgotten: a repeated request is done a second time. */
  | { readonly kind: 'keyExpired' }
  | { readonly kind: 'credentialRevoked' }
  /** 403: the credential lacks a role. */
  | { readonly kind: 'permissionMissing' }
  /** 403: the credential belongs to another merchant account. */
  | { readonly kind: 'foreignAccount' }
  /** 401: a key of the other environment. */
  | { readonly kind: 'otherEnvironment' }
  | { readonly kind: 'decline'; readonly code: RefusalCode }
  /** The issuer approves this amount instead of the one that was asked for. */
  | { readonly kind: 'lessApproved'; readonly amount: number }
  /** 201 as ever, and the event says that it was refused. */
  | { readonly kind: 'modificationFails'; readonly reason: string }
  /** Its events are delivered before the answer is sent. */
  | { readonly kind: 'eventsBeforeAnswer' }
  /** The second time with a later date. */
  | { readonly kind: 'eventsTwice' }
  | { readonly kind: 'eventsReversed' }
  | { readonly kind: 'eventsLost' }
  | { readonly kind: 'eventsBadlySigned' }
  | { readonly kind: 'eventsOfOtherAccount' }
  | { readonly kind: 'eventsOfOtherEnvironment' }

/** What a seed draws from, unless it is told: all that goes on without a hand and with the same key. */
const DRAWN: readonly Fault[] = [
  { kind: 'noConnection' },
  { kind: 'acceptedWithoutAnswer' },
  { kind: 'halfAnswer' },
  { kind: 'storedError', isDone: true },
  { kind: 'storedError', isDone: false },
  { kind: 'error', status: 500 },
  { kind: 'error', status: 503 },
  { kind: 'rateLimited' },
  { kind: 'rateLimited', retryAfterS: 2 },
  { kind: 'keyInUse' },
  { kind: 'eventsBeforeAnswer' },
  { kind: 'eventsTwice' },
  { kind: 'eventsReversed' },
]

/** A body, as faults are matched by it. */
// biome-ignore lint/suspicious/noExplicitAny: a matcher reads the members that it knows
export type Body = any

export const createAdyenFaults = () => createFaults<Fault, Body>(DRAWN)

export type AdyenFaults = Faults<Fault, Body>
