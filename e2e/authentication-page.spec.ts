import type { Page } from '@playwright/test'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { expectKeysIn } from './support/keys.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { recordConsole, recordViolations } from './support/recordings.ts'
import {
  approve,
  CHALLENGE_CARD,
  challengeOn,
  goToGateway,
  PLAIN_CHALLENGE_CARD,
  payByServer,
  sendingPage,
  type WaitingPayment,
  waitForShopper,
} from './support/shopper-redirect.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

/** Cards of the simulated issuer, by their scenario. */
const FRICTIONLESS = '4200000000000091'
const FRICTIONLESS_PLAIN = '4200000000000026'
const ISSUER_TIMES_OUT = '4200000010000131'
const RESULT_LATE = '4200000010000149'
const DECLINED_WITH_TEXT = '4200000010000172'

const BROWSER = {
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.userAgent': 'Test/1.0',
  'customer.browser.language': 'en',
  'customer.browser.screenHeight': '900',
  'customer.browser.screenWidth': '1440',
  'customer.browser.timezone': '-60',
  'customer.browser.javaEnabled': 'false',
  'customer.browser.challengeWindow': '3',
}

const statusOf = (page: Page) => page.getByRole('status')

/** The shopper is back in the shop, with the address of the result that the merchant reads. */
async function expectBack(
  merchantPage: MerchantPage,
  { id }: Pick<WaitingPayment, 'id'>,
  code: string,
): Promise<void> {
  const resourcePath = `/v1/payments/${id}`
  expect([...(await merchantPage.result())]).toEqual([
    ['order', '7'],
    ['id', id],
    ['resourcePath', resourcePath],
  ])
  expect((await merchantPage.gateway.read(resourcePath)).result.code).toBe(code)
}

/** Counts requests to a page of the issuer. */
function countCalls(page: Page, name: 'method' | 'challenge'): () => number {
  let count = 0
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname === `/simulator/three-ds/${name}`) count += 1
  })
  return () => count
}

test.describe('a payment of a server', () => {
  test('without a challenge and a method page is final at once when the browser is known', async ({
    merchantPage,
  }) => {
    const payment = await payByServer(merchantPage, FRICTIONLESS_PLAIN, BROWSER)
    expect(payment.result.code, JSON.stringify(payment)).toBe('000.100.110')
    expect(payment.redirect).toBeUndefined()
  })

  test('without a challenge is done when the page has found out what is missing', async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    const calls = countCalls(page, 'method')
    const payment = await waitForShopper(merchantPage, FRICTIONLESS)
    await goToGateway(page, sendingPage(merchantPage, payment))
    await expectBack(merchantPage, payment, '000.100.110')
    expect(calls()).toBe(1)
  })

  test('calls the issuer’s method page once, when the merchant’s page has done it already', async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    const calls = countCalls(page, 'method')
    const payment = await waitForShopper(merchantPage, CHALLENGE_CARD)
    expect(payment.redirect.preconditions?.length).toBe(1)
    const notified = page.waitForResponse('**/v1/threeDSecure/method-notification')
    await page.goto(sendingPage(merchantPage, payment, { prepares: true }))
    await notified
    await page.getByRole('button', { name: 'Go to _self' }).click()
    await approve(await challengeOn(page))
    await expectBack(merchantPage, payment, '000.100.110')
    expect(calls()).toBe(1)
  })
})

test('what the issuer tells its cardholder is shown before the shopper goes back, as plain text', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  const payment = await waitForShopper(merchantPage, DECLINED_WITH_TEXT)
  await goToGateway(page, sendingPage(merchantPage, payment))
  await expect(page.getByRole('alert')).toHaveText(
    'Your card is locked for payments on the internet. Please call <Test Bank> & ask for "3-D Secure".',
  )
  await expect(statusOf(page)).toHaveText('Declined. Taking you back to the shop…')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'issuer-text')
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expectBack(merchantPage, payment, '100.380.401')
})

test.describe('a challenge', () => {
  for (const card of [CHALLENGE_CARD, PLAIN_CHALLENGE_CARD]) {
    test(`with the right code pays, and the way back leads to the shop again: ${card}`, async ({
      merchantPage,
    }) => {
      const { page } = merchantPage
      const lines = recordConsole(page)
      const payment = await waitForShopper(merchantPage, card)
      await goToGateway(page, sendingPage(merchantPage, payment))
      await approve(await challengeOn(page))
      await expectBack(merchantPage, payment, '000.100.110')
      // The issuer's page is of another site, where Chromium lets no field take the focus by itself.
      expect(lines.filter((line) => !line.startsWith('Blocked autofocusing'))).toEqual([])
      await page.goBack()
      await expectBack(merchantPage, payment, '000.100.110')
    })
  }

  test('that the issuer declines ends the payment', async ({ merchantPage }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    await goToGateway(page, sendingPage(merchantPage, payment))
    const frame = await challengeOn(page)
    await frame.locator('select[name=returnCode]').selectOption('100.380.401')
    await frame.getByRole('button', { name: 'Apply' }).click()
    await expectBack(merchantPage, payment, '100.380.401')
  })

  test('that the shopper cancels on the gateway’s page ends the payment', async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    await goToGateway(page, sendingPage(merchantPage, payment))
    await challengeOn(page)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await expectBack(merchantPage, payment, '100.396.101')
  })

  test('that runs out of time at the issuer ends the payment', async ({ merchantPage }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, ISSUER_TIMES_OUT)
    await goToGateway(page, sendingPage(merchantPage, payment))
    await merchantPage.result()
    const { result } = await merchantPage.gateway.read(`/v1/payments/${payment.id}`)
    expect(result.code).toMatch(/^100\.396\.103$|^100\.380\./)
  })
})

test.describe('a shopper in the middle of a challenge', () => {
  test('reloads the page and goes on', async ({ merchantPage }) => {
    const { page } = merchantPage
    const [methods, challenges] = [countCalls(page, 'method'), countCalls(page, 'challenge')]
    const payment = await waitForShopper(merchantPage, CHALLENGE_CARD)
    await goToGateway(page, sendingPage(merchantPage, payment))
    await challengeOn(page)
    await page.reload()
    await approve(await challengeOn(page))
    await expectBack(merchantPage, payment, '000.100.110')
    expect([methods(), challenges()]).toEqual([1, 2])
  })

  test('goes back to the shop’s page and forth again', async ({ merchantPage }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    const shop = sendingPage(merchantPage, payment)
    await goToGateway(page, shop)
    await challengeOn(page)
    await page.goBack()
    expect(page.url()).toBe(shop)
    await page.getByRole('button', { name: 'Go to _self' }).click()
    await approve(await challengeOn(page))
    await expectBack(merchantPage, payment, '000.100.110')
  })

  test('has a second tab, which goes to the shop as well', async ({ merchantPage }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    const shop = sendingPage(merchantPage, payment)
    await goToGateway(page, shop)
    await challengeOn(page)
    const second = await page.context().newPage()
    await goToGateway(second, shop)
    await approve(await challengeOn(second))
    await second.waitForURL(/\/result/)
    await expectBack(merchantPage, payment, '000.100.110')
  })

  test('loses the network, reads so, and goes on when it is back', async ({ merchantPage }) => {
    const { page } = merchantPage
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    await goToGateway(page, sendingPage(merchantPage, payment))
    const frame = await challengeOn(page)
    await page.context().setOffline(true)
    await expect(statusOf(page)).toHaveText('No connection. Trying again…')
    await expectNoViolations(page)
    await page.context().setOffline(false)
    await expect(statusOf(page)).toHaveText('Please confirm the payment with your bank')
    await approve(frame)
    await expectBack(merchantPage, payment, '000.100.110')
  })

  test('is back in the shop although the issuer’s last message is lost', async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    await page.route('**/v1/threeDSecure/challenge-notification', (route) => route.abort())
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD)
    await goToGateway(page, sendingPage(merchantPage, payment))
    await approve(await challengeOn(page))
    await expectBack(merchantPage, payment, '000.100.110')
  })
})

test('a shopper pays with the keyboard alone, the focus follows, and a late result is waited for', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const payment = await waitForShopper(merchantPage, RESULT_LATE)
  await page.goto(sendingPage(merchantPage, payment))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const frame = await challengeOn(page)
  await expect(page.locator('.challenge iframe')).toBeFocused()
  const code = frame.getByLabel('One-time code')
  for (let count = 0; count < 5; count++) {
    if (await code.evaluate((input) => input === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expectKeysIn(code)
  await page.keyboard.type('123456')
  // The page goes on as soon as the result is there: the way to the shop waits for the look at it.
  let goOn = () => {}
  const looked = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(
    (url) => url.pathname === RESULT_PATH,
    async (route) => {
      await looked
      await route.continue()
    },
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(statusOf(page)).toHaveText('Waiting for your bank to answer…')
  goOn()
  await expectBack(merchantPage, payment, '000.100.110')
})

for (const { lang, colorScheme, width } of variants(
  [{ lang: 'ar', colorScheme: 'dark', width: 360 }],
  [
    { lang: 'en', colorScheme: 'light', width: 1280 },
    { lang: 'en', colorScheme: 'dark', width: 360 },
    { lang: 'ar', colorScheme: 'light', width: 360 },
    { lang: 'ar', colorScheme: 'dark', width: 1280 },
  ],
)) {
  test(`the page is accessible: ${lang}, ${colorScheme}, ${width} pixels`, async ({
    merchantPage,
  }, info) => {
    const { page } = merchantPage
    const violations = await recordViolations(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const payment = await waitForShopper(merchantPage, RESULT_LATE, {
      'customer.browser.challengeWindow': '3',
    })
    await goToGateway(page, sendingPage(merchantPage, payment, { lang }))
    const frame = await challengeOn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const box = await page.locator('.challenge iframe').boundingBox()
    if (width === 360) expect(box).toMatchObject({ x: 0, width: 360 })
    else expect(box).toMatchObject({ width: 500, height: 600 })
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'challenge')
    await approve(frame)
    await expect(page.locator('body')).toHaveAttribute('data-look', 'busy')
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'waiting')
    await expectBack(merchantPage, payment, '000.100.110')
    expect(violations).toEqual([])
  })
}

const SIZES = { 1: [250, 400], 2: [390, 400], 3: [500, 600], 4: [600, 400] } as const

test('a challenge has the size that the request asks for, whatever the window', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [code, [width, height]] of Object.entries(SIZES)) {
    const payment = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD, {
      'customer.browser.challengeWindow': code,
    })
    await goToGateway(page, sendingPage(merchantPage, payment))
    await challengeOn(page)
    const frame = page.locator('.challenge iframe')
    expect(await frame.boundingBox()).toMatchObject({ width, height })
    await page.setViewportSize({ width: 420, height: 700 })
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(420)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(width)
  }
})

test('the page may stand in a frame of the merchant, under a policy that names the gateway only', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const violations = await recordViolations(page)
  const payment = await waitForShopper(merchantPage, CHALLENGE_CARD)
  const inner = sendingPage(merchantPage, payment)
  const own = merchantPage.server.origin
  const html = `<!doctype html><html lang="en"><title>Shop</title><iframe title="Pay" width="600" height="700" src="${inner}"></iframe></html>`
  const policy = `default-src 'none'; frame-src ${own} ${server.url}`
  await page.goto(merchantPage.server.serve(html, { 'Content-Security-Policy': policy }))
  const outer = page.frameLocator('iframe')
  await outer.getByRole('button', { name: 'Go to _self' }).click()
  const frame = outer.frameLocator('.challenge iframe')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await approve(frame)
  await outer.getByRole('heading', { name: 'Back in the shop' }).waitFor()
  expect(violations).toEqual([])
})

test('a tab without a payment reads so', async ({ merchantPage, server }, info) => {
  const { page } = merchantPage
  await page.goto(`${server.url}/v1/threeDSecure/execute`)
  await expect(page.getByText('There is no payment for this page.')).toBeVisible()
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'no-payment')
})
