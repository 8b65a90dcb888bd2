import type { Page } from '@playwright/test'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' })
const found = (page: Page) => page.getByRole('status')
const parameter = (page: Page, name: string) => page.locator(`[id="${name}"]`)

const results = (page: Page) => page.getByRole('list', { name: 'Search results' })

test('a page of the reference loads only itself and the search index', async ({ page, server }) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname)
  })
  await page.goto(`${server.url}/docs/operations/payments`)
  await page.locator('.example summary').first().click()
  expect(requests).toEqual(['/docs/operations/payments'])
  await search(page).fill('stolen card')
  await expect(found(page)).toHaveText(/^\d+ entries found$/)
  expect(requests).toEqual(['/docs/operations/payments', '/docs/search.json'])
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('draws the mark of every brand inside its plate', async ({ page, server }, info) => {
  await page.goto(`${server.url}/docs/brands`)
  const outside = await page.locator('svg.plate').evaluateAll((plates) =>
    plates.flatMap((plate) =>
      Array.from(plate.children).flatMap((shape) => {
        const { x, y, width, height } = (shape as SVGGraphicsElement).getBBox()
        const {
          a = 1,
          d = 1,
          e = 0,
          f = 0,
        } = (shape as SVGGraphicsElement).transform.baseVal.consolidate()?.matrix ?? {}
        const box = [x * a + e, y * d + f, (x + width) * a + e, (y + height) * d + f]
        const [left = 0, top = 0, right = 0, bottom = 0] = box
        const isInside = left >= 0 && top >= 0 && right <= 48 && bottom <= 32
        const name = plate.parentElement?.nextElementSibling?.textContent
        return isInside ? [] : [`${name}: ${box.map((place) => place.toFixed(1)).join(' ')}`]
      }),
    ),
  )
  expect(outside).toEqual([])
  expect(await page.locator('svg.plate').count()).toBeGreaterThan(140)
  await attachScreenshot(page, info, 'brands')
  await expectNoViolations(page)
})

test('shows a theme on the widget itself', async ({ page, server }, info) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  await page.goto(`${server.url}/docs/styling`)
  const form = page.locator('#preview .wpwl-form-card')
  const holder = form.locator('.wpwl-control-cardHolder')
  await expect(holder).toHaveCSS('height', '48px')
  await expect(page.locator('#preview [data-simulated]')).toBeVisible()
  for (const { name, height, field } of [
    { name: 'Night', height: '44px', field: 'rgb(14, 18, 24)' },
    { name: 'Filled', height: '52px', field: 'rgb(232, 237, 234)' },
  ]) {
    await page.getByRole('radio', { name }).check()
    await expect(holder).toHaveCSS('height', height)
    await expect(holder).toHaveCSS('background-color', field)
    await attachScreenshot(page, info, name)
  }
  await expectNoViolations(page)
  await page.getByLabel('Language').selectOption('de')
  await expect(form.locator('.wpwl-button-pay')).toHaveText('Jetzt bezahlen')
  await page.getByLabel('Width').selectOption('320')
  await expect(page.locator('#preview')).toHaveCSS('max-width', '320px')
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('answers whether a method is taken', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  await search(page).fill('Does it take TWINT?')
  await expect(results(page).getByRole('link').first()).toContainText('TWINT is not taken')
  await search(page).fill('can I take iDEAL')
  await results(page).getByRole('link', { name: /iDEAL/ }).first().click()
  await page.waitForURL(`${server.url}/docs/brands#brand-IDEAL`)
  await expect(page.getByRole('row', { name: 'iDEAL' })).toContainText('Netherlands')
})

test('has landmarks, and one outline of headings', async ({ page, server }) => {
  await page.goto(`${server.url}/docs`)
  for (const role of ['banner', 'navigation', 'main', 'search'] as const) {
    await expect(page.getByRole(role)).toHaveCount(1)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Where to begin',
    'Guides for merchants',
    'Guides for operators',
    'Guides for contributors',
  ])
  await page.locator('nav a[href="/docs/operations/queries"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queries')
  await expect(page.locator('nav [aria-current]')).toHaveText('Queries')
})

test('finds entries of all pages by any of their words, with only the keyboard', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/docs/result-codes`)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).fill('card.nmbr')
  await expect(found(page)).toHaveText('Nothing found')
  await search(page).fill('')
  await expect(found(page)).toBeEmpty()
  await search(page).fill('merchant: billing STREET2')
  await expect(found(page)).toHaveText('1 entry found')
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await search(page).fill('card.number')
  await expect(results(page).getByRole('link').first()).toContainText('card.number')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/docs/parameters/card#card.number`)
  await expect(parameter(page, 'card.number')).toBeInViewport()
})

test('an address of the time when the reference was one page leads to its entry', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/docs#merchant.billing.street2`)
  await page.waitForURL(`${server.url}/docs/parameters/merchantBilling#merchant.billing.street2`)
  await expect(parameter(page, 'merchant.billing.street2')).toBeInViewport()
})

test('works with only the keyboard', async ({ page, server }) => {
  await page.goto(`${server.url}/docs/operations/payments`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
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
  await page.goto(`${server.url}/docs/operations/checkouts`)
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

for (const { name, width, theme } of variants(
  [
    { name: 'light', width: 1280, theme: 'light' },
    { name: 'small and dark', width: 320, theme: 'dark' },
  ],
  [
    { name: 'dark', width: 1280, theme: 'dark' },
    { name: 'small and light', width: 320, theme: 'light' },
  ],
)) {
  test(`the reference is accessible: ${name}`, async ({ page, server }, info) => {
    await page.setViewportSize({ width, height: 720 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const path of [
      '',
      '/testing',
      '/guides/getting-started',
      '/guides/webhooks',
      '/guides/widget-forms',
      '/parameters/card',
      '/operations/payments',
    ]) {
      await page.goto(`${server.url}/docs${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await attachScreenshot(page, info, `docs${path.replaceAll('/', '-')}`)
      if (path === '' || path === '/parameters/card') await expectNoViolations(page)
    }
    await page.locator('#createPayment .example summary').first().click()
    await search(page).fill('billing.street2')
    await expect(results(page).getByRole('link').first()).toBeVisible()
    await expectNoViolations(page)
  })
}
