import { expect, it } from 'vitest'
import { inOneLine } from './one-line.ts'

it.each([
  ['Kites & Co.', 'Kites & Co.'],
  ['one\ntwo', 'one\\ntwo'],
  ['\u001b[31mred', '\\u001b[31mred'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['שלום', 'שלום'],
])('%j is shown in a line as %j', (text, shown) => {
  expect(inOneLine(text)).toBe(shown)
})
