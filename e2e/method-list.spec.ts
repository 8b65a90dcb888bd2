import type { Page } from '@playwright/test'
import { processDemo } from '../server/testing/server-process.fixture.ts'
import { ButtonForm } from './support/button-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import type { Markup } from './support/merchant-page.ts'
import { recordConsole, recordLayoutShift } from './support/recordings.ts'
import { otherStoredCard, storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

const NINE =
  'VISA MASTER PAYPAL IDEAL DIRECTDEBIT_SEPA KLARNA_INVOICE GOOGLEPAY APPLEPAY BOLETO GIFTCARD'
const PAYPAL = 'virtualAccount-PAYPAL'

const rows = (page: Page) => page.locator('.wpwl-method-row')
const row = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const wallets = (page: Page) => page.locator('.wpwl-express .wpwl-container')
const listButtons = (page: Page) => page.locator('main > .wpwl-container .wpwl-button-pay:visible')
const payButtons = (page: Page) => page.locator('.wpwl-button-pay:visible')

test('nine ways to pay are one list with one open form and one button', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  await merchantPage.open({ brands: NINE })
  await expect(rows(page)).toHaveCount(7)
  await expect(wallets(page)).toHaveCount(2)
  await expect(row(page, 'Card')).toBeChecked()
  await expect(payButtons(page)).toHaveCount(3)
  const height = await page.locator('main').evaluate((main) => {
    const [first, last] = [main.querySelector('.wpwl-express'), main.lastElementChild]
    return (last?.getBoundingClientRect().bottom ?? 0) - (first?.getBoundingClientRect().top ?? 0)
  })
  expect(height).toBeLessThanOrEqual(700)
  await attachScreenshot(page, info, 'nine')
  await expectNoViolations(page)
  await row(page, 'PayPal').click()
  await expect(listButtons(page)).toHaveText(['Continue to PayPal'])
  await expectNoViolations(page)
})

for (const { name, width, colorScheme, locale } of [
  { name: 'wide', width: 1280, colorScheme: 'light', locale: 'en' },
  { name: 'narrow', width: 320, colorScheme: 'dark', locale: 'de' },
  { name: 'Arabic', width: 1280, colorScheme: 'dark', locale: 'ar' },
] as const) {
  test(`wallets stand above the list, ${name}`, async ({ merchantPage }, info) => {
    const { page } = merchantPage
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const isRightToLeft = locale === 'ar'
    await merchantPage.open({
      brands: NINE,
      options: `locale: '${locale}'`,
      head: '<meta name="color-scheme" content="light dark">',
      dir: isRightToLeft ? 'rtl' : 'ltr',
    })
    await expect(wallets(page)).toHaveCount(2)
    const words = {
      en: 'or pay another way',
      de: 'oder anders bezahlen',
      ar: 'أو ادفع بطريقة أخرى',
    }
    await expect(page.locator('.wpwl-express-words')).toHaveText(words[locale])
    await expect(wallets(page).locator('.wpwl-button-pay svg')).toHaveCount(2)
    const [google, apple] = [wallets(page).nth(0), wallets(page).nth(1)]
    const [first, second] = [await google.boundingBox(), await apple.boundingBox()]
    expect(first?.height).toBe(48)
    if (width === 320) expect(second?.y).toBe((first?.y ?? 0) + 56)
    else expect(second?.y).toBe(first?.y)
    if (isRightToLeft) expect(second?.x).toBeLessThan(first?.x ?? 0)
    await attachScreenshot(page, info, 'express')
    await expectNoViolations(page)
  })
}

test('a wallet above the list says that it is simulated, and pays', async ({ merchantPage }) => {
  const { page, gateway, form } = merchantPage
  const checkout = await merchantPage.open({
    brands: 'APPLEPAY VISA MASTER',
    options: 'onReady(forms) { window.ready = forms.map(({ containerKey }) => containerKey) }',
  })
  const button = wallets(page).locator('.wpwl-button-pay')
  await expect(button).toHaveText('Pay with Apple Pay')
  await expect(button).toHaveAttribute('data-simulated', 'Simulated Apple Pay')
  await expect(rows(page)).toHaveCount(0)
  await expect(form.element.locator('select.wpwl-control-brand')).toBeHidden()
  expect(await page.evaluate(() => (window as { ready?: unknown }).ready)).toEqual([
    'wpwl-container-virtualAccount-APPLEPAY',
    'wpwl-container-card',
  ])
  await button.click()
  await page.getByRole('dialog').locator('.wpwl-wallet-confirm').click()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({ paymentBrand: 'APPLEPAY' })
})

test('two wallets beside each other keep their height while one pays, and the chosen way has a frame', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.setViewportSize({ width: 1000, height: 900 })
  await merchantPage.open({ brands: 'VISA PAYPAL GOOGLEPAY APPLEPAY', options: "locale: 'de'" })
  await expect(page.locator('.wpwl-express [data-simulated]')).toHaveCount(2)
  const heights = () =>
    wallets(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  const before = await heights()
  expect(before[0]).toBe(before[1])
  const edge = (name: string) =>
    row(page, name).evaluate((radio) => {
      const box = radio.closest('.wpwl-method-row') as Element
      return getComputedStyle(box).borderTopColor
    })
  expect(await edge('Karte')).not.toBe(await edge('PayPal'))
  const chosen = await edge('Karte')
  await row(page, 'PayPal').click()
  expect(await edge('PayPal')).toBe(chosen)

  await page.route('**/payment', () => {})
  await wallets(page).first().locator('.wpwl-button-pay').click()
  await page.getByRole('dialog').locator('.wpwl-wallet-confirm').click()
  await expect(wallets(page).first().locator('form')).toHaveAttribute('data-phase', 'busy')
  expect(await heights()).toEqual(before)
})

test('wallets wait while another form pays', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await page.route('**/v1/checkouts/*/payment', () => undefined)
  await merchantPage.open({ brands: 'VISA PAYPAL GOOGLEPAY' })
  await form.fill()
  await form.pay()
  await expect(page.locator('.wpwl-express')).toHaveAttribute('inert')
})

test('wallets are rows where the page wants it, and forms in stacked pages', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const brands = 'VISA PAYPAL GOOGLEPAY'
  await merchantPage.open({ brands, options: 'express: false' })
  await expect(rows(page)).toHaveCount(3)
  await row(page, 'Google Pay').click()
  await expect(payButtons(page)).toHaveText(['Pay with Google Pay'])
  for (const parts of [
    { options: "layout: 'stacked'" },
    { options: "style: 'none'" },
    { checkout: { entityId: processDemo.legacyEntityId } },
  ]) {
    await merchantPage.open({ brands, ...parts })
    await expect(page.locator('.wpwl-button-pay')).toHaveCount(3)
    await expect(page.locator('.wpwl-express')).toHaveCount(0)
  }
})

test('wallets of several placeholders stand above their list, below it stored cards are first', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  await merchantPage.open({
    brands: 'APPLEPAY',
    checkout: offer,
    body: ({ options, form, script }: Markup) =>
      `${options}${form}${form.replace('APPLEPAY', 'VISA')}${form.replace('APPLEPAY', 'PAYPAL')}${script}`,
  })
  await expect(wallets(page)).toHaveCount(1)
  const order = await page
    .locator('main > .wpwl-express, main #wpwl-registrations, main > .wpwl-method-row')
    .evaluateAll((found) => found.map(({ id, className }) => id || className))
  expect(order).toEqual([
    'wpwl-express',
    'wpwl-registrations',
    'wpwl-method-row',
    'wpwl-method-row',
  ])
})

test('each way to pay has its mark, out of one file that is fetched once', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  const files: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/code\/(logos|marks)-/.exec(request.url()) ?? []
    if (name) files.push(name)
  })
  const marks = rows(page).locator('.wpwl-logo')
  await merchantPage.open({ brands: 'VISA MASTER' })
  expect(files).toEqual([])
  await merchantPage.open({ brands: 'PAYPAL IDEAL KLARNA_INVOICE BOLETO VISA MASTER' })
  await expect(marks).toHaveCount(6)
  await expect(marks.locator('svg')).toHaveCount(6)
  expect(files).toEqual(['marks'])
  for (const mark of await marks.all()) {
    expect(await mark.boundingBox()).toMatchObject({ width: 30, height: 20 })
  }
  await attachScreenshot(page, info, 'marks')
  await page.emulateMedia({ colorScheme: 'dark' })
  await attachScreenshot(page, info, 'marks in the dark')
  await page.route('**/code/marks-*.js', (route) => route.abort())
  await merchantPage.visit({ brands: 'PAYPAL IDEAL' })
  await expect(row(page, 'PayPal')).toBeVisible()
})

test('the row of cards shows the brands that the checkout offers, at most four, of those the page names', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const card = page.locator('.wpwl-method-row', { has: row(page, 'Card') })
  const marks = () =>
    card.locator('.wpwl-logo').evaluateAll((all) => all.map((each) => each.dataset.brand))
  const open = async (offered: readonly string[]) => {
    await page.route('**/session?**', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), brands: offered } })
    })
    await merchantPage.visit({ brands: 'PAYPAL VISA MASTER AMEX JCB DINERS MAESTRO' })
    await expect(row(page, 'PayPal')).toBeChecked()
    await page.unroute('**/session?**')
  }
  await open(['AMEX', 'MASTER', 'DISCOVER'])
  await expect.poll(marks).toEqual(['MASTER', 'AMEX'])
  await open(['VISA', 'MASTER', 'AMEX', 'JCB', 'DINERS', 'MAESTRO'])
  await expect.poll(marks).toEqual(['VISA', 'MASTER', 'AMEX', 'JCB'])
})

test('the keyboard moves through the list, and what was typed stays', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open({
    brands: 'VISA PAYPAL IDEAL',
    options: 'onChangePaymentMethod(key) { (window.keys ??= []).push(key) }',
  })
  await form.fill()
  await page.keyboard.press('Escape')
  await row(page, 'Card').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'PayPal')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(new ButtonForm(page, PAYPAL).payButton).toBeFocused()
  await row(page, 'PayPal').focus()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 'Card')).toBeChecked()
  expect(await page.evaluate(() => (window as { keys?: unknown }).keys)).toEqual([
    'wpwl-container-virtualAccount-PAYPAL',
    'wpwl-container-card',
  ])
  await merchantPage.expectPaid(checkout)
})

test('arrows go round the list, and from right to left where it is read so', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const choices = page.locator('.wpwl-method-choice')
  await merchantPage.open({
    brands: 'VISA PAYPAL IDEAL',
    options: "locale: 'ar', layout: 'tabs'",
    dir: 'rtl',
  })
  await choices.first().focus()
  for (const [key, at] of [
    ['ArrowLeft', 1],
    ['ArrowRight', 0],
    ['ArrowUp', 2],
    ['ArrowDown', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(choices.nth(at)).toBeChecked()
    await expect(choices.nth(at)).toBeFocused()
  }
})

test('a closed form cannot be reached, and rows wait while another form pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await page.route('**/v1/checkouts/*/payment', () => undefined)
  await merchantPage.open({ brands: 'VISA PAYPAL' })
  await expect(page.locator(`.wpwl-container-${PAYPAL}`)).toHaveAttribute('inert')
  await form.fill()
  await form.pay()
  await expect(row(page, 'PayPal')).toBeDisabled()
})

test('a checkout that is paid is told once, and the wallets above the list go', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  await merchantPage.open({ brands: NINE })
  await form.fill()
  await form.pay()
  await merchantPage.result()
  await page.goBack()
  const notices = page.locator('.wpwl-notice:visible')
  await expect(notices).toHaveText(['This order has already been paidBack to the shop'])
  await expect(page.locator('.wpwl-express')).toBeHidden()
  await attachScreenshot(page, info, 'paid')
})

test('a session that cannot be read is told once; the wallets are back when it is there', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.route('**/session?*', (route) => route.abort())
  await page.clock.install()
  await merchantPage.visit({ brands: NINE })
  await expect(async () => {
    await page.clock.runFor('00:05')
    await expect(page.locator('.wpwl-notice:visible')).toHaveCount(1, { timeout: 300 })
  }).toPass()
  await expect(page.locator('.wpwl-express')).toBeHidden()
  await page.unroute('**/session?*')
  await page.locator('.wpwl-notice:visible').getByRole('button').click()
  await expect(wallets(page).first()).toBeVisible()
})

test('a shopper reads below a wallet why it alone does not pay', async ({ merchantPage }) => {
  const { page } = merchantPage
  await page.route('**/v1/checkouts/*/payment', (route) => route.fulfill({ status: 500 }))
  await merchantPage.open({ brands: 'APPLEPAY VISA MASTER' })
  await wallets(page).locator('.wpwl-button-pay').click()
  await page.getByRole('dialog').locator('.wpwl-wallet-confirm').click()
  await expect(wallets(page).locator('.wpwl-notice')).toContainText('You have not been charged')
  await expect(wallets(page)).toBeVisible()
})

test('the page decides whether a form is open at first, and whether there is a list', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.visit({ brands: 'VISA PAYPAL', options: 'openFirst: false' })
  await expect(rows(page)).toHaveCount(2)
  await expect(payButtons(page)).toHaveCount(0)
  await row(page, 'PayPal').click()
  await expect(payButtons(page)).toHaveText(['Continue to PayPal'])

  await merchantPage.open({ brands: 'VISA PAYPAL', options: "layout: 'stacked'" })
  await expect(payButtons(page)).toHaveText(['Pay now', 'Pay now'])
  await expect(rows(page)).toHaveCount(0)

  await merchantPage.open({ brands: 'VISA PAYPAL', options: "layout: 'tabs'" })
  const [first, second] = [
    await rows(page).nth(0).boundingBox(),
    await rows(page).nth(1).boundingBox(),
  ]
  expect(first?.y).toBe(second?.y)
  await page.setViewportSize({ width: 360, height: 800 })
  await merchantPage.open({ brands: 'VISA PAYPAL', options: "layout: 'tabs'" })
  await expect(form.payButton).toBeVisible()
  await expect(rows(page).nth(0)).not.toHaveCSS('grid-row-start', '1')
  await expect(page.locator('.wpwl-method-tabs')).toHaveCount(0)
})

test('a shop without our styles gets radio buttons, and one form at a time', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({ brands: 'VISA PAYPAL', options: "style: 'none'" })
  await expect(payButtons(page)).toHaveText(['Pay now'])
  await row(page, 'PayPal').click()
  await expect(payButtons(page)).toHaveText(['Continue to PayPal'])
  await expect(form.element).toBeHidden()
})

test('pages of old gateways keep their forms open', async ({ merchantPage }) => {
  const { page } = merchantPage
  const checkout = { entityId: processDemo.legacyEntityId }
  await merchantPage.open({ checkout, brands: 'VISA MASTER PAYPAL' })
  await expect(payButtons(page)).toHaveText(['Pay now', 'Pay now'])
  await expect(rows(page)).toHaveCount(0)
  await expect(page.locator('select.wpwl-control-brand')).toBeVisible()
  await expect(page.locator('.wpwl-container-card')).toHaveCSS('margin-top', '0px')
})

test('forms in different places of the page are no list', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.open({
    brands: 'VISA',
    body: ({ options, form, script }: Markup) =>
      `${options}<section>${form}</section><section>${form.replace('VISA', 'PAYPAL')}</section>${script}`,
  })
  await expect(payButtons(page)).toHaveText(['Pay now', 'Pay now'])
  await expect(rows(page)).toHaveCount(0)
})

test('without the code of the list all forms are open', async ({ merchantPage }) => {
  const { page } = merchantPage
  await page.route('**/v1/static/code/list-*.js', (route) => route.abort())
  await merchantPage.open({ brands: 'VISA PAYPAL' })
  await expect(payButtons(page)).toHaveText(['Pay now', 'Pay now'])
})

test('stored cards are the first rows of the list', async ({ merchantPage }, info) => {
  const { page, form, gateway } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard, otherStoredCard)
  const checkout = await merchantPage.open({ brands: 'VISA MASTER PAYPAL', checkout: offer })
  const stored = page.locator('.wpwl-group-registration')
  await expect(stored).toHaveCount(2)
  await expect(stored.nth(0).getByRole('radio')).toBeChecked()
  await expect(payButtons(page)).toHaveCount(1)
  await attachScreenshot(page, info, 'stored')
  await expectNoViolations(page)
  await row(page, 'Card').click()
  await expect(stored.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(payButtons(page)).toHaveCount(1)
  await expect(form.payButton).toBeVisible()
  await stored.nth(1).getByRole('radio').click()
  await expect(form.payButton).toBeHidden()
  await payButtons(page).click()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    card: { last4Digits: '5454' },
  })
})

test('nothing below the list moves while it loads', async ({ merchantPage }) => {
  const { page } = merchantPage
  const shift = await recordLayoutShift(page)
  const lines = recordConsole(page)
  await merchantPage.open({
    brands: NINE,
    options: '',
    body: ({ options, form, script }: Markup) =>
      `${options}${form}${script}<p id="below">Terms and conditions</p>`,
  })
  await expect(rows(page)).toHaveCount(7)
  await expect(row(page, 'Gift card')).toBeVisible()
  expect(await shift()).toEqual([])
  expect(lines).toEqual([])
})

for (const { brands, width } of [
  { brands: 'VISA MASTER APPLEPAY GOOGLEPAY', width: 1280 },
  { brands: 'VISA PAYPAL APPLEPAY GOOGLEPAY SAMSUNGPAY', width: 360 },
]) {
  test(`nothing moves below ${brands} at ${width} pixels`, async ({ merchantPage }) => {
    const { page } = merchantPage
    await page.setViewportSize({ width, height: 1000 })
    const shift = await recordLayoutShift(page)
    await merchantPage.open({
      brands,
      options: '',
      body: ({ options, form, script }: Markup) =>
        `${options}${form}${script}<p id="below">Terms and conditions</p>`,
    })
    await expect(wallets(page).first()).toBeVisible()
    await expect(page.locator('.wpwl-express [data-simulated]').first()).toBeVisible()
    expect(await shift()).toEqual([])
  })
}
