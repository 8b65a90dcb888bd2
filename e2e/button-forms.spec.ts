import { localeCodes } from '../common/locale-tags.ts'
import { ButtonForm } from './support/button-form.ts'
import { COLOR_SCHEMES, expectFitsEverywhere } from './support/fits-everywhere.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordConsole, recordSubmits, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

const SLIP = 'prepayment-BOLETO'
const SCRIPT = '**/v1/static/code/button-*.js'

test('a shopper confirms a slip and comes back to the shop, which reads where to pay', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({ brands: 'BOLETO' })
  const form = new ButtonForm(page, SLIP)
  await expect(form.text).toContainText('Boleto')
  await expect(form.text).toContainText('you get the details for your payment')
  await expect(form.payButton).toHaveAttribute('data-amount', '€92.00')
  await expect(form.payButton).toHaveAccessibleName('Pay now')
  await expect(form.payButton).toHaveAccessibleDescription(/Boleto.*the money arrives/)
  await expect(page.locator('iframe')).toHaveCount(0)
  await form.payButton.click()
  expect([...(await merchantPage.result())]).toEqual([
    ['id', checkout.id],
    ['resourcePath', `/v1/checkouts/${checkout.id}/payment`],
  ])
  expect(submits).toHaveLength(1)
  const status = await gateway.status(checkout.id)
  expect(status).toMatchObject({ result: { code: '000.200.001' }, paymentBrand: 'BOLETO' })
  expect(status.resultDetails?.PaymentReference).toMatch(/./)
})

test('a shopper buys on account with only the keyboard', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ brands: 'KLARNA_INVOICE' })
  const form = new ButtonForm(page, 'virtualAccount-KLARNA_INVOICE')
  await expect(form.text).toContainText('by invoice from Klarna Invoice')
  await page.keyboard.press('Tab')
  await expect(form.payButton).toBeFocused()
  await page.keyboard.press('Enter')
  await merchantPage.result()
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('forms of brands that the shopper is not offered are left out', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await page.route('**/session?*', async (route) => {
    const answer = await route.fetch()
    const offer = { brands: ['MASTER'], brandOffer: ['MASTER', 'BOLETO'] }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...offer } })
  })
  await merchantPage.visit({
    brands: 'VISA MASTER BOLETO PAYPAL',
    options: `layout: 'stacked',
      onReady(forms) { window.ready = forms.map(({ containerKey }) => containerKey) }`,
  })
  await form.ready()
  const ready = () => page.evaluate(() => (window as unknown as { ready?: unknown }).ready)
  await expect.poll(ready).toEqual(['wpwl-container-card', `wpwl-container-${SLIP}`])
  await expect(new ButtonForm(page, SLIP).payButton).toBeVisible()
  await expect(page.locator('.wpwl-container-virtualAccount-PAYPAL')).toBeHidden()
  await expect(form.element.locator('.wpwl-control-brand option')).toHaveText(['Mastercard'])
})

test('cards share one form and every other brand has its own, in the order of the placeholder', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'VISA OXXO NOSUCH MASTER PREPAYMENT PAYPAL',
    options: `layout: 'stacked', onReady(forms) { (window.ready ??= []).push(forms) }`,
  })
  await form.ready()
  await expect(new ButtonForm(page, 'prepayment-PREPAYMENT').payButton).toBeVisible()
  const ready = () => page.evaluate(() => (window as unknown as { ready?: unknown }).ready)
  await expect.poll(ready).toEqual([
    [
      { containerKey: 'wpwl-container-card', ccMethods: ['VISA', 'MASTER'] },
      { containerKey: 'wpwl-container-prepayment-OXXO', ccMethods: [] },
      { containerKey: 'wpwl-container-prepayment-PREPAYMENT', ccMethods: [] },
      { containerKey: 'wpwl-container-virtualAccount-PAYPAL', ccMethods: [] },
    ],
  ])
  const classes = await page
    .locator('.wpwl-container')
    .evaluateAll((all) => all.map(({ classList }) => classList[1]))
  expect(classes).toEqual([
    'wpwl-container-card',
    'wpwl-container-prepayment-OXXO',
    'wpwl-container-prepayment-PREPAYMENT',
    'wpwl-container-virtualAccount-PAYPAL',
  ])
  await expect(page.locator('form.paymentWidgets')).toHaveCount(0)
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'mixed')
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('onBeforeSubmitPrepayment can stop the submit, and ten clicks pay once', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({
    brands: 'BOLETO',
    options: `onBeforeSubmitPrepayment(event) {
        window.calls = [...(window.calls ?? []), this.className.includes('prepayment-BOLETO'), event.type]
        return window.mayPay === true
      },
      onAfterSubmit() { sessionStorage.setItem('after', 'yes') }`,
  })
  const form = new ButtonForm(page, SLIP)
  await form.payButton.click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { calls?: unknown }).calls))
    .toEqual([true, 'submit'])
  expect(submits).toHaveLength(0)
  await page.evaluate(() => {
    Object.assign(window, { mayPay: true })
    for (let times = 0; times < 10; times++) {
      window.wpwl?.executePayment('wpwl-container-prepayment-BOLETO')
      document.querySelector<HTMLElement>('.wpwl-button-pay')?.click()
    }
  })
  await merchantPage.result()
  expect(submits).toHaveLength(1)
  expect(await page.evaluate(() => sessionStorage.getItem('after'))).toBe('yes')
  await merchantPage.expectStatus(checkout, '000.200.001')
})

test('a refusal of the gateway is shown under the button and reported to the page', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.route('**/v1/checkouts/*/payment', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: {
        result: {
          code: '200.300.404',
          parameterErrors: [{ name: 'paymentBrand', value: 'BOLETO', message: 'is not accepted' }],
        },
      },
    }),
  )
  await merchantPage.visit({
    brands: 'BOLETO',
    options: 'onError({ name, brand, message }) { window.told = [name, brand, message] }',
  })
  const form = new ButtonForm(page, SLIP)
  await form.payButton.click()
  await expect(form.notice).toContainText('The payment could not be carried out')
  expect(await page.evaluate(() => (window as unknown as { told?: unknown }).told)).toEqual([
    'WidgetError',
    'BOLETO',
    'paymentBrand: is not accepted',
  ])
  await expectNoViolations(page)
})

test('a submit with a lost answer is not sent again, and the gateway is asked for its outcome', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  await page.route('**/v1/checkouts/*/payment', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const checkout = await merchantPage.visit({ brands: 'BOLETO' })
  await new ButtonForm(page, SLIP).payButton.click()
  await merchantPage.result()
  expect(submits).toHaveLength(1)
  await page.unrouteAll()
  await merchantPage.expectStatus(checkout, '000.200.001')
})

test('form code that cannot be loaded can be retried, and the card form beside it works', async ({
  merchantPage,
}) => {
  const { page, form: card } = merchantPage
  await page.route(SCRIPT, (route) => route.abort())
  await merchantPage.open({
    brands: 'VISA BOLETO',
    options: `layout: 'stacked', onReady(forms) { (window.ready ??= []).push(forms.length) },
      onError({ name, event }) { window.told = [name, event] }`,
  })
  const form = new ButtonForm(page, SLIP)
  const notice = page.locator('.wpwl-notice')
  await expect(notice).toContainText('The payment form could not be loaded')
  const seen = () => page.evaluate(() => (window as unknown as { ready?: unknown }).ready)
  await expect.poll(seen).toEqual([1])
  expect(await page.evaluate(() => (window as unknown as { told?: unknown }).told)).toEqual([
    'WidgetError',
    'error',
  ])
  await expect(card.payButton).toBeVisible()
  await page.unroute(SCRIPT)
  await notice.getByRole('button').click()
  await form.payButton.waitFor()
  await expect.poll(seen).toEqual([1, 1])
  await form.payButton.click()
  await merchantPage.result()
})

test('form code whose hash is not in the script does not run', async ({ merchantPage }) => {
  const { page } = merchantPage
  await page.route(SCRIPT, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}window.foreign = true` })
  })
  await merchantPage.visit({ brands: 'BOLETO', checkout: { integrity: 'true' } })
  await expect(page.locator('.wpwl-notice')).toContainText('The payment form could not be loaded')
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false)
})

test('a form without fields pays under a strict content security policy with Trusted Types', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  const violations = await recordViolations(page)
  const sources = ['script-src', 'frame-src', 'connect-src', 'img-src', 'style-src']
  const policy = ["default-src 'none'", ...sources.map((name) => `${name} ${server.url}`)]
  const checkout = await merchantPage.visit({
    brands: 'OXXO BOLETO',
    headers: {
      'Content-Security-Policy': [...policy, "require-trusted-types-for 'script'"].join('; '),
    },
  })
  await expect(new ButtonForm(page, 'prepayment-OXXO').payButton).toBeVisible()
  await page.getByRole('radio', { name: 'Boleto' }).click()
  await new ButtonForm(page, SLIP).payButton.click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.200.001')
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('a form that the page has removed works again where the page puts it back', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await merchantPage.visit({ brands: 'BOLETO' })
  const form = new ButtonForm(page, SLIP)
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  const colour = await form.payButton.evaluate((button) => getComputedStyle(button).backgroundColor)
  await page.evaluate(async () => {
    const container = document.querySelector('.wpwl-container') as Element
    container.remove()
    await new Promise((resolve) => setTimeout(resolve, 50))
    Object.assign(window, { sheets: document.adoptedStyleSheets.length })
    document.body.append(container)
  })
  expect(await page.evaluate(() => (window as unknown as { sheets: number }).sheets)).toBe(0)
  await expect(form.payButton).toHaveCSS('background-color', colour)
  await form.payButton.click()
  await merchantPage.result()
})

test('a checkout that only stores payment details closes the form', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const checkout = await gateway.createStoringCheckout()
  await page.goto(merchantPage.address({ brands: 'BOLETO' }, checkout))
  const form = new ButtonForm(page, SLIP)
  await expect(form.notice).toContainText('The payment form could not be loaded')
  await expect(form.payButton).toHaveAttribute('aria-disabled', 'true')
})

test('forms without fields are translated', async ({ merchantPage }, info) => {
  test.slow()
  const { page } = merchantPage
  for (const code of variants(['en', 'de', 'ar', 'cn'], localeCodes)) {
    await merchantPage.visit({
      brands: 'PREPAYMENT AFTERPAY',
      options: `locale: '${code}', layout: 'stacked'`,
    })
    const form = new ButtonForm(page, 'prepayment-PREPAYMENT')
    await expect(form.element).toHaveAttribute('data-texts', 'here')
    await expect(form.payButton).toHaveAttribute('data-amount', /\S/)
    if (code !== 'en') await expect(form.text).not.toContainText('Prepayment')
    if (code !== 'de' && code !== 'ar') continue
    await expectNoViolations(page)
    await attachScreenshot(page, info, code)
  }
})

for (const colorScheme of COLOR_SCHEMES) {
  test(`forms without fields fit narrow and wide pages in both directions, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const parts = { brands: 'VISA MASTER BOLETO POSTPAY', options: "layout: 'stacked'" }
    const whole = async (locale: string) => {
      const form = new ButtonForm(merchantPage.page, SLIP)
      await expect(form.payButton).toHaveAttribute('data-amount', /\S/)
      await expect(form.element).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
    }
    await expectFitsEverywhere({ merchantPage, info, colorScheme, parts, whole })
  })
}
