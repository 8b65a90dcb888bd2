import type { TestInfo } from '@playwright/test'
import { attachScreenshot, expectNoViolations } from './inspection.ts'
import type { MerchantPage, PageParts } from './merchant-page.ts'
import { expect } from './test.ts'
import { variants } from './variants.ts'

/** A page that follows the theme of the browser. */
export const THEMED =
  '<meta name="color-scheme" content="light dark"><style>:root{color-scheme:light dark}</style>'

/** What fits in one scheme fits in the other; contrast in light is looked at on the page of the card form. */
export const COLOR_SCHEMES = variants(['dark'], ['light'])

/** Long words, the other direction, and a wide page. */
const PAGES = [
  ['de', 320],
  ['ar', 320],
  ['en', 1200],
] as const

interface Fitting {
  readonly merchantPage: MerchantPage
  readonly info: TestInfo
  readonly colorScheme: (typeof COLOR_SCHEMES)[number]
  /** Of the page; `options` are further members of `wpwlOptions`. */
  readonly parts: PageParts
  /** Brings the page into the state that is looked at. */
  readonly whole: (locale: string) => Promise<void>
}

/** Expects forms to fit narrow and wide pages in both directions, without a violation, and keeps pictures. */
export async function expectFitsEverywhere(fitting: Fitting): Promise<void> {
  const { merchantPage, info, colorScheme, parts, whole } = fitting
  const { page } = merchantPage
  const { options = '' } = parts
  await page.emulateMedia({ colorScheme })
  for (const [locale, width] of PAGES) {
    await page.setViewportSize({ width, height: 900 })
    const own = { ...parts, options: `locale: '${locale}', ${options}` }
    await merchantPage.visit({ head: THEMED, ...own })
    await whole(locale)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
    await attachScreenshot(page, info, `${locale}-${colorScheme}-${width}`)
  }
}
