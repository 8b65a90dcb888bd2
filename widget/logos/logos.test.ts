import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawingCode, logoOf } from './logos.ts'
import { rareLogos } from './rare-logos.ts'

const brands = ['VISA', 'MASTER', 'AMEX', 'MAESTRO', 'DINERS'].concat([
  'DISCOVER',
  'JCB',
  'UNIONPAY',
  'CARTEBANCAIRE',
])

const drawn = (brand: string) => logoOf(brand, rareLogos[brand])

describe('logos', () => {
  test('that are fetched are those that are not here', () => {
    const fetched = brands.filter((brand) => logoOf(brand) === undefined)
    expect(Object.keys(rareLogos).sort()).toEqual(fetched.sort())
    expect(fetched.every((brand) => drawingCode(brand) === 'logos')).toBe(true)
  })

  test.each(brands)('%s is one SVG element of plain shapes', (brand) => {
    expect(drawn(brand)).toMatch(
      /^<svg xmlns="[^"]+" viewBox="0 0 48 32">(<(rect|circle|path)( [a-z-]+="[^"<>]*")+\/>)+<\/svg>$/,
    )
  })

  test.each(brands)(
    '%s shares a page with others: no ids, styles, references or scripts',
    (brand) => {
      expect(drawn(brand)).not.toMatch(/\s(id|style|class|href|on[a-z]+)=|url\(|NaN|undefined/)
    },
  )

  test('no two brands look the same', () => {
    expect(new Set(brands.map(drawn)).size).toBe(brands.length)
  })

  test('of other brands are among the marks', () => {
    for (const brand of ['DANKORT', 'PAYPAL', '', 'constructor']) {
      expect(drawingCode(brand)).toBe('marks')
      expect(logoOf(brand)).toBeUndefined()
    }
  })

  test('all together stay below 1.6 kB by brotli', () => {
    expect(brotliCompressSync(brands.map(drawn).join('')).length).toBeLessThan(1600)
  })
})
