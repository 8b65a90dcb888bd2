import { describe, expect, it } from 'vitest'
import { knownBrands } from '../../common/brands.ts'
import { numberState } from './number-state.ts'

describe('what the page learns of the card number', () => {
  it('is its length while it is short', () => {
    expect(numberState('41111', ['VISA'], knownBrands)).toEqual({
      length: 5,
      empty: false,
      valid: false,
      brands: ['VISA'],
    })
    expect(numberState('', ['VISA'], knownBrands)).toMatchObject({ length: 0, empty: true })
  })

  it('is never more than the first six digits', () => {
    const state = numberState('4111111111111111', ['VISA'], knownBrands)
    expect(state).toEqual({
      length: 16,
      empty: false,
      valid: true,
      brands: ['VISA'],
      bin: '411111',
    })
    expect(JSON.stringify(state)).not.toMatch(/[0-9]{7}/)
  })
})
