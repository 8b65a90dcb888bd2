import type { Page } from '@playwright/test'
import { ButtonForm } from './support/button-form.ts'
import { CardForm, visa } from './support/card-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordLayoutShift, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

const headline = (page: Page) => page.getByRole('heading', { level: 1 })
const total = (page: Page) => page.locator('#pay-amount')

async function openShop(page: Page, address: string): Promise<CardForm> {
  await page.goto(address)
  await expect(page.locator('#pay')).toHaveAttribute('data-state', 'ready')
  const form = new CardForm(page)
  await form.ready()
  return form
}

/** The id of the checkout that the shopper came back with. */
async function checkoutAtResult(page: Page): Promise<string> {
  await page.waitForURL((url) => url.pathname === '/result')
  return new URL(page.url()).searchParams.get('id') ?? ''
}

test('the shop shows the payment, also after a reload', async ({ page, server, gateway }) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  const form = await openShop(page, server.shopUrl)
  await form.fill()
  await form.pay()
  const id = await checkoutAtResult(page)
  await expect(headline(page)).toHaveText('Paid. Thank you, Jane!')
  expect(await gateway.status(id)).toMatchObject({ result: { code: '000.100.110' } })
  await page.reload()
  await expect(headline(page)).toHaveText('Paid. Thank you, Jane!')
  await expect(page.locator('#details-rows')).toContainText('VISA •••• 0000')
  await expect(page.locator('#details-rows')).not.toContainText(/000\.100\.110|Test Mode/)
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('a declined card keeps the shopper in the form with the reason, and another pays', async ({
  page,
  server,
}) => {
  const form = await openShop(page, server.shopUrl)
  await form.fill({ ...visa, holder: '800.100.152' })
  await form.pay()
  await expect(form.notice).toContainText('Your bank has declined the payment')
  await expect(page.locator('#basket')).toBeEnabled()
  await form.fill()
  await form.pay()
  await expect(headline(page)).toHaveText('Paid. Thank you, Jane!')
})

test('a declined payment is shown with its code, and the basket can be paid again', async ({
  page,
  server,
  gateway,
}, info) => {
  const form = await openShop(page, server.shopUrl)
  await form.fill({ ...visa, holder: '800.100.152' })
  await form.pay()
  await expect(form.notice).toContainText('Your bank has declined the payment')
  // As where the shopper goes on by himself, or by another device.
  const id = String(await page.evaluate('wpwl.checkout.id'))
  const query = new URLSearchParams({ id, resourcePath: `/v1/checkouts/${id}/payment` })
  await page.goto(`${server.shopUrl}/result?${query}`)
  await expect(headline(page)).toHaveText('Payment declined')
  await expect(page.locator('#decline')).toContainText('800.100.152')
  expect(await gateway.status(id)).toMatchObject({ result: { code: '800.100.152' } })
  await page.getByRole('button', { name: 'Language' }).click()
  await attachScreenshot(page, info, 'languages of a decline')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(headline(page)).toHaveText('Zahlung abgelehnt')
  await expect(page.locator('#decline')).toContainText('800.100.152')
  await page.getByRole('button', { name: 'Sprache' }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('#decline')).toContainText('800.100.152')
  await page.getByRole('link', { name: 'Try again' }).click()
  await form.ready()
  await form.fill()
  await form.pay()
  await expect(headline(page)).toHaveText('Paid. Thank you, Jane!')
})

test('another quantity changes the amount that is paid, and keeps what was typed', async ({
  page,
  server,
  gateway,
}) => {
  const form = await openShop(page, server.shopUrl)
  await form.fill()
  await expect(total(page)).toHaveText('€151.30')
  await expect(form.payButton).toHaveAttribute('data-amount', '€151.30')
  await page.getByRole('button', { name: 'One more: Braided line, 50 m' }).click()
  await expect(form.payButton).toHaveAttribute('data-amount', '€161.30')
  await form.pay()
  const id = await checkoutAtResult(page)
  expect(await gateway.status(id)).toMatchObject({ amount: '161.30', currency: 'EUR' })
  await expect(page.locator('#order-lines')).toContainText('€161.30')
})

test('the language of the menu is the language of the form, Arabic of the whole page', async ({
  page,
  server,
}) => {
  const form = await openShop(page, server.shopUrl)
  const choose = async (name: string) => {
    await page.locator('[popovertarget="languages"]').click()
    await page.getByRole('link', { name }).click()
    await form.ready()
  }
  await choose('Deutsch')
  await expect(form.element).toHaveAttribute('lang', 'de')
  await expect(form.payButton).toHaveText('Jetzt bezahlen')
  await choose('العربية')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(form.element).toHaveAttribute('dir', 'rtl')
  await form.fill()
  await form.pay()
  await checkoutAtResult(page)
  await expect(page.locator('#result')).toHaveAttribute('data-state', 'paid')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('the dark theme reaches into the secured fields and stays', async ({ page, server }) => {
  const form = await openShop(page, server.shopUrl)
  const scheme = form.numberDocument.locator('html')
  await expect(scheme).toHaveCSS('color-scheme', 'light')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(scheme).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await form.ready()
  await expect(scheme).toHaveCSS('color-scheme', 'dark')
})

for (const { name, path, width, theme } of variants(
  [
    { name: 'light', path: '/', width: 1280, theme: 'light' },
    { name: 'small, dark and Arabic', path: '/?locale=ar', width: 320, theme: 'dark' },
  ],
  [
    { name: 'dark', path: '/', width: 1280, theme: 'dark' },
    { name: 'small and Arabic', path: '/?locale=ar', width: 320, theme: 'light' },
    { name: 'small', path: '/', width: 320, theme: 'light' },
  ],
)) {
  test(`the shop is accessible and nothing in it moves: ${name}`, async ({
    page,
    server,
  }, info) => {
    await page.setViewportSize({ width, height: 720 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const shift = await recordLayoutShift(page)
    const form = await openShop(page, server.shopUrl + path)
    expect(await shift()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'shop')
    await form.pay()
    await expect(form.hints).toHaveCount(3)
    await expectNoViolations(page)
    await form.fill()
    await form.pay()
    await expect(page.locator('#result')).toHaveAttribute('data-state', 'paid')
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'result')
  })
}

test('the shop shows other methods by its address, and what became of them', async ({
  page,
  server,
  gateway,
}, info) => {
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  for (const [choice, title] of [
    [/^Approve/, 'Paid. Thank you, Jane!'],
    [/^Cancel as the shopper/, 'Payment cancelled'],
  ] as const) {
    await openShop(page, `${server.shopUrl}/?brands=VISA+PAYPAL+IDEAL`)
    const form = new ButtonForm(page, 'virtualAccount-PAYPAL')
    await expect(form.payButton).toHaveAttribute('data-amount', /\S/)
    await page.getByRole('radio', { name: 'PayPal' }).click()
    await attachScreenshot(page, info, 'methods')
    await form.payButton.click()
    await page.getByRole('button', { name: choice }).click()
    const id = await checkoutAtResult(page)
    await expect(headline(page)).toHaveText(title)
    expect(await gateway.status(id)).toMatchObject({ paymentBrand: 'PAYPAL' })
  }
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})
