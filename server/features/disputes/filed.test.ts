import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FiledChargeback } from '../../payments/index.ts'
import type { DisputeRow, PaymentRow } from '../../store/port.ts'
import { dispute, succeeded } from '../../store/testing/sample-rows.ts'
import { openedByFile, toldByFile } from './filed.ts'
import { advanced, type DisputeReport, opened } from './steps.ts'

const AT_MS = Date.UTC(2026, 10, 20)

function filed(given: Partial<FiledChargeback> = {}): FiledChargeback {
  return {
    paymentId: 'p',
    caseReference: 'case',
    isReversal: false,
    chargebacks: 1,
    reversals: 0,
    amount: { minor: 10_000, currency: 'EUR' },
    reasonCode: '10.4',
    resultCode: '000.100.220',
    note: '',
    ...given,
  }
}

const NONE = { chargebacks: 0, reversals: 0 }
const row = (columns: Partial<DisputeRow>) => dispute(succeeded(), columns)

describe('a chargeback of a file', () => {
  it('opens the dispute of a case that is new', () => {
    expect(openedByFile(filed())).toMatchObject({ stage: 'firstChargeback', reasonCode: '10.4' })
  })

  it('opens it as won where its reversal was in an earlier file', () => {
    expect(openedByFile(filed({ reversals: 1 }))).toMatchObject({ outcome: 'won' })
  })

  it('takes an inquiry on', () => {
    const known = row({ stage: 'inquiry', chargebackId: null })
    expect(toldByFile(filed(), known, NONE)).toMatchObject({ stage: 'firstChargeback' })
  })

  it('says nothing new of one that a connector has reported and that was won since', () => {
    const won = row({ stage: 'representment', outcome: 'won', chargebackId: null })
    expect(toldByFile(filed(), won, { chargebacks: 1, reversals: 1 })).toBeUndefined()
  })

  it('is the next stage where the money had come back', () => {
    const won = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: null })
    const second = filed({ chargebacks: 2, reversals: 1 })
    const booked = { chargebacks: 1, reversals: 1 }
    expect(toldByFile(second, won, booked)).toMatchObject({ stage: 'preArbitration' })
  })

  it('that is taken back is won, once', () => {
    const open = row({ stage: 'firstChargeback', chargebackId: 'cb' })
    const reversal = filed({ isReversal: true, reversals: 1 })
    const booked = { chargebacks: 1, reversals: 0 }
    expect(toldByFile(reversal, open, booked)).toMatchObject({ outcome: 'won' })
    const won = { ...open, outcome: 'won', chargebackId: null } as const
    expect(toldByFile(reversal, won, { chargebacks: 1, reversals: 1 })).toBeUndefined()
  })
})

describe('a reversal of a part in a file', () => {
  const part = row({ stage: 'firstChargeback', outcome: 'won', chargebackId: 'cb' })
  const reversal = filed({ isReversal: true, reversals: 1, amount: { minor: 40, currency: 'EUR' } })

  it('that is known is told once, though the chargeback stands', () => {
    expect(toldByFile(reversal, part, { chargebacks: 1, reversals: 1 })).toBeUndefined()
  })

  it('is followed by another part', () => {
    const second = { ...reversal, reversals: 2 }
    const booked = { chargebacks: 1, reversals: 1 }
    expect(toldByFile(second, part, booked)).toMatchObject({ outcome: 'won', isNew: true })
  })

  it('is followed by the next stage, which takes it again', () => {
    const again = filed({ chargebacks: 2, reversals: 1 })
    const booked = { chargebacks: 1, reversals: 1 }
    expect(toldByFile(again, part, booked)).toMatchObject({ stage: 'preArbitration' })
  })
})

/** A payment with the dispute of one case, and what was booked of it. */
class Books {
  charged: PaymentRow = succeeded({
    amountMinor: 10_000,
    bookedMinor: 10_000,
    details: '{"result":{"code":"000.100.110","description":""}}',
  })
  dispute: DisputeRow | undefined
  booked: PaymentRow[] = []
  #ids = 0

  report(report: Omit<DisputeReport, 'nowMs'>): void {
    const newId = () => `b${this.#ids++}`
    const said = { ...report, nowMs: AT_MS }
    const opening = {
      id: 'd',
      source: 'acquirer',
      acquirerReference: 'case',
      report: said,
    } as const
    const chargeback = this.booked.find(({ id }) => id === this.dispute?.chargebackId)
    const decided =
      this.dispute === undefined
        ? opened(this.charged, opening, newId)
        : advanced(
            { dispute: this.dispute, charged: this.charged, chargeback, givenBackMinor: 0 },
            said,
            newId,
          )
    if (decided === undefined) return
    this.dispute = decided.dispute
    this.booked.push(...decided.booked)
  }

  of(type: 'CB' | 'CR'): number {
    return this.booked.filter(({ paymentType }) => paymentType === type).length
  }
}

/** What one file after the other says, in any order. */
const lines = fc.array(fc.constantFrom('chargeback', 'reversal'), { minLength: 1, maxLength: 6 })

test('whatever order files come in, the bank has the money where they say so in all', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 2 }), (kinds, byConnector) => {
      const books = new Books()
      // A connector has told the beginning of the case before.
      if (byConnector > 0) {
        books.report({ stage: 'firstChargeback', madeBy: 'acquirer', note: '' })
      }
      if (byConnector > 1) {
        books.report({ stage: 'firstChargeback', outcome: 'won', madeBy: 'acquirer', note: '' })
      }
      let [chargebacks, reversals] = [0, 0]
      for (const kind of kinds) {
        if (kind === 'chargeback') chargebacks += 1
        else reversals += 1
        const told = filed({ isReversal: kind === 'reversal', chargebacks, reversals })
        const counts = { chargebacks: books.of('CB'), reversals: books.of('CR') }
        const report =
          books.dispute === undefined ? openedByFile(told) : toldByFile(told, books.dispute, counts)
        if (report !== undefined) books.report(report)
      }
      const taken = Math.max(chargebacks, byConnector > 0 ? 1 : 0)
      const given = Math.max(reversals, byConnector > 1 ? 1 : 0)
      const stands = books.dispute?.chargebackId !== null
      // After arbitration, and a win in it, the rules of disputes take no further chargeback.
      if (books.dispute?.stage !== 'arbitration') expect(stands).toBe(taken > given)
      expect(books.of('CB') - books.of('CR')).toBe(stands ? 1 : 0)
    }),
  )
})
