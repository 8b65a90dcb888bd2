import { expect, it } from 'vitest'
import { createMask, maskFault } from './masks.ts'

it('takes out every text that a pattern fits', () => {
  expect(createMask(['id=\\d+'])('id=1 id=22 x')).toBe('* * x')
})

it.each([
  [['('], 'is no regular expression'],
  [['.*'], 'fits an empty text'],
  [['a'.repeat(201)], 'at most 200 characters'],
  [Array.from({ length: 21 }, () => 'a'), 'at most 20 patterns'],
])('refuses %j', (masks, said) => {
  expect(maskFault(masks)).toContain(said)
})
