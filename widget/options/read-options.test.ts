import { describe, expect, it } from 'vitest'
import { readOptions } from './read-options.ts'
import { optionTable } from './table.ts'

describe('reading wpwlOptions', () => {
  it('gives every option its default when the page sets none', () => {
    const options = readOptions({})
    for (const [name, rule] of Object.entries(optionTable)) {
      expect(options[name as keyof typeof options]).toEqual(rule.fallback)
    }
  })

  it('ignores unknown names', () => {
    expect(readOptions({ requiereCvv: false, constructor: 'plain' })).toEqual(readOptions({}))
  })

  it('accepts booleans that are written as text', () => {
    const options = readOptions({ requireCvv: 'false', maskCvv: 'true', showLabels: false })
    expect(options).toMatchObject({ requireCvv: false, maskCvv: true, showLabels: false })
  })

  it.each([
    ['style', 'fancy', 'card'],
    ['requireCvv', 'no', true],
    ['labels', 'Name', {}],
    ['brandDetectionPriority', 'VISA', []],
    ['locale', null, ''],
  ] as const)('%s: %j counts as not given', (name, given, fallback) => {
    expect(readOptions({ [name]: given })[name]).toEqual(fallback)
  })

  it.each([true, 'true', 1, {}])(
    'takes %j of useSummaryPage for on: no money moves then',
    (given) => {
      expect(readOptions({ useSummaryPage: given }).useSummaryPage).toBe(true)
    },
  )

  it.each([false, 'false', 0, '', null, undefined])(
    'takes %j of useSummaryPage for off',
    (given) => {
      expect(readOptions({ useSummaryPage: given }).useSummaryPage).toBe(false)
    },
  )

  it('keeps the texts and styles of maps, and drops what is neither', () => {
    const options = readOptions({
      labels: { cvv: 'CVC', cardHolder: undefined, submit: 7, brand: {} },
      iframeStyles: { 'card-number-placeholder': { color: '#f00' }, 'cvv-placeholder': 'red' },
      brandDetectionPriority: ['MAESTRO', 3, 'VISA'],
    })
    expect(options.labels).toEqual({ cvv: 'CVC', submit: '7' })
    expect(options.iframeStyles).toEqual({ 'card-number-placeholder': { color: '#f00' } })
    expect(options.brandDetectionPriority).toEqual(['MAESTRO', 'VISA'])
  })
})
