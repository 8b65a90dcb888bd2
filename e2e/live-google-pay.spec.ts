import type { Page } from '@playwright/test'
import { type FakeGooglePay, installGooglePay } from './support/fake-google-pay.ts'
import { DECLINED, GOOGLE_MERCHANT, type LiveGateway } from './support/live-gateway.ts'
import { expect, failures, RESULT, type ShopPage, test, visitShop } from './support/live-shop.ts'
import { recordLayoutShift } from './support/recordings.ts'

declare global {
  interface Window {
    googlePay: FakeGooglePay
  }
}

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js'

/** Google's scripts that a page has loaded. */
let loaded: string[] = []

test.beforeEach(async ({ page }) => {
  loaded = []
  await page.route('https://pay.google.com/**', (route) => {
    loaded.push(route.request().url())
    const body = `(${installGooglePay})()`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
})

interface GoogleShop extends Partial<ShopPage> {
  /** Members of the option `googlePay`, as source text. */
  readonly googlePay?: string
}

/** A page of a shop that offers Google Pay; its checkout. */
function visit(page: Page, live: LiveGateway, { googlePay = '', ...shown }: GoogleShop = {}) {
  const options = `${shown.options ?? ''} googlePay: { ${googlePay} }`
  return visitShop(page, live, { brands: 'GOOGLEPAY', ...shown, options })
}

const lastOf = (page: Page, name: string) =>
  page.evaluate((asked) => window.googlePay.calls.findLast(([each]) => each === asked)?.[1], name)

async function openSheet(page: Page): Promise<void> {
  await page.click('.gpay-button')
  await expect.poll(() => page.evaluate(() => window.googlePay.isOpen)).toBe(true)
}

/** What Google gives a page with a token. */
const dataWith = (token: string, more: object = {}) => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: { type: 'CARD', info: {}, tokenizationData: { type: 'DIRECT', token } },
  ...more,
})

/** The shopper confirms; the page may be gone before it has answered. */
async function authorise(page: Page, token: string, more: object = {}): Promise<void> {
  await page.evaluate((data) => void window.googlePay.authorise(data), dataWith(token, more))
}

test('a shopper pays with Google Pay by its own button, with a token for the gateway’s key', async ({
  page,
  live,
}) => {
  const id = await visit(page, live, {
    googlePay: `buttonType: 'buy', buttonColor: 'white', merchantName: 'Lark & Line', countryCode: 'DE',`,
  })
  await openSheet(page)
  expect(loaded).toEqual([SCRIPT])
  expect(await lastOf(page, 'createButton')).toMatchObject({
    buttonType: 'buy',
    buttonColor: 'white',
    buttonLocale: 'en',
    buttonSizeMode: 'fill',
  })
  await expect(page.locator('.wpwl-button-pay')).toBeHidden()
  expect(await lastOf(page, 'loadPaymentData')).toMatchObject({
    merchantInfo: { merchantId: GOOGLE_MERCHANT, merchantName: 'Lark & Line' },
    transactionInfo: { totalPrice: '92.00', currencyCode: 'EUR', countryCode: 'DE' },
    allowedPaymentMethods: [
      {
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: expect.arrayContaining(['VISA', 'MASTERCARD']),
        },
      },
    ],
  })
  await authorise(page, await live.token('googlePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
  expect(live.forwarded.at(-1)).toMatchObject({
    'card.number': '4200000000000000',
    amount: '92.00',
  })
})

test('the sheet hears that the payment is declined', async ({ page, live }) => {
  const id = await visit(page, live)
  await openSheet(page)
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      const last = window.googlePay.calls.findLast(([name]) => name === 'authorised')
      sessionStorage.authorised = JSON.stringify(last?.[1])
    })
  })
  const card = { number: DECLINED, expiryMonth: '05', expiryYear: '2034' }
  await authorise(page, await live.token('googlePay', { card }))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('800.100.152')
  const said = await page.evaluate(() => sessionStorage.authorised)
  expect(JSON.parse(said)).toMatchObject({ transactionState: 'ERROR' })
})

test('a token pays once', async ({ page, live }) => {
  const token = await live.token('googlePay')
  for (const code of ['000.000.000', '800.110.100']) {
    const id = await visit(page, live)
    await openSheet(page)
    await authorise(page, token)
    await page.waitForURL(RESULT)
    expect((await live.status(id)).result.code).toBe(code)
  }
})

test('the page hears what the shopper chooses, changes the amount, and names what he must mend', async ({
  page,
  live,
}) => {
  let id = ''
  await page.exposeFunction('changeAmount', (amount: string) => live.changeCheckout(id, { amount }))
  id = await visit(page, live, {
    googlePay: `shippingAddressRequired: true, submitOnPaymentAuthorized: ['customer', 'shipping'],
      displayItems: [{ label: 'Books', type: 'LINE_ITEM', price: '92.00' }],
      async onPaymentDataChanged({ callbackTrigger, shippingAddress }) {
        if (shippingAddress.countryCode === 'US') throw new Error('not there')
        await changeAmount('97.00')
      },
      onPaymentAuthorized: ({ email }) => email ? { transactionState: 'SUCCESS' } : {
        transactionState: 'ERROR',
        error: { reason: 'PAYMENT_DATA_INVALID', message: 'Who?', intent: 'PAYMENT_AUTHORIZATION' } },`,
  })
  await openSheet(page)
  expect(await lastOf(page, 'loadPaymentData')).toMatchObject({
    callbackIntents: ['PAYMENT_AUTHORIZATION', 'SHIPPING_ADDRESS'],
    emailRequired: true,
    transactionInfo: { totalPriceLabel: expect.any(String), displayItems: [{ label: 'Books' }] },
  })
  const change = (countryCode: string) =>
    page.evaluate(
      (shippingAddress) =>
        window.googlePay.change({ callbackTrigger: 'SHIPPING_ADDRESS', shippingAddress }),
      { countryCode },
    )
  expect(await change('US')).toMatchObject({
    error: { reason: 'OTHER_ERROR', intent: 'SHIPPING_ADDRESS' },
    newTransactionInfo: { totalPrice: '92.00' },
  })
  expect(await change('DE')).toMatchObject({ newTransactionInfo: { totalPrice: '97.00' } })
  const token = await live.token('googlePay')
  await authorise(page, token)
  await expect.poll(() => lastOf(page, 'authorised')).toMatchObject({ error: { message: 'Who?' } })
  const shippingAddress = { name: 'Jane Jones', countryCode: 'DE', locality: 'Hamburg' }
  await authorise(page, token, { email: 'jane.jones@example.com', shippingAddress })
  await page.waitForURL(RESULT)
  expect(await live.status(id)).toMatchObject({
    amount: '97.00',
    customer: { givenName: 'Jane', email: 'jane.jones@example.com' },
  })
})

test('a shopper who closes the sheet can open it again', async ({ page, live }) => {
  await visit(page, live, { googlePay: 'onCancel: (code) => failures.push(code),' })
  for (const turn of [1, 2]) {
    await openSheet(page)
    await page.evaluate(() => window.googlePay.cancel())
    const both = ['CANCELED', 'closed: The shopper has closed the sheet']
    await expect.poll(() => failures(page)).toEqual(Array(turn).fill(both).flat())
  }
})

test('the sheet hears that the page has removed the form', async ({ page, live }) => {
  const id = await visit(page, live)
  await openSheet(page)
  await page.evaluate(() => (window as unknown as { wpwl: { unload(): void } }).wpwl.unload())
  const data = dataWith(await live.token('googlePay'))
  const said = await page.evaluate((given) => window.googlePay.authorise(given), data)
  expect(said).toMatchObject({ transactionState: 'ERROR' })
  expect((await live.status(id)).result.code).toBe('000.200.000')
})

test('a checkout of another amount than the sheet has shown is not paid', async ({
  page,
  live,
}) => {
  const id = await live.createCheckout({ amount: '93.00' })
  await page.exposeFunction('newCheckout', () => id)
  await visit(page, live, {
    script: `entityId=${live.entityId}`,
    options: `checkout: { amount: '92.00', currency: 'EUR' }, createCheckout: () => newCheckout(),`,
  })
  await openSheet(page)
  await authorise(page, await live.token('googlePay'))
  await expect
    .poll(() => failures(page))
    .toEqual([expect.stringMatching(/^error: .*another amount/)])
  expect(await lastOf(page, 'authorised')).toMatchObject({ transactionState: 'ERROR' })
})

test('the form goes where the device has no Google Pay, or the operator has not set it up', async ({
  page,
  live,
}) => {
  await page.addInitScript(() => Object.assign(window, { hasNoGooglePay: true }))
  await visit(page, live)
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(/^not_ready: .*device/)])
  await expect(page.locator('.wpwl-container-virtualAccount-GOOGLEPAY')).toHaveCount(0)
  await page.route('**/session?*', async (route) => {
    const response = await route.fetch()
    const { wallets: _, ...session } = await response.json()
    return route.fulfill({ response, json: session })
  })
  await visit(page, live)
  const reason = /^not_ready: .*TILLGATE_GOOGLE_PAY_MERCHANT/
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(reason)])
})

test('a wallet above the list that cannot pay here takes its place with it', async ({
  page,
  live,
}) => {
  await page.addInitScript(() => Object.assign(window, { hasNoGooglePay: true }))
  await visit(page, live, { brands: 'VISA PAYPAL GOOGLEPAY' })
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(/^not_ready: .*device/)])
  const row = page.locator('.wpwl-express')
  await expect(row).toHaveAttribute('data-wpwl-folded', 'all')
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(0)
  await expect(page.locator('.wpwl-method-row')).toHaveCount(2)
})

test('a wallet that turns out late to be unable to pay moves no form that the shopper uses', async ({
  page,
  live,
}) => {
  const shift = await recordLayoutShift(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('https://pay.google.com/**', async (route) => {
    await answered
    await route.abort()
  })
  const isLoaded = visit(page, live, { brands: 'VISA PAYPAL GOOGLEPAY' })
  await page.locator('.wpwl-control-expiry').click()
  answer()
  await isLoaded
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(/^not_ready: .*pay\.js/)])
  const row = page.locator('.wpwl-express')
  await expect(row).toHaveAttribute('data-wpwl-empty')
  expect(await row.boundingBox()).toMatchObject({ height: 92 })
  expect(await shift()).toEqual([])
})

test('two forms share one script, also on a page that names its Trusted Types policies', async ({
  page,
  live,
}) => {
  const id = await live.createCheckout()
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
    <script>var failures = [], wpwlOptions = { onError: (error) => failures.push(error.message) }</script>
    <form class="paymentWidgets" action="/result" data-brands="GOOGLEPAY"></form>
    <form class="paymentWidgets" action="/result" data-brands="GOOGLEPAYTKN"></form>
    <script src="${live.url}/v1/paymentWidgets.js?checkoutId=${id}"></script>`
  const policy = "require-trusted-types-for 'script'; trusted-types tillgate tillgate-google-pay"
  await page.goto(live.shop.serve(html, { 'Content-Security-Policy': policy }))
  await expect(page.locator('.gpay-button')).toHaveCount(2)
  expect(await failures(page)).toEqual([])
  expect(loaded).toEqual([SCRIPT])
})

test('the form goes where Google’s script is blocked', async ({ page, live }) => {
  await page.route('https://pay.google.com/**', (route) => route.abort())
  await visit(page, live)
  const reason = /^not_ready: .*pay\.js could not be loaded/
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(reason)])
})
