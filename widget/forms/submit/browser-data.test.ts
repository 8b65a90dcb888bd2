import { expect, it } from 'vitest'
import { challengeWindow } from './browser-data.ts'

it.each([
  [1280, 800, '3', 'a desktop'],
  [1280, 692, '4', 'a wide page that is too low for 600 px'],
  [632, 600, '4', 'the narrowest for 600 px'],
  [631, 600, '2', 'one that is too low for 500×600 and too narrow for 600×400'],
  [532, 693, '3', 'the smallest for 500×600'],
  [531, 693, '2', 'one that is too narrow for it'],
  [480, 900, '2', 'a tablet'],
  [479, 900, '5', 'a phone'],
  [900, 479, '5', 'a phone that lies on its side'],
  [320, 640, '5', 'a small phone'],
])('a page of %i×%i px has room for challenge window %s: %s', (width, height, code) => {
  expect(challengeWindow({ width, height }, undefined)).toBe(code)
})

it.each([
  ['1', '1'],
  ['5', '5'],
  ['05', '5'],
  ['6', '2'],
  ['0', '2'],
  ['500x600', '2'],
  ['', '2'],
])('the option %j asks for challenge window %s in a page of 500×800 px', (option, code) => {
  expect(challengeWindow({ width: 500, height: 800 }, option)).toBe(code)
})
