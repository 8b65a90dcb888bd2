import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentRow } from '../../store/port.ts'
import { succeeded } from '../../store/testing/sample-rows.ts'
import { advanced, type Case, type Decided, type DisputeReport, opened } from './steps.ts'

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

      const take = (decided: Decided): Case => {
        all.push(...decided.changes)
        for (const row of decided.booked) rows.set(row.id, row)
        for (const change of decided.changes) {
          if (change.kind === 'stepPayment')
            charged = { ...charged, ...change.set, version: charged.version + 1 }
        }
        const { dispute } = decided
        return { dispute, charged, chargeback: rows.get(dispute.chargebackId ?? '') }
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
      // A chargeback that was taken back leaves nothing; one that stands leaves its own amount.
      const standing = now.chargeback?.amountMinor ?? 0
      expect(sums.chargedBack ?? 0).toBe(standing)
      expect(now.charged.chargedBackMinor).toBe(standing)
    }),
  )
})
