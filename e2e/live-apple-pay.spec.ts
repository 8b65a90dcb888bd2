import type { Page } from '@playwright/test'
import { type FakeApplePay, installApplePay } from './support/fake-apple-pay.ts'
import { APPLE_MERCHANT, DECLINED, type LiveGateway } from './support/live-gateway.ts'
import { expect, failures, RESULT, type ShopPage, test, visitShop } from './support/live-shop.ts'

declare global {
  interface Window {
    applePay: FakeApplePay
  }
}

const APPLE_SCRIPT = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'
const BUTTON = '.wpwl-form-virtualAccount-APPLEPAY .wpwl-button-pay'

/** Merchant sessions that the page has asked the gateway for. */
let sessionsAsked: string[] = []

test.beforeEach(async ({ page }) => {
  sessionsAsked = []
  await page.addInitScript(installApplePay)
  // The gateway would ask Apple, which is not here.
  await page.route('**/apple-pay-session', (route) => {
    sessionsAsked.push(route.request().postData() ?? '')
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { result: { code: '000.000.100' }, merchantSession: { nonce: 'a1b2' } },
    })
  })
})

/** A page of a shop that offers Apple Pay; its checkout. */
function visit(page: Page, live: LiveGateway, { applePay = '', ...shown }: AppleShop = {}) {
  const options = `${shown.options ?? ''} applePay: { countryCode: 'DE', ${applePay} }`
  return visitShop(page, live, { brands: 'APPLEPAY', ...shown, options })
}

interface AppleShop extends Partial<ShopPage> {
  /** Members of the option `applePay`, as source text. */
  readonly applePay?: string
}

const calls = (page: Page) => page.evaluate(() => window.applePay.calls)
const namesOf = async (page: Page) => (await calls(page)).map(([name]) => name)
const lastOf = async (page: Page, name: string) =>
  (await calls(page)).findLast(([each]) => each === name)?.[1]

/** Waits until Apple's script has been answered everything that it has asked. */
async function expectOpen(page: Page): Promise<void> {
  const isLastOpen = async () => {
    const names = await namesOf(page)
    return names.lastIndexOf('completePaymentMethodSelection') > names.lastIndexOf('request')
  }
  await expect.poll(isLastOpen).toBe(true)
}

async function authorise(page: Page, token: string, more: object = {}): Promise<void> {
  const payment = { token: { paymentData: JSON.parse(token) }, ...more }
  await page.evaluate((given) => window.applePay.authorise(given), payment)
}

test('a shopper pays with Apple Pay: the sheet opens in his click and ends with the payment', async ({
  page,
  live,
}) => {
  const id = await visit(page, live, { applePay: `displayName: 'Lark & Line', version: 12,` })
  await page.click(BUTTON)
  await expectOpen(page)
  expect(await lastOf(page, 'request')).toEqual({
    version: 12,
    countryCode: 'DE',
    currencyCode: 'EUR',
    displayName: 'Lark & Line',
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: expect.arrayContaining(['visa', 'masterCard']),
    total: { label: 'Lark & Line', amount: '92.00' },
  })
  expect(Object.fromEntries(new URLSearchParams(sessionsAsked[0]))).toEqual({
    validationUrl: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    displayName: 'Lark & Line',
  })
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
  expect(live.forwarded.at(-1)).toMatchObject({
    'card.number': '4200000000000000',
    'threeDSecure.eci': '05',
    amount: '92.00',
  })
})

test('an older system is asked for the networks that it knows', async ({ page, live }) => {
  await page.addInitScript(() => {
    Object.assign(window, { newestApplePay: 11 })
  })
  await visit(page, live)
  await page.click(BUTTON)
  await expectOpen(page)
  const { version, supportedNetworks } = (await lastOf(page, 'request')) as {
    readonly version: number
    readonly supportedNetworks: readonly string[]
  }
  expect(version).toBe(11)
  expect(supportedNetworks).toEqual(expect.arrayContaining(['visa', 'mir']))
  expect(supportedNetworks).not.toContain('dankort')
  expect(supportedNetworks).not.toContain('bancontact')
})

test('the sheet ends with a failure when the payment is declined', async ({ page, live }) => {
  const id = await visit(page, live)
  await page.click(BUTTON)
  await expectOpen(page)
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      const last = window.applePay.calls.findLast(([name]) => name === 'completePayment')
      sessionStorage.completed = JSON.stringify(last?.[1])
    })
  })
  const card = { number: DECLINED, expiryMonth: '05', expiryYear: '2034' }
  await authorise(page, await live.token('applePay', { card }))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('800.100.152')
  expect(await page.evaluate(() => sessionStorage.completed)).toBe('{"status":1}')
})

test('the page hears what the shopper chooses, changes the amount, and names what he must mend', async ({
  page,
  live,
}) => {
  const heard: unknown[] = []
  await page.exposeFunction('tell', (name: string, given: unknown) => heard.push([name, given]))
  let id = ''
  await page.exposeFunction('changeAmount', (amount: string) => live.changeCheckout(id, { amount }))
  id = await visit(page, live, {
    applePay: `
      version: 12, supportsCouponCode: true, lineItems: [{ label: 'Books', amount: '92.00' }],
      submitOnPaymentAuthorized: ['customer', 'shipping'],
      onPaymentMethodSelected(method) { tell('method', method.network) },
      async onShippingContactSelected(contact) {
        await tell('contact', contact.countryCode)
        if (contact.countryCode === 'US') return { errors: [{ contactField: 'country', message: 'Not there' }] }
        await changeAmount('97.00')
        return { newLineItems: [{ label: 'Books', amount: '92.00' }, { label: 'Delivery', amount: '5.00' }],
          newShippingMethods: [{ identifier: 'slow', label: 'Slow', detail: '', amount: '5.00' }] }
      },
      onShippingMethodSelected: (method) => tell('shipping', method.identifier),
      onCouponCodeChanged: (code) => { tell('coupon', code); throw new Error('no such coupon') },
      async onPaymentAuthorized({ shippingContact }) {
        await tell('authorised', shippingContact.givenName)
        return shippingContact.givenName ? { status: 'SUCCESS' }
          : { status: 'FAILURE', errors: [{ code: 'shippingContactInvalid', contactField: 'name', message: 'Who?' }] }
      },`,
  })
  await page.click(BUTTON)
  await expectOpen(page)
  expect(await lastOf(page, 'request')).toMatchObject({
    requiredShippingContactFields: ['name', 'postalAddress', 'email', 'phone'],
  })
  const choose = (event: 'shippingcontactselected' | 'shippingmethodselected', given: object) =>
    page.evaluate(([name, data]) => window.applePay.choose(name, data), [event, given] as const)

  await choose('shippingcontactselected', { countryCode: 'US' })
  await expect
    .poll(() => lastOf(page, 'completeShippingContactSelection'))
    .toMatchObject({
      errors: [{ code: 'shippingContactInvalid', contactField: 'country', message: 'Not there' }],
      newTotal: { amount: '92.00' },
      newLineItems: [{ label: 'Books' }],
    })
  await choose('shippingcontactselected', { countryCode: 'DE' })
  await expect
    .poll(() => lastOf(page, 'completeShippingContactSelection'))
    .toMatchObject({
      newTotal: { amount: '97.00' },
      newLineItems: [{ label: 'Books' }, { label: 'Delivery' }],
      newShippingMethods: [{ identifier: 'slow' }],
    })
  await choose('shippingmethodselected', { identifier: 'slow' })
  await expect
    .poll(() => lastOf(page, 'completeShippingMethodSelection'))
    .toMatchObject({
      newLineItems: [{ label: 'Books' }, { label: 'Delivery' }],
    })
  await page.evaluate(() => window.applePay.enterCoupon('SPRING'))
  await expect
    .poll(() => lastOf(page, 'completeCouponCodeChange'))
    .toMatchObject({
      errors: [{ code: 'couponCodeInvalid' }],
    })
  await authorise(page, await live.token('applePay'), { shippingContact: {} })
  await expect
    .poll(() => lastOf(page, 'completePayment'))
    .toMatchObject({
      status: 1,
      errors: [{ code: 'shippingContactInvalid', contactField: 'name', message: 'Who?' }],
    })
  const amount = { minor: 9700, currency: 'EUR' }
  const shippingContact = { givenName: 'Jane', familyName: 'Jones', countryCode: 'DE' }
  await authorise(page, await live.token('applePay', { amount }), { shippingContact })
  await page.waitForURL(RESULT)
  expect(heard).toEqual([
    ['method', 'Visa'],
    ['contact', 'US'],
    ['contact', 'DE'],
    ['shipping', 'slow'],
    ['coupon', 'SPRING'],
    ['authorised', undefined],
    ['authorised', 'Jane'],
  ])
  const status = (await live.status(id)) as unknown as Record<string, Record<string, string>>
  expect(status).toMatchObject({ amount: '97.00', customer: { givenName: 'Jane' } })
})

test('a shopper who closes the sheet can open it again', async ({ page, live }) => {
  await visit(page, live, { applePay: 'onCancel: () => failures.push("cancelled"),' })
  for (const turn of [1, 2]) {
    await page.click(BUTTON)
    await expect.poll(() => page.evaluate(() => window.applePay.isOpen)).toBe(true)
    await page.evaluate(() => window.applePay.cancel())
    const both = ['cancelled', 'closed: The shopper has closed the sheet']
    await expect.poll(() => failures(page)).toEqual(Array(turn).fill(both).flat())
  }
  expect(await namesOf(page)).not.toContain('threw')
})

test('a page that stops the payment later has the sheet closed, and a page that stops it at once never sees one', async ({
  page,
  live,
}) => {
  await visit(page, live, {
    options: `onBeforeSubmitVirtualAccount: () => window.later ? new Promise((go) => { window.answer = go }) : false,`,
  })
  await page.click(BUTTON)
  await page.evaluate(() => Object.assign(window, { later: true }))
  await page.click(BUTTON)
  await expect.poll(() => page.evaluate(() => window.applePay.isOpen)).toBe(true)
  await page.evaluate(() => (window as unknown as { answer(given: boolean): void }).answer(false))
  await expect.poll(() => namesOf(page)).toEqual(['request', 'begin', 'abort'])
  expect(sessionsAsked).toEqual([])
})

test('a page that makes its checkout at the click has the sheet open with the amount it names', async ({
  page,
  live,
}) => {
  const id = await live.createCheckout({ amount: '90.00' })
  await page.exposeFunction('newCheckout', () => id)
  await visit(page, live, {
    script: '',
    options: `checkout: { amount: '92.00', currency: 'EUR' }, createCheckout: () => newCheckout(),`,
  })
  await page.click(BUTTON)
  await expectOpen(page)
  expect(await lastOf(page, 'request')).toMatchObject({ total: { amount: '92.00' } })
  expect(await lastOf(page, 'completePaymentMethodSelection')).toMatchObject({
    newTotal: { amount: '90.00' },
  })
  await authorise(page, await live.token('applePay', { amount: { minor: 9000, currency: 'EUR' } }))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
})

test('a sheet is closed when the page removes the form', async ({ page, live }) => {
  await visit(page, live)
  await page.click(BUTTON)
  await expectOpen(page)
  await page.evaluate(() => (window as unknown as { wpwl: { unload(): void } }).wpwl.unload())
  await expect.poll(() => page.evaluate(() => window.applePay.isOpen)).toBe(false)
  expect((await namesOf(page)).slice(-1)).toEqual(['abort'])
})

/** The sentence of a form whose shopper may try again. */
async function expectWords(page: Page, words: string): Promise<void> {
  await expect(page.locator('.wpwl-notice')).toContainText(words)
  await expect(page.getByRole('status')).toHaveText(words)
  await expect(page.locator(BUTTON)).toBeEnabled()
}

const FAILED =
  'The payment could not be carried out. You have not been charged. Please try again or pay in another way.'

test('the page and the shopper are told that Apple gave no session', async ({ page, live }) => {
  await page.unroute('**/apple-pay-session')
  await visit(page, live)
  await page.route('**/apple-pay-session', (route) =>
    route.continue({ postData: 'validationUrl=https%3A%2F%2Fevil.example%2F' }),
  )
  await page.click(BUTTON)
  await expect
    .poll(() => failures(page))
    .toEqual([expect.stringMatching(/^error: .*validationUrl/)])
  expect((await namesOf(page)).slice(-1)).toEqual(['abort'])
  await expectWords(page, FAILED)
})

test('a shopper without a connection to the gateway is told so, and pays when it is back', async ({
  page,
  live,
}) => {
  const id = await visit(page, live)
  await page.route('**/apple-pay-session', (route) => route.abort('internetdisconnected'))
  await page.click(BUTTON)
  await expectWords(
    page,
    'No connection. You have not been charged. Please check your internet access and try again.',
  )
  expect(await failures(page)).toEqual(['error: The gateway could not be reached'])
  await page.unroute('**/apple-pay-session')
  await page.route('**/apple-pay-session', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { result: { code: '000.000.100' }, merchantSession: {} },
    }),
  )
  await page.click(BUTTON)
  await expectOpen(page)
  await expect(page.locator('.wpwl-notice')).toHaveCount(0)
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
})

test('a shopper whose browser opens no sheet is told that nothing was charged', async ({
  page,
  live,
}) => {
  await visit(page, live, { applePay: 'merchantCapabilities: [],' })
  await page.click(BUTTON)
  await expectWords(page, FAILED)
  expect(await failures(page)).toEqual([expect.stringMatching(/merchantCapabilities/)])
})

test('a shopper who closes the sheet before the page has agreed can open it again', async ({
  page,
  live,
}) => {
  const id = await visit(page, live, {
    options: `onBeforeSubmitVirtualAccount: () => new Promise((go) => { window.agree = () => go(true) }),`,
  })
  const agree = () => page.evaluate(() => (window as unknown as { agree(): void }).agree())
  await page.click(BUTTON)
  await expect.poll(() => page.evaluate(() => window.applePay.isOpen)).toBe(true)
  await page.evaluate(() => window.applePay.cancel())
  await expect.poll(() => failures(page)).toEqual([expect.stringMatching(/^closed/)])
  await agree()
  await expect(page.locator('.wpwl-notice')).toHaveCount(0)
  await page.click(BUTTON)
  await agree()
  await expectOpen(page)
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
})

test('a page without styles may open the sheet by its own button', async ({ page, live }) => {
  const id = await visit(page, live, {
    options: `style: 'none', onReadyExternal() {
      const own = document.body.appendChild(document.createElement('button'))
      own.id = 'own'
      own.textContent = 'Buy'
      own.onclick = () => wpwl.executePayment('wpwl-container-virtualAccount-APPLEPAY')
    },`,
  })
  await page.click('#own')
  await expectOpen(page)
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
})

test('ten clicks open one sheet and make one payment', async ({ page, live }) => {
  const id = await visit(page, live)
  await page.locator(BUTTON).waitFor()
  const before = live.forwarded.length
  await page.evaluate((selector) => {
    addEventListener('click', ({ isTrusted }) => {
      const button = document.querySelector<HTMLElement>(selector)
      if (isTrusted) for (let turn = 0; turn < 9; turn++) button?.click()
    })
  }, BUTTON)
  await page.click(BUTTON)
  await expectOpen(page)
  expect((await namesOf(page)).filter((name) => name === 'begin')).toHaveLength(1)
  expect(await namesOf(page)).not.toContain('threw')
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
  expect(live.forwarded.length).toBe(before + 1)
})

test('a token that was altered on its way ends the sheet with a failure, and the shopper pays with another', async ({
  page,
  live,
}) => {
  const id = await visit(page, live)
  const before = live.forwarded.length
  await page.click(BUTTON)
  await expectOpen(page)
  await authorise(page, await live.token('applePay', { flaw: 'signature' }))
  await expect
    .poll(() => failures(page))
    .toEqual([expect.stringContaining('applePay.paymentToken cannot be used')])
  await expect(page.getByRole('status')).toContainText('Please try again')
  const completed = () =>
    page.evaluate(() => window.applePay.calls.findLast(([name]) => name === 'completePayment')?.[1])
  expect(await completed()).toEqual({ status: 1 })
  expect(live.forwarded.length).toBe(before)
  expect((await live.status(id)).result.code).toBe('000.200.000')
  await page.click(BUTTON)
  await expectOpen(page)
  await authorise(page, await live.token('applePay'))
  await page.waitForURL(RESULT)
  expect((await live.status(id)).result.code).toBe('000.000.000')
})

test.describe('the form goes, and the page is told why,', () => {
  const notReady = (page: Page, why: RegExp) =>
    expect.poll(() => failures(page)).toEqual([expect.stringMatching(why)])

  test('where the device has no Apple Pay', async ({ page, live }) => {
    await page.addInitScript(() => Object.assign(window, { hasNoApplePay: true }))
    await visit(page, live)
    await notReady(page, /^not_ready: APPLEPAY .*this device/)
    await expect(page.locator('.wpwl-container-virtualAccount-APPLEPAY')).toHaveCount(0)
  })

  test('where the shopper has no card and the page wants one (checkAvailability)', async ({
    page,
    live,
  }) => {
    await visit(page, live, { applePay: `checkAvailability: 'canMakePaymentsWithActiveCard',` })
    await notReady(page, /^not_ready: APPLEPAY .*this device/)
    expect(await lastOf(page, 'applePayCapabilities')).toBe(APPLE_MERCHANT)
  })

  test('where the operator has set up nothing', async ({ page, live }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.route('**/session?*', async (route) => {
      const response = await route.fetch()
      const { wallets: _, ...session } = await response.json()
      return route.fulfill({ response, json: session })
    })
    await visit(page, live)
    await notReady(page, /^not_ready: APPLEPAY .*TILLGATE_APPLE_PAY_MERCHANT/)
    expect(said.join()).toContain('TILLGATE_APPLE_PAY_MERCHANT')
  })

  test('where the page names no country', async ({ page, live }) => {
    await visit(page, live, { applePay: 'countryCode: undefined,' })
    await notReady(page, /^not_ready: APPLEPAY .*countryCode is missing/)
  })

  test('for Samsung Pay', async ({ page, live }) => {
    await visit(page, live, { brands: 'SAMSUNGPAY' })
    await notReady(page, /^not_ready: SAMSUNGPAY cannot be paid with in live/)
  })
})

test('in other browsers Apple Pay comes with Apple’s script and its button', async ({
  page,
  live,
}) => {
  const loaded: string[] = []
  await page.route('https://applepay.cdn-apple.com/**', (route) => {
    loaded.push(route.request().url())
    return route.fulfill({
      contentType: 'text/javascript',
      body: `Object.assign(window, apiOfApple)
        customElements.define('apple-pay-button', class extends HTMLElement {
          connectedCallback() { this.style.display = 'block'; this.textContent = 'Buy with Apple Pay' }
        })`,
    })
  })
  await page.addInitScript(() => {
    const { ApplePaySession, ApplePayError } = window as unknown as Record<string, unknown>
    Object.assign(window, { apiOfApple: { ApplePaySession, ApplePayError } })
    Reflect.deleteProperty(window, 'ApplePaySession')
  })
  await visit(page, live, { applePay: `buttonType: 'buy', buttonStyle: 'white',` })
  const button = page.locator('apple-pay-button')
  await expect(button).toHaveAttribute('type', 'buy')
  await expect(button).toHaveAttribute('buttonstyle', 'white')
  await expect(page.locator(BUTTON)).toBeHidden()
  expect(loaded).toEqual([APPLE_SCRIPT])
  await button.click()
  await expectOpen(page)
})
