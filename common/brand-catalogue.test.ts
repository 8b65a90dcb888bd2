import { describe, expect, it } from 'vitest'
import { brandCatalogue, notTaken } from './brand-catalogue.ts'
import { brandNames, nearBrands, paymentBrand } from './payment-brands.ts'

const catalogue = brandCatalogue()

describe('the catalogue of brands', () => {
  it('has every brand once, with operations', () => {
    expect(catalogue.map(({ name }) => name)).toEqual(brandNames)
    for (const { name, first, references } of catalogue) {
      expect(first, name).toContain('DB')
      expect(references, name).toContain('RF')
    }
  })

  it('names countries by codes of ISO 3166-1, sorted', () => {
    const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const { name, countries } of catalogue) {
      expect(countries, name).toEqual([...countries].sort())
      for (const country of countries) expect(regions.of(country), name).toBeDefined()
    }
  })

  it.each([
    ['IDEAL', ['NL']],
    ['SOFORTUEBERWEISUNG', ['AT', 'BE', 'CH', 'DE', 'ES', 'IT', 'NL', 'PL']],
    ['VISA', []],
  ])('finds the countries of %s', (name, countries) => {
    expect(catalogue.find((brand) => brand.name === name)?.countries).toEqual(countries)
  })

  it.each(notTaken)('has no %s, however it is written', (name) => {
    const squashed = name.toUpperCase().replaceAll(' ', '')
    for (const written of [squashed, name.toUpperCase().replaceAll(' ', '_')]) {
      expect(paymentBrand(written)).toBeUndefined()
    }
    expect(catalogue.find(({ label }) => label.toLowerCase() === name.toLowerCase())).toBe(
      undefined,
    )
    expect(nearBrands(name)[0]).not.toBe(squashed)
  })
})
