import { DAY_MS } from '../../common/durations.ts'
import { isKeptNumber } from '../../server/parameters/masking.ts'
import { providerOf } from '../../server/payments/accounts/index.ts'
import type {
  AcquirerAccountRow,
  PaymentFacts,
  ProviderReferenceKind,
  SettlementMatchRow,
  Store,
  StoreReads,
  Transaction,
} from '../../server/store/port.ts'
import { settles } from './accounts.ts'
import type { KeptTexts } from './kept-text.ts'
import {
  chosen,
  type Found,
  flagOf,
  isChargeback,
  isOfAmount,
  isSignUnexpected,
  type Match,
  takesBackUncaptured,
  UNMATCHED,
  wantedTypes,
} from './match-rules.ts'
import type { SettlementRecord } from './record.ts'

/** What matching looks at of a line, whether it is stored or just read. */
export type Matchable = Pick<
  SettlementRecord,
  | 'type'
  | 'acquirerType'
  | 'grossMinor'
  | 'grossCurrency'
  | 'acquirerReference'
  | 'operationReference'
  | 'arn'
  | 'merchantReferences'
  | 'orderedAtMs'
  | 'settledOn'
>

/** How far lines are looked at. */
export interface MatchOptions {
  /** By how much amounts may differ where amount and date alone decide, and among several; minor units. */
  readonly toleranceMinor: number
  /** How many lines are looked for by amount and date alone. */
  readonly searches: number
  /** Compares references that are stored without their card number; absent: those are not compared. */
  readonly texts?: Pick<KeptTexts, 'of'>
}

/** Lists that are read at once. Families and references may have many payments each. */
const REFERENCES_AT_ONCE = 100
const FAMILIES_AT_ONCE = 20
const MAX_OF_REFERENCE = 1000

/** A payment without a time of order was made so long before it was settled, or less. */
const DAYS_BEFORE = 10
/** Clocks and time zones differ. */
const DAYS_AROUND = 1
/** Payments that one search by amount and date looks at. */
const ROWS_OF_SEARCH = 1000

/** What a line names of a payment; the others stand for stored details. */
const PAYMENT_REFERENCES: ReadonlySet<ProviderReferenceKind> = new Set([
  'payment',
  'charge',
  'operation',
  'dispute',
  'arn',
])

const OUR_ID = /^8ac7a4[0-9a-f]{26}$/

/**
 * Finds the payments that lines are about: by the acquirer's reference, which it has told with an outcome, or which
 * an earlier matched line has;
 * by our id; by the merchant's reference; by amount and date. Reads for many lines together.
 */
export class Matcher {
  readonly #read: StoreReads
  readonly #account: AcquirerAccountRow
  readonly #channels: ReadonlySet<string>
  readonly #toleranceMinor: number
  #searches: number
  readonly #texts: Pick<KeptTexts, 'of'> | undefined
  /** What was read ahead; `undefined`: there is no such payment. */
  #ahead: ReadonlyMap<string, PaymentFacts | undefined> = new Map()

  /** `channels`: those whose payments are settled through the account. */
  constructor(
    { read }: Pick<Store, 'read'>,
    account: AcquirerAccountRow,
    channels: readonly string[],
    { toleranceMinor, searches, texts }: MatchOptions,
  ) {
    this.#texts = texts
    this.#read = read
    this.#account = account
    this.#channels = new Set(channels)
    this.#toleranceMinor = toleranceMinor
    this.#searches = searches
  }

  /** How many lines may still be looked for by amount and date. */
  get searchesLeft(): number {
    return this.#searches
  }

  /** Reads the payments that lines name by our id, for the next `match`: the store may write meanwhile. */
  async readAhead(lines: readonly Matchable[]): Promise<void> {
    const ids = lines.flatMap(ownIds)
    const found = await this.#payments(ids)
    this.#ahead = new Map(ids.map((id) => [id, found.get(id)]))
  }

  /** What each line matches, in their order; `undefined` for a line that is about no payment. */
  async match(lines: readonly Matchable[]): Promise<readonly (Match | undefined)[]> {
    const matches: (Match | undefined)[] = lines.map((line) =>
      wantedTypes(line) === undefined ? undefined : UNMATCHED,
    )
    const open = () =>
      lines.flatMap((line, at) => (matches[at] === UNMATCHED ? [{ line, at }] : []))
    for (const rule of [
      this.#byProviderReference,
      this.#byAcquirerReference,
      this.#byPaymentId,
      this.#byReference,
    ]) {
      const waiting = open()
      if (waiting.length === 0) break
      const found = await rule.call(
        this,
        waiting.map(({ line }) => line),
      )
      await this.#choose(waiting, found, matches)
    }
    const taken = new Set<string>()
    for (const [at, match] of matches.entries()) noteTaken(taken, lines[at] as Matchable, match)
    for (const { line, at } of open()) {
      const match = (await this.#byAmount(line, taken)) ?? UNMATCHED
      matches[at] = match
      noteTaken(taken, line, match)
    }
    return this.#flagged(lines, matches)
  }

  /** Chooses among what was found directly, and where nothing of that fits among the families. */
  async #choose(
    waiting: readonly { readonly line: Matchable; readonly at: number }[],
    found: readonly Found[],
    matches: (Match | undefined)[],
  ): Promise<void> {
    const toFamilies: { line: Matchable; at: number; found: Found }[] = []
    for (const [place, { line, at }] of waiting.entries()) {
      const own = this.#ofAccount(found[place] as Found)
      if (own.payments.length === 0) continue
      const direct = chosen(line, own, this.#toleranceMinor)
      // Of a chargeback the amount may be a part: what it names is what it is about.
      const isExact = direct?.flag === null || isChargeback(line.type)
      if (direct?.state === 'MATCHED' && isExact) matches[at] = direct
      else toFamilies.push({ line, at, found: own })
    }
    const ids = toFamilies.flatMap(({ found: { payments } }) => payments.map((one) => one.familyId))
    const families = await this.#families([...new Set(ids)])
    for (const { line, at, found: own } of toFamilies) {
      const members = [...new Set(own.payments.map(({ familyId }) => familyId))]
      const payments = members.flatMap((id) => families.get(id) ?? [])
      const match = chosen(line, this.#ofAccount({ ...own, payments }), this.#toleranceMinor)
      if (match !== undefined) matches[at] = match
    }
  }

  /** Without payments of other merchants, and of other acquirers. */
  #ofAccount({ rule, payments }: Found): Found {
    const own = payments.filter(
      (one) => this.#channels.has(one.entityId) && settles(this.#account, one.connector),
    )
    return { rule, payments: own }
  }

  /** By what the acquirer called payments when it answered; the operation is named more exactly than the payment. */
  async #byProviderReference(lines: readonly Matchable[]): Promise<readonly Found[]> {
    // The file of another gateway names payments by its own ids, as it did when it answered.
    const isGateway = providerOf(this.#account.connector) === 'gateway'
    const namesOf = (line: Matchable) => [
      ...valuesOf([line.operationReference, line.acquirerReference, line.arn]),
      ...(isGateway ? ownIds(line) : []),
    ]
    const known = await inParts(valuesOf(lines.flatMap(namesOf)), REFERENCES_AT_ONCE, (part) =>
      this.#read.providerReferencesOfValues(part),
    )
    const own = known.filter(
      ({ kind, connector }) => PAYMENT_REFERENCES.has(kind) && settles(this.#account, connector),
    )
    const byValue = grouped(own, ({ value }) => value)
    const payments = await this.#payments(own.flatMap(({ paymentId }) => paymentId ?? []))
    return lines.map((line) => {
      const found = namesOf(line).find((value) => byValue.has(value)) ?? ''
      const ids = new Set((byValue.get(found) ?? []).flatMap(({ paymentId }) => paymentId ?? []))
      return {
        rule: 'acquirerReference',
        payments: [...ids].flatMap((id) => payments.get(id) ?? []),
      }
    })
  }

  async #byAcquirerReference(lines: readonly Matchable[]): Promise<readonly Found[]> {
    const references = valuesOf(lines.map(({ acquirerReference }) => acquirerReference))
    const earlier = await inParts(references, REFERENCES_AT_ONCE, (part) =>
      this.#read.settlementLinesOfReferences(this.#account.id, part),
    )
    const paymentIds = new Map<string, string[]>()
    for (const { batchId, position, acquirerReference } of earlier) {
      const matches = await this.#read.settlementMatchesOfLines(batchId, position, position)
      const ids = matches.filter((one) => !one.isCandidate).map((one) => one.paymentId)
      const known = paymentIds.get(acquirerReference ?? '') ?? []
      paymentIds.set(acquirerReference ?? '', [...known, ...ids])
    }
    const payments = await this.#payments([...paymentIds.values()].flat())
    return lines.map(({ acquirerReference }) => ({
      rule: 'acquirerReference',
      payments: (paymentIds.get(acquirerReference ?? '') ?? []).flatMap(
        (id) => payments.get(id) ?? [],
      ),
    }))
  }

  async #byPaymentId(lines: readonly Matchable[]): Promise<readonly Found[]> {
    const payments = await this.#payments(lines.flatMap(ownIds))
    return lines.map((line) => {
      const [first] = ownIds(line).flatMap((id) => payments.get(id) ?? [])
      return { rule: 'paymentId', payments: first === undefined ? [] : [first] }
    })
  }

  async #byReference(lines: readonly Matchable[]): Promise<readonly Found[]> {
    const references = valuesOf(lines.flatMap(({ merchantReferences }) => merchantReferences))
    const found = await inParts(references, REFERENCES_AT_ONCE, (part) =>
      this.#paymentsOfReferences(part),
    )
    const byReference = grouped(found, (one) => one.merchantTransactionId ?? '')
    return lines.map(({ merchantReferences }) => ({
      rule: 'merchantTransactionId',
      payments:
        merchantReferences
          .map((text) => byReference.get(text) ?? [])
          .find(({ length }) => length) ?? [],
    }))
  }

  async #paymentsOfReferences(references: readonly string[]): Promise<readonly PaymentFacts[]> {
    const found = await this.#read.paymentsOfReferences(references, MAX_OF_REFERENCE)
    if (found.length < MAX_OF_REFERENCE || references.length === 1) return found
    // A reference that many payments share must not hide those of others.
    return inParts(references, 1, (one) => this.#read.paymentsOfReferences(one, MAX_OF_REFERENCE))
  }

  /** `taken`: payments that lines of the same part are about. */
  async #byAmount(line: Matchable, taken: ReadonlySet<string>): Promise<Match | undefined> {
    const types = wantedTypes(line)
    if (types === undefined || this.#searches <= 0 || this.#channels.size === 0) return undefined
    // A dispute follows from a chargeback: it takes more than an amount and a date. A cost has no amount.
    if (isChargeback(line.type) || line.type === 'cost') return undefined
    this.#searches -= 1
    const settledMs = Date.parse(`${line.settledOn}T00:00:00Z`)
    const [fromMs, toMs] =
      line.orderedAtMs === null
        ? [settledMs - DAYS_BEFORE * DAY_MS, settledMs + 2 * DAY_MS]
        : [line.orderedAtMs - DAYS_AROUND * DAY_MS, line.orderedAtMs + DAYS_AROUND * DAY_MS]
    const page = await this.#read.findTransactions(
      {
        entityIds: [...this.#channels],
        createdFromMs: Math.max(0, fromMs),
        createdToMs: toMs,
        paymentTypes: types,
      },
      { offset: 0, limit: ROWS_OF_SEARCH, maxRows: ROWS_OF_SEARCH, counts: false },
    )
    // More than were looked at may fit as well.
    if (page.end !== undefined) return undefined
    const referred = this.#ofKeptReference(line, page.transactions)
    if (referred !== undefined) return referred
    const amountMinor = Math.abs(line.grossMinor)
    const payments = page.transactions.flatMap((one) => {
      if (one.kind !== 'payment' || one.row.state !== 'succeeded') return []
      if (taken.has(takenKey(line, one.row.id))) return []
      const isNear = Math.abs(one.row.amountMinor - amountMinor) <= this.#toleranceMinor
      return isNear ? [one.row] : []
    })
    const free = await this.#withoutLines(payments, line)
    const own = this.#ofAccount({ rule: 'amountAndDate', payments: free })
    return chosen(line, own, this.#toleranceMinor)
  }

  /** Of a reference with a card number only its hash is stored: payments of the time are compared by theirs. */
  #ofKeptReference(line: Matchable, found: readonly Transaction[]): Match | undefined {
    const texts = this.#texts
    const [kept] = line.merchantReferences
    if (texts === undefined || kept === undefined || !isKeptNumber(kept)) return undefined
    const payments = found.flatMap((one) => {
      if (one.kind !== 'payment' || one.row.merchantTransactionId === null) return []
      return texts.of(one.row.merchantTransactionId) === kept ? [one.row] : []
    })
    const own = this.#ofAccount({ rule: 'merchantTransactionId', payments })
    return chosen(line, own, this.#toleranceMinor)
  }

  /** Payments that no line of this type is about yet. */
  async #withoutLines(
    payments: readonly PaymentFacts[],
    { type }: Matchable,
  ): Promise<readonly PaymentFacts[]> {
    const matches = await this.#matchesOf(payments.map(({ id }) => id))
    return payments.filter(
      ({ id }) => !matches.get(id)?.some((one) => one.type === type && !one.isCandidate),
    )
  }

  /** Adds the flags that follow from earlier lines about the same payments, these lines included. */
  async #flagged(
    lines: readonly Matchable[],
    matches: readonly (Match | undefined)[],
  ): Promise<readonly (Match | undefined)[]> {
    const matched = matches.flatMap((match) =>
      match?.state === 'MATCHED' ? match.payments.map(({ id }) => id) : [],
    )
    const earlier = await this.#matchesOf(matched)
    const flagged = matches.map((match, at) => {
      const line = lines[at] as Matchable
      const [payment] = match?.payments ?? []
      if (match?.state !== 'MATCHED' || payment === undefined) return unmatchedFlagged(line, match)
      const known = earlier.get(payment.id) ?? []
      const flag = flagOf(line, payment, known) ?? match.flag
      earlier.set(payment.id, [
        ...known,
        { type: line.type, amountMinor: line.grossMinor, isCandidate: false },
      ])
      return flag === match.flag ? match : { ...match, flag }
    })
    await this.#unflagCaptured(lines, flagged, earlier)
    return flagged
  }

  /** A capture of a part is settled as the whole and what is taken back of it: together they may be right. */
  async #unflagCaptured(
    lines: readonly Matchable[],
    matches: (Match | undefined)[],
    known: ReadonlyMap<string, readonly EarlierMatch[]>,
  ): Promise<void> {
    for (const [at, match] of matches.entries()) {
      const [payment] = match?.payments ?? []
      const isOne = match?.state === 'MATCHED' && takesBackUncaptured(lines[at] as Matchable)
      if (!isOne || payment === undefined) continue
      const settled = (known.get(payment.id) ?? []).filter(
        ({ type, isCandidate }) => type === 'settled' && !isCandidate,
      )
      const settledMinor = settled.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      if (settledMinor !== payment.amountMinor) continue
      for (const [place, other] of matches.entries()) {
        const isOfPayment = other?.state === 'MATCHED' && other.payments[0]?.id === payment.id
        if (isOfPayment && isOfAmount(other.flag)) matches[place] = { ...other, flag: null }
      }
      const completes = await this.#flaggedOnes(settled)
      if (completes.length > 0) matches[at] = { ...match, flag: null, completes }
    }
  }

  /** Of stored matches those whose line is flagged for its amount. */
  async #flaggedOnes(matches: readonly EarlierMatch[]) {
    const found: Pick<SettlementMatchRow, 'batchId' | 'position'>[] = []
    for (const { batchId, position } of matches) {
      if (batchId === undefined || position === undefined) continue
      const [line] = await this.#read.settlementLines(batchId, position - 1, 1)
      if (line?.position === position && isOfAmount(line.flag)) found.push({ batchId, position })
    }
    return found
  }

  async #matchesOf(paymentIds: readonly string[]): Promise<Map<string, EarlierMatch[]>> {
    const found = await inParts([...new Set(paymentIds)], REFERENCES_AT_ONCE, (part) =>
      this.#read.settlementMatchesOfPayments(part),
    )
    return grouped<SettlementMatchRow, EarlierMatch>(found, ({ paymentId }) => paymentId)
  }

  async #payments(ids: readonly string[]): Promise<ReadonlyMap<string, PaymentFacts>> {
    const wanted = [...new Set(ids)]
    const missing = wanted.filter((id) => !this.#ahead.has(id))
    const found = await inParts(missing, 1000, (part) => this.#read.paymentFactsById(part))
    const known = wanted.flatMap((id) => this.#ahead.get(id) ?? [])
    return new Map([...known, ...found].map((one) => [one.id, one]))
  }

  async #families(ids: readonly string[]): Promise<ReadonlyMap<string, PaymentFacts[]>> {
    const found = await inParts(ids, FAMILIES_AT_ONCE, (part) =>
      this.#read.paymentsOfFamilies(part),
    )
    return grouped(found, ({ familyId }) => familyId)
  }
}

/** A line whose payment is not known may be a credit where it is settled with a minus. */
function unmatchedFlagged(line: Matchable, match: Match | undefined): Match | undefined {
  const isFlagged = match !== undefined && isSignUnexpected(line, 'CD')
  return isFlagged ? { ...match, flag: 'signUnexpected' } : match
}

/** Our ids of payments that a line has; the first one is the most exact one. */
function ownIds({ merchantReferences, acquirerReference }: Matchable): readonly string[] {
  return [...merchantReferences, acquirerReference ?? ''].filter((text) => OUR_ID.test(text))
}

function takenKey({ type }: Matchable, paymentId: string): string {
  return `${type} ${paymentId}`
}

function noteTaken(taken: Set<string>, line: Matchable, match: Match | undefined): void {
  if (match?.state !== 'MATCHED') return
  for (const { id } of match.payments) taken.add(takenKey(line, id))
}

/** Without a place: of a line that is matched just now. */
type EarlierMatch = Pick<SettlementMatchRow, 'type' | 'amountMinor' | 'isCandidate'> &
  Partial<Pick<SettlementMatchRow, 'batchId' | 'position'>>

function valuesOf(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null && value !== ''))] as string[]
}

function grouped<Row extends As, As = Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, As[]> {
  const groups = new Map<string, As[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** What is read of a list, so many values at once. */
async function inParts<Row>(
  values: readonly string[],
  size: number,
  read: (part: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let at = 0; at < values.length; at += size) {
    found.push(...(await read(values.slice(at, at + size))))
  }
  return found
}
