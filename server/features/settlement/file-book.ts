import { minorDigitsOf } from '../../../common/currencies.ts'
import type { AcquirerAccountRow, Change, SettlementFileRow } from '../../store/port.ts'
import { amountText } from './decimal.ts'
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
  /** What payout lines say; `undefined`: there are none. */
  toldMinor: number | undefined
  paidOn: string | null
  bankReference: string | null
  settledTo: string
  /** Of lines that no earlier file had. */
  newLines: number
  newNetMinor: number
  newFeeMinor: number
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
  /** Whether the lines sum to something else. */
  readonly isUnbalanced: boolean
  readonly netMinor: number
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
    const { type, grossMinor, grossCurrency, netMinor, currency, fees } = record
    this.newCount += 1
    batch.newLines += 1
    if (type !== 'payout') {
      batch.newNetMinor += netMinor
      batch.newFeeMinor += sumOfFees(fees)
    }
    const key = `${type} ${grossCurrency}`
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

  payouts(): readonly ToldPayout[] {
    return [...this.#batches.values()].flatMap((batch) => {
      const paidMinor = this.#paidOf(batch)
      const { reference, currency, netMinor } = batch
      if (paidMinor === undefined) return []
      const isUnbalanced = paidMinor !== netMinor
      return [{ reference, currency, paidMinor, netMinor, isUnbalanced }]
    })
  }

  /** A payout that an earlier file has booked, told once more by a record of another id. */
  toldAgain(known: ReadonlySet<string>): ToldPayout | undefined {
    return this.payouts().find((payout) => {
      const batch = this.#batches.get(keyOf(payout.reference, payout.currency))
      const types = [...(batch?.groups.values() ?? [])].map(({ type }) => type)
      return payout.reference !== null && known.has(payoutKey(payout)) && types.includes('payout')
    })
  }

  /**
   * The batches and journal entries of what no earlier file had. `known`: numbers and currencies of payouts
   * that an earlier file has told.
   */
  changes(
    file: Pick<SettlementFileRow, 'id'>,
    account: Pick<AcquirerAccountRow, 'id' | 'entityId'>,
    { known, nowMs }: { readonly known: ReadonlySet<string>; readonly nowMs: number },
  ): readonly Change[] {
    const changes: Change[] = []
    for (const batch of this.#batches.values()) {
      if (batch.newLines === 0) continue
      const id = batchId(file.id, batch.number)
      const isKnown = batch.reference !== null && known.has(payoutKey(batch))
      const paidMinor = isKnown ? null : (this.#paidOf(batch) ?? null)
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
          paidOn: batch.paidOn,
          bankReference: batch.bankReference,
          settledOn: batch.paidOn ?? batch.settledTo,
          lineCount: batch.newLines,
          netMinor: batch.newNetMinor,
          feeMinor: batch.newFeeMinor,
          isUnbalanced: paidMinor !== null && paidMinor !== batch.netMinor,
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
      if (paidMinor === null || batch.toldMinor !== undefined) continue
      const legs = payoutLegs(paidMinor, batch.currency)
      changes.push(...entryChanges({ ...entry, id: `${id}-payout`, kind: 'payout' }, legs))
    }
    return changes
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
      paidOn: null,
      bankReference: null,
      settledTo: '',
      newLines: 0,
      newNetMinor: 0,
      newFeeMinor: 0,
      groups: new Map(),
    }
    this.#batches.set(key, made)
    return made
  }

  #paidOf({ toldMinor, reference, netMinor }: Batch): number | undefined {
    if (toldMinor !== undefined) return toldMinor
    return this.#payout === 'sum' && reference !== null ? netMinor : undefined
  }
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

/** What a payout and its lines say, for a person. */
export function payoutText({ reference, currency, paidMinor, netMinor }: ToldPayout): string {
  const digits = minorDigitsOf(currency) ?? 2
  const [paid, lines] = [amountText(paidMinor, digits), amountText(netMinor, digits)]
  return `payout ${reference ?? 'without a number'} is ${paid} ${currency}, its lines sum to ${lines} ${currency}`
}
