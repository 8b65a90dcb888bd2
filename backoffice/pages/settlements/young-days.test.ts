import { expect, test } from 'vitest'
import { isYoung } from './young-days.ts'

test.each([
  ['2026-11-26', true],
  ['2026-11-24', true],
  ['2026-11-23', false],
])('payments of %s need not be settled on 26 November: %s', (day, expected) => {
  expect(isYoung(day, Date.UTC(2026, 10, 26, 12))).toBe(expected)
})
