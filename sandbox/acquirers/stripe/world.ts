import { hash } from 'node:crypto'
import { createDueWork, type DueWork } from '../shared/due-work.ts'
import { createLedger, type Ledger } from '../shared/ledger.ts'
import { createEvents, type Events } from './events.ts'
import type { CardFacts } from './facts/cards.ts'
import type { DeclineCode } from './facts/declines.ts'
import type { DebitBehaviour } from './facts/ibans.ts'
import { createStore, type Store } from './objects/store.ts'
import type { MethodType } from './parameters/payment-methods.ts'

/** The version of Stripe's API that is played, and that requests must name. */
export const API_VERSION = '2026-10-28.endive'

/** What an account at Stripe may do, and how. */
export interface AccountOptions {
  readonly id: string
  readonly country: string
  readonly currency: string
  /** Methods that are active. */
  readonly methods: readonly MethodType[]
  readonly chargesEnabled: boolean
  /** Whether numbers of cards are taken from servers. */
  readonly rawCards: boolean
  readonly multicapture: boolean
  readonly incrementalAuthorization: boolean
  /** Whether payments by mail and telephone are allowed (`moto`). */
  readonly moto: boolean
  /** Cards that are no test cards: Stripe declines them in its test environment. */
  readonly otherCards: 'approve' | 'decline'
  /** After so many days money of charges can be paid out. */
  readonly payoutDelayDays: number
  /** Stripe's fee of a charge, in minor units. */
  readonly fee: (amount: number) => number
}

/** What is known of a payment method and not shown. */
export interface Instrument {
  readonly card?: CardFacts
  readonly debit?: DebitBehaviour
  /** It was paid with while it belonged to no customer: never again. */
  isUsed: boolean
  /** The cardholder was authenticated when it was kept. */
  isSetUp: boolean
}

/** Everything that handlers share. One request is handled at a time, without a pause. */
export interface World {
  readonly account: AccountOptions
  readonly livemode: boolean
  readonly url: () => string
  readonly nowMs: () => number
  readonly seconds: () => number
  readonly newId: (prefix: string) => string
  readonly store: Store
  readonly ledger: Ledger
  readonly due: DueWork
  readonly events: Events
  readonly instruments: Map<string, Instrument>
  /** Of the request that is handled. */
  readonly current: {
    requestId: string | null
    idempotencyKey: string | null
    /** The next attempt of this request is declined (a fault). */
    decline: DeclineCode | undefined
  }
}

interface WorldParts {
  readonly account: AccountOptions
  readonly livemode: boolean
  readonly now: () => number
  readonly url: () => string
  /** What ids are made of. */
  readonly seed: string
}

export function createWorld({ account, livemode, now, url, seed }: WorldParts): World {
  let count = 0
  const store = createStore()
  const seconds = () => Math.floor(now() / 1_000)
  const current: World['current'] = { requestId: null, idempotencyKey: null, decline: undefined }
  // The same requests get the same ids of the same seed.
  const newId = (prefix: string) =>
    `${prefix}_3${hash('sha256', `${seed}/${++count}`).slice(0, 23)}`
  return {
    account,
    livemode,
    url,
    nowMs: now,
    seconds,
    newId,
    store,
    ledger: createLedger(),
    due: createDueWork(now),
    events: createEvents({ store, newId, seconds, livemode, version: API_VERSION, current }),
    instruments: new Map(),
    current,
  }
}
