import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holderFits } from './holder-name.ts'

describe('a card holder', () => {
  it.each([
    ['Jane Jones', 'Jane', 'Jones'],
    ['JONES JANE', 'Jane', 'Jones'],
    ['J JONES', 'Jane', 'Jones'],
    ['MRS J. JONES', 'Jane', 'Jones'],
    ['Jane Mary Jones', 'Jane', 'Jones'],
    ['Mary Jones', 'Jane Mary', 'Jones'],
    ['JUERGEN MUELLER', 'Jürgen', 'Müller'],
    ['Jurgen Muller', 'Jürgen', 'Müller'],
    ['SOREN OESTERGAARD', 'Søren', 'Østergaard'],
    ['GROSS ANNA', 'Anna', 'Groß'],
    ["SINEAD O'CONNOR", 'Sinéad', "O'Connor"],
    ['Anna van der Berg', 'Anna', 'van der Berg'],
    ['Иван Петров', 'Иван', 'Петров'],
    ['JONES JONES', 'Jones', 'Jones'],
  ])('%s may be %s %s', (holder, givenName, surname) => {
    expect(holderFits(holder, givenName, surname)).toBe(true)
  })

  it.each([
    ['John Smith', 'Jane', 'Jones'],
    ['Jane Smith', 'Jane', 'Jones'],
    ['Peter Jones', 'Jane', 'Jones'],
    ['JONES', 'Jones', 'Jones'],
    ['Jane', 'Jane', 'Jones'],
    ['Berg Anna', 'Anna', 'van der Berg'],
  ])('%s is not %s %s', (holder, givenName, surname) => {
    expect(holderFits(holder, givenName, surname)).toBe(false)
  })

  it.each([
    ['', 'Jane', 'Jones'],
    ['Jane Jones', '', 'Jones'],
    ['Jane Jones', 'Jane', ''],
    ['100.100.101', 'Jane', 'Jones'],
  ])('cannot be compared when the names are "%s", "%s", "%s"', (holder, givenName, surname) => {
    expect(holderFits(holder, givenName, surname)).toBeUndefined()
  })

  it('is always the customer of the same name, in any order and case', () => {
    const name = fc.stringMatching(/^[a-zäöüß]{2,10}$/)
    fc.assert(
      fc.property(name, name, (givenName, surname) => {
        expect(holderFits(`${givenName} ${surname}`, givenName, surname)).toBe(true)
        expect(holderFits(`${surname} ${givenName}`.toUpperCase(), givenName, surname)).toBe(true)
      }),
    )
  })
})
