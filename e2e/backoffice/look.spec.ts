import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

/** Every page of the menu. */
const PAGES = [
  'payments',
  'overview',
  'disputes',
  'reviews',
  'approvals',
  'settlements',
  'customers',
  'webhooks',
  'entities',
  'tokens',
  'users',
  'audit',
  'system',
  'profile',
]

const HTML = '<img src=x onerror="document.title=1"><b>Bold</b>'

test('no page has a fault that axe finds, on a screen and on a phone, and none scrolls sideways', async ({
  page,
  office,
  gateway,
}, info) => {
  const { id } = await payByCard(gateway, {
    'customParameters[SIMULATOR_dispute]': 'firstChargeback',
  })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${office.url}/backoffice`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expectNoViolations(page)
  await openAs('owner', '/payments', { page, office })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'light' : 'dark' })
    for (const path of [...PAGES, `payments/${id}`]) {
      await page.goto(`${office.url}/backoffice/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      await attachScreenshot(page, info, `${path.replace('/', '-')}-${width}`)
      // A phone has the same elements: the list and the payment are drawn anew.
      if (width === 1280 || path.startsWith('payments')) await expectNoViolations(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('HTML in what shoppers and merchants send stays text', async ({ page, office, gateway }) => {
  const { id } = await payByCard(gateway, {
    merchantTransactionId: 'order-html',
    descriptor: 'Kites',
    'customer.givenName': HTML,
    'customer.surname': HTML,
    'customParameters[note]': HTML,
  })
  await openAs('owner', `/payments/${id}`, { page, office })
  await page.getByText(/All \d+ values/).click()
  await expect(page.getByText(HTML).first()).toBeVisible()
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill(HTML)
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: HTML }).first()).toBeVisible()
  expect(await page.locator('main img, main b').count()).toBe(0)
  expect(await page.title()).toContain('Payment')
})

test('German has every text', async ({ page, office }) => {
  await page.addInitScript(() => localStorage.setItem('tillgate.language', 'de'))
  await page.goto(`${office.url}/backoffice`)
  await page.getByLabel('E-Mail').fill(office.reader.email)
  await page.getByLabel('Passwort').fill(office.reader.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Zahlungen', level: 1 })).toBeVisible()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
})
