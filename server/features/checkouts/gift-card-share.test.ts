import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { isRefusal } from '../../results/refusal.ts'
import { checkout } from '../../store/testing/sample-rows.ts'
import { type AppliedCard, divide, plannedParts, shareOf } from './gift-card-share.ts'

const total = { minor: 10_000, currency: 'EUR' }

const applied: fc.Arbitrary<readonly AppliedCard[]> = fc
  .array(fc.record({ minor: fc.integer({ min: 1, max: 12_000 }), isEuro: fc.boolean() }), {
    maxLength: 4,
  })
  .map((cards) =>
    cards.map(({ minor, isEuro }, at) => ({
      id: `${at}`,
      giftCardId: `card ${at}`,
      last4Digits: '0014',
      amountMinor: minor,
      currency: isEuro ? 'EUR' : 'USD',
    })),
  )
const balances = fc
  .array(fc.integer({ min: 0, max: 12_000 }), { minLength: 4, maxLength: 4 })
  .map((all) => new Map(all.map((minor, at) => [`card ${at}`, minor])))

describe('the share of gift cards in a checkout', () => {
  it('is the amount less what is left, and something is always left', () => {
    fc.assert(
      fc.property(applied, balances, (cards, left) => {
        const { parts, rest, restShown } = divide(cards, total, left)
        const sum = parts.reduce((minor, part) => minor + part.amountMinor, 0)
        expect(sum + rest.minor).toBe(total.minor)
        expect(rest.minor).toBeGreaterThan(0)
        expect(restShown.minor).toBeGreaterThan(0)
        for (const { currency, giftCardId, amountMinor } of parts) {
          expect(currency).toBe('EUR')
          expect(left.get(giftCardId)).toBeGreaterThanOrEqual(amountMinor)
        }
      }),
    )
  })

  it('lets the shopper pay the rest that the page shows and no other', () => {
    fc.assert(
      fc.property(applied, balances, fc.integer({ min: -2, max: 10_000 }), (cards, left, seen) => {
        const share = divide(cards, total, left)
        // Two of the numbers stand for the amounts that pages show.
        const pages = [share.rest.minor, share.restShown.minor]
        const minor = seen < 0 ? (pages.at(seen) ?? 0) : seen
        const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
        const planned = plannedParts(share, total, text)
        const isRefused = isRefusal(planned)
        const isDeclined = !isRefused && planned?.isShort === true
        const isRest = minor === share.rest.minor
        expect(!isRefused && !isDeclined).toBe(isRest)
        expect(isDeclined).toBe(!isRest && minor === share.restShown.minor)
      }),
    )
  })

  it('is refused in a page that does not know of it', () => {
    const card = { id: '1', giftCardId: 'c', last4Digits: '0014', amountMinor: 1, currency: 'EUR' }
    expect(isRefusal(plannedParts(divide([card], total), total, undefined))).toBe(true)
    expect(plannedParts(undefined, total, undefined)).toBeUndefined()
  })
})

describe('gift cards as a part', () => {
  const money = { amount: '100.00', currency: 'EUR', paymentType: 'DB' }

  it.each([
    ['the simulated issuer answers', 'test', {}, true],
    ['a test acquirer outside answers', 'test', { testMode: 'EXTERNAL' }, false],
    ['a live acquirer answers', 'live', {}, false],
  ] as const)('where %s', async (_who, environment, more, isTaken) => {
    const request = JSON.stringify(Object.entries({ ...money, ...more }))
    const settings = {
      profile: 'strict',
      brands: ['VISA', 'GIFTCARD'],
      giftCards: { partPayment: true },
    } as const
    const share = await shareOf(
      { checkout: checkout({ request }), channel: { settings } },
      { store: openMemoryStore(), environment },
    )
    expect(share !== undefined).toBe(isTaken)
  })
})
