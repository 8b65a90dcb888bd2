/**
 * What the gateway answers under `/admin/v1` and the back office reads. Amounts are texts with the decimals
 * of their currency, times are UTC as `2026-11-26 18:04:12+0000`, ids 32 lowercase hex. Every answer also
 * has `result`, `ndc` and `timestamp` as all answers of the gateway.
 */

/** Where an object of the tree stands. */
export interface AdminEntity {
  readonly id: string
  readonly name: string
  readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
}

/** Who is signed in. */
export interface AdminSession {
  readonly user: { readonly id: string; readonly email: string; readonly name: string }
  readonly role: string
  readonly rights: readonly string[]
  /** The entity that is worked with; all below it is included. */
  readonly entity: AdminEntity
  /** Entities that may be chosen. */
  readonly grants: readonly { readonly entity: AdminEntity; readonly role: string }[]
  readonly hasTotp: boolean
  /** Nothing is allowed before another password is chosen. */
  readonly hasFirstPassword: boolean
  readonly idleMinutes: number
  readonly endsAt: string
  readonly environment: 'test' | 'live'
}

/** How a payment stands, in one word. */
export type AdminPaymentState =
  | 'succeeded'
  | 'authorised'
  | 'pending'
  | 'review'
  | 'failed'
  | 'reversed'
  | 'refunded'
  | 'partlyRefunded'
  | 'chargedBack'
  | 'expired'

/** A payment in a list. */
export interface AdminPayment {
  readonly id: string
  readonly shortId: string
  readonly createdAt: string
  readonly paymentType: string
  readonly paymentBrand: string
  readonly amount: string
  readonly currency: string
  readonly state: AdminPaymentState
  readonly code: string
  readonly description: string
  readonly entity: AdminEntity
  readonly merchantTransactionId?: string
  readonly customerEmail?: string
  /** Card, account or wallet holder. */
  readonly holder?: string
  readonly last4?: string
}

/**
 * `GET /admin/v1/payments`. Parameters, all optional: `lookFor` (the search field), `state` (`succeeded`,
 * `failed`, `pending`, `review`, `refunded`, `chargedBack`), `paymentType`, `paymentBrand`, `date.from` and
 * `date.to` (`yyyy-MM-dd HH:mm:ss`, UTC), `amountFrom`, `amountTo`, `currency`, `entityId`, `limit`, `cursor`.
 */
export interface AdminPaymentList {
  readonly payments: readonly AdminPayment[]
  /** Sent as `cursor` for what is older: there may be more. A page may have no payments and a cursor. */
  readonly cursor?: string
  /** Where a search has looked so far. */
  readonly searchedTo?: string
}

/** `GET /admin/v1/payments/export`, with the same parameters: up to 1,000 lines of a CSV file. */
export interface AdminExportPart extends Omit<AdminPaymentList, 'payments'> {
  readonly header: string
  readonly lines: readonly string[]
}

/** Payment details that a merchant has stored. */
export interface AdminStoredDetails {
  readonly id: string
  readonly state: 'active' | 'failed' | 'deleted' | 'expired'
  readonly paymentBrand: string
  readonly createdAt: string
  /** When they end by themselves. */
  readonly endsAt: string
  readonly entity: AdminEntity
  readonly holder?: string
  readonly last4?: string
  /** `12/2034`. */
  readonly cardExpiry?: string
  readonly merchantTransactionId?: string
}

/** `GET /admin/v1/stored-details`, with `entityId`, `limit` and `cursor`. */
export interface AdminStoredList {
  readonly storedDetails: readonly AdminStoredDetails[]
  readonly cursor?: string
}

/** What can be done with a payment now, by the rules. */
export interface AdminOperation {
  /** The payment that it refers to: the one that is read, or another one of its family. */
  readonly paymentId: string
  readonly paymentType: 'CP' | 'RV' | 'RF' | 'RB'
  /** What is open for it; a rebill may take more. */
  readonly mostAmount: string
  /** Only all of it. */
  readonly isWhole: boolean
  /** Above it a second person has to agree. */
  readonly secondPersonAbove?: string
}

/** Something that happened to a payment, oldest first. */
export interface AdminTimelineEntry {
  readonly at: string
  readonly kind:
    | 'request'
    | 'state'
    | 'authentication'
    | 'risk'
    | 'acquirer'
    | 'operation'
    | 'webhook'
    | 'dispute'
    | 'settlement'
    | 'person'
  /** A word that the back office has a text for. */
  readonly what: string
  readonly by?: string
  readonly code?: string
  readonly text?: string
  /** Names and values, in order. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly paymentId?: string
}

export interface AdminPaymentDetails {
  readonly payment: AdminPayment
  readonly amounts: Readonly<Record<string, string>>
  readonly expiresAt?: string
  readonly operations: readonly AdminOperation[]
  /** Whether its outcome may be written down by hand, and whether it waits for a review. */
  readonly canResolve: boolean
  readonly canReview: boolean
  readonly family: readonly (AdminPayment & { readonly referencedId?: string })[]
  readonly timeline: readonly AdminTimelineEntry[]
  readonly postings: readonly {
    readonly paymentId: string
    readonly account: string
    /** With its sign. */
    readonly amount: string
    readonly currency: string
    readonly at: string
  }[]
  /** All that the merchant's own read shows, as names and values; masked as there. */
  readonly members: readonly (readonly [name: string, value: string])[]
  /** What people have asked for, newest last. */
  readonly requests: readonly AdminApproval[]
}

/** An operation that waits for a second person. */
export interface AdminApproval {
  readonly id: string
  readonly paymentId: string
  readonly paymentType: string
  readonly amount: string
  readonly currency: string
  readonly reason: string
  readonly askedBy: string
  readonly askedAt: string
  readonly state: 'waiting' | 'made' | 'rejected' | 'expired'
  readonly decidedBy?: string
  readonly decidedAt?: string
  /** The payment that was made of it. */
  readonly madeId?: string
}

/** Sums of a span of time, in one currency. */
export interface AdminOverview {
  readonly currency: string
  readonly currencies: readonly string[]
  readonly step: 'hour' | 'day'
  readonly points: readonly {
    readonly from: string
    readonly volume: string
    readonly refunded: string
    readonly chargedBack: string
    readonly succeeded: number
    readonly failed: number
    readonly pending: number
  }[]
  readonly declines: readonly {
    readonly code: string
    readonly description: string
    readonly count: number
  }[]
  readonly brands: readonly {
    readonly brand: string
    readonly count: number
    readonly succeeded: number
    readonly volume: string
  }[]
  /** Of payments that were authenticated by 3-D Secure, by the state of the authentication. */
  readonly authentications: readonly {
    readonly outcome: string
    readonly count: number
    readonly succeeded: number
  }[]
  /** First chargebacks of the time against the sales of the time. */
  readonly disputes: readonly {
    readonly brand: string
    readonly count: number
    readonly sales: number
    readonly amount: string
    readonly basisPoints?: number
  }[]
  /** All that had happened by then is in the sums. */
  readonly asOf: string
  /** The span had more payments than are looked at: sums are of the newest. */
  readonly cutAt?: string
}

/** How one value of a setting is typed, and what it is for. */
export interface AdminSettingField {
  readonly kind: 'boolean' | 'number' | 'text' | 'choice' | 'list' | 'json'
  /** For people, in English. */
  readonly name: string
  readonly help: string
  readonly default: string
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly example?: string
}

export type AdminSetting =
  | AdminSettingField
  | {
      readonly kind: 'object'
      readonly name: string
      readonly help: string
      readonly members: Readonly<Record<string, AdminSettingField>>
    }

/** A checkout as lists show it. */
export interface AdminCheckout {
  /** The beginning of its id: the whole one is a credential. */
  readonly shownId: string
  readonly state: 'open' | 'processing' | 'pending' | 'done' | 'expired' | 'deleted'
  readonly createdAt: string
  readonly expiresAt: string
  readonly entity: AdminEntity
  readonly amount?: string
  readonly currency?: string
  readonly paymentType?: string
  readonly merchantTransactionId?: string
  /** Of the latest attempt. */
  readonly paymentId?: string
  readonly registrationId?: string
}

/** A card or customer that a person has blocked. */
export interface AdminBlock {
  readonly id: string
  readonly by: 'card' | 'email'
  readonly shown: string
  readonly reason: string
  readonly blockedBy: string
  readonly blockedAt: string
  readonly paymentId: string
  readonly entity: AdminEntity
  /** It is in force because an entity above blocks it. */
  readonly isInherited?: boolean
}

/** A user of the back office, as owners see them. */
export interface AdminUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly state: 'active' | 'locked' | 'blocked'
  readonly hasTotp: boolean
  readonly lastSeenAt?: string
  readonly grants: readonly { readonly entity: AdminEntity; readonly role: string }[]
}

export interface AdminInvitation {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly entity: AdminEntity
  readonly invitedBy: string
  readonly expiresAt: string
}

export interface AdminAuditEntry {
  readonly sequence: number
  readonly at: string
  readonly actor: string
  /** What was done, such as `payments.move` or `session.begin`. */
  readonly action: string
  /** `POST /admin/v1/payments/{id}/operations`, or the command. */
  readonly request: string
  readonly subject?: string
  readonly from?: string
  /** A result code, or `asked`: nobody has written down how it ended. */
  readonly result: string
  readonly facts?: readonly (readonly [name: string, value: string])[]
}
