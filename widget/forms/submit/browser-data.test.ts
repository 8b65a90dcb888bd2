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
  expect(challengeWindow(width, undefined)).toBe(code)
})

it.each([
  ['1', '1'],
  ['5', '5'],
  ['05', '5'],
  ['6', '2'],
  ['0', '2'],
  ['500x600', '2'],
  ['', '2'],
])('the option %j asks for challenge window %s in a form of 430 px', (option, code) => {
  expect(challengeWindow(430, option)).toBe(code)
})
