import { hash } from 'node:crypto'
import { createDueWork, type DueWork } from '../shared/due-work.ts'
import { createLedger, type Ledger } from '../shared/ledger.ts'
import type { RefusalCode } from './facts/refusals.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { Dispute, Modification, Payment, StoredMethod } from './payments/types.ts'
import type { MethodType } from './requests/payments.ts'
import type { SettlementLine } from './settlement.ts'

/** What a merchant account at Adyen may do, and how. */
export interface AccountOptions {
  /** Its name, which every request must say. */
  readonly merchantAccount: string
  /** Methods that are active. */
  readonly methods: readonly MethodType[]
  /** Whether numbers of cards are taken from servers. */
  readonly rawCards: boolean
  /** When cards are captured, unless a request says otherwise: at once, by a request, or after hours. */
  readonly capture: 'immediate' | 'manual' | number
  /** Whether what a capture leaves stays held; otherwise it is released. */
  readonly multicapture: boolean
  /** Whether holds can be adjusted that do not say `authorisationType: PreAuth`. */
  readonly preAuthorisation: boolean
  /** Whether captures without a request are told as well. */
  readonly tellsAutomaticCaptures: boolean
  /** Whether answers of issuers and advice of Mastercard are shown. */
  readonly rawResponses: boolean
  /** Whether RECURRING_CONTRACT tells of stored methods. */
  readonly tellsStoredMethods: boolean
  /** Whose reference an event about a modification has: sources of Adyen say the one and the other. */
  readonly modificationsTellReferenceOf: 'modification' | 'payment'
  /** Whether what comes after a chargeback names the payment: a setting that is off at first. */
  readonly disputesNamePayment: boolean
  /** Whether any material defends any dispute: Adyen turns it on when it is asked. */
  readonly generalDefence: boolean
  readonly holdDays: number
  /** Adyen's commission on what is captured, in minor units. */
  readonly commission: (amount: number) => number
  /** How long captures, refunds, cancels and direct debits take. */
  readonly modificationsTakeMs: number
  /** Cards that are no test cards: Adyen declines them in its test environment. */
  readonly otherCards: 'approve' | 'decline'
}

/** Everything that handlers share. One request is handled at a time, without a pause. */
export interface World {
  readonly account: AccountOptions
  readonly isLive: boolean
  readonly url: () => string
  readonly nowMs: () => number
  /** 16 letters and digits, as Adyen's references are. */
  readonly newReference: () => string
  readonly payments: Map<string, Payment>
  readonly modifications: Map<string, Modification>
  readonly disputes: Map<string, Dispute>
  readonly storedMethods: Map<string, StoredMethod>
  /** Payments by what the shopper brings back. */
  readonly redirectResults: Map<string, Payment>
  readonly ledger: Ledger
  /** What the account is settled, the oldest first. */
  readonly settlement: SettlementLine[]
  readonly due: DueWork
  readonly notifications: Notifications
  /** What a fault does to the request that is handled. */
  readonly current: {
    refusal: RefusalCode | undefined
    lessApproved: number | undefined
    modificationFails: string | undefined
  }
}

interface WorldParts {
  readonly account: AccountOptions
  readonly isLive: boolean
  readonly now: () => number
  readonly url: () => string
  readonly seed: string
}

/** Without letters that look like digits, as Adyen's references are. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ23456789'

export function createWorld({ account, isLive, now, url, seed }: WorldParts): World {
  let count = 0
  // The same requests get the same references of the same seed, and no two accounts share one.
  function newReference(): string {
    const bytes = hash('sha256', `${account.merchantAccount}/${seed}/${++count}`, 'buffer')
    return [...bytes.subarray(0, 16)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  }
  return {
    account,
    isLive,
    url,
    nowMs: now,
    newReference,
    payments: new Map(),
    modifications: new Map(),
    disputes: new Map(),
    storedMethods: new Map(),
    redirectResults: new Map(),
    ledger: createLedger(),
    settlement: [],
    due: createDueWork(now),
    notifications: createNotifications({
      merchantAccount: account.merchantAccount,
      isLive,
      now,
    }),
    current: { refusal: undefined, lessApproved: undefined, modificationFails: undefined },
  }
}
