import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FiledChargeback, MoneyOfCase } from '../../payments/index.ts'
import type { DisputeRow, PaymentRow } from '../../store/port.ts'
import { dispute, succeeded } from '../../store/testing/sample-rows.ts'
import { openedByFile, toldByFile } from './filed.ts'
import { advanced, type DisputeReport, opened, standingOf } from './steps.ts'

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
    expect(toldByFile(filed(), known, [])).toMatchObject({ stage: 'firstChargeback' })
  })

  it('says nothing new of one that a connector has reported and that was won since', () => {
    const won = row({ stage: 'representment', outcome: 'won', chargebackId: null })
    expect(toldByFile(filed(), won, [taken(ALL), back(ALL)])).toBeUndefined()
  })

  it('takes no more money where a connector has named another amount', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const told = toldByFile(filed(taken(ALL + 50)), open, [taken(ALL)])
    expect(told).toMatchObject({ stage: 'firstChargeback', amount: eur(ALL + 50) })
    expect(told?.isNew).toBeUndefined()
  })

  it('is the next stage where the money had come back', () => {
    const won = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: null })
    const second = filed(taken(ALL), back(ALL), taken(ALL))
    const told = toldByFile(second, won, [taken(ALL), back(ALL)])
    expect(told).toMatchObject({ stage: 'preArbitration' })
  })

  it('that is taken back is won, once', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const reversal = filed(taken(ALL), back(ALL))
    expect(toldByFile(reversal, open, [taken(ALL)])).toMatchObject({ outcome: 'won' })
    const won = { ...open, outcome: 'won', chargebackId: null } as const
    expect(toldByFile(reversal, won, [taken(ALL), back(ALL)])).toBeUndefined()
  })

  it('in another currency than what a connector has told counts as the whole', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const usd = { isReversal: false, amount: { minor: 11_000, currency: 'USD' } }
    expect(toldByFile(filed(usd), open, [taken(ALL)])).toMatchObject({ stage: 'firstChargeback' })
    const reversal = filed(usd, { ...usd, isReversal: true })
    expect(toldByFile(reversal, open, [taken(ALL)])).toMatchObject({ outcome: 'won' })
  })
})

describe('a reversal of a part in a file', () => {
  const part = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: 'cb' })
  const booked = [taken(ALL), back(4000)]

  it('that is known is told once, though the chargeback stands', () => {
    expect(toldByFile(filed(taken(ALL), back(4000)), part, booked)).toBeUndefined()
  })

  it('is followed by another part', () => {
    const second = filed(taken(ALL), back(4000), back(2000))
    expect(toldByFile(second, part, booked)).toMatchObject({
      outcome: 'won',
      amount: eur(2000),
      isNew: true,
    })
  })

  it('is followed by the next stage, which takes it again', () => {
    const again = filed(taken(ALL), back(4000), taken(4000))
    expect(toldByFile(again, part, booked)).toMatchObject({
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
  }

  /** What lines of files report, one after the other. */
  takeLines(lines: readonly MoneyOfCase[]): void {
    for (const at of lines.keys()) {
      const told = filed(...lines.slice(0, at + 1))
      const booked = this.booked.map(({ paymentType, amountMinor }) =>
        paymentType === 'CB' ? taken(amountMinor) : back(amountMinor),
      )
      const report =
        this.dispute === undefined ? openedByFile(told) : toldByFile(told, this.dispute, booked)
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
