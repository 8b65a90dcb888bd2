import type { SettlementSource } from '../operations/settlement/index.ts'
import type { AcquirerAccountRow, PaymentRow, Store } from '../server/store/port.ts'
import type { AcquirerBook } from './acquirer-book.ts'
import { type IssuedFiles, issueFiles, MERCHANT_ID } from './acquirer-files.ts'
import type { Audit } from './audit.ts'
import { latest } from './audited-payment.ts'
import type { Cluster } from './cluster.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { Trace } from './trace.ts'

export interface ClearingParts {
  /** Its own, so that the life of payments before it stays as it is. */
  readonly random: Random
  readonly store: Store
  readonly audit: Audit
  readonly book: AcquirerBook
  readonly trace: Trace
  readonly cluster: Cluster
  readonly channelId: string
  readonly guard: (judging: () => void) => void
}

/** Imports at the same time, and imports while there are faults, for each file. */
const MAX_RUNNING = 3
const TRIES = 3

/** The acquirer's files, which people import on any node, in any order, again and at the same time. */
export class Clearing {
  readonly issued: IssuedFiles
  /** What the acquirer settles. */
  readonly payments: readonly PaymentRow[]
  readonly #parts: ClearingParts
  readonly #account: AcquirerAccountRow
  readonly #imported = new Set<SettlementSource>()
  #started = 0
  #running = 0

  static async open(parts: ClearingParts): Promise<Clearing> {
    const [, merchant] = await parts.store.read.entityPath(parts.channelId)
    const connector = 'remote'
    const account: AcquirerAccountRow = {
      id: `${MERCHANT_ID}@${connector}`,
      entityId: merchant?.id ?? '',
      connector,
      merchantId: MERCHANT_ID,
      acquirer: 'The simulated acquirer',
      currencies: 'EUR',
      usualDays: 2,
      createdAtMs: 0,
      updatedAtMs: 0,
      version: 1,
    }
    await parts.store.commit([{ kind: 'insertAcquirerAccount', row: account }])
    return new Clearing(parts, account)
  }

  private constructor(parts: ClearingParts, account: AcquirerAccountRow) {
    this.#parts = parts
    this.#account = account
    this.payments = settledPayments(parts)
    this.issued = issueFiles(this.payments, parts.random)
  }

  /** Whether enough was tried with faults. */
  get isTired(): boolean {
    return this.#running === 0 && this.#started >= this.issued.files.length * TRIES
  }

  get mayStart(): boolean {
    return this.#running < MAX_RUNNING && this.#started < this.issued.files.length * TRIES
  }

  get isWaiting(): boolean {
    return this.#running > 0
  }

  /** Somebody imports a file, or one that is imported already. */
  start(): void {
    this.#begin(this.#parts.random.pick(this.issued.files))
  }

  /** Imports one of the files that are not imported yet. */
  startMissing(): void {
    const missing = this.issued.files.filter((file) => !this.#imported.has(file))
    // Any of them: one may wait for the end of another's import.
    if (missing.length > 0) this.#begin(this.#parts.random.pick(missing))
  }

  #begin(file: SettlementSource): void {
    this.#started += 1
    this.#running += 1
    void this.#import(file).finally(() => {
      this.#running -= 1
    })
  }

  async #import(file: SettlementSource): Promise<void> {
    const { random, cluster, trace, guard } = this.#parts
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} imports ${file.name}`)
    const outcome = await cluster.importFile(node, file, this.#account)
    trace.line(`  ${file.name}: ${outcome?.kind ?? 'nothing is heard of it'}`)
    if (outcome === undefined) return
    if (outcome.kind !== 'refused') this.#imported.add(file)
    else {
      guard(() =>
        assertInvariant(
          'settled',
          outcome.faults.every(({ mayPass }) => mayPass === true),
          () => `${file.name} is refused: ${JSON.stringify(outcome.faults)}`,
        ),
      )
    }
  }
}

/** What the acquirer has approved and owes, or is owed: not holds, nor what was taken back before its booking. */
function settledPayments({ audit, book }: ClearingParts): readonly PaymentRow[] {
  const found: PaymentRow[] = []
  for (const { operation, outcome } of book.entries) {
    if (outcome.kind !== 'approved') continue
    const row = latest(audit.payment(operation.paymentId).versions)
    const isSettled = ['DB', 'CP', 'RB', 'RF', 'CD'].includes(row.paymentType)
    if (isSettled && row.state === 'succeeded' && row.connector === 'remote') found.push(row)
  }
  return found
}
