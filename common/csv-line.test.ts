import { describe, expect, it } from 'vitest'
import { csvLine, plainCell } from './csv-line.ts'

describe('a text in a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    [' @SUM(A1)', "' @SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    // A program may divide at commas, at semicolons or at tabs.
    ["Doe,=cmd|' /C calc'!A0,x", "Doe,'=cmd|' /C calc'!A0,x"],
    ['a;-1', "a;'-1"],
    ['first\r\n=1+1', 'first =1+1'],
    ['Jane\tJones', 'Jane Jones'],
    ['a\u0000b', 'a\u{fffd}b'],
    ['Müller-Meier + Co. <jane@shop.example>', 'Müller-Meier + Co. <jane@shop.example>'],
  ])('%j is %j', (text, cell) => {
    expect(plainCell(text)).toBe(cell)
  })
})

it('has quotes where a cell holds one, or the separator', () => {
  expect(csvLine(['a', 'b;c', 'say "x"'], ';')).toBe('a;"b;c";"say ""x"""')
})
