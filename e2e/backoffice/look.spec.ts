import type { TestInfo } from '@playwright/test'
import {
  expect,
  OTHER_LANGUAGES,
  openAs,
  payByCard,
  test,
  textsOf,
} from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

const HTML = '<img src=x onerror="document.title=1"><b>Bold</b>'

type Given = Parameters<typeof openAs>[2]

/** Opens a page, waits for its content and keeps a picture of it. */
async function look(path: string, { page, office }: Given, info: TestInfo): Promise<void> {
  await page.goto(`${office.url}/backoffice/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  const { width = 0 } = page.viewportSize() ?? {}
  await attachScreenshot(page, info, `${path.replace('/', '-')}-${width}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, path).toBeLessThanOrEqual(0)
}

test('axe finds nothing on a payment, nor on the form of people who are not signed in', async ({
  page,
  office,
  gateway,
}, info) => {
  const { id } = await payByCard(gateway)
  await page.goto(`${office.url}/backoffice`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expectNoViolations(page)
  await openAs('owner', '/payments', { page, office })
  await look(`payments/${id}`, { page, office }, info)
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog', { name: 'Refund' })).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds nothing on the dialogs that make something', async ({ page, office }) => {
  const dialogs = [
    ['users', 'Invite', 'E-mail'],
    [`tokens?entity=${office.entityId}`, 'New token', 'Name'],
    [`webhooks?entity=${office.entityId}`, 'New webhook', 'Address'],
  ] as const
  for (const [path, name, label] of dialogs) {
    await openAs('owner', `/${path}`, { page, office })
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name }).getByLabel(label)).toBeFocused()
    await expectNoViolations(page)
  }
})

test('on a phone a payment is found and refunded', async ({ page, office, gateway }) => {
  await payByCard(gateway, { merchantTransactionId: 'order-phone' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs('owner', '/payments', { page, office })
  await page.getByRole('searchbox', { name: 'Search for payments' }).fill('order-phone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Late')
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
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

for (const code of OTHER_LANGUAGES) {
  test(`people sign in in their language: ${code}`, async ({ page, office }) => {
    const texts = textsOf(code)
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const [, language] = /\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(request.url()) ?? []
      if (language !== undefined) fetched.add(language)
    })
    await page.addInitScript((one) => localStorage.setItem('tillgate.language', one), code)
    await page.goto(`${office.url}/backoffice`)
    await page.getByLabel(texts['session.email']).fill(office.reader.email)
    await page.getByLabel(texts['session.password'], { exact: true }).fill(office.reader.password)
    await page.getByRole('button', { name: texts['session.begin'] }).click()
    const heading = page.getByRole('heading', { name: texts['menu.payments'], level: 1 })
    await expect(heading).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe(code)
    expect([...fetched]).toEqual([code])
  })
}
