import { describe, expect, it } from 'vitest'
import { parseCron } from './expression.ts'

describe('parseCron', () => {
  it.each([
    ['', undefined, '', 'six or seven fields'],
    ['0 0 12 * *', undefined, '0 0 12 * *', 'six or seven fields'],
    ['0 0 12 * * ? 2026 1', undefined, '0 0 12 * * ? 2026 1', 'six or seven fields'],
    ['60 0 12 * * ?', 'second', '60', '0-59'],
    ['0 60 12 * * ?', 'minute', '60', '0-59'],
    ['0 -1 12 * * ?', 'minute', '-1', '0-59'],
    ['0 0 24 * * ?', 'hour', '24', '0-23'],
    ['0 0 1.5 * * ?', 'hour', '1.5', '0-23'],
    ['0 0 12 0 * ?', 'dayOfMonth', '0', '1-31'],
    ['0 0 12 32 * ?', 'dayOfMonth', '32', '1-31'],
    ['0 0 12 1,,2 * ?', 'dayOfMonth', '1,,2', '1-31'],
    ['0 0 12 L-31 * ?', 'dayOfMonth', 'L-31', 'L-3'],
    ['0 0 12 W * ?', 'dayOfMonth', 'W', '15W'],
    ['0 0 12 32W * ?', 'dayOfMonth', '32W', '15W'],
    ['0 0 12 6L * ?', 'dayOfMonth', '6L', '1-31'],
    ['0 0 12 28L * ?', 'dayOfMonth', '28L', '30L'],
    ['0 0 12 1 13 ?', 'month', '13', 'JAN-DEC'],
    ['0 0 12 1 JANUARY ?', 'month', 'JANUARY', 'JAN-DEC'],
    ['0 0 12 1 MON ?', 'month', 'MON', 'JAN-DEC'],
    ['0 0 12 1 L ?', 'month', 'L', 'JAN-DEC'],
    ['0 0 12 ? * 0', 'dayOfWeek', '0', '1 is SUN'],
    ['0 0 12 ? * 8', 'dayOfWeek', '8', '1 is SUN'],
    ['0 0 12 ? * 2#6', 'dayOfWeek', '2#6', '2#1'],
    ['0 0 12 ? * #2', 'dayOfWeek', '#2', '2#1'],
    ['0 0 12 ? * 8L', 'dayOfWeek', '8L', '6L'],
    ['0 0 12 ? * 2W', 'dayOfWeek', '2W', '6L'],
    ['0 0 12 * * ? 1969', 'year', '1969', '1970-2099'],
    ['0 0 12 * * ? 2100', 'year', '2100', '1970-2099'],
    ['0 0 12 * * ? 2030-2028', 'year', '2030-2028', 'goes backwards'],
    ['0 0/0 12 * * ?', 'minute', '0/0', 'no step of 1-59'],
    ['0 0/60 12 * * ?', 'minute', '0/60', 'no step of 1-59'],
    ['0 0 0/24 * * ?', 'hour', '0/24', 'no step of 1-23'],
    ['0 0/ 12 * * ?', 'minute', '0/', 'no step'],
    ['0 1/2/3 12 * * ?', 'minute', '1/2/3', 'not an element'],
    ['0 1-2-3 12 * * ?', 'minute', '1-2-3', 'not an element'],
    ['0 0 ? * * ?', 'hour', '?', 'dayOfMonth and dayOfWeek only'],
    ['0 0 12 ? * ?', 'dayOfWeek', '?', 'one of them says on which days'],
    ['0 0 12 * * *', 'dayOfWeek', '*', 'must be ? when dayOfMonth is set'],
    ['0 0 12 15 * MON', 'dayOfWeek', 'MON', 'must be ? when dayOfMonth is set'],
    ['0 0 12 1,? * ?', 'dayOfMonth', '?', '1-31'],
    ['0 0 12 ١ * ?', 'dayOfMonth', '١', '1-31'],
  ])(
    'refuses %j and says which field, which value and what is allowed',
    (text, field, value, words) => {
      const fault = parseCron(text)
      expect(fault).toEqual({
        ...(field === undefined ? {} : { field }),
        value,
        message: expect.stringContaining(words),
      })
    },
  )

  it('takes lower case and more than one space', () => {
    expect(parseCron('0 0  12 ?  jan-mar  mon#1 ')).toEqual(parseCron('0 0 12 ? JAN-MAR MON#1'))
  })
})
