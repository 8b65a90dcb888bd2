import { createFaults, type Faults } from '../../shared/faults.ts'
import type { DeclineCode } from '../facts/declines.ts'
import type { RawGroup } from './form-body.ts'

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
  /** An error with nothing done and nothing kept. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503 }
  | { readonly kind: 'rateLimited'; readonly retryAfterS?: number }
  /** 429: another request holds the object. */
  | { readonly kind: 'lockTimeout' }
  | { readonly kind: 'keyInUse' }
  /** The key was forgotten: a repeated request is done a second time. */
  | { readonly kind: 'keyExpired' }
  | { readonly kind: 'credentialRevoked' }
  /** 403: a restricted key that may not do this. */
  | { readonly kind: 'permissionMissing' }
  /** The object exists in the other environment only. */
  | { readonly kind: 'otherEnvironment' }
  | { readonly kind: 'decline'; readonly code: DeclineCode }
  /** Its events are delivered before the answer is sent. */
  | { readonly kind: 'eventsBeforeAnswer' }
  | { readonly kind: 'eventsTwice' }
  | { readonly kind: 'eventsReversed' }
  | { readonly kind: 'eventsLost' }
  | { readonly kind: 'eventsOfOtherVersion'; readonly version: string }
  | { readonly kind: 'eventsOfOtherEnvironment' }

/** What a seed draws from, unless it is told: all that goes on without a hand and with the same key. */
const DRAWN: readonly Fault[] = [
  { kind: 'noConnection' },
  { kind: 'acceptedWithoutAnswer' },
  { kind: 'halfAnswer' },
  { kind: 'storedError', isDone: true },
  { kind: 'storedError', isDone: false },
  { kind: 'error', status: 500 },
  { kind: 'rateLimited' },
  { kind: 'rateLimited', retryAfterS: 2 },
  { kind: 'lockTimeout' },
  { kind: 'keyInUse' },
  { kind: 'eventsBeforeAnswer' },
  { kind: 'eventsTwice' },
  { kind: 'eventsReversed' },
  { kind: 'eventsLost' },
]

export const createStripeFaults = () => createFaults<Fault, RawGroup>(DRAWN)

export type StripeFaults = Faults<Fault, RawGroup>
