import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { detailsOf } from '../../server/payments/index.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { succeeded } from '../../server/store/testing/sample-rows.ts'
import type { Case, Decided, DisputeReport } from './case.ts'
import { shareOfStanding, standingOf } from './case-money.ts'
import { advanced, opened, submitted, undisputable } from './steps.ts'

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
        return { dispute: decided.dispute, charged, standing: standingOf([...rows.values()]) }
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
      const { outcome, chargebackId, stage } = now.dispute
      expect(chargebackId).toBe(now.standing.at(-1)?.chargeback.id ?? null)
      // What stands is what was taken, less what was given back, also where that were parts.
      const standing = sumOf(ofType('CB')) - sumOf(ofType('CR'))
      expect(sums.chargedBack ?? 0).toBe(standing)
      expect(now.charged.chargedBackMinor).toBe(standing)
      for (const { id, amountMinor } of ofType('CB')) {
        expect(givenBack(id)).toBeLessThanOrEqual(amountMinor)
      }
      const isWithBank = outcome !== 'won' && stage !== 'inquiry' && stage !== 'alert'
      if (isWithBank) expect(standing).toBeGreaterThan(0)
      else if (!now.dispute.flags.includes('inParts')) expect(standing).toBe(0)
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
    let charged = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
    let dispute: Decided['dispute'] | undefined
    for (const each of reports) {
      const said = { ...AT, ...each }
      const opening = {
        id: 'd',
        source: 'acquirer',
        acquirerReference: null,
        report: said,
      } as const
      const decided =
        dispute === undefined
          ? opened(charged, opening, newId)
          : advanced({ dispute, charged, standing: standingOf(booked) }, said, newId)
      booked.push(...(decided?.booked ?? []))
      for (const change of decided?.changes ?? []) {
        if (change.kind === 'stepPayment') charged = { ...charged, ...change.set }
      }
      dispute = decided?.dispute ?? dispute
    }
    const { chargedBackMinor } = charged
    const shown = booked.map((one) => `${one.paymentType} ${one.amountMinor}`)
    return { dispute, booked: shown, chargedBackMinor }
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

  it('that is taken again and told twice changes nothing the second time', () => {
    const again = { stage: 'preArbitration', amount: eur(4000) } as const
    const once = told(CHARGED, PART, again)
    const twice = told(CHARGED, PART, again, again)
    expect(twice.booked).toEqual(['CB 9200', 'CR 4000', 'CB 4000'])
    expect(twice.dispute?.version).toBe(once.dispute?.version)
    expect(twice.dispute).toMatchObject({ amountMinor: 9200, flags: 'inParts' })
    const lost = told(CHARGED, PART, again, { ...again, outcome: 'lost' }).dispute
    expect(lost).toMatchObject({ outcome: 'lost', amountMinor: 9200, flags: 'inParts' })
    const other = told(CHARGED, PART, again, { ...again, amount: eur(4100) }).dispute
    expect(other).toMatchObject({ amountMinor: 4100, flags: 'inParts,amountChanged' })
  })

  it('that is more than half gives back nothing more when it is told again', () => {
    const most = { ...PART, amount: eur(6000) } as const
    expect(told(CHARGED, most, most).booked).toEqual(['CB 9200', 'CR 6000'])
  })

  it('that was taken again comes back with the rest when the dispute is won', () => {
    const won = { stage: 'preArbitration', outcome: 'won' } as const
    const { booked, dispute, chargedBackMinor } = told(
      CHARGED,
      PART,
      { stage: 'preArbitration' },
      won,
    )
    expect(booked).toEqual(['CB 9200', 'CR 4000', 'CB 4000', 'CR 4000', 'CR 5200'])
    expect([dispute?.chargebackId, chargedBackMinor]).toEqual([null, 0])
  })

  it('gives back the same part of the payment in another currency', () => {
    const usd = (minor: number) => ({ minor, currency: 'USD' })
    const taken = { ...CHARGED, amount: usd(10_000) }
    const part = { ...PART, amount: usd(2500) }
    const { booked, chargedBackMinor } = told(taken, part)
    expect(booked).toEqual(['CB 10000', 'CR 2500'])
    expect(chargedBackMinor).toBe(6900)
    const again = told(taken, part, { stage: 'preArbitration' })
    expect(again.booked).toEqual(['CB 10000', 'CR 2500', 'CB 2500'])
    expect(again.chargedBackMinor).toBe(9200)
  })

  it('in another currency comes back whole in the end, whatever its parts round to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (wholeMinor, partMinor) => {
          const usd = (minor: number) => ({ minor, currency: 'USD' })
          const part = { ...PART, amount: usd(1 + (partMinor % (wholeMinor - 1))) }
          const rest = { stage: 'representment', outcome: 'won', isNew: true } as const
          const { chargedBackMinor } = told({ ...CHARGED, amount: usd(wholeMinor) }, part, rest)
          expect(chargedBackMinor).toBe(0)
        },
      ),
    )
  })
})

describe('the reason of a reversal', () => {
  const AT = { madeBy: 'acquirer', note: '', nowMs: Date.UTC(2026, 10, 20) } as const

  /** A chargeback for fraud that is won by a report with these codes. */
  function won(codes: Pick<DisputeReport, 'resultCode' | 'reasonCode'>) {
    let ids = 0
    const newId = () => `r-${++ids}`
    const charged = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
    const fraud = { reasonCode: '10.4', resultCode: '000.100.220' }
    const report = { ...AT, ...fraud, stage: 'firstChargeback' } as const
    const named = { id: 'd', source: 'acquirer', acquirerReference: 'case', report } as const
    const { dispute, booked } = opened(charged, named, newId)
    const given = { dispute, charged, standing: standingOf(booked) }
    const told = { ...AT, ...codes, stage: 'firstChargeback', outcome: 'won' } as const
    const after = advanced(given, told, newId)
    const [reversal] = after?.booked ?? []
    if (after === undefined || reversal === undefined) throw new Error('It is given back')
    const { ReasonCode } = detailsOf(reversal).resultDetails ?? {}
    return { dispute: after.dispute, reversal, ReasonCode }
  }

  it('is what the acquirer names for it, and the dispute keeps its own', () => {
    const { dispute, reversal, ReasonCode } = won({
      reasonCode: '13.7',
      resultCode: '000.100.210',
    })
    expect([reversal.paymentType, reversal.resultCode, ReasonCode]).toEqual([
      'CR',
      '000.100.210',
      '13.7',
    ])
    expect(dispute).toMatchObject({ reasonCode: '10.4', resultCode: '000.100.220' })
  })

  it('is "not given" where the acquirer names none, never that of the chargeback', () => {
    const { dispute, reversal, ReasonCode } = won({})
    expect([reversal.resultCode, ReasonCode]).toEqual(['000.100.200', undefined])
    expect(dispute).toMatchObject({ reasonCode: '10.4', resultCode: '000.100.220' })
  })
})

describe('the share of the payment that the bank has', () => {
  const standing = (amountMinor: number, leftMinor: number, currency = 'USD') => ({
    chargeback: succeeded({ paymentType: 'CB', referencedId: 'p', amountMinor, currency }),
    leftMinor,
  })
  const payment = succeeded({ id: 'p', amountMinor: 9200 })

  it('is what stands in the currency of the payment, and in another one the same part of it', () => {
    expect(shareOfStanding([], payment)).toBe(0)
    expect(shareOfStanding([standing(5000, 1200, 'EUR')], payment)).toBe(1200)
    expect(shareOfStanding([standing(10_000, 10_000)], payment)).toBe(9200)
    expect(shareOfStanding([standing(10_000, 5000)], payment)).toBe(4600)
    expect(shareOfStanding([standing(10_000, 5000), standing(5000, 5000)], payment)).toBe(9200)
  })

  it('does not lose digits of large amounts', () => {
    const large = succeeded({ id: 'p', amountMinor: 999_999_999_999 })
    expect(shareOfStanding([standing(999_999_999_998, 999_999_999_997)], large)).toBe(
      999_999_999_997,
    )
  })
})

describe('a dispute that the merchant has contested', () => {
  const AT = { madeBy: 'acquirer', note: '', nowMs: Date.UTC(2026, 10, 20) } as const
  const DAY_MS = 24 * 60 * 60 * 1000
  const charged = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
  let ids = 0
  const newId = () => `c-${++ids}`

  function contested(stage: 'inquiry' | 'firstChargeback' | 'preArbitration') {
    const report = { ...AT, stage, respondByMs: AT.nowMs + 30 * DAY_MS }
    const named = { id: 'd', source: 'acquirer', acquirerReference: 'case', report } as const
    const { dispute, booked } = opened(charged, named, newId)
    const given = { dispute, charged, standing: standingOf(booked) }
    const said = { madeBy: 'merchant', note: '', nowMs: AT.nowMs, documents: 1, defence: null }
    const answered = submitted(given, said, newId)
    if (!('dispute' in answered)) throw new Error('It can be contested')
    return { given: { ...given, dispute: answered.dispute }, report }
  }

  it.each(['inquiry', 'preArbitration'] as const)(
    'in the stage %s has no deadline any more, though the report of it comes once more',
    (stage) => {
      const { given, report } = contested(stage)
      expect(given.dispute.respondByMs).toBeNull()
      expect(advanced(given, report, newId)?.dispute.respondByMs ?? null).toBeNull()
    },
  )

  it('is won by a bank that takes its first chargeback back without having read the evidence', () => {
    const { given } = contested('firstChargeback')
    const report = { ...AT, stage: 'firstChargeback', outcome: 'won' } as const
    const after = advanced(given, report, newId)
    expect(after?.dispute).toMatchObject({ stage: 'representment', outcome: 'won' })
    expect(after?.booked.map(({ paymentType }) => paymentType)).toEqual(['CR'])
  })
})

describe('a chargeback of a payment that failed', () => {
  it('is a fact when the acquirer reports it, and no entry of a person', () => {
    const failed = succeeded({ state: 'failed', bookedMinor: 0 })
    expect(undisputable(failed, 'acquirer')).toBeUndefined()
    expect(undisputable(failed, 'manual')).toMatchObject({ code: '700.400.402' })
  })
})
