import { describe, expect, it } from 'vitest'
import { approvalRate, totalOf } from './figures.ts'

describe('the approval rate', () => {
  it('counts what was decided', () => {
    expect(approvalRate({ succeeded: 3, failed: 1 })).toBe(0.75)
    expect(approvalRate({ succeeded: 0, failed: 0 })).toBe(null)
  })
})

describe('the total of a span', () => {
  it('adds amounts without losing a cent', () => {
    const point = {
      from: '',
      volume: '0.10',
      refunded: '0.20',
      chargedBack: '0.00',
      succeeded: 1,
      failed: 2,
      pending: 3,
    }
    expect(totalOf({ points: [point, point, point] })).toEqual({
      volume: '0.30',
      refunded: '0.60',
      chargedBack: '0.00',
      succeeded: 3,
      failed: 6,
      pending: 9,
    })
  })
})
