import type { Page } from '@playwright/test'
import { ButtonForm } from './support/button-form.ts'
import { CardForm, visa } from './support/card-form.ts'
import type { PaymentStatus, Redirect } from './support/gateway-client.ts'
import { answerIssuer, issuerIn } from './support/issuer.ts'
import { startMerchantServer } from './support/merchant-server.ts'
import { recordConsole } from './support/recordings.ts'
import { PLAIN_CHALLENGE_CARD } from './support/shopper-redirect.ts'
import { expect, test } from './support/test.ts'

/** What Chromium shows in a frame that it has refused. */
const REFUSED = 'chrome-error://chromewebdata/'

/** Remembers what the submits of a page are answered, with the forms that they send. */
async function recordAnswers(page: Page) {
  const answers: PaymentStatus[] = []
  const sent: URLSearchParams[] = []
  await page.route('**/payment', async (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? ''))
    const response = await route.fetch()
    answers.push((await response.json()) as PaymentStatus)
    await route.fulfill({ response })
  })
  return { answers, sent }
}

/** A page that opens the gateway's page of a payment in a frame of its own. */
function framing({ url, parameters, method = 'POST' }: Redirect): string {
  const inputs = parameters.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  return `<!doctype html><html lang="en"><title>Stranger</title><iframe name="shown"></iframe>
    <form method="${method}" action="${url}" target="shown">${inputs.join('')}</form>
    <script>document.forms[0].submit()</script></html>`
}

/** A page around a shop. */
const portal = (address: string, attributes = '') =>
  `<!doctype html><html lang="en"><title>Portal</title>
    <iframe name="shop" width="900" height="900" src="${address}" ${attributes}></iframe></html>`

/** A page of another origin does not get the gateway's page of a payment into a frame. */
async function expectRefused(page: Page, redirect: Redirect | undefined): Promise<void> {
  if (redirect === undefined) throw new Error('The answer has no redirect')
  const stranger = await startMerchantServer()
  await page.goto(stranger.serve(framing(redirect)))
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(REFUSED)
  await stranger.close()
}

test('the authentication page of a payment is shown by the page that pays, and by no stranger', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const { answers, sent } = await recordAnswers(page)
  await merchantPage.open()
  await form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await form.pay()
  const challenge = issuerIn(page)
  await expect(challenge.locator('input[name=code]')).toBeVisible()
  expect(sent[0]?.get('pageOrigins')).toBe(merchantPage.server.origin)
  // The browser's own, of the request for the frame's document.
  expect(sent[0]?.get('customer.browser.acceptHeader')).toMatch(/^text\/html,.+\*\/\*/)
  await expectRefused(page, answers[0]?.redirect)
})

test('the page of a simulated provider is shown by no stranger', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { answers } = await recordAnswers(page)
  await merchantPage.visit({ brands: 'PAYPAL' })
  await new ButtonForm(page, 'virtualAccount-PAYPAL').payButton.click()
  await page.waitForURL((url) => url.pathname === '/simulator/redirect')
  await expectRefused(page, answers[0]?.redirect)
})

test('a shop inside a page of another origin is paid by card with a challenge in its frame', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const { sent } = await recordAnswers(page)
  const around = await startMerchantServer()
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address({}, checkout)
  await page.goto(around.serve(portal(address)))
  const shop = page.frameLocator('iframe[name=shop]')
  const form = new CardForm(shop.locator('body'))
  await form.ready()
  await form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await form.pay()
  const challenge = issuerIn(shop)
  await answerIssuer(challenge)
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(sent[0]?.get('pageOrigins')).toBe(`${merchantPage.server.origin} ${around.origin}`)
  await around.close()
})

test('a card form in a sandbox without an origin says at once that there are no fields, and why', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address({}, checkout)
  const sandbox = 'sandbox="allow-scripts allow-forms allow-top-navigation"'
  await page.goto(merchantPage.server.serve(portal(address, sandbox)))
  // Without the eight seconds in which a field may become ready.
  const notice = page.frameLocator('iframe[name=shop]').locator('.wpwl-notice')
  await expect(notice).toContainText('The secure card fields could not be loaded')
  expect(lines.join()).toContain('No origin')
  expect(lines.join()).not.toContain('not ready in time')
})

test('a shop in a sandbox, whose origin nobody knows, is paid on a provider’s page', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const { sent } = await recordAnswers(page)
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address({ brands: 'PAYPAL' }, checkout)
  const sandbox = 'sandbox="allow-scripts allow-forms allow-top-navigation"'
  await page.goto(merchantPage.server.serve(portal(address, sandbox)))
  const shop = page.frameLocator('iframe[name=shop]')
  await shop.locator('.wpwl-form-virtualAccount-PAYPAL .wpwl-button-pay').click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect
    .poll(() => gateway.status(checkout.id))
    .toMatchObject({
      result: { code: '000.100.110' },
    })
  expect(sent[0]?.get('pageOrigins')).toMatch(/^null /)
})
