import { hash } from 'node:crypto'
import { minorDigitsOf } from '../../common/money.ts'
import { shownText } from '../../server/parameters/masking.ts'
import type { SettlementLineType } from '../../server/store/port.ts'
import { dayOf } from './days.ts'
import { isRate, readAmount } from './decimal.ts'
import type { AmountColumns, ColumnName, SettlementFormat } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import type { KeptTexts } from './kept-text.ts'
import { isChargeback } from './match-rules.ts'
import {
  type FeeKind,
  type LineFault,
  NO_CURRENCY,
  type SettlementRecord,
  sumOfFees,
} from './record.ts'
import { dateOf, offsetOfZone, timeOf } from './time-zones.ts'

/** What a line of a file is. `end`: the last line, which says how many there were before it. */
export type ReadLine =
  | { readonly kind: 'record'; readonly record: SettlementRecord }
  /** Of another merchant of the same company, as the file names it. */
  | { readonly kind: 'ofOther'; readonly merchantId: string }
  | { readonly kind: 'end'; readonly count: number }
  | { readonly kind: 'faults'; readonly faults: readonly LineFault[] }

/** What the lines of a file are held against. */
export interface ExpectedAccount {
  readonly merchantId: string
  /** Currencies in which the account is paid out; empty: any. */
  readonly currencies: readonly string[]
  /** No date is later; absent: it was looked at before. */
  readonly latestDay?: string
}

/** Longer ids are kept as their hash. */
const MAX_ID = 200
/** The longest text of a file that is stored. */
const MAX_TEXT = 255

/**
 * Reads the lines of a file by its format. Made of the header; columns may stand in any order, and further
 * ones are left out.
 */
export function createRecordReader(
  format: SettlementFormat,
  header: readonly string[],
  account: ExpectedAccount,
  texts: KeptTexts,
): RecordReader | { readonly faults: readonly LineFault[] } {
  const faults = headerFaults(format, header)
  if (faults.length > 0) return { faults: [...faults, ...otherFormats(format, header)] }
  return new RecordReader(format, header, account, texts)
}

export class RecordReader {
  readonly #format: SettlementFormat
  readonly #header: readonly string[]
  readonly #account: ExpectedAccount
  readonly #texts: KeptTexts
  readonly #places = new Map<ColumnName, number>()
  #cells: readonly string[] = []
  #lineNumber = 0
  #faults: LineFault[] = []

  constructor(
    format: SettlementFormat,
    header: readonly string[],
    account: ExpectedAccount,
    texts: KeptTexts,
  ) {
    this.#texts = texts
    this.#format = format
    this.#header = header
    this.#account = account
  }

  read(lineNumber: number, cells: readonly string[]): ReadLine {
    this.#cells = cells
    this.#lineNumber = lineNumber
    this.#faults = []
    if (cells.length !== this.#header.length) {
      const message = `has ${cells.length} cells, the header has ${this.#header.length}: the file may be cut`
      return { kind: 'faults', faults: [{ lineNumber, message }] }
    }
    const { end, columns } = this.#format
    const word = this.#cell(columns.type)
    if (end !== undefined && word === end.type) {
      return { kind: 'end', count: Number(this.#cell(end.count)) }
    }
    if (this.#format.isOfCompany && columns.merchantId !== undefined) {
      const merchantId = this.#cell(columns.merchantId)
      if (merchantId !== '' && merchantId !== this.#account.merchantId) {
        return { kind: 'ofOther', merchantId: shown(merchantId) }
      }
    }
    const record = this.#record(word)
    return this.#faults.length > 0
      ? { kind: 'faults', faults: this.#faults }
      : { kind: 'record', record }
  }

  #record(acquirerType: string): SettlementRecord {
    const { columns, types } = this.#format
    this.#checkMerchant()
    if (acquirerType === '') this.#fault(columns.type, 'is empty')
    const known = Object.hasOwn(types, acquirerType) ? (types[acquirerType] ?? 'other') : 'other'
    const isOfOther = this.#format.externalTypes?.includes(acquirerType) === true
    const isExternal = isOfOther && this.#isNothing(this.#format.net)
    // What this acquirer takes for passing on a payment of another one is all that it settles.
    const type = isOfOther && !isExternal ? 'cost' : known
    const money = isExternal ? this.#externalMoney() : this.#money(type)
    const operationReference =
      (isChargeback(type) ? this.#text(columns.caseReference) : null) ??
      this.#text(columns.operationReference)
    const merchantReferences = (columns.merchantReferences ?? [])
      .map((column) => this.#cell(column))
      .filter((text) => text !== '' && text.length <= MAX_TEXT)
    const [merchantReference] = merchantReferences
    const { recordId, isUnique, formerRecordId } = this.#id()
    // Each member by its name: spreads cost a fifth of the reading.
    return {
      lineNumber: this.#lineNumber,
      recordId,
      isUnique,
      ...(formerRecordId !== undefined && { formerRecordId }),
      type,
      acquirerType: this.#texts.of(acquirerType).slice(0, MAX_TEXT),
      // What comes back names its payout, and is found by it.
      acquirerReference:
        type === 'payoutReturned' ? operationReference : this.#text(columns.acquirerReference),
      operationReference,
      arn: this.#arn(),
      merchantReference: merchantReference === undefined ? null : this.#texts.of(merchantReference),
      merchantReferences,
      paymentBrand: this.#text(columns.paymentBrand),
      grossMinor: money.grossMinor,
      grossCurrency: money.grossCurrency,
      netMinor: money.netMinor,
      currency: money.currency,
      fees: money.fees,
      isExternal,
      rate: this.#rate(),
      orderedAtMs: this.#orderedAt(),
      settledOn: this.#settledOn(),
      reasonCode: this.#text(columns.reasonCode),
      reasonText: this.#text(columns.reasonText),
      payout: {
        reference: this.#text(columns.payoutReference),
        paidOn: this.#date(columns.paidOn),
        bankReference:
          this.#text(columns.bankReference) ?? (type === 'payout' ? operationReference : null),
      },
    }
  }

  #checkMerchant(): void {
    const { merchantId } = this.#format.columns
    if (merchantId === undefined) return
    const found = this.#cell(merchantId)
    if (found === this.#account.merchantId) return
    this.#fault(merchantId, `is ${shown(found)}, the account's is ${this.#account.merchantId}`)
  }

  #id(): Pick<SettlementRecord, 'recordId' | 'isUnique' | 'formerRecordId'> {
    const { columns, needs } = this.#format.recordId
    const isUnique = needs.every((column) => this.#cell(column) !== '')
    // By the columns that the format reads, in its order: a restated file may have more, or others first.
    const cells = (isUnique ? columns : columnsOf(this.#format)).map((column) => this.#cell(column))
    const idOf = isUnique ? idOfCells : idOfLine
    const kept = cells.map((cell) => this.#texts.of(cell))
    if (kept.every((cell, at) => cell === cells[at])) return { recordId: idOf(cells), isUnique }
    return { recordId: idOf(kept), isUnique, formerRecordId: idOf(cells) }
  }

  #money(type: SettlementLineType): RecordMoney {
    const { columns, gross, net, customerGross } = this.#format
    const currency = this.#currency(columns.currency)
    const ownCurrency = this.#optionalCurrency(columns.grossCurrency) ?? currency
    const netMinor = this.#signed(net, currency).minor
    const { fees, rounded } = this.#fees(currency, type)
    let { minor: grossMinor, isEmpty } = this.#signed(gross, ownCurrency)
    let grossCurrency = ownCurrency
    const settledMinor = netMinor + sumOfFees(fees)
    if (type === 'fee') {
      // A fee may stand in the gross column or in none: it is what the balance is reduced by.
      fees.monthly -= settledMinor
      return { grossMinor: 0, grossCurrency: currency, netMinor, currency, fees }
    }
    if (type === 'cost') {
      // What its columns of costs do not say is the acquirer's own part.
      fees.markup -= settledMinor
      return { grossMinor: 0, grossCurrency: ownCurrency, netMinor, currency, fees }
    }
    if (isEmpty)
      return { grossMinor: settledMinor, grossCurrency: currency, netMinor, currency, fees }
    if (this.#format.grossSign === 'net' && settledMinor !== 0) {
      grossMinor = Math.abs(grossMinor) * Math.sign(settledMinor)
    }
    if (grossCurrency === currency) {
      const difference = grossMinor - settledMinor
      if (Math.abs(difference) > rounded) this.#unequal(net, grossMinor, settledMinor, currency)
      // Costs with more decimals than the currency were rounded one by one.
      fees.markup += difference
    }
    const seen = customerGross && this.#optionalCurrency(customerGross.currency)
    if (customerGross !== undefined && seen !== undefined && seen !== currency) {
      const { minor } = this.#amount(customerGross.amount, seen)
      grossCurrency = seen
      grossMinor = Math.abs(minor) * (Math.sign(grossMinor) || 1)
    }
    return { grossMinor, grossCurrency, netMinor, currency, fees }
  }

  /** Of what another acquirer settles nothing comes into the balance. */
  #externalMoney(): RecordMoney {
    const { columns, gross } = this.#format
    const grossCurrency = this.#optionalCurrency(columns.grossCurrency)
    if (grossCurrency === undefined) {
      this.#fault(columns.grossCurrency, 'is empty: give an ISO 4217 code')
      return { grossMinor: 0, grossCurrency: '', netMinor: 0, currency: '', fees: NO_FEES }
    }
    const { minor: grossMinor } = this.#signed(gross, grossCurrency)
    return { grossMinor, grossCurrency, netMinor: 0, currency: NO_CURRENCY, fees: NO_FEES }
  }

  #isNothing(columns: AmountColumns): boolean {
    return amountColumns(columns).every((column) => this.#cell(column) === '')
  }

  /** The costs of a line by kind, and how many of them had more decimals than the currency. */
  #fees(currency: string, type: SettlementLineType) {
    const fees = { ...NO_FEES }
    let rounded = 0
    for (const { kind, column } of this.#format.fees) {
      const amount = this.#amount(column, currency)
      fees[feeKindOf(kind, type)] += amount.minor
      if (amount.isRounded) rounded += 1
    }
    return { fees, rounded }
  }

  #unequal(net: AmountColumns, grossMinor: number, settledMinor: number, currency: string): void {
    const column = 'signed' in net ? net.signed : net.credit
    this.#fault(
      column,
      `and the costs sum to ${settledMinor}, the gross amount is ${grossMinor} minor units of ${currency}`,
    )
  }

  #signed(columns: AmountColumns, currency: string): { minor: number; isEmpty: boolean } {
    const isEmpty = this.#isNothing(columns)
    if ('signed' in columns) {
      return { minor: this.#amount(columns.signed, currency, 'exact').minor, isEmpty }
    }
    const { credit, debit } = columns
    const minor =
      this.#amount(credit, currency, 'exact').minor - this.#amount(debit, currency, 'exact').minor
    return { minor, isEmpty }
  }

  #amount(
    column: ColumnName,
    currency: string,
    exactness: 'exact' | 'rounded' = 'rounded',
  ): { readonly minor: number; readonly isRounded: boolean } {
    const text = this.#cell(column)
    if (text === '') return NOTHING
    const digits = minorDigitsOf(currency)
    // The currency has its own fault.
    if (digits === undefined) return NOTHING
    const amount = readAmount(text, digits)
    if (amount === undefined) {
      this.#fault(column, `is ${shown(text)}: an amount is digits with a point, such as -12.30`)
      return NOTHING
    }
    if (exactness === 'exact' && amount.isRounded) {
      this.#fault(column, `is ${shown(text)}: ${currency} has ${digits} decimals`)
    }
    return amount
  }

  #currency(column: ColumnName): string {
    const found = this.#optionalCurrency(column)
    if (found === undefined) {
      if (this.#cell(column) === '') this.#fault(column, 'is empty: give an ISO 4217 code')
      return ''
    }
    const { currencies } = this.#account
    if (currencies.length > 0 && !currencies.includes(found)) {
      this.#fault(column, `is ${found}: the account is settled in ${currencies.join(', ')}`)
    }
    return found
  }

  #optionalCurrency(column: ColumnName): string | undefined {
    const text = this.#cell(column).toUpperCase()
    if (text === '') return undefined
    if (minorDigitsOf(text) !== undefined) return text
    this.#fault(column, `is ${shown(text)}: no currency of ISO 4217`)
    return undefined
  }

  #rate(): string | null {
    const { rate } = this.#format.columns
    if (rate === undefined) return null
    // As it is written: the digits of an exact rate may look like a card number, and are none.
    const text = this.#cell(rate)
    if (text === '') return null
    if (!isRate(text)) this.#fault(rate, `is ${shown(text)}: a rate is a decimal above 0`)
    return text
  }

  #orderedAt(): number | null {
    const { orderedAt, timeZone } = this.#format.columns
    const text = this.#text(orderedAt)
    if (orderedAt === undefined || text === null) return null
    const zone = timeZone === undefined ? 'UTC' : this.#cell(timeZone) || 'UTC'
    const offset = offsetOfZone(zone)
    // A zone that is not known says nothing about money: the time is left out.
    if (offset === undefined) return null
    const atMs = timeOf(text, offset)
    if (atMs === undefined) this.#fault(orderedAt, `is ${shown(text)}: use yyyy-MM-dd HH:mm:ss`)
    else this.#checkDay(orderedAt, dayOf(atMs), text)
    return atMs ?? null
  }

  #settledOn(): string {
    const column = this.#format.columns.settledOn
    const date = this.#date(column)
    if (date === null && this.#cell(column) === '') this.#fault(column, 'is empty: use yyyy-MM-dd')
    return date ?? ''
  }

  #date(column: ColumnName | undefined): string | null {
    const text = this.#text(column)
    if (column === undefined || text === null) return null
    const date = dateOf(text)
    if (date === undefined) this.#fault(column, `is ${shown(text)}: use yyyy-MM-dd`)
    else this.#checkDay(column, date, text)
    return date ?? null
  }

  #checkDay(column: ColumnName, day: string, text: string): void {
    const { latestDay } = this.#account
    if (latestDay === undefined || day <= latestDay) return
    this.#fault(column, `is ${shown(text)}, more than a year ahead: correct the year`)
  }

  #text(column: ColumnName | undefined): string | null {
    if (column === undefined) return null
    const text = this.#cell(column)
    return text === '' ? null : this.#texts.of(text).slice(0, MAX_TEXT)
  }

  #cell(column: ColumnName): string {
    let place = this.#places.get(column)
    if (place === undefined) {
      place = placeOf(column, this.#header)
      this.#places.set(column, place)
    }
    return place === -1 ? '' : (this.#cells[place] ?? '').trim()
  }

  /** Acquirers fill the column with other words where a payment has none. */
  #arn(): string | null {
    const { arn } = this.#format.columns
    const text = arn === undefined ? '' : this.#cell(arn)
    return /^[0-9]{23}$/.test(text) ? text : null
  }

  #fault(column: ColumnName, message: string): void {
    const place = placeOf(column, this.#header)
    const name = shownText(this.#header[place] ?? nameOf(column))
    this.#faults.push({ lineNumber: this.#lineNumber, column: name, message })
  }
}

function idOfCells(cells: readonly string[]): string {
  const id = cells.join('|')
  return id.length > MAX_ID ? hash('sha256', id) : id
}

function idOfLine(cells: readonly string[]): string {
  return `line:${hash('sha256', JSON.stringify(cells))}`
}

const NOTHING = { minor: 0, isRounded: false } as const

const NO_FEES = { interchange: 0, scheme: 0, markup: 0, dispute: 0, monthly: 0 }

type RecordMoney = Pick<
  SettlementRecord,
  'grossMinor' | 'grossCurrency' | 'netMinor' | 'currency' | 'fees'
>

/** A cost of a chargeback is one of the dispute, whatever its column is called. */
function feeKindOf(kind: FeeKind, type: SettlementLineType): FeeKind {
  const isDispute = type === 'chargeback' || type === 'chargebackReversed'
  return isDispute && kind === 'markup' ? 'dispute' : kind
}

/** The first of the names that the header has. */
function placeOf(column: ColumnName, header: readonly string[]): number {
  if (typeof column === 'string') return header.indexOf(column)
  for (const name of column) {
    const place = header.indexOf(name)
    if (place !== -1) return place
  }
  return -1
}

function nameOf(column: ColumnName): string {
  return typeof column === 'string' ? column : column.join(' or ')
}

/** A value in a message: a file may hold anything. */
function shown(text: string): string {
  const printable = shownText(text).replace(/[^\x20-\x7e]/g, '?')
  return JSON.stringify(printable.length > 40 ? `${printable.slice(0, 40)}…` : printable)
}

/** Columns without which nothing can be booked; those of costs may be missing. */
function headerFaults(
  { columns, gross, net, recordId, end, otherReports = [] }: SettlementFormat,
  header: readonly string[],
): readonly LineFault[] {
  const needed: ColumnName[] = [
    columns.type,
    columns.grossCurrency,
    columns.currency,
    columns.settledOn,
    ...(columns.merchantId === undefined ? [] : [columns.merchantId]),
    ...(columns.payoutReference === undefined ? [] : [columns.payoutReference]),
    ...amountColumns(gross),
    ...amountColumns(net),
    ...recordId.columns,
    ...(end === undefined ? [] : [end.count]),
  ]
  const twice = header.filter((name, at) => name !== '' && header.indexOf(name) !== at)
  const missing = [...new Set(needed)].filter((column) => placeOf(column, header) === -1)
  const other = otherReports.find(({ columns: own }) => own.every((name) => header.includes(name)))
  const hint = missing.length > 0 && other !== undefined ? other.hint : undefined
  return [
    ...missing.map((column) => ({ lineNumber: 1, column: nameOf(column), message: 'is missing' })),
    ...(hint === undefined ? [] : [{ lineNumber: 1, message: hint }]),
    ...[...new Set(twice)]
      .filter((name) => !/^reserved/i.test(name))
      .map((column) => ({ lineNumber: 1, column: shownText(column), message: 'is there twice' })),
  ]
}

/** Of which other format a header has every column. */
function otherFormats(format: SettlementFormat, header: readonly string[]): readonly LineFault[] {
  const others = FORMATS.filter((one) => one !== format && headerFaults(one, header).length === 0)
  return others.map(({ name }) => {
    return {
      lineNumber: 1,
      message: `these are the columns of the format ${name}: import it as that`,
    }
  })
}

function amountColumns(columns: AmountColumns): readonly ColumnName[] {
  return 'signed' in columns ? [columns.signed] : [columns.credit, columns.debit]
}

/** Every column that a format reads. */
function columnsOf(format: SettlementFormat): readonly ColumnName[] {
  const { columns, gross, net, customerGross, fees, recordId } = format
  const amounts: readonly ColumnName[] = [gross, net, customerGross ?? {}].flatMap((each) =>
    Object.values<ColumnName>(each as Record<string, ColumnName>),
  )
  const named = Object.values(columns).flat()
  return [...named, ...amounts, ...fees.map(({ column }) => column), ...recordId.columns]
}
