import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Parameters, PaymentStatus, Redirect } from './gateway-client.ts'
import type { MerchantPage } from './merchant-page.ts'
import { type Headers, RESULT_PATH } from './merchant-server.ts'

/** Asks for a challenge; its issuer has a method page. */
export const CHALLENGE_CARD = '4200000000000042'
/** The same without a method page. */
export const PLAIN_CHALLENGE_CARD = '4200000000000018'

interface Precondition {
  readonly url: string
  readonly parameters: Redirect['parameters']
}

/** A payment that waits for its cardholder, as the merchant's server has it. */
export type WaitingPayment = PaymentStatus & {
  readonly redirect: Redirect & { readonly preconditions?: readonly Precondition[] }
}

/** Pays with a card from the merchant's server. */
export async function payByServer(
  { gateway, server }: MerchantPage,
  cardNumber: string,
  more: Parameters = {},
): Promise<PaymentStatus> {
  return gateway.pay('/v1/payments', {
    paymentBrand: 'VISA',
    'card.number': cardNumber,
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    // Asked for with every other field of the customer.
    'customer.givenName': 'Jane',
    'customer.surname': 'Jones',
    shopperResultUrl: `${server.origin}${RESULT_PATH}?order=7`,
    ...more,
  })
}

/** The same, for a card whose shopper is needed. */
export async function waitForShopper(
  merchantPage: MerchantPage,
  cardNumber: string,
  more: Parameters = {},
): Promise<WaitingPayment> {
  const payment = await payByServer(merchantPage, cardNumber, more)
  expect(payment.result.code, JSON.stringify(payment)).toBe('000.200.000')
  return payment as WaitingPayment
}

/** A page of the merchant that sends its shopper on; with its preconditions done first, if it has any. */
export function sendingPage(
  { server }: MerchantPage,
  { redirect }: WaitingPayment,
  more: { readonly prepares?: boolean; readonly headers?: Headers; readonly lang?: string } = {},
): string {
  const { url, parameters, preconditions = [] } = redirect
  const [first] = more.prepares === true ? preconditions : []
  const lang = more.lang === undefined ? [] : [{ name: 'lang', value: more.lang }]
  const prepared =
    first === undefined
      ? ''
      : `<iframe name="method" title="Method" hidden></iframe>${formOf(first, 'method')}
        <script>document.forms[0].submit()</script>`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${prepared}
    ${formOf({ url, parameters: [...parameters, ...lang] })}</html>`
  return server.serve(html, more.headers)
}

function formOf({ url, parameters }: Precondition, target = '_self'): string {
  const inputs = parameters.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  return `<form method="post" action="${url}" target="${target}">${inputs.join('')}<button>Go to ${target}</button></form>`
}

/** Sends the shopper from a page of the merchant to the gateway's. */
export async function goToGateway(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Go to _self' }).click()
}

/** The challenge of the simulated issuer, once it can be answered. */
export async function challengeOn(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('.challenge iframe')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  return frame
}

/**
 * Answers a challenge with the right code. Chromium can drop a click on a frame of another site that was
 * shown a moment ago, without an error; so this presses again while the question is still there.
 */
export async function approve(frame: FrameLocator): Promise<void> {
  const code = frame.locator('input[inputmode=numeric]')
  await code.fill('123456')
  await expect(async () => {
    if ((await code.count()) > 0) await frame.locator('button.primary').click({ timeout: 3_000 })
    await expect(code).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
}
