/**
 * The store's port: one commit verb, a closed list of change records, and small named reads.
 *
 * Three rules hold on every engine and are tested by one contract suite:
 * - a change set is applied whole or not at all, and is durable when `commit` resolves;
 * - a guarded step applies only to the version it was decided on;
 * - the money limits of a payment hold in the tables as well as in the rules (R-INV-1).
 */

/** `RI`: a risk check, `3D`: an authentication; both stand alone and move no money. */
export type PaymentType = 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF' | 'RB' | 'RI' | '3D'

/**
 * `intent`: written down before a connector is asked; it stays so while the outcome is unknown.
 * `pending`: the connector waits for the shopper or a bank, and will say.
 */
export type PaymentState = 'intent' | 'pending' | 'succeeded' | 'failed'

/** What has happened to the money of one payment, in minor units of its currency. */
export interface PaymentMoney {
  /** Held by a successful PA. `capturedMinor + reversedMinor` never pass it. */
  readonly authorisedMinor: number
  /** Moved by a successful DB, CP, CD, RB or RF. `refundedMinor + reversedMinor` never pass it. */
  readonly bookedMinor: number
  readonly capturedMinor: number
  readonly reversedMinor: number
  readonly refundedMinor: number
  /** Successful captures so far (interface document: numberOfCaptures, at most 98). */
  readonly captureCount: number
  /** The reference with `sequence=FINAL` that has not failed: nothing may follow it. */
  readonly finalisedBy: string | null
  /** Of a PA: its hold was closed by the success of a FINAL capture, a renewal or a reversal. */
  readonly holdClosed: boolean
}

/**
 * What a payment does: it begins a family (whatever its type), or captures, reverses, refunds or
 * charges once more what it refers to, or raises or renews the hold that it refers to.
 */
export type PaymentOperation =
  | 'first'
  | 'capture'
  | 'reversal'
  | 'refund'
  | 'rebill'
  | 'increment'
  | 'renewal'

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
  readonly operation: PaymentOperation
  readonly paymentType: PaymentType
  readonly paymentBrand: string
  readonly amountMinor: number
  readonly currency: string
  readonly state: PaymentState
  readonly resultCode: string
  readonly maximumCaptures: number | null
  readonly connector: string
  readonly vaultRecordId: string | null
  /** The gift card whose balance it takes from, or gives back to. */
  readonly giftCardId: string | null
  /** The merchant's own reference, which queries look for. */
  readonly merchantTransactionId: string | null
  /** Of a renewal: what was open of the old hold when it was written down. It takes that back. */
  readonly takenBackMinor: number
  /** When it was booked, where it was pending before; time limits of a booking count from here. */
  readonly bookedAtMs: number | null
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
  /** The latest attempt to store payment details in a checkout that only does that. */
  readonly registrationId: string | null
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
  /** 1 when inserted, one more with each step. */
  readonly version: number
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

/**
 * `active`: can be paid with. `failed`: the payment details were refused; nothing is sealed.
 * `deleted` and `expired`: what was sealed has been wiped.
 */
export type RegistrationState = 'active' | 'failed' | 'deleted' | 'expired'

/** Payment details that are stored for later payments. */
export interface RegistrationRow {
  /** 32 lowercase hex, time-ordered: the token. */
  readonly id: string
  /** The channel. */
  readonly entityId: string
  readonly state: RegistrationState
  readonly resultCode: string
  readonly paymentBrand: string
  /** The sealed account or card number; `null` where nothing is, or is any more, sealed. */
  readonly vaultRecordId: string | null
  /** Of the vault record, while there is one: finds the same number again. */
  readonly fingerprint: string | null
  /**
   * Whether its channel keeps each number once: of such registrations there is one active of a
   * channel, brand and fingerprint.
   */
  readonly deduplicated: boolean
  /** The payment that it was made with, if it was. */
  readonly paymentId: string | null
  /** The merchant's own reference of a stand-alone one, which queries look for. */
  readonly merchantTransactionId: string | null
  /** JSON text: what the answer shows beside the columns. Never card data beyond BIN and last four. */
  readonly details: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** When it ends by itself. */
  readonly expiresAtMs: number
  readonly version: number
}

/** A gift card of the simulated issuer. */
export interface GiftCardRow {
  /** Fingerprint of its number. */
  readonly id: string
  readonly currency: string
  /** What it was issued with; the balance never passes it. */
  readonly issuedMinor: number
  /** Never below zero. */
  readonly balanceMinor: number
  readonly createdAtMs: number
}

/** How much of something countable was taken in one period, by all processes together. */
export interface QuotaRow {
  /** Names what is counted and the period. */
  readonly key: string
  readonly used: number
  /** `used` never passes it. */
  readonly most: number
  readonly expiresAtMs: number
}

/** That a payment of a card, e-mail or IP address was seen: what velocity rules count. */
export interface SightingRow {
  readonly entityId: string
  /** Kind and keyed hash of what was seen: `card:…`, `email:…`, `ip:…`, `all` for the channel itself. */
  readonly subject: string
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: string
  readonly atMs: number
}

/** Due work, by what it is about; a feature adds its kind here. */
export type TimerKind =
  | 'paymentRecovery'
  | 'pendingPayment'
  | 'checkoutExpiry'
  | 'registrationExpiry'

/**
 * Work that is due at a time. A claim is a step that moves `dueAtMs` on by the lease: nobody else
 * sees the timer meanwhile, and when the claimer dies it comes due again. The version is the fence:
 * whoever claimed an older one can neither end nor step it.
 */
export interface TimerRow {
  readonly kind: TimerKind
  /** Id of the payment, checkout or registration. There is one timer per kind and subject. */
  readonly subjectId: string
  /** Whose clock it follows (decisions §12); `null`: the clock of the process. */
  readonly entityId: string | null
  /** By that clock. */
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
  readonly bookedAtMs?: number
  readonly updatedAtMs: number
}

export type CheckoutStep = {
  readonly state?: CheckoutState
  readonly paymentId?: string | null
  readonly registrationId?: string | null
  readonly request?: string
  readonly updatedAtMs: number
}

export type RegistrationStep = {
  readonly state?: RegistrationState
  readonly resultCode?: string
  readonly vaultRecordId?: string | null
  readonly fingerprint?: string | null
  readonly details?: string
  readonly expiresAtMs?: number
  readonly updatedAtMs: number
}

export type EntityStep = {
  readonly name?: string
  readonly active?: boolean
  readonly settings?: string
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
  | { readonly kind: 'insertRegistration'; readonly row: RegistrationRow }
  | {
      readonly kind: 'stepRegistration'
      readonly id: string
      readonly expectedVersion: number
      readonly set: RegistrationStep
    }
  | { readonly kind: 'insertVaultRecord'; readonly row: VaultRecordRow }
  /** No conflict when it is not there. */
  | { readonly kind: 'deleteVaultRecord'; readonly id: string }
  /** Changes nothing. Conflict `version` when it is not there: it has been wiped since it was read. */
  | { readonly kind: 'requireVaultRecord'; readonly id: string }
  | { readonly kind: 'insertVaultKey'; readonly row: VaultKeyRow }
  | { readonly kind: 'insertEntity'; readonly row: EntityRow }
  | {
      readonly kind: 'stepEntity'
      readonly id: string
      readonly expectedVersion: number
      readonly set: EntityStep
    }
  | { readonly kind: 'insertToken'; readonly row: TokenRow }
  /** No conflict when it is not there. */
  | { readonly kind: 'deleteToken'; readonly hash: string }
  | { readonly kind: 'insertGiftCard'; readonly row: GiftCardRow }
  /**
   * Adds to a balance, or takes from it. Conflict `version` when there is no such card, `limit` when
   * the balance would leave 0 to `issuedMinor`.
   */
  | { readonly kind: 'moveGiftCard'; readonly id: string; readonly byMinor: number }
  /**
   * Adds `used` to what is there under the key, or writes the row. Conflict `limit` when more than
   * the row's `most` would be used.
   */
  | { readonly kind: 'takeQuota'; readonly row: QuotaRow }
  /** Deletes the row only when its time is over at `nowMs`. No conflict otherwise. */
  | { readonly kind: 'deleteQuota'; readonly key: string; readonly nowMs: number }
  | { readonly kind: 'appendSighting'; readonly row: SightingRow }
  /** Deletes sightings before a time, at most 10,000. No conflict when there are none. */
  | { readonly kind: 'deleteSightings'; readonly beforeMs: number }
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
 * - `exists`: an insert met a row with the same key, a second success of one checkout, or a second
 *   registration of a number that is kept once.
 * - `limit`: a money limit of the tables would be broken; the rules should have refused it before.
 */
export interface Conflict {
  readonly applied: false
  readonly reason: 'version' | 'exists' | 'limit'
  /** Position in the change set. */
  readonly at: number
}

export type CommitResult = { readonly applied: true } | Conflict

/** Which payments a merchant looks for. All that is given has to fit. */
export interface PaymentQuery {
  /** Channels; 1 to 1000. */
  readonly entityIds: readonly string[]
  readonly merchantTransactionId?: string
  /** First and last moment of creation, both included. */
  readonly createdFromMs?: number
  readonly createdToMs?: number
  /** Ids from the first one to before the second one. */
  readonly idFrom?: string
  readonly idBefore?: string
  readonly paymentTypes?: readonly PaymentType[]
  readonly paymentBrands?: readonly string[]
  /** Types that fit whatever their brand is, beside those of `paymentBrands`. */
  readonly typesOfAnyBrand?: readonly PaymentType[]
}

/** What a registration counts as in queries: the storing (`RG`), and its deletion (`DR`). */
export type RegistrationType = 'RG' | 'DR'

/**
 * The same of payments and registrations together. A storing is of the time it was created, a
 * deletion of the time of its last step; `paymentTypes` chooses between all of them.
 */
export interface TransactionQuery extends Omit<PaymentQuery, 'paymentTypes'> {
  readonly paymentTypes?: readonly (PaymentType | RegistrationType)[]
}

export type Transaction =
  | { readonly kind: 'payment'; readonly row: PaymentRow }
  | {
      readonly kind: 'registration'
      readonly type: RegistrationType
      readonly row: RegistrationRow
    }

/**
 * A place in a list of transactions: newest first, those of one moment by their id, of one registration
 * the deletion before the storing.
 */
export interface ListPlace {
  readonly atMs: number
  readonly id: string
  /** 1: the storing of a registration, which comes after its deletion; 0: anything else. */
  readonly rank: 0 | 1
}

/** How far one look at a list may go. */
export const FARTHEST_ROW = 50_000

/** Which part of a list is wanted. */
export interface ListPart {
  /** Only what comes after this place. */
  readonly after?: ListPlace
  /** How many are left out at the beginning, up to 50,000. */
  readonly offset: number
  /** 1 to 1000. */
  readonly limit: number
  /** How many transactions may be looked at, 1 to 50,000. */
  readonly lookAt: number
  /** Whether all that fit are counted. */
  readonly counts: boolean
}

/** What was found in one look through a list. */
export interface TransactionPage {
  readonly transactions: readonly Transaction[]
  /** How many fit of all that were looked at; absent unless it was asked for. */
  readonly count?: number
  /** How many were looked at. */
  readonly lookedAt: number
  /** The place of the last one that was looked at, where others may follow; absent at the list's end. */
  readonly end?: ListPlace
}

/** What velocity rules look at: how many payments, and their sum in one currency. */
export interface SightingSum {
  readonly count: number
  readonly amountMinor: number
}

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
  /** Payments of families (1 to 1000), a family after the other, each oldest first; at most 2000. */
  paymentsOfFamilies(familyIds: readonly string[]): Promise<readonly PaymentRow[]>
  /**
   * Payments and registrations in one order, newest first. Looks at no more than it is allowed to:
   * then the answer is complete down to its `end`, and older ones are found after that place. May take
   * long, and holds up nothing else meanwhile.
   */
  findTransactions(query: TransactionQuery, part: ListPart): Promise<TransactionPage>
  registration(id: string): Promise<RegistrationRow | undefined>
  /** The newest active registration of that channel, fingerprint and brand. */
  registrationOf(
    entityId: string,
    fingerprint: string,
    paymentBrand: string,
  ): Promise<RegistrationRow | undefined>
  giftCard(id: string): Promise<GiftCardRow | undefined>
  quota(key: string): Promise<QuotaRow | undefined>
  /** Rows whose time is over at `nowMs`, oldest first, at most `limit` (1 to 1000). */
  expiredQuotas(nowMs: number, limit: number): Promise<readonly QuotaRow[]>
  /** Sightings of a subject at or after a time: all of them counted, those of the currency summed. */
  sightings(
    entityId: string,
    subject: string,
    sinceMs: number,
    currency: string,
  ): Promise<SightingSum>
  vaultRecord(id: string): Promise<VaultRecordRow | undefined>
  /** All keys; there is one per entity and purpose. */
  vaultKeys(): Promise<readonly VaultKeyRow[]>
  timer(kind: TimerKind, subjectId: string): Promise<TimerRow | undefined>
  /** Timers that are due at `nowMs`, longest due first, at most `limit` (1 to 1000). */
  dueTimers(nowMs: number, limit: number): Promise<readonly TimerRow[]>
  /** The same of timers that follow the clock of one of these entities (1 to 1000). */
  dueTimersOf(
    entityIds: readonly string[],
    nowMs: number,
    limit: number,
  ): Promise<readonly TimerRow[]>
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
  /**
   * The time of the database's own clock, in milliseconds since 1970-01-01T00:00:00Z, where several
   * processes may share the database; absent where the store belongs to one process.
   */
  time?(): Promise<number>
  /** Resolves when a write would succeed now; rejects with the reason otherwise. For /readyz. */
  ping(): Promise<void>
  /** Waits for every commit that was handed in, then closes. */
  close(): Promise<void>
}
