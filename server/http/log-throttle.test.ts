import { expect, it } from 'vitest'
import { LogThrottle } from './log-throttle.ts'

it('an event that happens often is logged at once, then once in a period with its count', () => {
  const event = new LogThrottle(1_000)
  const told = [0, 1, 999, 1_000, 1_500, 1_999, 2_000, 9_000].map((at) => event.countForLog(at))
  expect(told).toEqual([1, 0, 0, 3, 0, 0, 3, 1])
})
