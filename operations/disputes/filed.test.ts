import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FiledChargeback, MoneyOfCase } from '../../server/payments/record/index.ts'
import type { DisputeRow, PaymentRow } from '../../server/store/port.ts'
import { dispute, succeeded } from '../../server/store/testing/sample-rows.ts'
import type { DisputeReport } from './case.ts'
import { standingOf } from './case-money.ts'
import { openedByFile, toldByFile } from './filed.ts'
import { advanced, opened } from './steps.ts'

const AT_MS = Date.UTC(2026, 10, 20)

const eur = (minor: number) => ({ minor, currency: 'EUR' })
const taken = (minor: number): MoneyOfCase => ({ isReversal: false, amount: eur(minor) })
const back = (minor: number): MoneyOfCase => ({ isReversal: true, amount: eur(minor) })

/** The last of these lines, and what all of them have told. */
function filed(...told: readonly MoneyOfCase[]): FiledChargeback {
  const last = told.at(-1) ?? taken(10_000)
  return {
    paymentId: 'p',
    caseReference: 'case',
    ...last,
    told: told.length === 0 ? [last] : told,
    reasonCode: '10.4',
    resultCode: '000.100.220',
    note: '',
  }
}

const ALL = 10_000
const PAYMENT = { amountMinor: ALL, currency: 'EUR' }

/** What a line says, where these chargebacks and reversals were booked of the dispute. */
const told = (line: FiledChargeback, { stage }: DisputeRow, booked: readonly MoneyOfCase[]) =>
  toldByFile(line, { stage, booked, payment: PAYMENT })

const row = (columns: Partial<DisputeRow>) => dispute(succeeded(), columns)

describe('a chargeback of a file', () => {
  it('opens the dispute of a case that is new', () => {
    expect(openedByFile(filed())).toMatchObject({ stage: 'firstChargeback', reasonCode: '10.4' })
  })

  it('opens it as won where its reversal comes first', () => {
    expect(openedByFile(filed(back(ALL)))).toMatchObject({ outcome: 'won' })
  })

  it('takes an inquiry on', () => {
    const known = row({ stage: 'inquiry', chargebackId: null })
    expect(told(filed(), known, [])).toMatchObject({ stage: 'firstChargeback' })
  })

  it('says nothing new of one that a connector has reported and that was won since', () => {
    const won = row({ stage: 'representment', outcome: 'won', chargebackId: null })
    expect(told(filed(), won, [taken(ALL), back(ALL)])).toBeUndefined()
  })

  it('takes the difference where a connector or a person has named less', () => {
    const books = new Books()
    books.report({ stage: 'firstChargeback', amount: eur(3000), madeBy: 'Ann', note: '' })
    books.takeLines([taken(9200)])
    expect(books.shown).toEqual(['CB 3000', 'CB 6200'])
    expect(books.dispute).toMatchObject({
      stage: 'firstChargeback',
      amountMinor: 9200,
      flags: 'amountChanged,inParts',
    })
  })

  it('takes nothing where a connector has named more: files may tell the rest later', () => {
    const books = new Books()
    books.report({ stage: 'firstChargeback', amount: eur(9200), madeBy: 'acquirer', note: '' })
    books.takeLines([taken(3000), taken(6200)])
    expect(books.shown).toEqual(['CB 9200'])
  })

  it('is one of several lines of its case, each with its own amount', () => {
    const books = new Books()
    books.takeLines([taken(3000), taken(6200)])
    expect(books.shown).toEqual(['CB 3000', 'CB 6200'])
    expect(books.dispute).toMatchObject({ stage: 'firstChargeback', amountMinor: 9200 })
    expect(books.dispute?.flags).toBe('inParts')
  })

  it('is taken from two lines where a person has told the first one before', () => {
    const books = new Books()
    books.report({ stage: 'firstChargeback', amount: eur(3000), madeBy: 'Ann', note: '' })
    books.takeLines([taken(3000), taken(6200)])
    expect(books.shown).toEqual(['CB 3000', 'CB 6200'])
  })

  it('is the whole of what was taken in parts when the bank takes back a part that it gave', () => {
    const books = new Books()
    books.takeLines([taken(3000), taken(6200), back(2000)])
    books.report({ stage: 'preArbitration', madeBy: 'acquirer', note: '' })
    expect(books.shown).toEqual(['CB 3000', 'CB 6200', 'CR 2000', 'CB 2000'])
  })

  it('is the next stage where the money had come back', () => {
    const won = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: null })
    const second = filed(taken(ALL), back(ALL), taken(ALL))
    const line = told(second, won, [taken(ALL), back(ALL)])
    expect(line).toMatchObject({ stage: 'preArbitration' })
  })

  it('that is taken back is won, once', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const reversal = filed(taken(ALL), back(ALL))
    expect(told(reversal, open, [taken(ALL)])).toMatchObject({ outcome: 'won' })
    const won = { ...open, outcome: 'won', chargebackId: null } as const
    expect(told(reversal, won, [taken(ALL), back(ALL)])).toBeUndefined()
  })

  it('in another currency than what a connector has told counts as the whole', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const usd = { isReversal: false, amount: { minor: 11_000, currency: 'USD' } }
    expect(told(filed(usd), open, [taken(ALL)])).toMatchObject({ stage: 'firstChargeback' })
    const reversal = filed(usd, { ...usd, isReversal: true })
    expect(told(reversal, open, [taken(ALL)])).toMatchObject({ outcome: 'won' })
  })
})

describe('a reversal of a part in a file', () => {
  const part = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: 'cb' })
  const booked = [taken(ALL), back(4000)]

  it('that is known is told once, though the chargeback stands', () => {
    expect(told(filed(taken(ALL), back(4000)), part, booked)).toBeUndefined()
  })

  it('is followed by another part', () => {
    const second = filed(taken(ALL), back(4000), back(2000))
    expect(told(second, part, booked)).toMatchObject({
      outcome: 'won',
      amount: eur(2000),
      isNew: true,
    })
  })

  it('is followed by the next stage, which takes it again', () => {
    const again = filed(taken(ALL), back(4000), taken(4000))
    expect(told(again, part, booked)).toMatchObject({
      stage: 'preArbitration',
      amount: eur(4000),
    })
  })

  it('is followed by another one and by a second chargeback, and each is told', () => {
    const books = new Books()
    books.takeLines([taken(ALL), back(4000), back(2000), taken(6000)])
    expect(books.shown).toEqual(['CB 10000', 'CR 4000', 'CR 2000', 'CB 6000'])
    expect(books.dispute).toMatchObject({ stage: 'preArbitration', outcome: 'open' })
  })
})

/** A payment with the dispute of one case, and what was booked of it. */
class Books {
  charged: PaymentRow = succeeded({
    amountMinor: ALL,
    bookedMinor: ALL,
    details: '{"result":{"code":"000.100.110","description":""}}',
  })
  dispute: DisputeRow | undefined
  booked: PaymentRow[] = []
  #ids = 0

  report(report: Omit<DisputeReport, 'nowMs'>): void {
    const newId = () => `b${String(this.#ids++).padStart(4, '0')}`
    const said = { ...report, nowMs: AT_MS }
    const opening = {
      id: 'd',
      source: 'acquirer',
      acquirerReference: 'case',
      report: said,
    } as const
    const { dispute, charged, booked } = this
    const decided =
      dispute === undefined
        ? opened(charged, opening, newId)
        : advanced({ dispute, charged, standing: standingOf(booked) }, said, newId)
    if (decided === undefined) return
    this.dispute = decided.dispute
    this.booked.push(...decided.booked)
    for (const change of decided.changes) {
      if (change.kind === 'stepPayment') this.charged = { ...this.charged, ...change.set }
    }
  }

  /** What lines of files report, one after the other; the first ones were taken already. */
  takeLines(lines: readonly MoneyOfCase[], known = 0): void {
    for (const at of lines.keys()) {
      if (at < known) continue
      const told = filed(...lines.slice(0, at + 1))
      const booked = this.booked.map(({ paymentType, amountMinor }) =>
        paymentType === 'CB' ? taken(amountMinor) : back(amountMinor),
      )
      const report =
        this.dispute === undefined
          ? openedByFile(told)
          : toldByFile(told, { stage: this.dispute.stage, booked, payment: PAYMENT })
      if (report !== undefined) this.report(report)
    }
  }

  get shown(): readonly string[] {
    return this.booked.map((one) => `${one.paymentType} ${one.amountMinor}`)
  }

  /** What the bank has. */
  get standingMinor(): number {
    return standingOf(this.booked).reduce((sum, { leftMinor }) => sum + leftMinor, 0)
  }
}

/** What one file after the other says, in any order. */
const lines = fc.array(fc.constantFrom(taken(ALL), back(ALL)), { minLength: 1, maxLength: 6 })

test('whatever order files come in, the bank has the money where they say so in all', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 2 }), (told, byConnector) => {
      const books = new Books()
      // A connector has told the beginning of the case before.
      if (byConnector > 0) {
        books.report({ stage: 'firstChargeback', madeBy: 'acquirer', note: '' })
      }
      if (byConnector > 1) {
        books.report({ stage: 'firstChargeback', outcome: 'won', madeBy: 'acquirer', note: '' })
      }
      books.takeLines(told)
      const countOf = (isReversal: boolean) =>
        told.filter((one) => one.isReversal === isReversal).length
      const chargebacks = Math.max(countOf(false), byConnector > 0 ? 1 : 0)
      const reversals = Math.max(countOf(true), byConnector > 1 ? 1 : 0)
      expect(books.standingMinor).toBe(chargebacks > reversals ? ALL : 0)
      expect(books.dispute?.chargebackId === null).toBe(chargebacks <= reversals)
    }),
  )
})

/** A chargeback of which parts are given back, and taken again together. */
const inParts = fc
  .array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 3 })
  .chain((parts) => {
    const sum = parts.reduce((total, part) => total + part, 0)
    const all = [taken(ALL), ...parts.map(back), taken(sum)]
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
  })

test('whatever order its lines come in, a chargeback that was given back in parts and taken again stands', () => {
  fc.assert(
    fc.property(inParts, (told) => {
      const books = new Books()
      books.takeLines(told)
      expect(books.standingMinor).toBe(ALL)
      expect(books.dispute).toMatchObject({ outcome: 'open' })
    }),
  )
})

/** Lines of a case in any order, and what a person or a connector has told of the first of what they take. */
const mixed = fc
  .record({
    parts: fc.array(fc.integer({ min: 1, max: 2500 }), { minLength: 1, maxLength: 4 }),
    back: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 3 }),
    toldElsewhere: fc.option(fc.nat(), { nil: undefined }),
  })
  .map(({ parts, back: given, toldElsewhere }) => {
    const takenMinor = parts.reduce((sum, part) => sum + part, 0)
    const backMinor = given.reduce((sum, part) => sum + part, 0)
    // Nothing gives back more than was taken.
    const reversals = backMinor > takenMinor ? [] : given
    const elsewhere =
      toldElsewhere === undefined ? undefined : 1 + (toldElsewhere % Math.max(1, takenMinor))
    return { lines: [...parts.map(taken), ...reversals.map(back)], elsewhere }
  })
  .chain(({ lines: all, elsewhere }) =>
    fc.record({
      all: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      elsewhere: fc.constant(elsewhere),
      after: fc.nat({ max: all.length }),
    }),
  )

test('whoever tells of a case, and in whatever order, as much is charged back as the files say in all', () => {
  fc.assert(
    fc.property(mixed, ({ all, elsewhere, after }) => {
      const books = new Books()
      books.takeLines(all.slice(0, after))
      if (elsewhere !== undefined && (after === 0 || books.booked.length > 0)) {
        books.report({
          stage: 'firstChargeback',
          amount: eur(elsewhere),
          madeBy: 'acquirer',
          note: '',
        })
      }
      books.takeLines(all, after)
      const wanted = all.reduce(
        (sum, { isReversal, amount }) => sum + (isReversal ? -amount.minor : amount.minor),
        0,
      )
      expect(books.standingMinor).toBe(wanted)
      expect(books.charged.chargedBackMinor).toBe(wanted)
    }),
  )
})
