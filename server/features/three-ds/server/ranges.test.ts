import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noRanges } from './ranges.ts'

const range = (startRange: string, endRange: string, more: object = {}) => ({
  startRange,
  endRange,
  acsStartProtocolVersion: '2.1.0',
  acsEndProtocolVersion: '2.2.0',
  ...more,
})

const first = range('4200000000000000', '4200000000000099')
const second = range('5200000000000000', '5200000000000099', {
  threeDSMethodURL: 'https://acs.example/method',
})

describe('a list of card ranges', () => {
  const list = noRanges.changedBy([second, first], '7')

  test('finds the range of a card, including the first and the last number', () => {
    expect(list.find('4200000000000000')).toEqual({ version: '2.2.0' })
    expect(list.find('4200000000000099')).toEqual({ version: '2.2.0' })
    expect(list.find('5200000000000050')).toEqual({
      version: '2.2.0',
      methodUrl: 'https://acs.example/method',
    })
  })

  test('finds no number outside its ranges or of another length', () => {
    for (const number of [
      '4199999999999999',
      '4200000000000100',
      '42000000000000000',
      '420000000000000',
      '',
      '9999999999999999999',
    ]) {
      expect(list.find(number)).toBeUndefined()
      expect(noRanges.find(number)).toBeUndefined()
    }
  })

  test('adds, changes and deletes ranges, and does not change itself', () => {
    const changed = list.changedBy(
      [
        { ...first, actionInd: 'D' },
        { ...second, actionInd: 'M', acsEndProtocolVersion: '2.1.0' },
        range('6011000000000000', '6011000000000099', { actionInd: 'A' }),
      ],
      '8',
    )
    expect(changed).toMatchObject({ serialNumber: '8', size: 2, unusable: 0 })
    expect(changed.find('4200000000000000')).toBeUndefined()
    expect(changed.find('5200000000000000')).toMatchObject({ version: '2.1.0' })
    expect(changed.find('6011000000000000')).toEqual({ version: '2.2.0' })
    expect(list).toMatchObject({ serialNumber: '7', size: 2 })
    expect(list.find('4200000000000000')).toEqual({ version: '2.2.0' })
  })

  test('counts unusable entries: overlaps, and changes of ranges that it does not have', () => {
    const overlapping = list.changedBy([range('4200000000000050', '4200000000000150')], '8')
    expect(overlapping).toMatchObject({ size: 2, unusable: 1 })
    expect(overlapping.find('4200000000000050')).toEqual({ version: '2.2.0' })
    expect(overlapping.find('4200000000000150')).toBeUndefined()
    const unknown = list.changedBy(
      [{ ...range('4300000000000000', '4300000000000099'), actionInd: 'D' as const }],
      '8',
    )
    expect(unknown.unusable).toBe(1)
    expect(noRanges.changedBy([range('42', '41')], undefined)).toMatchObject({ unusable: 1 })
  })

  test.each([
    ['2.1.0', '2.3.1', undefined, undefined, '2.2.0'],
    ['2.1.0', '2.1.0', undefined, undefined, '2.1.0'],
    ['2.1.0', '2.2.0', '2.1.0', '2.1.0', '2.1.0'],
    ['2.2.0', '2.2.0', '2.2.0', '2.2.0', '2.2.0'],
    ['1.0.2', '2.2.0', '2.2.0', '2.10.0', '2.2.0'],
    ['2.0.0', '2.0.0', undefined, undefined, undefined],
    ['2.3.1', '2.3.1', undefined, undefined, undefined],
    ['2.1.0', '2.1.0', '2.2.0', '2.2.0', undefined],
  ])('speaks with issuers from %s to %s, directories from %s to %s: %s', (...versions) => {
    const [acsStart, acsEnd, dsStart, dsEnd, version] = versions
    const entry = {
      ...first,
      acsStartProtocolVersion: acsStart ?? '',
      acsEndProtocolVersion: acsEnd ?? '',
      ...(dsStart && { dsStartProtocolVersion: dsStart }),
      ...(dsEnd && { dsEndProtocolVersion: dsEnd }),
    }
    const found = noRanges.changedBy([entry], undefined).find('4200000000000000')
    expect(found?.version).toBe(version)
  })

  test('finds the same range as a linear search', () => {
    const number = fc
      .tuple(fc.integer({ min: 13, max: 19 }), fc.integer({ min: 0, max: 30 }))
      .map(([length, last]) => `4${'0'.repeat(length - 3)}${`${last}`.padStart(2, '0')}`)
    const ends = fc
      .tuple(number, fc.integer({ min: 0, max: 5 }))
      .map(([start, width]) => [start, `${BigInt(start) + BigInt(width)}`] as const)
    fc.assert(
      fc.property(fc.array(ends), number, (pairs, wanted) => {
        const kept: (readonly [string, string])[] = []
        const inOrder = [...new Map(pairs.map((pair) => [pair.join('-'), pair])).values()].sort(
          ([one], [other]) => (one < other ? -1 : 1),
        )
        for (const [start, end] of inOrder) {
          const isFree = kept.every(
            ([, before]) => before.length !== start.length || before < start,
          )
          if (isFree) kept.push([start, end])
        }
        const entries = inOrder.map(([start, end]) => range(start, end))
        const found = noRanges.changedBy(entries, undefined).find(wanted)
        const isExpected = kept.some(
          ([start, end]) => start.length === wanted.length && start <= wanted && wanted <= end,
        )
        expect(found !== undefined).toBe(isExpected)
      }),
    )
  })
})
