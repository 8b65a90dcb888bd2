import { AxeBuilder } from '@axe-core/playwright'
import { pictureName } from '../../scripts/gallery/picture-name.mjs'
import { expect, test } from '../support/test.ts'
import { galleryStates } from './states.ts'
import { variantsOf, wantedForms } from './variant.ts'

const forms = wantedForms(process.env)
const states = galleryStates.filter(({ form }) => forms?.has(form) ?? true)

for (const variant of variantsOf(process.env)) {
  const { language, theme, width } = variant
  test.describe(`in ${language}, ${theme}, ${width} pixels`, () => {
    for (const { form, state, show } of states) {
      test(`${form}: ${state}`, async ({ merchantPage, server }) => {
        const { page } = merchantPage
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 640 })
        await show({ merchantPage, server, variant })
        // Chromium draws no frame of another site that is far outside the window.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height })
        const path = `gallery/pictures/${pictureName({ form, state, language, theme, width: String(width) })}`
        await page.screenshot({ path, fullPage: true, animations: 'disabled' })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
        const { violations } = await axe.analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        expect(found).toEqual([])
      })
    }
  })
}
