import { type PageParts, serveMerchantPage } from '../support/merchant-page.ts'
import { RESULT_PATH } from '../support/merchant-server.ts'
import { expect } from '../support/test.ts'
import { ARROW_DOWN, ARROW_UP, cardFormReady, pay, typeCard, VISA } from './shopper.ts'
import { test } from './test.ts'

const NINE =
  'VISA MASTER PAYPAL IDEAL DIRECTDEBIT_SEPA KLARNA_INVOICE GOOGLEPAY APPLEPAY BOLETO GIFTCARD'
const PARTS: PageParts = { brands: NINE, head: '<style>body { margin: 16px }</style>' }

/** The name of the open row. */
const OPEN = "document.querySelector('.wpwl-method-choice:checked').value"
const PAYPAL = 'virtualAccount-PAYPAL'
/** The buttons below the list that the shopper sees. */
const BUTTONS = `[...document.querySelectorAll('main > .wpwl-container .wpwl-button-pay')].filter((button) => button.checkVisibility({ visibilityProperty: true })).map((button) => button.textContent)`
const rowOf = (name: string) => `.wpwl-method-row:has([value="${name}"]) label`

test('rows of a list open by keys and by clicks, one at a time', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  await browser.go(serveMerchantPage(merchantServer, PARTS, await gateway.createCheckout()))
  await browser.until("document.querySelectorAll('.wpwl-method-row').length === 7")
  await cardFormReady(browser)
  expect(await browser.read(OPEN)).toBe('card')
  await browser.picture(info.outputPath('list.png'))
  await browser.click(rowOf('card'))
  // In WebKit a click focuses no radio button.
  await browser.read("document.querySelector('.wpwl-method-choice:checked').focus()")
  await browser.press(ARROW_DOWN)
  await browser.until(`${OPEN} === '${PAYPAL}'`)
  await browser.until(`${BUTTONS}.join() === 'Continue to PayPal'`)
  await browser.picture(info.outputPath('paypal.png'))
  await browser.press(ARROW_UP)
  await browser.until(`${OPEN} === 'card'`)
  await browser.click(rowOf('onlineTransfer-IDEAL'))
  await browser.until(`${OPEN} === 'onlineTransfer-IDEAL'`)
  expect(await browser.read(`${BUTTONS}.length`)).toBe(1)
})

test('a shopper pays with one of nine ways, on the page of its provider', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, PARTS, checkout))
  await browser.click(rowOf(PAYPAL))
  await browser.until(`${BUTTONS}.join() === 'Continue to PayPal'`)
  await browser.click(`form.wpwl-form-${PAYPAL} .wpwl-button-pay`)
  await browser.click('button.choice.approve')
  await browser.at(RESULT_PATH)
  const paid = await gateway.status(checkout.id)
  expect([paid.result.code, paid.paymentBrand]).toEqual(['000.100.110', 'PAYPAL'])
})

test('a card that was typed stays while another row is open, and pays', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, PARTS, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  await browser.click(rowOf(PAYPAL))
  await browser.until(`${BUTTONS}.join() === 'Continue to PayPal'`)
  await browser.click(rowOf('card'))
  await pay(browser)
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})
