import { describe, expect, it } from 'vitest'
import { cardNumberFault } from '../../../common/brands.ts'
import { readBinList } from './bin-list.ts'
import { testBinList } from './test-numbers.ts'

const french = { brands: ['CARTEBANCAIRE', 'VISA'], cardClass: 'DEBIT' }

describe('a list of card number ranges', () => {
  const list = readBinList(`# of 2026
49701000-49701049, CARTEBANCAIRE VISA, DEBIT

497020-497021,CARTEBANCAIRE VISA,DEBIT
410000,VISA
`)

  it.each([
    ['4970205', french],
    ['497021', french],
    ['4970219999999999', french],
    ['497022', undefined],
    ['497019', undefined],
    ['410000', { brands: ['VISA'] }],
    ['41000', undefined],
    ['', undefined],
    ['9999999999', undefined],
  ])('says of %j: %j', (digits, entry) => {
    expect(list.find(digits)).toEqual(entry)
  })

  it('says nothing of six digits while the eighth decides', () => {
    expect(list.find('497010')).toBeUndefined()
    expect(list.find('49701049')).toEqual(french)
    expect(list.find('49701050')).toBeUndefined()
  })

  it.each([
    ['497010', { brands: ['CARTEBANCAIRE', 'VISA'] }],
    ['497020', french],
    ['410000', { brands: ['VISA'] }],
    ['497022', undefined],
  ])('tells a page of all numbers that begin with %s: %j', (six, entry) => {
    expect(list.ofSix(six)).toEqual(entry)
  })

  it('tells a page of finer ranges all their brands, and the class that all have', () => {
    const finer = readBinList(`55500000-55500049,MASTER,DEBIT
55500050-55500098,MAESTRO,DEBIT
55500099,BCMC MAESTRO,DEBIT
55500100-55500149,MASTER,DEBIT
55500150-55500199,MASTER,CREDIT`)
    expect(finer.ofSix('555000')).toEqual({
      brands: ['MASTER', 'MAESTRO', 'BCMC'],
      cardClass: 'DEBIT',
    })
    expect(finer.ofSix('555001')).toEqual({ brands: ['MASTER'] })
  })

  it.each([
    ['4970,VISA', 'line 1: the range must be 6 to 8 digits'],
    ['497010-4970199,VISA', 'line 1: the range must be 6 to 8 digits'],
    ['497011-497010,VISA', 'line 1: the range must be 6 to 8 digits'],
    ['497010', 'line 1: there is no brand'],
    ['# x\n497010,VISSA', 'line 2: VISSA is no payment brand: was VISA meant?'],
    ['497010,VISA VISA', 'line 1: a brand is there twice'],
    ['497010,VISA,GOLD', 'line 1: the class must be one of CREDIT, DEBIT, PREPAID'],
    ['497010,VISA,DEBIT,FR', 'line 1: there are more than three columns'],
    ['49701020,VISA\n497010,VISA', 'line 1: its range overlaps that of line 2'],
  ])('refuses %j', (text, fault) => {
    expect(() => readBinList(text)).toThrow(fault)
  })
})

describe('the list of a test environment', () => {
  it.each([
    ['4360000001000005', 'CARTEBANCAIRE', null],
    ['4360000001000005', 'VISADEBIT', null],
    ['4360000001000005', 'BCMC', 'other brand'],
    ['4871049999999910', 'BCMC', null],
    ['5555341244441115', 'CARTEBANCAIRE', null],
    ['4200000000000000', 'CARTEBANCAIRE', 'other brand'],
    ['4000056655665556', 'VISA', null],
  ])('lets %s be paid as %s: fault %j', (number, brand, fault) => {
    expect(cardNumberFault(number, brand, testBinList.find(number)?.brands)).toBe(fault)
  })
})
