import { describe, expect, it } from 'vitest'
import { registration } from '../../store/testing/sample-rows.ts'
import type { RegistrationDetails } from './details.ts'
import {
  endAfterUse,
  endOfLife,
  extend,
  monthsLater,
  newRegistration,
  remove,
  renew,
  undeletableReason,
  unusableReason,
  wipe,
} from './rules.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

const card: RegistrationDetails = {
  account: 'card',
  request: { 'customer.givenName': 'Jane' },
  card: {
    bin: '420000',
    last4Digits: '0000',
    holder: 'Jane Jones',
    expiryMonth: '05',
    expiryYear: '2030',
  },
}
const bankAccount: RegistrationDetails = {
  account: 'bankAccount',
  request: { 'bankAccount.holder': 'Jane Jones' },
}

describe('the life of stored payment details', () => {
  it.each([
    [Date.UTC(2026, 0, 31), 1, '2026-02-28'],
    [Date.UTC(2026, 10, 21), 14, '2028-01-21'],
    [Date.UTC(2024, 1, 29), 12, '2025-02-28'],
  ])('counts months by the calendar', (atMs, months, expected) => {
    expect(day(monthsLater(atMs, months))).toBe(expected)
  })

  it('is 14 months after the expiry of a card', () => {
    expect(day(endOfLife(card, NOW_MS, 14))).toBe('2031-08-01')
  })

  it('is 14 months after the last use of what does not expire', () => {
    expect(day(endOfLife(bankAccount, NOW_MS, 14))).toBe('2028-01-21')
  })

  it('is renewed by a use of what does not expire, once a day at most', () => {
    const row = registration({ expiresAtMs: endOfLife(bankAccount, NOW_MS, 14) })
    const later = NOW_MS + 3 * 24 * 3_600_000
    expect(endAfterUse(row, bankAccount, NOW_MS + 1000, 14)).toBeUndefined()
    expect(endAfterUse(row, bankAccount, later, 14)).toBe(monthsLater(later, 14))
    expect(endAfterUse(row, card, later, 14)).toBeUndefined()
  })

  it('is extended to 24 months from now, and never shortened', () => {
    const soon = registration({ expiresAtMs: NOW_MS + 1000 })
    expect(day(extend(soon, NOW_MS).after.expiresAtMs)).toBe('2028-11-21')
    const late = registration({ expiresAtMs: Date.UTC(2040, 0, 1) })
    expect(extend(late, NOW_MS).after.expiresAtMs).toBe(late.expiresAtMs)
  })
})

describe('a registration that has ended', () => {
  const row = registration({ details: JSON.stringify(card), expiresAtMs: NOW_MS + 1 })

  it('keeps neither sealed nor personal data', () => {
    const { after, changes } = wipe(row, 'expired', NOW_MS)
    expect(after).toMatchObject({ state: 'expired', vaultRecordId: null, fingerprint: null })
    expect(after.details).not.toContain('Jane')
    expect(JSON.parse(after.details).card).toMatchObject({ bin: '420000', last4Digits: '0000' })
    expect(changes.map(({ kind }) => kind)).toEqual(['stepRegistration', 'deleteVaultRecord'])
    expect(remove(row, NOW_MS).changes.at(-1)).toMatchObject({ kind: 'endTimer' })
  })

  it.each([
    ['deleted', '100.150.202'],
    ['expired', '100.150.202'],
    ['failed', '100.150.203'],
  ] as const)('cannot be paid with or deleted when it is %s', (state, code) => {
    const ended = { ...row, state, vaultRecordId: null, fingerprint: null }
    expect(unusableReason(ended, NOW_MS)?.code).toBe(code)
    expect(undeletableReason(ended)?.code).toBe(code)
  })

  it('expires at its time, also before its timer runs, and can still be deleted then', () => {
    expect(unusableReason(row, NOW_MS)).toBeUndefined()
    expect(unusableReason(row, row.expiresAtMs)?.code).toBe('100.150.202')
    expect(undeletableReason(row)).toBeUndefined()
  })

  it('names its expiry time, however late its timer ran', () => {
    const late = wipe(row, 'expired', row.expiresAtMs + 90 * 60 * 1000).after
    const end = new Date(row.expiresAtMs).toISOString()
    expect(unusableReason(late, late.updatedAtMs)?.description).toContain(`expired at ${end}`)
    expect(unusableReason(row, row.expiresAtMs)?.description).toContain(`expired at ${end}`)
  })
})

describe('a number that is stored again', () => {
  const row = newRegistration({
    id: 'a'.repeat(32),
    entityId: 'b'.repeat(32),
    paymentBrand: 'VISA',
    resultCode: '000.100.110',
    sealed: { vaultRecordId: 'c'.repeat(32), fingerprint: 'd'.repeat(64) },
    deduplicated: false,
    paymentId: null,
    merchantTransactionId: null,
    details: { ...card, link: { transactionLinkId: 'first' } },
    nowMs: NOW_MS,
    lifeMonths: 14,
  })

  it('renews expiry and holder, and changes nothing else', () => {
    const given: RegistrationDetails = {
      account: 'card',
      request: {},
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Smith',
        expiryMonth: '06',
        expiryYear: '2033',
      },
    }
    const { after } = renew(row, given, NOW_MS, 14)
    expect(JSON.parse(after.details)).toMatchObject({
      card: { holder: 'Jane Smith', expiryYear: '2033' },
      request: card.request,
      link: { transactionLinkId: 'first' },
    })
    expect(day(after.expiresAtMs)).toBe('2034-09-01')
    expect(after.version).toBe(2)
  })

  it('changes nothing when the data is the same', () => {
    const first = renew(row, card, NOW_MS, 14)
    expect(renew(first.after, card, NOW_MS, 14).changes).toEqual([])
  })
})
