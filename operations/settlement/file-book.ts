import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { AcquirerAccountRow, Change, SettlementFileRow } from '../../server/store/port.ts'
import type { SettlementFormat } from './formats/format.ts'
import { entryChanges, type JournalSums, legsOf, payoutLegs } from './journal.ts'
import { FEE_KINDS, type LineFault, type SettlementRecord, sumOfFees } from './record.ts'

/** A payout with so many parts is booked in one commit. */
const MAX_BATCHES = 5_000
const MAX_GROUPS = 20_000

/** Lines of a file that are paid out together, while it is read. */
interface Batch {
  readonly number: number
  readonly reference: string | null
  readonly currency: string
  /** Of all lines but payouts. */
  netMinor: number
  /** What payout lines say, and those of them that no earlier file had; `undefined`: there are none. */
  toldMinor: number | undefined
  newToldMinor: number | undefined
  paidOn: string | null
  bankReference: string | null
  settledTo: string
  /** Of lines that no earlier file had. */
  newLines: number
  newNetMinor: number
  newFeeMinor: number
  /** Of lines that earlier files had booked without the number of the payout. */
  earlierNetMinor: number
  readonly groups: Map<string, Writable<JournalSums>>
}

type Writable<Sums extends JournalSums> = {
  -readonly [Name in keyof Sums]: Sums[Name] extends object
    ? { -readonly [Part in keyof Sums[Name]]: Sums[Name][Part] }
    : Sums[Name]
}

/** A payout as its file tells it. */
export interface ToldPayout {
  readonly reference: string | null
  readonly currency: string
  readonly paidMinor: number
  /** What its lines in this file sum to. */
  readonly netMinor: number
}

/** What earlier files have booked of a payout. */
export interface EarlierPayout {
  /** 0: they have its lines, and do not tell it. */
  readonly parts: number
  readonly paidMinor: number
  readonly netMinor: number
}

/** By `payoutKey`. */
export type EarlierPayouts = ReadonlyMap<string, EarlierPayout>

/** What is booked of the payout of a batch. */
interface BookedPayout {
  /** Of its lines: what earlier files had booked without its number, and nobody has counted yet. */
  readonly earlierNetMinor: number
  readonly paidMinor: number | null
  readonly part: number | null
  readonly isUnbalanced: boolean
}

/** Adds up what a file says, batch by batch. Memory: batches, not lines. */
export class FileBook {
  lineCount = 0
  newCount = 0
  settledFrom: string | null = null
  settledTo: string | null = null
  readonly #batches = new Map<string, Batch>()
  readonly #payout: SettlementFormat['payout']
  #groups = 0

  constructor({ payout }: Pick<SettlementFormat, 'payout'>) {
    this.#payout = payout
  }

  /** The number of the record's batch: from 1 on, in the order in which the file names them. */
  batchOf({ payout, currency }: SettlementRecord): number {
    return this.#batches.get(keyOf(payout.reference, currency))?.number ?? 0
  }

  /** Counts a record. Answers a fault where the file has too many parts. */
  add(record: SettlementRecord): LineFault | undefined {
    const batch = this.#batch(record)
    if (this.#batches.size > MAX_BATCHES) {
      return {
        lineNumber: record.lineNumber,
        message: `begins payout ${MAX_BATCHES + 1}: divide the file`,
      }
    }
    this.lineCount += 1
    const { settledOn, payout } = record
    if (this.settledFrom === null || settledOn < this.settledFrom) this.settledFrom = settledOn
    if (this.settledTo === null || settledOn > this.settledTo) this.settledTo = settledOn
    if (settledOn > batch.settledTo) batch.settledTo = settledOn
    batch.paidOn ??= payout.paidOn
    if (record.type === 'payout') {
      batch.toldMinor = (batch.toldMinor ?? 0) - record.netMinor
      batch.paidOn = payout.paidOn ?? settledOn
      batch.bankReference = payout.bankReference
    } else {
      batch.netMinor += record.netMinor
      batch.bankReference ??= payout.bankReference
    }
    const isSafe =
      Number.isSafeInteger(batch.netMinor) && Number.isSafeInteger(batch.toldMinor ?? 0)
    if (isSafe) return undefined
    return { lineNumber: record.lineNumber, message: 'makes the sum of its payout too large' }
  }

  /** Adds a record that no earlier file had to what is booked. After `add`. */
  addNew(record: SettlementRecord): LineFault | undefined {
    const batch = this.#batch(record)
    const { type, grossMinor, grossCurrency, netMinor, currency, fees, isExternal } = record
    this.newCount += 1
    batch.newLines += 1
    if (type !== 'payout') {
      batch.newNetMinor += netMinor
      batch.newFeeMinor += sumOfFees(fees)
    } else {
      batch.newToldMinor = (batch.newToldMinor ?? 0) - netMinor
    }
    const key = `${type} ${grossCurrency}${isExternal ? ' external' : ''}`
    const sums = batch.groups.get(key)
    if (sums === undefined) {
      this.#groups += 1
      batch.groups.set(key, {
        type,
        grossMinor,
        grossCurrency,
        netMinor,
        currency,
        fees: { ...fees },
        isExternal,
      })
    } else {
      sums.grossMinor += grossMinor
      sums.netMinor += netMinor
      for (const kind of FEE_KINDS) sums.fees[kind] += fees[kind]
    }
    if (this.#groups <= MAX_GROUPS) return undefined
    return {
      lineNumber: record.lineNumber,
      message: 'is of too many payouts, types and currencies',
    }
  }

  /** Adds a record that an earlier file had booked without the number of its payout. After `add`. */
  addEarlier(record: SettlementRecord): void {
    if (record.type !== 'payout') this.#batch(record).earlierNetMinor += record.netMinor
  }

  /** The payouts that the file tells. */
  payouts(): readonly ToldPayout[] {
    return [...this.#batches.values()].flatMap((batch) => {
      const paidMinor = this.#toldOf(batch)
      const { reference, currency, netMinor } = batch
      return paidMinor === undefined ? [] : [{ reference, currency, paidMinor, netMinor }]
    })
  }

  /** Numbers and currencies of all payouts that lines of the file belong to. */
  references(): readonly { readonly reference: string; readonly currency: string }[] {
    return [...this.#batches.values()].flatMap(({ reference, currency }) =>
      reference === null ? [] : [{ reference, currency }],
    )
  }

  /** Why the payouts cannot be booked beside what earlier files have booked of them. */
  payoutFault(earlier: EarlierPayouts, acceptsUnbalanced: boolean): string | undefined {
    for (const batch of this.#batches.values()) {
      const before = earlier.get(payoutKey(batch))
      const { paidMinor = 0, parts = 0 } = before ?? {}
      const { toldMinor, newToldMinor, reference, currency } = batch
      if (toldMinor !== undefined && parts > 0) {
        const told = payoutText({ reference, currency, paidMinor: toldMinor })
        if (toldMinor !== paidMinor) return `${told}, but an earlier file has another amount for it`
        if (newToldMinor !== undefined) {
          return `${told}, which an earlier file has booked by another record: it is one payout`
        }
      }
      const booked = this.#bookedOf(batch, before)
      if (acceptsUnbalanced || !booked.isUnbalanced) continue
      const lines = (before?.netMinor ?? 0) + batch.newNetMinor + booked.earlierNetMinor
      const paid = newToldMinor ?? paidMinor
      return `${payoutText({ reference, currency, paidMinor: paid })}, ${linesText(lines, currency)}: to book it as it is, accept the difference`
    }
    return undefined
  }

  /** The batches and journal entries of what no earlier file had. */
  changes(
    file: Pick<SettlementFileRow, 'id'>,
    account: Pick<AcquirerAccountRow, 'id' | 'entityId'>,
    { earlier, nowMs }: { readonly earlier: EarlierPayouts; readonly nowMs: number },
  ): readonly Change[] {
    const changes: Change[] = []
    for (const batch of this.#batches.values()) {
      const booked = this.#bookedOf(batch, earlier.get(payoutKey(batch)))
      const { paidMinor, part, isUnbalanced, earlierNetMinor } = booked
      if (batch.newLines === 0 && paidMinor === null) continue
      const id = batchId(file.id, batch.number)
      changes.push({
        kind: 'insertSettlementBatch',
        row: {
          id,
          fileId: file.id,
          accountId: account.id,
          entityId: account.entityId,
          reference: batch.reference,
          currency: batch.currency,
          paidMinor,
          payoutPart: part,
          paidOn: batch.paidOn,
          bankReference: batch.bankReference,
          settledOn: batch.paidOn ?? batch.settledTo,
          lineCount: batch.newLines,
          netMinor: batch.newNetMinor,
          feeMinor: batch.newFeeMinor,
          earlierNetMinor,
          isUnbalanced,
          createdAtMs: nowMs,
        },
      })
      const entry = { accountId: account.id, batchId: id, atMs: nowMs }
      let number = 0
      for (const sums of batch.groups.values()) {
        number += 1
        const { type: kind } = sums
        changes.push(...entryChanges({ ...entry, id: `${id}-${number}`, kind }, legsOf(sums)))
      }
      // Lines of payouts are among the groups.
      if (paidMinor === null || batch.newToldMinor !== undefined) continue
      const legs = payoutLegs(paidMinor, batch.currency)
      changes.push(...entryChanges({ ...entry, id: `${id}-payout`, kind: 'payout' }, legs))
    }
    return changes
  }

  /**
   * What is booked of a payout. One that only its lines tell is what they sum to in all files: each file books
   * what is new. One with a line of its own is booked with that line. Lines that came without its number
   * before count for it in the first file that names it.
   */
  #bookedOf(batch: Batch, earlier: EarlierPayout | undefined): BookedPayout {
    const { reference, newToldMinor, newNetMinor } = batch
    const earlierNetMinor = earlier === undefined ? earlierNetOf(batch) : 0
    const ownMinor = newNetMinor + earlierNetMinor
    const { parts = 0, paidMinor = 0, netMinor = 0 } = earlier ?? {}
    const nothing = { earlierNetMinor, paidMinor: null, part: null, isUnbalanced: false }
    if (this.#isSum(batch)) {
      const restMinor = netMinor + ownMinor - paidMinor
      if (parts > 0 && restMinor === 0) return nothing
      return { ...nothing, paidMinor: restMinor, part: parts + 1 }
    }
    const isUnbalanced = netMinor + ownMinor !== (newToldMinor ?? paidMinor)
    if (newToldMinor === undefined) {
      return { ...nothing, isUnbalanced: parts > 0 && ownMinor !== 0 && isUnbalanced }
    }
    const part = reference === null ? null : parts + 1
    return { earlierNetMinor, paidMinor: newToldMinor, part, isUnbalanced }
  }

  #isSum({ toldMinor, reference }: Batch): boolean {
    return toldMinor === undefined && this.#payout === 'sum' && reference !== null
  }

  #batch({ payout, currency }: SettlementRecord): Batch {
    const key = keyOf(payout.reference, currency)
    const found = this.#batches.get(key)
    if (found !== undefined) return found
    const made: Batch = {
      number: this.#batches.size + 1,
      reference: payout.reference,
      currency,
      netMinor: 0,
      toldMinor: undefined,
      newToldMinor: undefined,
      paidOn: null,
      bankReference: null,
      settledTo: '',
      newLines: 0,
      newNetMinor: 0,
      newFeeMinor: 0,
      earlierNetMinor: 0,
      groups: new Map(),
    }
    this.#batches.set(key, made)
    return made
  }

  #toldOf(batch: Batch): number | undefined {
    return this.#isSum(batch) ? batch.netMinor : batch.toldMinor
  }
}

/** A payout without a number has the lines of its file. */
function earlierNetOf({ reference, newToldMinor, netMinor, ...batch }: Batch): number {
  if (reference !== null) return batch.earlierNetMinor
  return newToldMinor === undefined ? 0 : netMinor - batch.newNetMinor
}

function keyOf(reference: string | null, currency: string): string {
  return `${currency} ${reference ?? ''}`
}

/** Names a payout among those of an account. */
export function payoutKey(payout: {
  readonly reference: string | null
  readonly currency: string
}): string {
  return keyOf(payout.reference, payout.currency)
}

/** Numbers have so many digits that ids are in the order of the batches. */
export function batchId(fileId: string, number: number): string {
  return `${fileId}-${String(number).padStart(5, '0')}`
}

/** The file of a batch. */
export function fileIdOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

/** What a payout is, for a person. */
export function payoutText({
  reference,
  currency,
  paidMinor,
}: Pick<ToldPayout, 'reference' | 'currency' | 'paidMinor'>): string {
  const paid = amountText(paidMinor, minorDigitsOf(currency) ?? 2)
  return `payout ${reference ?? 'without a number'} is ${paid} ${currency}`
}

/** What the lines of a payout sum to, for a person. */
export function linesText(netMinor: number, currency: string): string {
  return `its lines sum to ${amountText(netMinor, minorDigitsOf(currency) ?? 2)} ${currency}`
}
