import type { Page } from '@playwright/test'
import { ButtonForm } from './support/button-form.ts'
import { COLOR_SCHEMES, expectFitsEverywhere, THEMED } from './support/fits-everywhere.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const SEPA = 'directDebit-DIRECTDEBIT_SEPA'
const DEBIT = 'directDebit-DIRECTDEBIT'
const STC = 'virtualAccount-STC_PAY'
const CLIQ = 'virtualAccount-CLIQ'
const control = (form: ButtonForm, group: string) =>
  form.element.locator(`.wpwl-group-${group} .wpwl-control-${group}`)

test('a shopper gives a SEPA mandate with the keyboard alone, and the shop reads it', async ({
  merchantPage,
}, info) => {
  const { page, gateway } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({
    brands: 'DIRECTDEBIT_SEPA',
    options: `onBeforeSubmitDirectDebit() { window.sessionStorage.setItem('asked', 'yes') }`,
  })
  const form = new ButtonForm(page, SEPA)
  await expect(page.locator('form.wpwl-form-directDebit')).toHaveCount(1)
  await expect(page.locator('.wpwl-container-directDebit')).toHaveCount(1)
  await expect(form.element.locator('.wpwl-mandate')).toContainText(/you authorise \(A\) \S/)
  await expect(control(form, 'accountBankBic')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(control(form, 'accountHolder')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.element.locator('.wpwl-hint-accountHolderError')).toBeVisible()
  await expect(form.element.locator('.wpwl-hint-accountNumberError')).toBeVisible()
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'faults')
  await page.keyboard.type('Jane Jones')
  await page.keyboard.press('Tab')
  await page.keyboard.type('CH93 0076 2011 6238 5295 7')
  await expect(control(form, 'accountBankBic')).toHaveAttribute('aria-required', 'true')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('de89 3704 0044 0532 0130 00')
  await expect(control(form, 'accountBankBic')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await merchantPage.result()
  expect(submits).toHaveLength(1)
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  const status = await gateway.status(checkout.id)
  expect(status).toMatchObject({
    result: { code: '000.100.110' },
    bankAccount: {
      holder: 'Jane Jones',
      iban: 'DE***3000',
      mandate: { id: expect.stringMatching(/^TG-[A-Z]+$/) },
    },
  })
})

test('forms of named accounts, phones and other direct debits ask for what the method needs', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'STC_PAY CLIQ DIRECTDEBIT',
    options: `style: 'none', layout: 'stacked'`,
  })
  const stc = new ButtonForm(page, STC)
  const mobile = page.locator('.wpwl-wrapper-radio-mobile > .wpwl-control-radio-mobile')
  await expect(mobile).toBeChecked()
  await mobile.press('ArrowRight')
  await expect(control(stc, 'mobilePhone')).toHaveCount(0)
  await page.locator('.wpwl-control-radio-qrcode').press('ArrowLeft')
  await control(stc, 'mobilePhone').press('Enter')
  await expect(stc.element.locator('.wpwl-hint-mobilePhoneError')).toBeVisible()
  const debit = new ButtonForm(page, DEBIT)
  await control(debit, 'country').selectOption('FR')
  await expect(control(debit, 'accountIban')).toBeVisible()
  await control(debit, 'country').selectOption('US')
  await expect(control(debit, 'accountNumber')).toBeVisible()
  await expect(control(debit, 'accountBank')).toBeVisible()
  const cliq = new ButtonForm(page, CLIQ)
  await control(cliq, 'accountId').fill('jane.jones')
  await cliq.payButton.click()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    paymentBrand: 'CLIQ',
    virtualAccount: { accountId: 'jane.jones' },
  })
})

test('the number of a phone goes with the shopper to the provider', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ brands: 'STC_PAY' })
  const form = new ButtonForm(page, STC)
  await control(form, 'mobilePhone').fill('+966 50 123 4567')
  await form.payButton.click()
  await page.waitForURL((url) => url.pathname === '/simulator/redirect')
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.200.000' },
    virtualAccount: { accountId: '+966501234567' },
  })
})

const errorsOf = (page: Page) => page.evaluate(() => (window as unknown as { told?: unknown }).told)

test('a shopper confirms the sheet of a wallet with the keyboard, and pays what it shows', async ({
  merchantPage,
}, info) => {
  const { page, gateway } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({
    brands: 'APPLEPAY GOOGLEPAY SAMSUNGPAY',
    options: `layout: 'stacked', onError({ name, brand, event }) { window.told = [name, brand, event] },
      onLightboxCancel() { window.calls.push('cancel') }, onReadyExternal() { (window.calls ??= []).push('ready') },
      inlineFlow: ['APPLEPAY'], onBeforeSubmitInlineVirtualAccount() { window.sessionStorage.setItem('asked', 'yes') },
      googlePay: { onCancel() { window.cancelled = true }, buttonColor: 'white' },
      applePay: { displayName: 'Lark & Line', onPaymentAuthorized: async () => ({ status: 'SUCCESS' }) }`,
  })
  const google = new ButtonForm(page, 'virtualAccount-GOOGLEPAY')
  await expect(google.payButton).toHaveClass(/wpwl-google-pay-button-white/)
  await google.payButton.click()
  const sheet = page.locator('dialog.wpwl-wallet-sheet')
  await expect(sheet).toContainText('€92.00')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'sheet')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect.poll(() => errorsOf(page)).toEqual(['WidgetError', 'GOOGLEPAY', 'closed'])
  expect(await page.evaluate(() => 'cancelled' in window)).toBe(true)
  const calls = await page.evaluate(() => 'calls' in window && window.calls)
  expect(calls).toEqual(['ready', 'ready', 'ready', 'cancel'])
  await expect(google.payButton).toBeFocused()
  expect(submits).toHaveLength(0)
  const apple = new ButtonForm(page, 'virtualAccount-APPLEPAY')
  await expect(page.locator('.wpwl-apple-pay-button.wpwl-apple-pay-button-black')).toHaveCount(1)
  await apple.payButton.press('Enter')
  await expect(sheet).toContainText('Lark & Line')
  await sheet.getByRole('button', { name: 'Confirm payment' }).press('Enter')
  await merchantPage.result()
  expect(submits).toHaveLength(1)
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    paymentBrand: 'APPLEPAY',
    card: { last4Digits: '0000' },
  })
})

for (const brand of ['GOOGLEPAYTKN', 'SAMSUNGPAY']) {
  test(`a wallet's expired card comes back to the shop as declined: ${brand}`, async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    const checkout = await merchantPage.visit({ brands: brand, options: `locale: 'ar'` })
    await new ButtonForm(page, `virtualAccount-${brand}`).payButton.click()
    const sheet = page.locator('dialog.wpwl-wallet-sheet')
    await sheet.locator('select').selectOption('expired')
    await sheet.locator('.wpwl-wallet-confirm').click()
    await merchantPage.result()
    await merchantPage.expectStatus(checkout, '100.100.303')
  })
}

test('a page that refuses what the shopper authorised stops the payment, and ten presses open one sheet', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  await merchantPage.visit({
    brands: 'GOOGLEPAY',
    options: `onError({ name, brand, event }) { window.told = [name, brand, event] },
      googlePay: { onPaymentAuthorized: () => Promise.resolve({ transactionState: 'ERROR' }) }`,
  })
  const { payButton } = new ButtonForm(page, 'virtualAccount-GOOGLEPAY')
  await payButton.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 10; press++) button.click()
  })
  const sheet = page.locator('dialog.wpwl-wallet-sheet')
  await expect(sheet).toHaveCount(1)
  await sheet.locator('.wpwl-wallet-confirm').click()
  await expect.poll(() => errorsOf(page)).toEqual(['WidgetError', 'GOOGLEPAY', 'not_authorized'])
  expect(submits).toHaveLength(0)
  await expect(payButton).toHaveAttribute('aria-disabled', 'false')
})

test('the page answers what the shopper chooses in the sheet of Apple Pay, names what he can mend, and gets his address', async ({
  merchantPage,
}, info) => {
  const { page, gateway } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({
    brands: 'APPLEPAY',
    options: `labels: { cancel: 'Back to the shop' }, applePay: {
      supportsCouponCode: true,
      requiredShippingContactFields: ['postalAddress'],
      lineItems: [{ label: 'Books', amount: '87.00' }],
      shippingMethods: [
        { identifier: 'post', label: 'Post', detail: '3 days', amount: '5.00' },
        { identifier: 'express', label: 'Express', detail: 'Tomorrow', amount: '15.00' },
      ],
      submitOnPaymentAuthorized: ['customer', 'shipping'],
      onPaymentMethodSelected(card) { (window.told ??= []).push(card.displayName) },
      onShippingContactSelected(contact) {
        window.told.push(contact)
        if (contact.countryCode === 'DE') return { newLineItems: [{ label: 'Books', amount: '87.00' }] }
        return { errors: [{ code: 'addressUnserviceable', message: 'We do not deliver there.' }] }
      },
      onShippingMethodSelected: ({ identifier }) => Promise.resolve(window.told.push(identifier)),
      onCouponCodeChanged: (code) => code === 'SPRING' ? undefined : false,
      onPaymentAuthorized(payment) {
        window.authorised = (window.authorised ?? 0) + 1
        if (window.authorised === 1) return { status: 'FAILURE', errors: [{ message: 'Sold out' }] }
        sessionStorage.setItem('payment', JSON.stringify(payment))
        return { status: 'SUCCESS' }
      },
    }`,
  })
  const apple = new ButtonForm(page, 'virtualAccount-APPLEPAY')
  await apple.payButton.click()
  const sheet = page.locator('dialog.wpwl-wallet-sheet')
  const confirm = sheet.locator('.wpwl-wallet-confirm')
  const errors = sheet.getByRole('alert')
  const contact = sheet.getByLabel('Deliver to')
  await expect(sheet).toContainText('Books €87.00')
  await expect(sheet.getByRole('button', { name: 'Back to the shop' })).toBeVisible()
  await contact.selectOption({ index: 1 })
  await expect(errors).toHaveText('We do not deliver there.')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'refused')
  await contact.selectOption({ index: 0 })
  await expect(errors).toHaveText('')
  await sheet.getByLabel('Delivery').selectOption('express')
  await sheet.getByLabel('Coupon code').fill('WINTER')
  await sheet.getByLabel('Coupon code').press('Tab')
  await expect(errors).toHaveText(/^The shop cannot accept this/)
  await sheet.getByLabel('Coupon code').fill('SPRING')
  await sheet.getByLabel('Coupon code').press('Tab')
  await expect(errors).toHaveText('')
  const hamburg = {
    locality: 'Hamburg',
    administrativeArea: '',
    postalCode: '20457',
    countryCode: 'DE',
  }
  expect(await errorsOf(page)).toEqual([
    'Visa •••• 0000',
    hamburg,
    {
      ...hamburg,
      locality: 'New York',
      administrativeArea: 'NY',
      postalCode: '10001',
      countryCode: 'US',
    },
    hamburg,
    'express',
  ])
  await confirm.click()
  await expect(errors).toHaveText('Sold out')
  expect(submits).toHaveLength(0)
  await sheet.getByLabel('Card').selectOption('mastercard')
  await expect(errors).toHaveText('')
  await confirm.click()
  await merchantPage.result()
  expect(submits).toHaveLength(1)
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    card: { last4Digits: '5454' },
    customer: { givenName: 'Jane', surname: 'Jones', email: 'jane.jones@example.com' },
    shipping: { street1: 'Harbour Street 12', city: 'Hamburg', postcode: '20457', country: 'DE' },
  })
  const payment = JSON.parse((await page.evaluate(() => sessionStorage.getItem('payment'))) ?? '{}')
  expect(payment).toMatchObject({
    shippingContact: { givenName: 'Jane', locality: 'Hamburg' },
    shippingMethod: { identifier: 'express' },
  })
})

for (const [locale, colorScheme] of [
  ['ar', 'dark'],
  ['de', 'light'],
] as const) {
  test(`the sheet of a wallet fits a page of 320 px: ${locale}, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const { page } = merchantPage
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 900 })
    await merchantPage.visit({
      brands: 'APPLEPAY',
      head: THEMED,
      options: `locale: '${locale}', applePay: {
        supportsCouponCode: true,
        lineItems: [{ label: 'Books', amount: '87.00' }],
        shippingMethods: [{ identifier: 'post', label: 'Post', amount: '5.00' }],
        onShippingContactSelected: () => false,
      }`,
    })
    await new ButtonForm(page, 'virtualAccount-APPLEPAY').payButton.click()
    const sheet = page.locator('dialog.wpwl-wallet-sheet')
    await expect(sheet.getByRole('alert')).toHaveText(/\S/)
    const outside = await sheet.evaluate((dialog) => {
      const { left, right } = dialog.getBoundingClientRect()
      const nodes = [...dialog.querySelectorAll('[class]')].map((node) => ({
        node: node.className,
        box: node.getBoundingClientRect(),
      }))
      const isOutside = ({ box }: { box: DOMRect }) =>
        box.left < left + 24 || box.right > right - 24
      return nodes
        .filter(isOutside)
        .map(({ node, box }) => [node, box.left - left, right - box.right])
    })
    expect(outside).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'narrow')
  })
}

test('the sheet of a wallet shows and pays the amount that the page has the checkout changed to', async ({
  merchantPage,
  server,
}) => {
  const { page, gateway } = merchantPage
  await page.exposeFunction('changeAmount', async (id: string) => {
    await gateway.pay(`/v1/checkouts/${id}`, { amount: '97.00' })
  })
  const checkout = await merchantPage.visit({
    brands: 'GOOGLEPAY',
    options: `googlePay: {
      shippingAddressRequired: true,
      shippingOptionParameters: { shippingOptions: [{ id: 'a', label: 'Post' }, { id: 'b', label: 'Express' }] },
      async onPaymentDataChanged({ callbackTrigger, shippingOptionData }) {
        if (callbackTrigger !== 'SHIPPING_OPTION') return
        await window.changeAmount(wpwl.checkout.id)
        return { newTransactionInfo: { displayItems: [{ label: 'Express', price: '5.00' }] } }
      },
      onPaymentAuthorized: ({ shippingAddress }) => ({
        transactionState: shippingAddress.name === 'Jane Jones' ? 'SUCCESS' : 'ERROR',
      }),
    }`,
  })
  expect(checkout.script).toContain(server.url)
  await new ButtonForm(page, 'virtualAccount-GOOGLEPAY').payButton.click()
  const sheet = page.locator('dialog.wpwl-wallet-sheet')
  await expect(sheet.locator('.wpwl-wallet-total')).toContainText('€92.00')
  await sheet.getByLabel('Delivery').selectOption('b')
  await expect(sheet.locator('.wpwl-wallet-total')).toContainText('€97.00')
  await expect(sheet).toContainText('Express €5.00')
  await sheet.locator('.wpwl-wallet-confirm').click()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    amount: '97.00',
  })
})

test('a gift card pays the whole amount or nothing', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ brands: 'GIFTCARD', checkout: { amount: '30.00' } })
  const form = new ButtonForm(page, 'giftCard-GIFTCARD')
  await form.payButton.click()
  await expect(form.element.locator('.wpwl-hint-pinEmptyError')).toBeVisible()
  await control(form, 'giftCardNumber').fill('6006 0005 0000 0014')
  await control(form, 'giftCardPin').fill('0014')
  await form.payButton.click()
  await merchantPage.result()
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

for (const colorScheme of COLOR_SCHEMES) {
  test(`forms of methods fit narrow and wide pages in both directions, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const brands = 'DIRECTDEBIT_SEPA DIRECTDEBIT STC_PAY CLIQ APPLEPAY GIFTCARD'
    const parts = { brands, options: 'displayBic: true' }
    const whole = async () => {
      for (const name of [SEPA, DEBIT, STC, CLIQ]) {
        const { element, payButton } = new ButtonForm(merchantPage.page, name)
        await expect(payButton).toHaveAttribute('data-amount', /\S/)
        await expect(element).toHaveAttribute('data-texts', 'here')
      }
    }
    await expectFitsEverywhere({ merchantPage, info, colorScheme, parts, whole })
  })
}
