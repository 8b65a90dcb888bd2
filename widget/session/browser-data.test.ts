import { expect, it } from 'vitest'
import { challengeWindow } from './browser-data.ts'

it.each([
  [1200, '4'],
  [600, '4'],
  [599, '3'],
  [430, '2'],
  [390, '2'],
  [288, '1'],
])('a form of %i px has room for challenge window %s', (width, code) => {
  expect(challengeWindow(width)).toBe(code)
})
