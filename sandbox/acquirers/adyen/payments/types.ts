import type { RefusalCode } from '../facts/refusals.ts'
import type { MethodType, PaymentParams } from '../requests/payments.ts'

/** What is known of a card and not shown. */
export interface Card {
  readonly number: string
  readonly brand: string
  readonly country: string
  readonly isEnrolled: boolean
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holderName: string | undefined
}

export interface Account {
  readonly iban: string
  readonly ownerName: string
}

/** What a payment is made with. */
export interface Instrument {
  readonly card?: Card
  readonly account?: Account
}

/** What a shopper has to decide on a page, and where the browser goes then. */
export interface Waiting {
  readonly kind: 'threeDS' | 'bank'
  readonly returnUrl: string
  readonly params: PaymentParams
  decision: ShopperDecision | undefined
}

/** `pending`: the bank says later what became of it. */
export type ShopperDecision = 'authorise' | 'refuse' | 'cancel' | 'pending'

/**
 * `waits`: for the shopper or the bank; `held`: authorised, and not all of it captured or released;
 * `done`: nothing is held any more.
 */
export type PaymentState = 'waits' | 'held' | 'done' | 'refused'

export interface Payment {
  readonly pspReference: string
  readonly reference: string
  readonly method: MethodType
  readonly brand: string
  readonly currency: string
  readonly createdAtMs: number
  readonly instrument: Instrument
  /** It can be raised and lowered while it is held. */
  readonly isAdjustable: boolean
  /** What was asked for, or was approved instead. */
  amount: number
  state: PaymentState
  resultCode:
    | 'Authorised'
    | 'PartiallyAuthorised'
    | 'Received'
    | 'Pending'
    | 'Refused'
    | 'Cancelled'
    | 'Error'
  refusal: RefusalCode | undefined
  waiting: Waiting | undefined
  /** What the shopper brought back was taken. */
  isCompleted: boolean
  expiresAtMs: number | undefined
  /** In minor units: what is held now, and what became of it. */
  held: number
  captured: number
  refunded: number
  disputed: number
  /** Members of `additionalData` that its authorisation has got. */
  additionalData: Readonly<Record<string, string>>
}

export type ModificationKind = 'capture' | 'cancel' | 'refund' | 'reversal' | 'update' | 'technical'

export interface Modification {
  readonly pspReference: string
  readonly kind: ModificationKind
  /** `undefined`: there is no payment of the reference that was named. */
  readonly payment: Payment | undefined
  readonly reference: string
  readonly amount: number
  readonly currency: string
  /** `late`: it was done, and has failed afterwards. */
  state: 'received' | 'done' | 'refused' | 'late'
}

export interface Dispute {
  readonly pspReference: string
  readonly payment: Payment
  readonly amount: number
  readonly reason: string
  /** Whether its money has left the merchant. */
  isBooked: boolean
  /** What the merchant has said of it; `over`: it can say nothing any more. */
  answer: 'open' | 'defended' | 'accepted' | 'over'
  readonly answerUntilMs: number
  /** Kinds of the documents that were supplied. */
  readonly documents: Set<string>
}

/** A payment method that is kept for a shopper. */
export interface StoredMethod {
  readonly id: string
  readonly shopperReference: string
  readonly method: MethodType
  readonly brand: string
  readonly instrument: Instrument
  readonly networkTxReference: string
  readonly models: readonly string[]
}
