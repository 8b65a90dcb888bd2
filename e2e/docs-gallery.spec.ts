import type { Page } from '@playwright/test'
import { galleryId, galleryStates } from '../reference/pages/gallery-states.ts'
import { galleryStates as pictured } from './gallery/states.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const reached = (page: Page) => page.locator('#reached')
const preview = (page: Page) => page.locator('#gallery-preview')

const picker = (page: Page, name: string) => page.locator(`#gallery-pickers [name="${name}"]`)

const PAGES = ['page of 3-D Secure', 'page of the issuer', 'page of the provider', 'demo shop']

test('shows every state of the widget that there are pictures of', () => {
  const shown = new Set(galleryStates.map(galleryId))
  const missing = pictured.filter((state) => !shown.has(galleryId(state)))
  const others = missing.filter(({ form }) => ![...PAGES, 'gateway'].includes(form))
  expect(others.map(galleryId)).toEqual(['failures--paying-for-20-seconds'])
})

test('a shared link shows state, theme, language and width', async ({ page, server }, info) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  const link = 'state=card--every-field-wrong&theme=night&locale=ar&width=320'
  await page.goto(`${server.url}/docs/gallery?${link}`)
  await expect(reached(page)).toHaveText('The state is reached.')
  await expect(preview(page)).toHaveCSS('width', '320px')
  await expect(preview(page)).toHaveAttribute('dir', 'rtl')
  const form = preview(page).locator('.wpwl-form-card')
  await expect(form.locator('.wpwl-control-cardHolder')).toHaveCSS('height', '44px')
  await expect(form.locator('.wpwl-hint')).toHaveCount(4)
  await attachScreenshot(page, info, 'night')
  await expectNoViolations(page)
  await picker(page, 'theme').selectOption('Filled')
  await picker(page, 'width').selectOption('600 px')
  await expect(preview(page)).toHaveCSS('width', '600px')
  await expect(form.locator('.wpwl-control-cardHolder')).toHaveCSS('height', '52px')
  await picker(page, 'locale').selectOption('German')
  await page.waitForURL(/locale=de/)
  const address = new URL(page.url()).searchParams
  expect(Object.fromEntries(address)).toEqual({
    state: 'card--every-field-wrong',
    theme: 'filled',
    locale: 'de',
    width: '600',
  })
  await expect(form.locator('.wpwl-button-pay')).toContainText('Jetzt bezahlen')
  await expect(preview(page)).toHaveCSS('width', '600px')
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('the bank asks inside the window of 3-D Secure', async ({ page, server }, info) => {
  const violations = await recordViolations(page)
  await page.goto(`${server.url}/docs/gallery`)
  await picker(page, 'state').selectOption('challenge of the bank')
  await page.waitForURL(/state=card--challenge-of-the-bank/)
  const bank = page.frameLocator('iframe.wpwl-target').frameLocator('iframe')
  await expect(bank.locator('button.primary')).toBeVisible()
  await attachScreenshot(page, info, 'challenge')
  expect(violations).toEqual([])
})

for (const [state, notice] of [
  ['card--paid', 'Payment accepted'],
  ['failures--declined-with-800-100-155', 'not enough'],
  ['failures--fault-of-the-server', 'You have not been charged'],
  ['card--fields-that-the-policy-of-the-page-blocks', 'could not be loaded'],
] as const) {
  test(`reaches ${state}`, async ({ page, server }) => {
    await page.goto(`${server.url}/docs/gallery?state=${state}`)
    await expect(reached(page)).toHaveText('The state is reached.')
    await expect(preview(page)).toContainText(notice)
  })
}

test('is accessible and fits a narrow, dark page', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${server.url}/docs/gallery?state=several-forms--list&width=full`)
  await expect(reached(page)).toHaveText('The state is reached.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await attachScreenshot(page, info, 'narrow')
  await expectNoViolations(page)
})

test('says where to go on a page whose secured fields belong to another address', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/docs/gallery`)
  const link = reached(page).getByRole('link')
  await expect(link).toHaveAttribute('href', `${server.url}/docs/gallery`)
})
