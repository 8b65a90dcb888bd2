import { describe, expect, it } from 'vitest'
import { brandNames } from '../../../../common/payment-brands.ts'
import { foundBrands } from './brand-choice.tsx'

describe('the brands of a setting', () => {
  const found = (sought: string, chosen: readonly string[] = []) =>
    foundBrands(brandNames, chosen, sought)

  it('are all there before anything is typed', () => {
    expect(found('')).toEqual(brandNames)
  })

  it('are found by name and label', () => {
    expect(found('sepa')).toContain('DIRECTDEBIT_SEPA')
    expect(found('mastercard')).toContain('MASTER')
  })

  it('of a single merchant are found by the whole name, and stay when they are chosen', () => {
    expect(found('teahouse_gift_card')).toEqual(['TEAHOUSE_GIFT_CARD'])
    expect(found('', ['TEAHOUSE_GIFT_CARD'])).toContain('TEAHOUSE_GIFT_CARD')
    expect(found('no such brand')).toEqual([])
  })
})
