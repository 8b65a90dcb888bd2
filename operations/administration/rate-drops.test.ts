import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decided, MIN_DECIDED, rateDrop } from './rate-drops.ts'

const decided = (succeeded: number, codes: Readonly<Record<string, number>>): Decided => {
  const counts = new Map(Object.entries(codes))
  return {
    succeeded,
    failed: [...counts.values()].reduce((all, one) => all + one, 0),
    codes: counts,
  }
}

describe('a fall of the approval rate', () => {
  it('is named with the code that makes most of it', () => {
    const before = decided(900, { '800.100.152': 60, '800.100.155': 40 })
    const now = decided(700, { '800.100.152': 80, '800.100.155': 220 })
    expect(rateDrop(before, now)).toEqual({
      code: '800.100.155',
      codeBefore: 40,
      codeNow: 220,
    })
  })

  it.each([
    ['of few payments', decided(40, { a: 0 }), decided(0, { a: 40 })],
    ['that is none', decided(90, { a: 10 }), decided(90, { a: 10 })],
    ['that is a rise', decided(50, { a: 50 }), decided(99, { a: 1 })],
    ['that chance makes', decided(90, { a: 10 }), decided(82, { a: 18 })],
    ['too small to act on', decided(98_000, { a: 2_000 }), decided(95_000, { a: 5_000 })],
  ])('is no reason for an alarm where it is one %s', (_, before, now) => {
    expect(rateDrop(before, now)).toBeUndefined()
  })

  const count = fc.integer({ min: 0, max: 5_000 })
  const some = fc.tuple(count, count, count).map(([ok, a, b]) => decided(ok, { a, b }))

  it('is never found in fewer payments than it needs, nor in both directions', () => {
    fc.assert(
      fc.property(some, some, (before, now) => {
        const found = rateDrop(before, now)
        if (found === undefined) return
        expect(before.succeeded + before.failed).toBeGreaterThanOrEqual(MIN_DECIDED)
        expect(now.succeeded + now.failed).toBeGreaterThanOrEqual(MIN_DECIDED)
        expect(rateDrop(now, before)).toBeUndefined()
        const share = (of: Decided, n: number) => n / (of.succeeded + of.failed)
        expect(share(now, found.codeNow)).toBeGreaterThan(share(before, found.codeBefore))
      }),
    )
  })

  it('stays found when it is deeper', () => {
    fc.assert(
      fc.property(some, some, count, (before, now, more) => {
        const { a = 0, b = 0 } = Object.fromEntries(now.codes)
        const deeper = decided(now.succeeded, { a: a + more, b })
        if (rateDrop(before, now) !== undefined) {
          expect(rateDrop(before, deeper)).toBeDefined()
        }
      }),
    )
  })

  it('is seldom found where both times are of one kind', () => {
    // 2,000 pairs by a fixed sequence: at four errors one in 30,000 is expected.
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const drawn = () => {
      const ok = Array.from({ length: 300 }, random).filter((one) => one < 0.85).length
      return decided(ok, { a: 300 - ok })
    }
    const alarms = Array.from({ length: 2_000 }, () => rateDrop(drawn(), drawn()))
    expect(alarms.filter((one) => one !== undefined).length).toBeLessThanOrEqual(2)
  })
})
