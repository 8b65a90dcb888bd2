import { describe, expect, it } from 'vitest'
import { defaultThrottling, readThrottlingLimits } from './throttling-limits.ts'

describe('limits', () => {
  it('are read by group, and the other groups keep their default', () => {
    expect(readThrottlingLimits('payments=6000/min, query=10/s ,status=1/h,reports=5/day')).toEqual(
      {
        ...defaultThrottling,
        payments: { most: 6000, periodMs: 60_000 },
        query: { most: 10, periodMs: 1_000 },
        status: { most: 1, periodMs: 3_600_000 },
        reports: { most: 5, periodMs: 86_400_000 },
      },
    )
  })

  it('are lifted by off', () => {
    const limits = readThrottlingLimits('payments=off')
    expect(limits).not.toHaveProperty('payments')
    expect(limits?.query).toEqual(defaultThrottling.query)
  })

  it.each([
    'payments',
    'payments=',
    'payments=0/min',
    'payments=1.5/min',
    'payments=5/week',
    'payments=5 /min,',
    'refunds=5/min',
    'payments=5/min,payments=6/min',
    'payments=5/min;query=6/min',
    'toString=5/min',
  ])('are not "%s"', (text) => {
    expect(readThrottlingLimits(text)).toBeUndefined()
  })
})
