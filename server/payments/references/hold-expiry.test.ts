import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { brandNames } from '../../../common/payment-brands.ts'
import { isRefusal } from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'
import type { ReferenceOperation } from '../life-cycle.ts'
import { closePayment, recordedBy } from '../outcome-rules.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { decideReference } from '../rules.ts'
import {
  beginHold,
  DEFAULT_HOLD_DAYS,
  type HeldBy,
  HOLD_NOTICE_MS,
  HOLD_RULES,
  holdExpiryOf,
} from './hold-expiry.ts'

const daysOf = (brand: string, more: Partial<HeldBy> = {}) => {
  const expiresAtMs = holdExpiryOf(
    { brand, network: brand, isByMerchant: false, settings: {}, accountDays: undefined, ...more },
    0,
  )
  return expiresAtMs === null ? 'no expiry' : expiresAtMs / DAY_MS
}

describe('the life of a hold', () => {
  it.each([
    ['VISA', 10],
    ['MASTER', 30],
    ['MAESTRO', 7],
    ['AMEX', 7],
    ['DISCOVER', 30],
    ['CARTEBANCAIRE', 12],
    ['PAYPAL', 29],
    ['KLARNA_INVOICE', 28],
    ['MADA', DEFAULT_HOLD_DAYS],
    ['GIFTCARD', DEFAULT_HOLD_DAYS],
    ['DIRECTDEBIT_SEPA', 'no expiry'],
    ['PREPAYMENT', 'no expiry'],
    ['TRUSTLY', 'no expiry'],
  ])('of %s is %s days', (brand, days) => {
    expect(daysOf(brand)).toBe(days)
  })

  it('is what the connector account says, where an issuer holds the amount', () => {
    const settings = { holds: { days: { VISA: 3 } } }
    expect(daysOf('VISA', { settings, accountDays: 5 })).toBe(5)
    expect(daysOf('DIRECTDEBIT_SEPA', { accountDays: 5 })).toBe('no expiry')
  })

  it('of an authorisation that the merchant starts may be shorter', () => {
    expect(daysOf('VISA', { isByMerchant: true })).toBe(5)
    expect(daysOf('MASTER', { isByMerchant: true })).toBe(30)
  })

  it('of a card that came out of a wallet is that of the card', () => {
    expect(daysOf('APPLEPAY', { network: 'MASTER' })).toBe(30)
  })

  it('is what the entity sets, for the wallet before the card, whoever starts the payment', () => {
    const settings = { holds: { days: { VISA: 6, GOOGLEPAY: 2, DIRECTDEBIT_SEPA: 14 } } }
    expect(daysOf('VISA', { settings, isByMerchant: true })).toBe(6)
    expect(daysOf('APPLEPAY', { network: 'VISA', settings })).toBe(6)
    expect(daysOf('GOOGLEPAY', { network: 'VISA', settings })).toBe(2)
    expect(daysOf('DIRECTDEBIT_SEPA', { settings })).toBe(14)
    expect(daysOf('AMEX', { settings })).toBe(7)
  })

  it('has one rule for a brand, of brands that exist, with its source', () => {
    const named = HOLD_RULES.flatMap(({ brands }) => brands)
    expect(named.filter((brand) => !brandNames.includes(brand))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
    expect(HOLD_RULES.every(({ source }) => source !== '')).toBe(true)
  })

  it('is in docs/holds.md for every rule', async () => {
    const page = await readFile(new URL('../../../docs/holds.md', import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => /^\|.*\| \d+ \|/.test(line))
    for (const { brands, days } of HOLD_RULES) {
      const [brand = ''] = brands
      const named = brand.startsWith('KLARNA_') ? 'Klarna' : brand
      expect(rows.some((row) => row.includes(named) && row.includes(`| ${days} |`))).toBe(true)
    }
  })
})

describe('a hold whose time is over', () => {
  const forCaptures: readonly ReferenceOperation[] = ['capture', 'increment', 'renewal']

  it('is captured, raised and renewed no more, and reversed as before, at any amount and time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ReferenceOperation>('reversal', ...forCaptures),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: -5, max: 5 }),
        (operation, capturedMinor, amountMinor, afterMs) => {
          const hold = paymentRow({ paymentType: 'PA', capturedMinor, expiresAtMs: 1000 })
          const request = {
            operation,
            ...(operation === 'reversal' ? {} : { amountMinor }),
            isFinal: false,
            nowMs: 1000 + afterMs,
            reversalWindowMs: 0,
          }
          const decided = decideReference(hold, request)
          const unlimited = decideReference({ ...hold, expiresAtMs: null }, request)
          const isRefusedForTime =
            afterMs >= 0 && forCaptures.includes(operation) && capturedMinor < 10_000
          if (isRefusedForTime) expect(isRefusal(decided) && decided.code).toBe('700.300.400')
          else expect(decided).toEqual(unlimited)
        },
      ),
    )
  })

  it('names the time and what to do', () => {
    const hold = paymentRow({ paymentType: 'PA', expiresAtMs: Date.UTC(2026, 10, 30, 15) })
    const nowMs = Date.UTC(2026, 11, 1)
    const request = { operation: 'capture', isFinal: false, nowMs, reversalWindowMs: 0 } as const
    expect(decideReference(hold, request)).toMatchObject({
      description:
        'The hold expired at 2026-11-30 15:00:00+0000, and the issuer may have released its amount: make a new payment. Renew a hold with REAUTHORIZATION before it expires',
    })
  })
})

describe('the expiry of a hold', () => {
  const opened = { paymentType: 'PA', state: 'intent', expiresAtMs: 7 * DAY_MS } as const
  const recordedOutcome = (payment = paymentRow(opened), nowMs = DAY_MS) =>
    recordedBy(
      payment,
      { request: {} },
      { kind: 'approved' },
      { approvalCode: '000.100.110' },
      nowMs,
    )?.step

  it('counts from the request where the issuer decided at once', () => {
    expect(recordedOutcome()?.expiresAtMs).toBeUndefined()
  })

  it('counts from the booking where the shopper came first', () => {
    const pending = paymentRow({ ...opened, state: 'pending' })
    expect(recordedOutcome(pending)?.expiresAtMs).toBe(8 * DAY_MS)
    const authenticated = paymentRow({ ...opened, authenticationId: 'a', updatedAtMs: DAY_MS })
    expect(recordedOutcome(authenticated)?.expiresAtMs).toBe(8 * DAY_MS)
    expect(
      recordedOutcome(paymentRow({ ...opened, state: 'pending', expiresAtMs: null })),
    ).not.toHaveProperty('expiresAtMs')
  })

  it('has a timer three days before, or at the expiry where the hold is shorter', () => {
    const dueOf = (expiresAtMs: number | null) =>
      beginHold(paymentRow({ paymentType: 'PA', expiresAtMs })).map((change) =>
        change.kind === 'insertTimer' ? change.row.dueAtMs : change,
      )
    expect(dueOf(7 * DAY_MS)).toEqual([7 * DAY_MS - HOLD_NOTICE_MS])
    expect(dueOf(3 * DAY_MS)).toEqual([3 * DAY_MS])
    expect(dueOf(DAY_MS)).toEqual([DAY_MS])
    expect(dueOf(null)).toEqual([])
    expect(beginHold(paymentRow({ ...opened, state: 'pending' }))).toEqual([])
  })
})

describe('a hold of which nothing was open', () => {
  const hold = paymentRow({ paymentType: 'PA', capturedMinor: 10_000, expiresAtMs: 7 * DAY_MS })
  const outcomeOf = (
    target: PaymentRow,
    kind: 'declined' | 'approved',
    paymentType: 'CP' | 'RV' = 'CP',
    isFinal = false,
  ) => {
    const capture = paymentRow({
      id: 'cp',
      paymentType,
      state: 'intent',
      bookedMinor: 0,
      referencedId: target.id,
    })
    const outcome = kind === 'declined' ? { kind, code: '800.100.152' } : { kind }
    const recorded = recordedBy(
      capture,
      { request: {} },
      outcome,
      { approvalCode: '000.100.110' },
      DAY_MS,
    )
    if (recorded === undefined) throw new Error('It has an outcome')
    return closePayment(capture, recorded, { target, isFinal }).filter(
      (change) => change.kind === 'ensureTimer',
    )
  }

  it('has its timer again when a capture of it fails', () => {
    const dueAtMs = 7 * DAY_MS - HOLD_NOTICE_MS
    expect(outcomeOf(hold, 'declined')).toMatchObject([{ subjectId: hold.id, dueAtMs }])
    expect(outcomeOf(hold, 'approved')).toEqual([])
  })

  it('has none where it does not expire', () => {
    expect(outcomeOf({ ...hold, expiresAtMs: null }, 'declined')).toEqual([])
  })

  it('has it again after its expiry, but not by a reversal, which may be its release', () => {
    const expired = { ...hold, expiredAtMs: 7 * DAY_MS }
    expect(outcomeOf(expired, 'declined')).toHaveLength(1)
    const reserved = { ...expired, capturedMinor: 0, reversedMinor: 10_000 }
    expect(outcomeOf(reserved, 'declined', 'RV')).toEqual([])
    expect(outcomeOf({ ...reserved, expiredAtMs: null }, 'declined', 'RV')).toHaveLength(1)
  })

  it('has it again when a FINAL capture of a part fails', () => {
    const final = { ...hold, capturedMinor: 10_000, authorisedMinor: 20_000, finalisedBy: 'cp' }
    expect(outcomeOf(final, 'declined', 'CP', true)).toHaveLength(1)
  })

  it('keeps the timer that it has where something else is open', () => {
    expect(outcomeOf({ ...hold, authorisedMinor: 10_001 }, 'declined')).toEqual([])
  })
})
