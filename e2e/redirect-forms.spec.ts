import type { Page } from '@playwright/test'
import { localeCodes } from '../common/locale-tags.ts'
import { ButtonForm } from './support/button-form.ts'
import { COLOR_SCHEMES, expectFitsEverywhere } from './support/fits-everywhere.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordSubmits, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

const PAYPAL = 'virtualAccount-PAYPAL'
const IDEAL = 'onlineTransfer-IDEAL'
const GIROPAY = 'onlineTransfer-GIROPAY'
const SOFORT = 'onlineTransfer-SOFORTUEBERWEISUNG'
const choose = (page: Page, choice: RegExp) => page.getByRole('button', { name: choice }).click()
const field = (form: ButtonForm, name: string) =>
  form.element.locator(`[name="bankAccount.${name}"]`)

async function atProvider(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/simulator/redirect')
}

for (const [choice, code] of [
  [/^Approve/, '000.100.110'],
  [/^Decline/, '800.100.152'],
  [/^Cancel as the shopper/, '100.396.101'],
  [/^Let it run out of time/, '100.396.103'],
  [/^Leave it pending/, '000.200.000'],
] as const) {
  test(`a shopper goes to a wallet, does ${choice.source}, comes back, and the shop reads ${code}`, async ({
    merchantPage,
  }) => {
    const { page, gateway } = merchantPage
    const checkout = await merchantPage.visit({ brands: 'PAYPAL' })
    const form = new ButtonForm(page, PAYPAL)
    await expect(form.text).toContainText('You pay on the page of PayPal')
    await form.payButton.click()
    await atProvider(page)
    await page.getByLabel('Log in as').fill('jane@example.com')
    await choose(page, choice)
    expect([...(await merchantPage.result())]).toEqual([
      ['id', checkout.id],
      ['resourcePath', `/v1/checkouts/${checkout.id}/payment`],
    ])
    const status = await gateway.status(checkout.id)
    expect([status.result.code, status.paymentBrand]).toEqual([code, 'PAYPAL'])
    if (code === '000.100.110') {
      expect(status).toMatchObject({ virtualAccount: { accountId: 'jane@example.com' } })
    }
  })
}

test('a shopper chooses a bank in the form, finds it at the provider, and the shop reads the account', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'IDEAL',
    options: `onBeforeSubmitOnlineTransfer() { window.sessionStorage.setItem('asked', 'yes') }`,
  })
  const form = new ButtonForm(page, IDEAL)
  await expect(field(form, 'bankName').locator('option')).toContainText(['SIMULATOR'])
  await field(form, 'bankName').selectOption('Rabobank')
  await form.payButton.click()
  await atProvider(page)
  await expect(page.getByLabel('Your bank')).toHaveValue('Rabobank')
  await choose(page, /^Approve/)
  await merchantPage.result()
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    bankAccount: { bankName: 'Rabobank', country: 'NL', holder: 'Test Holder' },
  })
})

test('a form for a transfer says what is missing, and takes it with the keyboard alone', async ({
  merchantPage,
}, info) => {
  const { page, gateway } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({ brands: 'GIROPAY' })
  const form = new ButtonForm(page, GIROPAY)
  const bic = field(form, 'bic')
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  await page.keyboard.press('Tab')
  await expect(bic).toBeFocused()
  await page.keyboard.press('Enter')
  const hint = form.element.locator('.wpwl-hint-accountBankError')
  await expect(hint).toHaveText('BIC: 8 or 11 characters')
  await expect(bic).toBeFocused()
  await expect(bic).toHaveClass(/wpwl-has-error/)
  await expect(bic).toHaveAttribute('aria-invalid', 'true')
  await expect(bic).toHaveAccessibleDescription(/BIC: 8 or 11/)
  await expect(form.element.locator('.wpwl-live')).toContainText('BIC: 8 or 11')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'faults')
  await page.keyboard.type('testdett421')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.type('DE14 9405 9310 0000 0123 45')
  await page.keyboard.press('Tab')
  await expect(form.element.locator('.wpwl-hint-accountNumberError')).toContainText(
    'Check the IBAN',
  )
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('DE14 9405 9310 0000 0123 46')
  expect(submits).toHaveLength(0)
  await page.keyboard.press('Enter')
  await atProvider(page)
  expect(submits).toHaveLength(1)
  const status = await gateway.status(checkout.id)
  expect(status).toMatchObject({
    result: { code: '000.200.000' },
    bankAccount: { bic: 'TESTDETT421', iban: 'DE***2346' },
  })
})

test('the country of a transfer is the one that the browser names, in the words of the language', async ({
  browser,
  merchantPage,
}) => {
  const address = merchantPage.address(
    { brands: 'SOFORTUEBERWEISUNG', options: `locale: 'de'` },
    await merchantPage.gateway.createCheckout(),
  )
  const context = await browser.newContext({ locale: 'de-AT' })
  const page = await context.newPage()
  await page.goto(address)
  const country = field(new ButtonForm(page, SOFORT), 'country')
  await expect(country).toHaveValue('AT')
  await expect(country.locator('option:checked')).toHaveText('Österreich')
  await context.close()
  const { page: other } = merchantPage
  await other.goto(address)
  const empty = field(new ButtonForm(other, SOFORT), 'country')
  await expect(empty).toHaveValue('')
  await expect(empty.locator('option:checked')).toHaveText('Land wählen')
})

test('the gateway’s refusal of a field is shown at the field', async ({ merchantPage }) => {
  const { page } = merchantPage
  await page.route('**/v1/checkouts/*/payment', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: {
        result: {
          code: '200.300.404',
          parameterErrors: [{ name: 'bankAccount.bankName', value: 'ING', message: 'no' }],
        },
      },
    }),
  )
  await merchantPage.visit({ brands: 'IDEAL' })
  const form = new ButtonForm(page, IDEAL)
  await field(form, 'bankName').selectOption('ING')
  await form.payButton.click()
  await expect(form.element.locator('.wpwl-hint-accountBankError')).toBeVisible()
  await expect(field(form, 'bankName')).toBeFocused()
  await field(form, 'bankName').selectOption('SIMULATOR')
  await expect(form.element.locator('.wpwl-hint')).toHaveCount(0)
})

test('a payment whose shopper closes the browser is pending, and can be decided later', async ({
  browser,
  merchantPage,
}) => {
  const { gateway } = merchantPage
  const checkout = await gateway.createCheckout()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(merchantPage.address({ brands: 'PAYPAL' }, checkout))
  await new ButtonForm(page, PAYPAL).payButton.click()
  await atProvider(page)
  await context.close()
  await merchantPage.expectStatus(checkout, '000.200.000')
})

test('a shopper who goes back from the provider, or reloads, goes on with the same payment', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ brands: 'PAYPAL' })
  const form = new ButtonForm(page, PAYPAL)
  await form.payButton.click()
  await atProvider(page)
  const first = await gateway.status(checkout.id)
  await page.goBack()
  await form.payButton.click()
  await atProvider(page)
  await page.goBack()
  await page.reload()
  await form.payButton.click()
  await atProvider(page)
  await choose(page, /^Approve/)
  await merchantPage.result()
  const last = await gateway.status(checkout.id)
  expect([last.id, last.result.code]).toEqual([first.id, '000.100.110'])
})

test('a shopper who takes another method while one waits comes to the shop, which reads what waits', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'PAYPAL ALIPAY',
    options: "layout: 'stacked'",
  })
  await new ButtonForm(page, PAYPAL).payButton.click()
  await atProvider(page)
  await page.goBack()
  await new ButtonForm(page, 'virtualAccount-ALIPAY').payButton.click()
  await merchantPage.result()
  const status = await gateway.status(checkout.id)
  expect([status.result.code, status.paymentBrand]).toEqual(['000.200.000', 'PAYPAL'])
})

test('after a cancelled visit the shopper pays the same checkout in another way', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address(
    { brands: 'PAYPAL EPS', options: "layout: 'stacked'" },
    checkout,
  )
  await page.goto(address)
  await new ButtonForm(page, PAYPAL).payButton.click()
  await atProvider(page)
  await choose(page, /^Cancel as the shopper/)
  await merchantPage.result()
  await page.goto(address)
  const form = new ButtonForm(page, 'onlineTransfer-EPS')
  await field(form, 'bankName').selectOption('SIMULATOR')
  await form.payButton.click()
  await atProvider(page)
  await choose(page, /^Approve/)
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    paymentBrand: 'EPS',
  })
})

test('a transfer is paid under a strict content security policy with Trusted Types', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  const violations = await recordViolations(page)
  const sources = ['script-src', 'frame-src', 'connect-src', 'img-src', 'style-src', 'form-action']
  const policy = ["default-src 'none'", ...sources.map((name) => `${name} ${server.url}`)]
  await merchantPage.visit({
    brands: 'IDEAL PAYPAL',
    headers: {
      'Content-Security-Policy': [...policy, "require-trusted-types-for 'script'"].join('; '),
    },
  })
  const form = new ButtonForm(page, IDEAL)
  await field(form, 'bankName').selectOption('SIMULATOR')
  await form.payButton.click()
  await atProvider(page)
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('a brand that the widget does not offer leaves nothing in the page', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await merchantPage.visit({
    brands: 'PAYPAL NOSUCH',
    options: 'onReady(forms) { window.ready = forms.map((form) => form.containerKey) }',
  })
  await new ButtonForm(page, PAYPAL).payButton.waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { ready?: unknown }).ready))
    .toEqual([`wpwl-container-${PAYPAL}`])
  await expect(page.locator('.wpwl-container')).toHaveCount(1)
})

test('forms for transfers are translated', async ({ merchantPage }, info) => {
  test.slow()
  const { page } = merchantPage
  for (const code of variants(['en', 'de', 'ar', 'cn'], localeCodes)) {
    await merchantPage.visit({ brands: 'IDEAL', options: `locale: '${code}'` })
    const form = new ButtonForm(page, IDEAL)
    await expect(form.element).toHaveAttribute('data-texts', 'here')
    await expect(form.payButton).toHaveAttribute('data-amount', /\S/)
    await form.payButton.click()
    const hint = form.element.locator('.wpwl-hint')
    await expect(hint).toBeVisible()
    if (code === 'en') continue
    await expect(hint).not.toHaveText('Choose your bank')
    await expect(form.text).not.toContainText('You pay on the page')
    if (code !== 'de' && code !== 'ar') continue
    await expectNoViolations(page)
    await attachScreenshot(page, info, code)
  }
})

for (const colorScheme of COLOR_SCHEMES) {
  test(`forms for transfers and wallets fit narrow and wide pages in both directions, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const parts = {
      brands: 'IDEAL GIROPAY SOFORTUEBERWEISUNG PAYPAL',
      options: "layout: 'stacked'",
    }
    const whole = async () => {
      for (const name of [IDEAL, GIROPAY, SOFORT, PAYPAL]) {
        const { payButton } = new ButtonForm(merchantPage.page, name)
        await expect(payButton).toHaveAttribute('data-amount', /\S/)
      }
    }
    await expectFitsEverywhere({ merchantPage, info, colorScheme, parts, whole })
  })
}
