import type {
  CheckoutRow,
  EntityRow,
  EventRow,
  GiftCardRow,
  IdempotencyRow,
  PaymentRow,
  PostingRow,
  QuotaRow,
  RegistrationRow,
  SightingRow,
  TimerKind,
  TimerRow,
  TokenRow,
  VaultKeyRow,
  VaultRecordRow,
} from '../port.ts'

/** One table: frozen rows by key, in the order in which the keys came. Every change can be undone. */
export class Table<Row extends object> {
  readonly #rows = new Map<string, Row>()
  readonly #undo: Undo

  constructor(undo: Undo) {
    this.#undo = undo
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  get size(): number {
    return this.#rows.size
  }

  /** False when there is a row with this key already, which stays. */
  insert(key: string, row: Row): boolean {
    if (this.has(key)) return false
    this.put(key, row)
    return true
  }

  /** A row that is replaced keeps its place in the order. */
  put(key: string, row: Row): void {
    this.#change(key, Object.freeze(row))
  }

  remove(key: string): void {
    this.#change(key, undefined)
  }

  entries(): [key: string, row: Row][] {
    return [...this.#rows]
  }

  filter(fits: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(fits)
  }

  #change(key: string, row: Row | undefined): void {
    const before = this.#rows.get(key)
    this.#set(key, row)
    this.#undo.push(() => this.#set(key, before))
  }

  #set(key: string, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(key)
    else this.#rows.set(key, row)
  }
}

/** How to take each change of the running set back, in the order in which they were made. */
export type Undo = (() => void)[]

/** All tables of a memory store. Lists are found by scanning: it serves tests and simulation. */
export class Tables {
  readonly undo: Undo = []
  readonly payments = new Table<PaymentRow>(this.undo)
  /** Payment id by checkout id: the one success of each checkout. */
  readonly successes = new Table<{ readonly paymentId: string }>(this.undo)
  readonly events = new Table<EventRow>(this.undo)
  readonly postings = new Table<PostingRow>(this.undo)
  readonly checkouts = new Table<CheckoutRow>(this.undo)
  readonly entities = new Table<EntityRow>(this.undo)
  readonly tokens = new Table<TokenRow>(this.undo)
  readonly vaultRecords = new Table<VaultRecordRow>(this.undo)
  readonly vaultKeys = new Table<VaultKeyRow>(this.undo)
  /** Vault key id by entity and purpose. */
  readonly keyPurposes = new Table<{ readonly keyId: string }>(this.undo)
  readonly registrations = new Table<RegistrationRow>(this.undo)
  /** Registration id by number: the one of each number that is kept once. */
  readonly soleNumbers = new Table<{ readonly registrationId: string }>(this.undo)
  readonly giftCards = new Table<GiftCardRow>(this.undo)
  readonly quotas = new Table<QuotaRow>(this.undo)
  /** By the number in the order of which they came. */
  readonly sightings = new Table<SightingRow>(this.undo)
  /** Not undone: a number that was used for nothing does no harm. */
  lastSighting = 0
  readonly timers = new Table<TimerRow>(this.undo)
  readonly idempotency = new Table<IdempotencyRow>(this.undo)
}

/** The key of the table of timers. */
export function timerKey(kind: TimerKind, subjectId: string): string {
  return JSON.stringify([kind, subjectId])
}

/** The key of the table of idempotency. */
export function idempotencyKey(scope: string, key: string): string {
  return JSON.stringify([scope, key])
}
