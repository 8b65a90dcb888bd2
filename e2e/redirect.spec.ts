import type { Page, Route } from '@playwright/test'
import { CardForm } from './support/card-form.ts'
import type { GatewayClient, PaymentStatus, Redirect } from './support/gateway-client.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { expect, test } from './support/test.ts'

const choose = (page: Page, choice: RegExp) => page.getByRole('button', { name: choice }).click()

/** A shop's page that sends the shopper on as the gateway's answer says. */
function forwardingPage({ url, parameters, method = 'POST' }: Redirect): string {
  const inputs = parameters.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  return `<!doctype html><html lang="en"><title>Shop</title>
    <form method="${method}" action="${url}">${inputs.join('')}<button>Go to PayPal</button></form>`
}

function addressOf({ url, parameters }: Redirect): string {
  return `${url}?${new URLSearchParams(parameters.map(({ name, value }) => [name, value]))}`
}

function redirectOf({ redirect, result }: PaymentStatus): Redirect {
  if (redirect === undefined) throw new Error(`No redirect: ${JSON.stringify(result)}`)
  return redirect
}

for (const [name, { choice, code }] of Object.entries({
  'approves the payment': { choice: /^Approve/, code: '000.100.110' },
  'turns back': { choice: /^Cancel as the shopper/, code: '100.396.101' },
})) {
  test(`a shopper ${name} on the provider's page and comes back to the shop`, async ({
    merchantPage,
  }) => {
    const { page, gateway, server } = merchantPage
    const payment = await gateway.pay('/v1/payments', {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: `${server.origin}${RESULT_PATH}?order=7`,
    })
    expect(payment.result.code).toBe('000.200.000')
    await page.goto(server.serve(forwardingPage(redirectOf(payment))))
    await page.getByRole('button', { name: 'Go to PayPal' }).click()
    await choose(page, choice)
    const resourcePath = `/v1/payments/${payment.id}`
    expect([...(await merchantPage.result())]).toEqual([
      ['order', '7'],
      ['id', payment.id],
      ['resourcePath', resourcePath],
    ])
    expect((await gateway.read(resourcePath)).result.code).toBe(code)
  })
}

test('the provider’s page is accessible', async ({ merchantPage }, info) => {
  const { page, gateway } = merchantPage
  const { origin } = merchantPage.server
  const payment = await gateway.pay('/v1/payments', {
    paymentBrand: 'PAYPAL',
    merchantTransactionId: 'order-4711',
    shopperResultUrl: origin + RESULT_PATH,
  })
  const address = addressOf(redirectOf(payment))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectNoViolations(page)
      await attachScreenshot(page, info, `page-${colorScheme}-${width}`)
    }
  }
  await choose(page, /^Decline/)
  await merchantPage.result()
  await page.goto(address)
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'decided')
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  expect((await merchantPage.result()).get('id')).toBe(payment.id)
})

test('the page of a slip is accessible', async ({ merchantPage }, info) => {
  const { page, gateway } = merchantPage
  const slip = await gateway.pay('/v1/payments', { paymentBrand: 'BOLETO', currency: 'BRL' })
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(slip.resultDetails?.SimulatorUrl ?? '')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'slip')
  await choose(page, /^The customer has paid/)
  await expect(page.getByRole('heading', { name: 'The payment has succeeded' })).toBeVisible()
  await expectNoViolations(page)
  expect((await gateway.read(`/v1/payments/${slip.id}`)).result.code).toBe('000.100.110')
})

/**
 * The simulator lets a card wait without sending the shopper anywhere: its page becomes the bank's,
 * as an acquirer that needs the shopper answers.
 */
const sendToBank = (gateway: GatewayClient, method: Redirect['method']) => async (route: Route) => {
  const response = await route.fetch()
  const answer = (await response.json()) as PaymentStatus
  // The simulator tells its page to the merchant, not to the shopper.
  const { resultDetails } = await gateway.read(new URL(route.request().url()).pathname)
  const { origin, pathname, searchParams } = new URL(resultDetails?.SimulatorUrl ?? '')
  const redirect: Redirect = {
    url: origin + pathname,
    parameters: Array.from(searchParams, ([name, value]) => ({ name, value })),
    ...(method === undefined ? {} : { method }),
  }
  await route.fulfill({ response, json: { ...answer, redirect } })
}

for (const method of ['GET', undefined] as const) {
  test(`the widget sends the shopper to the bank, which sends him back to the shop: ${method ?? 'no method'}`, async ({
    merchantPage,
  }) => {
    const { page, gateway, server } = merchantPage
    await page.route('**/v1/checkouts/*/payment', sendToBank(gateway, method))
    const parameters = { 'customParameters[SIMULATOR_outcome]': 'pending' }
    const checkout = await gateway.createCheckout(parameters)
    const address = merchantPage.address({}, checkout)
    await page.goto(server.serve(`<!doctype html><title>Shop</title><iframe src="${address}">`))
    const form = new CardForm(page.locator('iframe').contentFrame().locator('body'))
    await form.ready()
    await form.fill()
    await form.pay()
    await page.waitForURL((url) => url.pathname === '/simulator/redirect')
    expect(new URL(page.url()).searchParams.size).toBe(method === 'GET' ? 2 : 0)
    await merchantPage.expectStatus(checkout, '000.200.001')
    await choose(page, /^Approve/)
    expect([...(await merchantPage.result())]).toEqual([
      ['id', checkout.id],
      ['resourcePath', `/v1/checkouts/${checkout.id}/payment`],
    ])
    await merchantPage.expectStatus(checkout, '000.100.110')
  })
}
