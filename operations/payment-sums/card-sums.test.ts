import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeptCardSum } from '../../server/store/port.ts'
import { capped, OTHERS } from './card-sums.ts'

/** Values that an hour or a day of a channel keeps. */
const KEPT = 50

const sum = (value: string, count: number, kind: KeptCardSum['kind'] = 'issuer'): KeptCardSum => ({
  ...{ spanMs: 0, kind, value, count },
  ...{ currency: 'EUR', state: 'succeeded', resultCode: '000.100.110' },
})

const total = (sums: readonly KeptCardSum[]) => sums.reduce((all, { count }) => all + count, 0)

describe('the issuers of an hour', () => {
  it('beyond the most frequent ones are one', () => {
    const frequent = Array.from({ length: KEPT }, (_, at) => sum(`Bank ${at}`, 10 + at))
    const found = capped([sum('Rare', 1), sum('Rarer', 1), ...frequent, sum('', 3)])
    expect(found).toHaveLength(KEPT + 2)
    expect(found.find(({ value }) => value === OTHERS)?.count).toBe(2)
    expect(found.find(({ value }) => value === '')?.count).toBe(3)
  })

  it('lose no payment, and are never more than are kept', () => {
    const one = fc
      .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 9 }), fc.boolean())
      .map(([bank, count, isCountry]) => sum(`B${bank}`, count, isCountry ? 'country' : 'issuer'))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 400 }), (sums) => {
        const found = capped(sums)
        expect(total(found)).toBe(total(sums))
        for (const kind of ['country', 'issuer']) {
          const own = found.filter((each) => each.kind === kind)
          expect(own.filter(({ value }) => value !== OTHERS).length).toBeLessThanOrEqual(KEPT)
        }
        // Of sums that are capped already nothing changes: a day is made of its hours.
        expect(capped(found)).toEqual(found)
      }),
    )
  })
})
