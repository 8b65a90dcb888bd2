import type { Page } from '@playwright/test'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the reference' })
const found = (page: Page) => page.getByRole('status')
const parameter = (page: Page, name: string) => page.locator(`[id="${name}"]`)

/** Leaves a few of each kind: axe takes a minute for a thousand entries that are all alike. */
const manyAlike = [
  ':is(.entry, .code):nth-child(n + 3)',
  '.card:nth-of-type(n + 5)',
  '.contents li:nth-child(n + 5)',
].join()

async function shortenLists(page: Page): Promise<void> {
  await page.evaluate((selector) => {
    for (const element of document.querySelectorAll(selector)) element.remove()
  }, manyAlike)
}

test('the reference is one document without violations of its content security policy', async ({
  page,
  server,
}) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname)
  })
  await page.goto(`${server.url}/docs`)
  await expect(search(page)).toBeVisible()
  await page.locator('.example summary').first().click()
  expect(requests).toEqual(['/docs'])
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('has landmarks, and one outline of headings', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  for (const role of ['banner', 'navigation', 'main', 'search'] as const) {
    await expect(page.getByRole(role)).toHaveCount(1)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Basics',
    'Operations',
    'Testing',
    'Parameters',
    'Result codes',
  ])
})

test('finds parameters and codes by any of their words', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).fill('stolen card')
  await expect(found(page)).toHaveText('2 entries found')
  await expect(page.locator('[id="code-800.100.159"]')).toBeVisible()
  await expect(page.locator('#operations')).toBeHidden()
  await search(page).fill('merchant: billing STREET2')
  await expect(found(page)).toHaveText('1 entry found')
  await expect(parameter(page, 'merchant.billing.street2')).toBeVisible()
  await expect(parameter(page, 'billing.street2')).toBeHidden()
  await search(page).fill('card.nmber')
  await expect(found(page)).toHaveText('Nothing found')
  await search(page).fill('')
  await expect(found(page)).toBeEmpty()
  await expect(parameter(page, 'billing.street2')).toBeVisible()
})

test('a link leads to its target, also when the search hides it', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  await search(page).fill('make a payment')
  await expect(parameter(page, 'currency')).toBeHidden()
  await page.locator('#createPayment').getByRole('link', { name: 'currency', exact: true }).click()
  await expect(parameter(page, 'currency')).toBeInViewport()
  await expect(search(page)).toHaveValue('')
})

test('works with only the keyboard', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the reference' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const example = page.locator('#createPayment .example summary').first()
  await example.focus()
  await page.keyboard.press('Enter')
  const request = page.getByRole('region', { name: 'Charge a card, as a form' })
  await expect(request).toContainText(`curl '${server.url}/v1/payments'`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy: Charge a card, as a form' })).toBeFocused()
})

test('copies an example', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${server.url}/docs`)
  await page.locator('#createCheckout .example summary').first().click()
  const copy = page.getByRole('button', { name: 'Copy: Open a checkout for the widget, as a form' })
  await copy.click()
  await expect(copy).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl '${server.url}/v1/checkouts'`)
})

test('the chosen theme stays', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${server.url}/docs`)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

for (const [name, { width, theme }] of Object.entries({
  light: { width: 1280, theme: 'light' },
  dark: { width: 1280, theme: 'dark' },
  'small and light': { width: 320, theme: 'light' },
  'small and dark': { width: 320, theme: 'dark' },
} as const)) {
  test(`the reference is accessible: ${name}`, async ({ page, server }, info) => {
    test.slow()
    await page.setViewportSize({ width, height: 720 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/docs`)
    await page.locator('#createPayment .example summary').first().click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await shortenLists(page)
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'docs')
    await search(page).fill('billing')
    await expectNoViolations(page)
  })
}
