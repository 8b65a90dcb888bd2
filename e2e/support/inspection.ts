import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

/**
 * Runs axe over the page and its frames: not even a minor finding is allowed. What is right is not
 * described, and a page without frames needs no second page to put results together: together they
 * take a long page from 10 s to 4.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect(found).toEqual([])
}

/** Keeps a picture of the whole page for whoever wants to look; nothing is compared. In CI nobody looks. */
export async function attachScreenshot(page: Page, info: TestInfo, name: string): Promise<void> {
  if (process.env.CI === 'true') return
  const path = info.outputPath(`${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  await info.attach(name, { path, contentType: 'image/png' })
}
