import { describe, expect, it } from 'vitest'
import { allResultCodes } from '../server/results/catalogue.ts'
import { declineReason } from './decline-reasons.ts'

describe('what a shopper reads of a declined card', () => {
  it.each([
    ['800.100.153', 'declinedCode', 'wrong security code'],
    ['800.100.157', 'declinedExpiry', 'wrong expiry date'],
    ['100.100.303', 'declinedExpiry', 'expired'],
    ['800.100.155', 'declinedFunds', 'above the credit'],
    ['800.100.203', 'declinedFunds', 'not enough funds'],
    ['800.100.151', 'declinedNumber', 'card not valid'],
    ['100.100.101', 'declinedNumber', 'number not valid'],
    ['800.100.159', 'declinedCard', 'stolen, which is not told'],
    ['800.200.165', 'declinedCard', 'lost, on the block list'],
    ['800.100.152', 'declinedBank', 'no reason'],
    ['800.100.176', 'declinedLater', 'account unreachable'],
    ['900.100.300', 'declinedLater', 'time-out of the acquirer'],
    ['100.396.101', 'declinedUnconfirmed', 'cancelled'],
    ['100.380.401', 'declinedUnconfirmed', 'not authenticated'],
    ['800.120.101', 'paymentFailed', 'a rule of the shop'],
    ['100.400.500', 'paymentFailed', 'risk'],
    ['nonsense', 'paymentFailed', 'no code'],
  ])('%s: %s (%s)', (code, reason) => {
    expect(declineReason(code, true)).toBe(reason)
  })

  it('names no card where there was none', () => {
    const reasons = allResultCodes().map(({ code }) => declineReason(code, false))
    expect([...new Set(reasons)].sort()).toEqual([
      'declinedBank',
      'declinedLater',
      'declinedUnconfirmed',
      'paymentFailed',
    ])
  })

  it('tells no holder of a card that it was lost or stolen', () => {
    const found = allResultCodes().filter(({ description }) =>
      /stolen|lost card/i.test(description),
    )
    expect(found.length).toBeGreaterThan(3)
    for (const { code } of found) {
      expect(['declinedCard', 'declinedBank', 'paymentFailed']).toContain(declineReason(code, true))
    }
  })
})
