import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { PaymentRow } from '../../store/port.ts'
import { succeeded } from '../../store/testing/sample-rows.ts'
import {
  advanced,
  type Case,
  type Decided,
  type DisputeReport,
  opened,
  undisputable,
} from './steps.ts'

const report: fc.Arbitrary<DisputeReport> = fc.record(
  {
    stage: fc.constantFrom(
      'inquiry',
      'alert',
      'firstChargeback',
      'representment',
      'preArbitration',
      'arbitration',
    ),
    outcome: fc.constantFrom('won', 'lost'),
    amount: fc.record({ minor: fc.integer({ min: 1, max: 20_000 }), currency: fc.constant('EUR') }),
    madeBy: fc.constant('acquirer'),
    note: fc.constant(''),
    nowMs: fc.constant(Date.UTC(2026, 10, 20)),
  },
  { requiredKeys: ['stage', 'madeBy', 'note', 'nowMs'] },
)

const DETAILS = JSON.stringify({ result: { code: '000.100.110', description: '' } })

/** Postings of what was booked, by account. */
function sumsOf(changes: Decided['changes']): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const change of changes) {
    if (change.kind !== 'appendPosting') continue
    const { account, amountMinor } = change.row
    sums[account] = (sums[account] ?? 0) + amountMinor
  }
  return sums
}

test('whatever is reported in whatever order, the books say where the money is', () => {
  fc.assert(
    fc.property(report, fc.array(report, { maxLength: 8 }), (first, later) => {
      let ids = 0
      const newId = () => `id-${++ids}`
      let charged = succeeded({
        bookedMinor: 9200,
        amountMinor: 9200,
        currency: 'EUR',
        details: DETAILS,
      })
      const rows = new Map<string, PaymentRow>()
      const all: Decided['changes'][number][] = []

      const ofType = (type: 'CB' | 'CR') =>
        [...rows.values()].filter(({ paymentType }) => paymentType === type)
      const sumOf = (booked: readonly PaymentRow[]) =>
        booked.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const givenBack = (id: string | undefined) =>
        sumOf(ofType('CR').filter(({ referencedId }) => referencedId === id))

      const take = (decided: Decided): Case => {
        all.push(...decided.changes)
        for (const row of decided.booked) rows.set(row.id, row)
        for (const change of decided.changes) {
          if (change.kind === 'stepPayment')
            charged = { ...charged, ...change.set, version: charged.version + 1 }
        }
        const { dispute } = decided
        const chargeback = rows.get(dispute.chargebackId ?? '')
        return { dispute, charged, chargeback, givenBackMinor: givenBack(chargeback?.id) }
      }

      const opening = {
        id: 'dispute',
        source: 'acquirer',
        acquirerReference: null,
        report: first,
      } as const
      let now = take(opened(charged, opening, newId))
      for (const each of later) {
        const decided = advanced(now, each, newId)
        if (decided !== undefined) now = take(decided)
      }

      const sums = sumsOf(all)
      expect(Object.values(sums).reduce((sum, one) => sum + one, 0)).toBe(0)
      expect(now.chargeback === undefined).toBe(now.dispute.chargebackId === null)
      // What stands is what was taken, less what was given back, also where that were parts.
      const standing = sumOf(ofType('CB')) - sumOf(ofType('CR'))
      expect(sums.chargedBack ?? 0).toBe(standing)
      expect(now.charged.chargedBackMinor).toBe(standing)
      for (const { id, amountMinor } of ofType('CB')) {
        expect(givenBack(id)).toBeLessThanOrEqual(amountMinor)
      }
      const { outcome } = now.dispute
      const back = now.givenBackMinor
      if (now.chargeback !== undefined && outcome === 'won') {
        expect(back).toBeGreaterThan(0)
        expect(back).toBeLessThan(now.chargeback.amountMinor)
      } else expect(back).toBe(0)
    }),
  )
})

describe('a reversal of a part', () => {
  const AT = { madeBy: 'acquirer', note: '', nowMs: Date.UTC(2026, 10, 20) } as const
  const eur = (minor: number) => ({ minor, currency: 'EUR' })

  /** A dispute of a payment of 92.00, told in steps; what was booked of it. */
  function told(...reports: readonly Omit<DisputeReport, keyof typeof AT>[]) {
    let ids = 0
    const newId = () => `id-${++ids}`
    const booked: PaymentRow[] = []
    const charged = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
    let dispute: Decided['dispute'] | undefined
    for (const each of reports) {
      const said = { ...AT, ...each }
      const chargeback = booked.find(({ id }) => id === dispute?.chargebackId)
      const givenBackMinor = booked
        .filter(({ referencedId }) => referencedId === chargeback?.id)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const opening = {
        id: 'd',
        source: 'acquirer',
        acquirerReference: null,
        report: said,
      } as const
      const decided =
        dispute === undefined
          ? opened(charged, opening, newId)
          : advanced({ dispute, charged, chargeback, givenBackMinor }, said, newId)
      booked.push(...(decided?.booked ?? []))
      dispute = decided?.dispute ?? dispute
    }
    return { dispute, booked: booked.map((one) => `${one.paymentType} ${one.amountMinor}`) }
  }

  const CHARGED = { stage: 'firstChargeback' } as const
  const PART = { stage: 'representment', outcome: 'won', amount: eur(4000) } as const

  it('gives back that part, and leaves the chargeback standing', () => {
    const { dispute, booked } = told(CHARGED, PART)
    expect(booked).toEqual(['CB 9200', 'CR 4000'])
    expect(dispute).toMatchObject({ outcome: 'won', amountMinor: 9200, flags: 'inParts' })
    expect(dispute?.chargebackId).not.toBeNull()
  })

  it('that is told again gives back nothing more, but one that is new does', () => {
    expect(told(CHARGED, PART, PART).booked).toEqual(['CB 9200', 'CR 4000'])
    const rest = { ...PART, amount: eur(5200), isNew: true } as const
    const { dispute, booked } = told(CHARGED, PART, rest)
    expect(booked).toEqual(['CB 9200', 'CR 4000', 'CR 5200'])
    expect(dispute?.chargebackId).toBeNull()
  })

  it('is taken again by a pre-arbitration: that part, not the whole', () => {
    const { booked } = told(CHARGED, PART, { stage: 'preArbitration' })
    expect(booked).toEqual(['CB 9200', 'CR 4000', 'CB 4000'])
  })
})

describe('a chargeback of a payment that failed', () => {
  it('is a fact when the acquirer reports it, and no entry of a person', () => {
    const failed = succeeded({ state: 'failed', bookedMinor: 0 })
    expect(undisputable(failed, 'acquirer')).toBeUndefined()
    expect(undisputable(failed, 'manual')).toMatchObject({ code: '700.400.402' })
  })
})
