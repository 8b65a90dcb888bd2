/**
 * The store's port: one commit verb, a closed list of change records, and small named reads.
 *
 * Three rules hold on every engine and are tested by one contract suite:
 * - a change set is applied whole or not at all, and is durable when `commit` resolves;
 * - a guarded step applies only to the version it was decided on;
 * - the money limits of a payment hold in the tables as well as in the rules (R-INV-1).
 */

export type PaymentType = 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF'

/** `intent`: written down before a connector is asked; it stays so while the outcome is unknown. */
export type PaymentState = 'intent' | 'pending' | 'succeeded' | 'failed'

/** What has happened to the money of one payment, in minor units of its currency. */
export interface PaymentMoney {
  /** Held by a successful PA. `capturedMinor + reversedMinor` never pass it. */
  readonly authorisedMinor: number
  /** Moved by a successful DB, CP, CD or RF. `refundedMinor + reversedMinor` never pass it. */
  readonly bookedMinor: number
  readonly capturedMinor: number
  readonly reversedMinor: number
  readonly refundedMinor: number
  /** Successful captures so far (interface document: numberOfCaptures, at most 98). */
  readonly captureCount: number
  /** True after a reference with `sequence=FINAL`: nothing may follow. */
  readonly finalised: boolean
}

export interface PaymentRow extends PaymentMoney {
  /** 32 lowercase hex, time-ordered. */
  readonly id: string
  /** The channel. */
  readonly entityId: string
  readonly checkoutId: string | null
  /** The payment that a capture, reversal or refund refers to. */
  readonly referencedId: string | null
  /** The first payment of the chain of references; its own id for a first payment. */
  readonly familyId: string
  readonly paymentType: PaymentType
  readonly paymentBrand: string
  readonly amountMinor: number
  readonly currency: string
  readonly state: PaymentState
  readonly resultCode: string
  readonly maximumCaptures: number | null
  readonly connector: string
  readonly vaultRecordId: string | null
  /** JSON text: what the answer shows beside the columns. Never card data beyond BIN and last four. */
  readonly details: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** 1 when inserted, one more with each step. */
  readonly version: number
}

export type CheckoutState = 'open' | 'processing' | 'pending' | 'done' | 'expired' | 'deleted'

export interface CheckoutRow {
  /** 32 uppercase hex of 128 random bits, a dot, the node name. */
  readonly id: string
  readonly entityId: string
  readonly state: CheckoutState
  /** The latest attempt to pay, if there was one. */
  readonly paymentId: string | null
  /** JSON text: the request that made the checkout, as flat wire names and values. */
  readonly request: string
  /** The script integrity value that was promised at creation, if it was asked for. */
  readonly integrity: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly updatedAtMs: number
  readonly version: number
}

export type EntityKind = 'psp' | 'division' | 'merchant' | 'channel'

export interface EntityRow {
  readonly id: string
  readonly parentId: string | null
  readonly kind: EntityKind
  readonly name: string
  readonly active: boolean
  /** JSON text of `EntitySettings`. */
  readonly settings: string
  readonly createdAtMs: number
}

export interface TokenRow {
  /** SHA-256 of the token, hex (R-TOK-1). */
  readonly hash: string
  /** The merchant or channel it is bound to; its children are included. */
  readonly entityId: string
  readonly label: string
  /** The token itself, sealed by the vault: administrators may read it back. */
  readonly sealed: string
  readonly createdAtMs: number
}

export interface EventRow {
  readonly paymentId: string
  /** The version of the payment that this event made. */
  readonly sequence: number
  readonly kind: string
  readonly atMs: number
  /** JSON text. */
  readonly data: string
}

/** One leg of a booking. The legs of one change set sum to zero in each currency (R-INV-2). */
export interface PostingRow {
  readonly familyId: string
  readonly paymentId: string
  readonly account: PostingAccount
  /** Signed minor units. */
  readonly amountMinor: number
  readonly currency: string
  readonly atMs: number
}

export type PostingAccount =
  | 'shopper'
  | 'merchant'
  | 'authorised'
  | 'captured'
  | 'credited'
  | 'reversed'
  | 'refunded'

/** An encrypted card number (R-VLT-1). */
export interface VaultRecordRow {
  readonly id: string
  readonly entityId: string
  readonly keyId: string
  /** base64url of IV, ciphertext and tag. */
  readonly sealed: string
  /** HMAC-SHA-256 of the whole number under its own key (R-VLT-3). */
  readonly fingerprint: string
  readonly createdAtMs: number
}

/** A data key, wrapped by the master key. */
export interface VaultKeyRow {
  readonly id: string
  /** `null`: a key of the whole installation, such as the fingerprint key. */
  readonly entityId: string | null
  readonly purpose: 'card' | 'fingerprint' | 'credential'
  readonly wrapped: string
  readonly createdAtMs: number
}

/** Due work, by what it is about; a feature adds its kind here. */
export type TimerKind = 'paymentRecovery' | 'checkoutExpiry'

/**
 * Work that is due at a time. A claim is a step that moves `dueAtMs` on by the lease: nobody else
 * sees the timer meanwhile, and when the claimer dies it comes due again. The version is the fence:
 * whoever claimed an older one can neither end nor step it.
 */
export interface TimerRow {
  readonly kind: TimerKind
  /** Id of the payment or checkout. There is one timer per kind and subject. */
  readonly subjectId: string
  readonly dueAtMs: number
  /** How often it was claimed: its place in a plan of repetitions. */
  readonly attempts: number
  readonly createdAtMs: number
  readonly version: number
}

/** A request that carried an `Idempotency-Key` and what was answered to it (decisions §13). */
export interface IdempotencyRow {
  /** Keyed hash of whoever sent the key: access token and entity. */
  readonly scope: string
  readonly key: string
  /** Keyed hash of the whole request (R-IDEM-2, R-IDEM-5). */
  readonly fingerprint: string
  /** The payment that the request began, if it began one. */
  readonly paymentId: string | null
  /** JSON text of status and body as they were sent; `null` while the request runs. */
  readonly answer: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

export type PaymentStep = Partial<PaymentMoney> & {
  readonly state?: PaymentState
  readonly resultCode?: string
  readonly details?: string
  readonly vaultRecordId?: string | null
  readonly updatedAtMs: number
}

export type CheckoutStep = {
  readonly state?: CheckoutState
  readonly paymentId?: string | null
  readonly request?: string
  readonly updatedAtMs: number
}

export type Change =
  | { readonly kind: 'insertPayment'; readonly row: PaymentRow }
  | {
      readonly kind: 'stepPayment'
      readonly id: string
      readonly expectedVersion: number
      readonly set: PaymentStep
    }
  | { readonly kind: 'insertCheckout'; readonly row: CheckoutRow }
  | {
      readonly kind: 'stepCheckout'
      readonly id: string
      readonly expectedVersion: number
      readonly set: CheckoutStep
    }
  | { readonly kind: 'appendEvent'; readonly row: EventRow }
  | { readonly kind: 'appendPosting'; readonly row: PostingRow }
  | { readonly kind: 'insertVaultRecord'; readonly row: VaultRecordRow }
  | { readonly kind: 'insertVaultKey'; readonly row: VaultKeyRow }
  | { readonly kind: 'insertEntity'; readonly row: EntityRow }
  | { readonly kind: 'insertToken'; readonly row: TokenRow }
  | { readonly kind: 'insertTimer'; readonly row: TimerRow }
  | {
      readonly kind: 'stepTimer'
      readonly timer: TimerKind
      readonly subjectId: string
      readonly expectedVersion: number
      readonly set: { readonly dueAtMs: number; readonly attempts: number }
    }
  | {
      readonly kind: 'endTimer'
      readonly timer: TimerKind
      readonly subjectId: string
      /** `null`: whatever its version, and no conflict when it is not there. */
      readonly expectedVersion: number | null
    }
  | { readonly kind: 'insertIdempotency'; readonly row: IdempotencyRow }
  /** Conflict `version` unless the row is there and has no answer yet. */
  | {
      readonly kind: 'answerIdempotency'
      readonly scope: string
      readonly key: string
      readonly answer: string
    }
  /** Deletes the row only when its time is over at `nowMs`: it may have been replaced. No conflict otherwise. */
  | {
      readonly kind: 'deleteIdempotency'
      readonly scope: string
      readonly key: string
      readonly nowMs: number
    }

/**
 * Applied together or not at all, in this order: a row that another one refers to comes before it
 * (entity before token, key before record, payment before event, posting and reference).
 * Postings in it sum to zero in each currency (R-INV-2).
 */
export type ChangeSet = readonly Change[]

/**
 * Why a change set was not applied. Nothing of it is in the store then.
 * - `version`: a guarded step found another version, or no row: load and decide again.
 * - `exists`: an insert met a row with the same key, or a second success of one checkout.
 * - `limit`: a money limit of the tables would be broken; the rules should have refused it before.
 */
export interface Conflict {
  readonly applied: false
  readonly reason: 'version' | 'exists' | 'limit'
  /** Position in the change set. */
  readonly at: number
}

export type CommitResult = { readonly applied: true } | Conflict

/** Every read sees all that was committed before it was asked. Rows are not to be changed. */
export interface StoreReads {
  payment(id: string): Promise<PaymentRow | undefined>
  checkout(id: string): Promise<CheckoutRow | undefined>
  entity(id: string): Promise<EntityRow | undefined>
  /** The entity and its ancestors, itself first; empty when unknown. At most 4 levels. */
  entityPath(id: string): Promise<readonly EntityRow[]>
  /** Entities without a parent, oldest first, at most 100. */
  rootEntities(): Promise<readonly EntityRow[]>
  /** Direct children, oldest first, at most 1000. */
  childEntities(parentId: string): Promise<readonly EntityRow[]>
  token(hash: string): Promise<TokenRow | undefined>
  /** Tokens bound to exactly this entity, oldest first, at most 100. */
  tokensOfEntity(entityId: string): Promise<readonly TokenRow[]>
  events(paymentId: string): Promise<readonly EventRow[]>
  postingsOfFamily(familyId: string): Promise<readonly PostingRow[]>
  /** Payments of a family, oldest first, at most 1000. */
  paymentsOfFamily(familyId: string): Promise<readonly PaymentRow[]>
  vaultRecord(id: string): Promise<VaultRecordRow | undefined>
  /** All keys; there is one per entity and purpose. */
  vaultKeys(): Promise<readonly VaultKeyRow[]>
  timer(kind: TimerKind, subjectId: string): Promise<TimerRow | undefined>
  /** Timers that are due at `nowMs`, longest due first, at most `limit` (1 to 1000). */
  dueTimers(nowMs: number, limit: number): Promise<readonly TimerRow[]>
  idempotency(scope: string, key: string): Promise<IdempotencyRow | undefined>
  /** Rows whose time is over at `nowMs`, oldest first, at most `limit` (1 to 1000). */
  expiredIdempotency(nowMs: number, limit: number): Promise<readonly IdempotencyRow[]>
}

export interface Store {
  /**
   * Applies the change set, all or nothing. Resolves after it is durable (R-DUR-2). Rejects with a
   * `StoreError` when the store is overloaded, broken or closed, when the commit failed, or when a
   * record is malformed; then nobody may be told that anything happened. Sets are applied in the
   * order in which they were handed in, as they were at that moment. An empty set writes nothing
   * that can be read, but is made durable like any other.
   */
  commit(changes: ChangeSet): Promise<CommitResult>
  readonly read: StoreReads
  /** Resolves when a write would succeed now; rejects with the reason otherwise. For /readyz. */
  ping(): Promise<void>
  /** Waits for every commit that was handed in, then closes. */
  close(): Promise<void>
}
