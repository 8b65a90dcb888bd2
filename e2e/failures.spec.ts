import type { Page, TestInfo } from '@playwright/test'
import { startServerProcess } from '../server/testing/server-process.fixture.ts'
import { visa } from './support/card-form.ts'
import { gatewayClient } from './support/gateway-client.ts'
import { MerchantPage } from './support/merchant-page.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { recordSubmits } from './support/recordings.ts'
import { PLAIN_CHALLENGE_CARD } from './support/shopper-redirect.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

const SUBMIT = '**/v1/checkouts/*/payment'
const NOT_CHARGED = 'You have not been charged.'

/** The page's own record of `onError`. */
const RECORD = 'onError({ name, event }) { (window.failures ??= []).push([name, event]) }'

const failuresOf = (page: Page) => page.evaluate('window.failures ?? []')

async function attach(page: Page, info: TestInfo, name: string): Promise<void> {
  await info.attach(name, {
    body: await page.screenshot({ fullPage: true }),
    contentType: 'image/png',
  })
}

/** Time passes in the page until the check holds. */
async function passUntil(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor('00:05')
    await check()
  }).toPass()
}

test('without a network nothing was charged, and one press pays when it is back', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  const submits = recordSubmits(page)
  await form.fill()
  await page.route(SUBMIT, (route) => route.abort('internetdisconnected'))
  await form.pay()
  await expect(form.notice).toContainText('No connection')
  await expect(form.notice).toContainText(NOT_CHARGED)
  await attach(page, info, 'no connection')
  await page.unroute(SUBMIT)
  await form.notice.getByRole('button', { name: 'Try again' }).click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(submits).toHaveLength(2)
})

/** As browsers translate a page: each text makes room for elements of theirs with another text, and so do later ones. */
function translatePage(): void {
  const translate = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (
        text.data.trim() === '' ||
        text.parentElement?.closest('font, script, style, [translate=no]')
      )
        continue
      const font = document.createElement('font')
      font.append(`«${text.data}»`)
      text.replaceWith(font)
    }
  }
  translate()
  const kinds = { childList: true, characterData: true, subtree: true }
  new MutationObserver(translate).observe(document.body, kinds)
}

test('a page that the browser has translated shows each new notice, and no earlier one', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await page.evaluate(translatePage)
  await form.fill()
  await page.route(SUBMIT, (route) => route.abort('internetdisconnected'))
  await form.pay()
  await expect(form.notice).toContainText('«No connection')
  await page.unroute(SUBMIT)
  await merchantPage.expectPaid(checkout)
})

test('a page that the browser has translated shows what the button does, and each error', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open()
  await page.evaluate(translatePage)
  await form.fill()
  await form.fill({ ...visa, holder: 'Xu' })
  await form.pay()
  await expect(form.hint('cardHolder')).toHaveText('«Enter the full name»')
  await form.fill()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(SUBMIT, async (route) => {
    await held
    await route.continue()
  })
  await form.pay()
  await expect(form.payButton).toHaveText('«Paying…»')
  answer()
  await merchantPage.result()
})

test('a server that is stopped leaves the outcome open, and is asked again, never paid again', async ({
  page,
  merchantServer,
}, info) => {
  const server = await startServerProcess({ dataDir: info.outputPath('data') })
  const merchantPage = new MerchantPage(page, gatewayClient(server), merchantServer)
  const { form } = merchantPage
  await page.clock.install()
  await merchantPage.open({ options: RECORD })
  await form.fill()
  const submits = recordSubmits(page)
  // The code of the submit was fetched while the shopper typed.
  await expect.poll(() => page.evaluate('wpwl.checkout.id')).not.toBe('')
  await server.interrupt()
  await form.pay()
  await passUntil(page, () =>
    expect(form.notice).toContainText('We do not know yet whether you have paid', { timeout: 300 }),
  )
  await attach(page, info, 'outcome unknown')
  await form.notice.getByRole('button', { name: 'Check again' }).click()
  await expect(form.notice).toContainText('Checking the status of your payment')
  await passUntil(page, () =>
    expect(form.notice.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 300 }),
  )
  expect(submits).toHaveLength(1)
  expect(await failuresOf(page)).toContainEqual(['PciIframeSubmitError', 'error'])
})

test('a fault of the server is called that, and nothing was charged', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await page.route(SUBMIT, (route) =>
    route.fulfill({ status: 500, json: { result: { code: '999.999.999' } } }),
  )
  await form.pay()
  await expect(form.notice).toContainText('The payment service has a fault')
  await expect(form.notice).toContainText(NOT_CHARGED)
  await expect(form.notice).not.toContainText('connection')
  await attach(page, info, 'fault of the server')
  await page.unroute(SUBMIT)
  await form.notice.getByRole('button', { name: 'Try again' }).click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('an expired session was not charged, and its button loads the page again', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  await page.clock.install()
  await merchantPage.open()
  await page.clock.fastForward('30:01')
  await expect(form.notice).toContainText('expired after 30 minutes')
  await expect(form.notice).toContainText(NOT_CHARGED)
  await attach(page, info, 'session expired')
  const loaded = page.waitForEvent('load')
  await form.notice.getByRole('button', { name: 'Start again' }).click()
  await loaded
  await form.ready()
})

test('an order that is paid says so, and leads to its result', async ({ merchantPage }, info) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await merchantPage.expectPaid(checkout)
  await page.goBack()
  await expect(form.notice).toContainText('This order has already been paid')
  await attach(page, info, 'paid already')
  await form.notice.getByRole('button', { name: 'Back to the shop' }).click()
  const query = await merchantPage.result()
  expect(query.get('id')).toBe(checkout.id)
})

test('a page without a result page of its own offers no way to one', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open({ action: '' })
  await form.fill()
  await form.pay()
  await page.waitForURL(/resourcePath/)
  await merchantPage.expectStatus(checkout, '000.100.110')
  await expect(form.notice).toContainText('already been paid')
  await expect(form.notice.getByRole('button')).toHaveCount(0)
})

test('code that is blocked leaves a sentence and a button, and the words of the page stay until the form is there', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  await page.route('**/v1/static/code/main*', (route) => route.abort('blockedbyclient'))
  await page.clock.install()
  const checkout = await merchantPage.visit({
    lang: 'de',
    options: RECORD,
    body: ({ options, script }) =>
      `${options}<form class="paymentWidgets" action="${RESULT_PATH}" data-brands="VISA">
        <p id="own">Call us: 030 901820</p></form>${script}`,
  })
  const own = page.locator('#own')
  const line = page.getByRole('alert')
  await expect(own).toBeVisible()
  await passUntil(page, () =>
    expect(line).toContainText('konnte nicht geladen werden', { timeout: 300 }),
  )
  await expect(own).toBeVisible()
  expect(await failuresOf(page)).toEqual([['WidgetError', 'load_failed']])
  await attach(page, info, 'blocked code')
  await page.unroute('**/v1/static/code/main*')
  await page.clock.resume()
  await line.getByRole('button', { name: 'Erneut versuchen' }).click()
  await form.ready()
  await expect(line).toHaveCount(0)
  await expect(own).toHaveCount(0)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a script that is blocked leaves the words of the page', async ({ merchantPage }, info) => {
  const { page } = merchantPage
  await page.route('**/paymentWidgets.js*', (route) => route.abort('blockedbyclient'))
  await merchantPage.visit({
    body: ({ script }) =>
      `<form class="paymentWidgets" data-brands="VISA"><p>Call us: 030 901820</p></form>${script}`,
  })
  await expect(page.getByText('Call us: 030 901820')).toBeVisible()
  await attach(page, info, 'blocked script')
})

test('in live a page without https takes no payment, and says why', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await page.route('**/session?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), environment: 'live' },
    })
  })
  await merchantPage.visit({ options: RECORD })
  await expect(form.notice).toContainText('This page is not secure')
  await expect(form.notice).toContainText(NOT_CHARGED)
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  expect(await failuresOf(page)).toEqual([['WidgetError', 'not_supported']])
  await attach(page, info, 'without https')
})

test.describe('a declined card, with the option to stay', () => {
  const staying = { options: `declined: 'stay', ${RECORD}` }

  test('a wrong code is asked for again, in words and in its field', async ({
    merchantPage,
  }, info) => {
    const { page, form } = merchantPage
    const submits = recordSubmits(page)
    const checkout = await merchantPage.open(staying)
    await form.fill({ ...visa, holder: '800.100.153' })
    await form.pay()
    await expect(form.notice).toHaveText(
      'The security code is wrong. You have not been charged. Please check it and try again.',
    )
    await expect(form.liveRegion).toHaveText(/The security code is wrong/)
    await expect(form.code).toBeFocused()
    await expect(form.code).toHaveValue('')
    await expect(form.hint('cvv')).toHaveText('Enter the code')
    await expect(form.number).toHaveValue('4200 0000 0000 0000')
    await expect(form.element).not.toContainText('800.100.153')
    await attach(page, info, 'wrong code')
    await merchantPage.expectStatus(checkout, '800.100.153')
    expect(await failuresOf(page)).toEqual([['WidgetError', 'declined']])
    await form.fill({ code: '123', holder: 'Jane Jones' })
    await expect(form.hints).toHaveCount(0)
    await merchantPage.expectPaid(checkout)
    expect(submits).toHaveLength(2)
  })

  test('each reason has its words and its field', async ({ merchantPage }, info) => {
    const { page, form } = merchantPage
    const checkout = await merchantPage.open(staying)
    for (const [code, text, focused] of [
      ['800.100.157', /^The card has expired or the date is wrong/, form.expiry],
      ['800.100.155', /^There is not enough money on this card/, form.number],
      ['800.100.152', /^Your bank has declined the payment/, form.number],
    ] as const) {
      await test.step(code, async () => {
        await form.fill({ ...visa, holder: code })
        await form.pay()
        await expect(form.notice).toHaveText(text)
        await expect(form.notice).toContainText(NOT_CHARGED)
        await expect(focused).toBeFocused()
        await expect(form.element).not.toContainText(code)
        await attach(page, info, code)
      })
    }
    await form.fill()
    await merchantPage.expectPaid(checkout)
  })

  test('where the shopper has other ways to pay, a button leads to the next', async ({
    merchantPage,
  }, info) => {
    const { page, form } = merchantPage
    await merchantPage.open({ ...staying, brands: 'VISA PAYPAL' })
    await form.fill({ ...visa, holder: '800.100.203' })
    await form.pay()
    await expect(form.notice).toContainText('not enough money')
    await attach(page, info, 'another way')
    await form.notice.getByRole('button', { name: 'Pay in another way' }).click()
    const row = page.getByRole('radio', { name: /PayPal/ })
    await expect(row).toBeChecked()
    await expect(row).toBeFocused()
  })

  test('says it in the language of the form', async ({ merchantPage }, info) => {
    const { page, form } = merchantPage
    await merchantPage.open({ options: "declined: 'stay', locale: 'ar'" })
    await form.fill({ ...visa, holder: '800.100.153' })
    await form.pay()
    await expect(form.notice).toHaveText(/^رمز الأمان غير صحيح\. لم يتم خصم أي مبلغ\./)
    await attach(page, info, 'Arabic')
  })

  test('of a stored card asks for its code again', async ({ merchantPage }) => {
    const { page } = merchantPage
    const { offer } = await storeWithPayment(merchantPage, storedCard)
    await merchantPage.visit({
      checkout: { ...offer, 'customParameters[SIMULATOR_outcome]': 'decline:800.100.153' },
      options: "declined: 'stay', registrations: { requireCvv: true }",
    })
    const form = page.locator('.wpwl-form-registrations')
    const code = form.locator('iframe[name="card.cvv"]').contentFrame().locator('input')
    await code.fill('123')
    await code.press('Enter')
    await expect(form.locator('.wpwl-notice')).toContainText('The security code is wrong')
    await expect(code).toHaveValue('')
    await expect(code).toBeFocused()
    await expect(form.locator('.wpwl-hint')).toHaveText('Check the code')
  })

  test('is not what a page gets that does not ask for it', async ({ merchantPage }) => {
    const { form } = merchantPage
    const checkout = await merchantPage.open()
    await form.fill({ ...visa, holder: '800.100.153' })
    await form.pay()
    await merchantPage.result()
    await merchantPage.expectStatus(checkout, '800.100.153')
  })
})

test('a challenge that does not load in ten seconds is told, in the size that fits the page', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/simulator/three-ds/challenge*', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.setViewportSize({ width: 1200, height: 800 })
  await merchantPage.open()
  await form.fill({ number: PLAIN_CHALLENGE_CARD })
  await form.fill({ expiry: visa.expiry, holder: visa.holder, code: visa.code })
  const asked = page.waitForRequest('**/simulator/three-ds/challenge*')
  await form.pay()
  await asked
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Confirm with your bank')
  const bank = page.locator('iframe.wpwl-target').contentFrame()
  const box = await bank.locator('.challenge iframe').boundingBox()
  expect([box?.width, box?.height]).toEqual([500, 600])
  await passUntil(page, () =>
    expect(dialog).toHaveAccessibleName('Your bank’s page is not loading', { timeout: 300 }),
  )
  await attach(page, info, 'challenge that does not load')
  load()
  await expect(dialog).toHaveAccessibleName('Confirm with your bank')
  await expect(bank.locator('.challenge iframe').contentFrame().locator('h1')).toBeVisible()
  await attach(page, info, 'challenge')
})

test('a payment that takes long is spoken of after 8 and after 20 seconds', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(SUBMIT, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  const checkout = await merchantPage.open()
  await form.fill()
  const sent = page.waitForRequest(SUBMIT)
  await form.pay()
  await sent
  await expect(form.notice).toHaveCount(0)
  await page.clock.runFor(8_000)
  await expect(form.notice).toContainText('This is taking longer than usual')
  await expect(form.liveRegion).toContainText('This is taking longer than usual')
  await attach(page, info, 'after 8 seconds')
  await page.clock.runFor(12_000)
  await expect(form.notice).toContainText('Please do not pay again')
  await expect(form.liveRegion).toContainText('Please do not pay again')
  await attach(page, info, 'after 20 seconds')
  answer()
  await page.clock.resume()
  await page.waitForURL((url) => url.pathname === RESULT_PATH)
  await merchantPage.expectStatus(checkout, '000.100.110')
})
