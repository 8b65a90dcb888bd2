import { processDemo } from '../server/testing/server-process.fixture.ts'
import type { MerchantPage, PageParts } from './support/merchant-page.ts'
import { recordConsole, recordSubmits } from './support/recordings.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { expect, test } from './support/test.ts'

/** Notes what `onError` gets. */
const HEARING = `onError({ name, brand, event, message }) {
  (window.heard ??= []).push({ name, brand, event, message })
}`

const heard = ({ page }: MerchantPage) => page.evaluate('window.heard ?? []')

interface FastParts extends PageParts {
  /** What `makeCheckout` of the page resolves with, by the number of the call; else a new checkout. */
  readonly made?: readonly (() => Promise<string | null>)[]
  readonly integrity?: string
}

/** What `createCheckout` was asked for, and the ids of the checkouts that it has made. */
interface Orders {
  readonly orders: unknown[]
  readonly ids: string[]
}

/** Opens a page whose script has no checkout id. */
async function openFast(merchantPage: MerchantPage, parts: FastParts = {}): Promise<Orders> {
  const { page, gateway } = merchantPage
  const { made = [], integrity = '', ...rest } = parts
  const ids: string[] = []
  const orders: unknown[] = []
  await page.exposeFunction('makeCheckout', async (order: unknown) => {
    const own = made[orders.push(order) - 1]
    const id = own === undefined ? (await gateway.createCheckout()).id : await own()
    if (id !== null) ids.push(id)
    return id
  })
  const none = { id: '', script: gateway.scriptWithoutCheckout, integrity }
  await page.goto(merchantPage.address(rest, none))
  return { orders, ids }
}

/** Answers like a library that knew no promises yet. */
const CREATING = `createCheckout(order) {
  return { then(done, failed) { window.makeCheckout(order).then((id) => done(id), failed) } }
}`

const MONEY = 'checkout: { amount: "92.00", currency: "EUR" }'

test('the page makes the checkout when the shopper pays, once for ten submits in one task', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const submits = recordSubmits(page)
  const integrity = await gateway.fastCheckoutIntegrity()
  const { ids, orders } = await openFast(merchantPage, {
    options: `${CREATING}, ${MONEY}`,
    integrity,
  })
  await form.ready()
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  expect(await page.evaluate(() => window.wpwl?.checkout.id)).toBeNull()
  expect(ids).toEqual([])
  await form.fill()
  await page.evaluate(() => {
    for (let call = 0; call < 10; call++) window.wpwl?.executePayment('wpwl-container-card')
  })
  const result = await merchantPage.result()
  expect(ids).toHaveLength(1)
  const [id = ''] = ids
  expect(result.get('id')).toBe(id)
  expect(result.get('resourcePath')).toBe(`/v1/checkouts/${id}/payment`)
  expect(submits).toHaveLength(1)
  expect(orders).toEqual([{ brand: 'CARD' }])
  expect((await gateway.status(id)).result.code).toBe('000.100.110')
})

test('the page makes the checkout for a form of four secured fields, which pay it', async ({
  merchantPage,
}) => {
  const { ids } = await openFast(merchantPage, { options: `${CREATING}, ${MONEY}, ${SECURED}` })
  const form = new SecuredCardForm(merchantPage.page)
  await form.ready()
  await form.fill()
  await form.pay()
  await merchantPage.result()
  const { result, card } = await merchantPage.gateway.status(ids[0] ?? '')
  expect(result.code).toBe('000.100.110')
  expect(card).toMatchObject({ holder: 'Jane Jones', expiryYear: '2034' })
})

test('a script that names its channel leaves out what that does not take, before there is a checkout', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const advised = page.waitForRequest(/widget-advice\?.*entityId=/)
  // The demo channel takes every brand.
  await page.route('**/v1/fastcheckout/channel?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), brands: ['VISA'] } })
  })
  const { ids } = await openFast(merchantPage, {
    brands: 'VISA DANKORT',
    options: `${CREATING}, ${MONEY}, onReady() { window.ready = true }`,
    body: ({ options, form: placeholder, checkout }) =>
      `${options}${placeholder}<script src="${checkout.script}?entityId=${processDemo.entityId}"></script>`,
  })
  await form.ready()
  await page.waitForFunction('window.ready')
  await expect(form.element.locator('option')).toHaveText(['Visa'])
  await advised
  expect(await page.evaluate(() => window.wpwl?.checkout.id)).toBeNull()
  await form.fill()
  await form.pay()
  await merchantPage.result()
  expect((await gateway.status(ids[0] ?? '')).result.code).toBe('000.100.110')
})

test('unload takes the tag of a script without an id, also one that is a module', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await openFast(merchantPage, {
    options: `${CREATING}, ${MONEY}`,
    body: ({ options, form: placeholder, checkout }) =>
      `${options}${placeholder}<script type="module" src="${checkout.script}"></script>`,
  })
  await form.ready()
  await page.evaluate(() => window.wpwl?.unload())
  await expect(page.locator('script[src*=paymentWidgets]')).toHaveCount(0)
})

test('the page stops the payment with null; what goes wrong reaches onError, and the next try pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const { ids, orders } = await openFast(merchantPage, {
    options: `${CREATING}, ${MONEY}, ${HEARING}`,
    made: [
      async () => null,
      () => Promise.reject(new Error('The basket is empty')),
      async () => 'A.unknown',
      async () => 'no checkout id',
    ],
  })
  await form.ready()
  await form.fill()
  const open = () => expect(form.element).toHaveAttribute('data-phase', 'open')
  await form.pay()
  await expect.poll(() => orders.length).toBe(1)
  await open()
  expect(await heard(merchantPage)).toEqual([])
  await expect(form.notice).toHaveCount(0)
  for (const [at, { name, message }] of [
    { name: 'WidgetError', message: /^createCheckout failed: .*The basket is empty/ },
    { name: 'InvalidCheckoutIdError', message: /^No payment session found/ },
    { name: 'InvalidCheckoutIdError', message: /^createCheckout answered no checkout id/ },
  ].entries()) {
    await form.pay()
    await expect.poll(async () => ((await heard(merchantPage)) as unknown[]).length).toBe(at + 1)
    const last = ((await heard(merchantPage)) as { message: string }[]).at(-1)
    expect(last).toMatchObject({ name, brand: 'CARD', event: 'checkout_failed' })
    expect(last?.message).toMatch(message)
    await expect(form.notice).toHaveAttribute('data-tone', 'error')
    await open()
  }
  expect(submits).toHaveLength(0)
  await form.pay()
  expect((await merchantPage.result()).get('id')).toBe(ids.at(-1))
  expect(submits).toHaveLength(1)
  expect(await merchantPage.gateway.status(ids.at(-1) ?? '')).toMatchObject({
    result: { code: '000.100.110' },
  })
})

test('a wallet names its brand and leads to its page', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { orders } = await openFast(merchantPage, { options: CREATING, brands: 'PAYPAL' })
  await page.locator('.wpwl-button-pay').click()
  await page.waitForURL((url) => url.pathname.includes('simulator'))
  expect(orders).toEqual([{ brand: 'PAYPAL' }])
})

test('a script without an id and without createCheckout is closed and says why', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const lines = recordConsole(merchantPage.page)
  await openFast(merchantPage, { options: HEARING })
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  const message = 'No checkout id was given, and wpwlOptions.createCheckout is no function'
  expect(await heard(merchantPage)).toMatchObject([{ name: 'InvalidCheckoutIdError', message }])
  expect(lines).toEqual([message])
})

test('another script than the one whose hash was promised is blocked', async ({ merchantPage }) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  const hash = 'A'.repeat(64)
  await openFast(merchantPage, { options: CREATING, integrity: `sha384-${hash}` })
  await expect.poll(() => lines.join()).toContain('integrity')
  expect(await page.evaluate(() => window.wpwl)).toBeUndefined()
  await expect(page.locator('form.paymentWidgets')).toHaveCount(1)
})

test('a summary page gets what it shows, and its server pays', async ({ merchantPage }) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open({
    options: 'useSummaryPage: true, onSaveTransactionData(data) { window.saved = data }',
  })
  await form.fill()
  await form.pay()
  await expect
    .poll(() => page.evaluate('window.saved'))
    .toEqual({
      id: checkout.id,
      resourcePath: `/v1/checkouts/${checkout.id}/payment`,
      paymentBrand: 'VISA',
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Jones',
        expiryMonth: '05',
        expiryYear: '2034',
      },
    })
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await merchantPage.expectStatus(checkout, '000.200.000')
  expect((await gateway.payKept(checkout.id)).result.code).toBe('000.100.110')
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a summary page of a transfer that the page asks for late is not charged', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'POSTPAY',
    options: 'onSaveTransactionData(data) { window.saved = data.paymentBrand }',
  })
  const button = page.locator('.wpwl-button-pay')
  await expect(button).toHaveAttribute('data-amount', /\d/)
  await page.evaluate('wpwlOptions.useSummaryPage = 1')
  await button.click()
  await expect.poll(() => page.evaluate('window.saved')).toBe('POSTPAY')
  await merchantPage.expectStatus(checkout, '000.200.000')
  expect((await gateway.payKept(checkout.id)).result.code).not.toBe('200.300.404')
})

test('a mounted form with its own options has no summary page of the page', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const checkout = await gateway.createCheckout()
  await merchantPage.visit({
    options: 'useSummaryPage: true',
    body: ({ options }) => `${options}<div id="place"></div>`,
  })
  await page.addScriptTag({ url: checkout.script })
  await page.evaluate(() =>
    window.wpwl?.mount(document.querySelector('#place') as Element, {
      shopperResultUrl: '/result',
      useSummaryPage: false,
    }),
  )
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(checkout)
})
