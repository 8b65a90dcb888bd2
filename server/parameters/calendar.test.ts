import { describe, expect, it } from 'vitest'
import { hasExpired, isInFuture, isOver } from './calendar.ts'

describe('expiry', () => {
  it('is at the end of the month in the last time zone', () => {
    const card = { expiryMonth: '12', expiryYear: '2026' }
    expect(hasExpired(card, Date.UTC(2027, 0, 1, 11, 59))).toBe(false)
    expect(hasExpired(card, Date.UTC(2027, 0, 1, 12))).toBe(true)
  })
})

describe('a day', () => {
  it('is over when it has ended in the last time zone', () => {
    expect(isOver('2026-12-31', Date.UTC(2027, 0, 1, 11, 59))).toBe(false)
    expect(isOver('2026-12-31', Date.UTC(2027, 0, 1, 12))).toBe(true)
  })

  it('is in the future until it has begun in the first time zone', () => {
    expect(isInFuture('2027-01-01', Date.UTC(2026, 11, 31, 9, 59))).toBe(true)
    expect(isInFuture('2027-01-01', Date.UTC(2026, 11, 31, 10))).toBe(false)
  })
})
