import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evenFamilies } from './even-families.ts'

it.each([
  ['"Helvetica Neue", Arial, sans-serif', '"Helvetica Neue",Arial,sans-serif'],
  ['Uneven, sans-serif', 'sans-serif'],
  ["'Segoe UI'", '"Segoe UI"'],
  ['-apple-system,BlinkMacSystemFont,"Uneven"', '-apple-system,BlinkMacSystemFont'],
  ['Uneven', 'sans-serif'],
  ['"Arial Uneven", Arialx', 'sans-serif'],
  ['', 'sans-serif'],
  ['inherit', 'sans-serif'],
])('of %s a field takes %s', (list, taken) => {
  expect(evenFamilies(list)).toBe(taken)
})

it('takes nothing that is not of the list, whatever a page writes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('Arial', '"Segoe UI"'))),
      (parts) => {
        for (const name of evenFamilies(parts.join(',')).split(','))
          expect(['Arial', 'arial', '"Segoe UI"', 'sans-serif']).toContain(name)
      },
    ),
  )
})
