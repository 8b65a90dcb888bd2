import { describe, expect, it } from 'vitest'
import { brandNames, paymentBrand } from '../../common/payment-brands.ts'
import { drawingCode, logoOf } from '../logos/logos.ts'
import { rareLogos } from '../logos/rare-logos.ts'
import { markTable } from './mark-table.ts'
import { markOf } from './marks.ts'
import { fitWords } from './words.ts'

const labelOf = (name: string) => paymentBrand(name)?.label ?? name

/** The plate of a brand, by whatever code draws it. */
function plateOf(name: string): string | undefined {
  const code = drawingCode(name)
  if (code === undefined) return logoOf(name)
  return logoOf(name, code === 'logos' ? rareLogos[name] : markOf(name, labelOf(name)))
}

const marked = brandNames.filter((name) => drawingCode(name) === 'marks')
const worded = marked.filter((name) => {
  const { path, shape } = markTable[name] ?? {}
  return path === undefined && shape === undefined
})

describe('the mark of a brand', () => {
  it.each(brandNames)('%s is one plate of plain shapes, paths and words', (name) => {
    expect(plateOf(name)).toMatch(
      /^<svg xmlns="[^"]+" viewBox="0 0 48 32">(<(rect|circle|path)( [a-z-]+="[^"<>]*")+\/>|<text( [a-zA-Z0-9-]+="[^"<>]*")+>[^<>&]+<\/text>)+<\/svg>$/,
    )
  })

  it.each(brandNames)(
    '%s shares a page with others: no ids, styles, references or scripts',
    (name) => {
      expect(plateOf(name)).not.toMatch(/\s(id|style|class|href|on[a-z]+)=|url\(|NaN|undefined/)
    },
  )

  it('is in the table for brands of the catalogue alone, and none of these has a logo', () => {
    expect(Object.keys(markTable).filter((name) => !marked.includes(name))).toEqual([])
  })

  it('of an unknown brand is its name', () => {
    expect(markOf('constructor', 'ACME GIFT CARD')[1]).toContain('>ACME')
  })
})

describe('words on a plate', () => {
  it.each(worded)('of %s can be read and lie inside of it', (name) => {
    const text = markTable[name]?.words ?? labelOf(name)
    const { lines, size } = fitWords(text)
    expect(lines.join(' ')).toBe(text)
    expect(size, `${text}: name shorter words in mark-table.ts`).toBeGreaterThanOrEqual(7)
    for (const [, width] of markOf(name, labelOf(name))[1].matchAll(/textLength="([^"]+)"/g)) {
      expect(Number(width)).toBeLessThanOrEqual(42)
    }
    for (const [, y] of markOf(name, labelOf(name))[1].matchAll(/ y="([^"]+)"/g)) {
      expect(Number(y) - size * 0.75).toBeGreaterThan(2)
      expect(Number(y) + size * 0.25).toBeLessThan(30)
    }
  })
})

describe('paths and drawings on a plate', () => {
  it.each(Object.entries(markTable).filter(([, { path }]) => path !== undefined))(
    'of %s, whose box is 24 wide, are inside of it',
    (_, { size = 1 }) => {
      expect(24 * size).toBeLessThanOrEqual(48)
    },
  )
})
