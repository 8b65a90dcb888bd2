import { startServerProcess } from '../../server/testing/server-process.fixture.ts'
import { gatewayClient } from '../support/gateway-client.ts'
import { type PageParts, serveMerchantPage } from '../support/merchant-page.ts'
import { RESULT_PATH, STAY_PATH } from '../support/merchant-server.ts'
import { CHALLENGE_CARD } from '../support/shopper-redirect.ts'
import { expect } from '../support/test.ts'
import type { Browser } from './browser.ts'
import {
  BACKSPACE,
  CODE,
  cardFormReady,
  ESCAPE,
  HEAD,
  NUMBER,
  pay,
  typeCard,
  VISA,
} from './shopper.ts'
import { test } from './test.ts'

const NOTICE = "document.querySelector('.wpwl-notice')"
const RETRY = '.wpwl-notice button'
const NOT_CHARGED = 'You have not been charged.'

/** Waits until the form says these words. */
async function says(browser: Browser, words: string): Promise<void> {
  await browser.until(`${NOTICE}?.textContent.includes('${words}')`)
}

/** The secured field meets this in place of its next request, once. */
async function meet(browser: Browser, outcome: string): Promise<void> {
  await browser.inFrame([NUMBER], async () => {
    await browser.read(
      `(() => { const send = fetch; window.fetch = () => { window.fetch = send; return ${outcome} } })()`,
    )
  })
}

test('without a network nothing was charged, and one press pays when it is back', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  await meet(browser, "Promise.reject(new TypeError('no network'))")
  await pay(browser)
  await says(browser, NOT_CHARGED)
  await browser.picture(info.outputPath('no-network.png'))
  await browser.click(RETRY)
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('a server that has stopped leaves the outcome open', async ({
  otherBrowser: browser,
  merchantServer,
}, info) => {
  const server = await startServerProcess({ dataDir: info.outputPath('data') })
  const checkout = await gatewayClient(server).createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  await server.interrupt()
  await pay(browser)
  await says(browser, 'We do not know yet')
  await browser.picture(info.outputPath('unknown.png'))
})

test('a fault of the server is called so, and one press pays when it is over', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  const body = JSON.stringify({ result: { code: '999.999.999', description: 'internal error' } })
  await meet(browser, `Promise.resolve(new Response('${body}', { status: 500 }))`)
  await pay(browser)
  await says(browser, `The payment service has a fault. ${NOT_CHARGED}`)
  await browser.click(RETRY)
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

/** A page whose sessions end in a second. */
const SHORT_SESSION = `<script>
  const send = window.fetch.bind(window)
  window.fetch = async (address, init) => {
    const answer = await send(address, init)
    if (!String(address).includes('/session?')) return answer
    return new Response(JSON.stringify({ ...(await answer.json()), expiresInMs: 1000 }))
  }
</script>`

test('a session that ends says so, and takes no payment', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  const parts: PageParts = { head: HEAD + SHORT_SESSION }
  await browser.go(serveMerchantPage(merchantServer, parts, checkout))
  await says(browser, 'Your session expired')
  await says(browser, NOT_CHARGED)
  await browser.picture(info.outputPath('expired.png'))
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
})

test('an order that is paid leads to its result', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  const address = serveMerchantPage(merchantServer, { head: HEAD }, checkout)
  await browser.go(address)
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  await pay(browser)
  await browser.at(RESULT_PATH)
  await browser.go(address)
  await says(browser, 'This order has already been paid')
  await browser.picture(info.outputPath('paid.png'))
  await browser.click(RETRY)
  expect((await browser.at(RESULT_PATH)).get('id')).toBe(checkout.id)
})

test('a declined card is told with its reason, and another one pays', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  const parts: PageParts = { head: HEAD, options: "declined: 'stay'" }
  await browser.go(serveMerchantPage(merchantServer, parts, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA, '800.100.155')
  await pay(browser)
  await says(browser, NOT_CHARGED)
  await browser.picture(info.outputPath('declined.png'))
  await browser.inFrame([CODE], async () => {
    await browser.until("document.querySelector('input').value === ''")
    await browser.type('input', '123')
  })
  await browser.click('.wpwl-control-cardHolder')
  await browser.read("document.querySelector('.wpwl-control-cardHolder').select()")
  await browser.press(BACKSPACE)
  await browser.type('.wpwl-control-cardHolder', 'Jane Jones')
  await pay(browser)
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('code that the page blocks leaves a sentence with a button', async ({
  otherBrowser: browser,
  server,
  gateway,
  merchantServer,
}, info) => {
  const policy = `script-src 'unsafe-inline' ${server.url}/v1/paymentWidgets.js`
  const parts: PageParts = { head: HEAD, headers: { 'Content-Security-Policy': policy } }
  await browser.go(serveMerchantPage(merchantServer, parts, await gateway.createCheckout()))
  await browser.until("document.querySelector('[role=alert]')?.textContent")
  expect(await browser.read("document.querySelector('[role=alert]').textContent")).toContain(
    'The payment form could not be loaded',
  )
  await browser.picture(info.outputPath('blocked.png'))
})

test('Escape in the window of the bank asks, and the shopper goes on or cancels', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  const parts: PageParts = { head: HEAD, action: STAY_PATH }
  await browser.go(serveMerchantPage(merchantServer, parts, checkout))
  await cardFormReady(browser)
  await typeCard(browser, CHALLENGE_CARD)
  await pay(browser)
  await browser.until("document.querySelector('dialog.wpwl-target-dialog[open]')")
  await browser.inFrame(['iframe.wpwl-target', '.challenge iframe'], () =>
    browser.until("document.querySelector('input[inputmode=numeric]')"),
  )
  await browser.read("document.querySelector('.wpwl-target-cancel').focus()")
  await browser.press(ESCAPE)
  await browser.until("document.querySelector('.wpwl-target-keep')")
  await browser.picture(info.outputPath('asking.png'))
  await browser.click('.wpwl-target-keep')
  await browser.until("document.querySelector('.wpwl-target-keep') === null")
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
  await browser.click('.wpwl-target-cancel')
  await browser.until("document.querySelector('dialog.wpwl-target-dialog[open]') === null")
})
