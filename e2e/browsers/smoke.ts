import { type PageParts, serveMerchantPage } from '../support/merchant-page.ts'
import { RESULT_PATH } from '../support/merchant-server.ts'
import { CHALLENGE_CARD } from '../support/shopper-redirect.ts'
import { storedCard } from '../support/stored-details.ts'
import { expect } from '../support/test.ts'
import { cardFormReady, ENTER, HEAD, pay, tabStops, typeCard, typedCard, VISA } from './shopper.ts'
import { test } from './test.ts'

test('a shopper types a card by keys and pays', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  await typeCard(browser, VISA)
  await browser.picture(info.outputPath('typed.png'))
  expect(await typedCard(browser)).toEqual(['4200 0000 0000 0000', '05 / 34', 'Jane Jones', '123'])
  await pay(browser)
  const query = await browser.at(RESULT_PATH)
  expect(query.get('id')).toBe(checkout.id)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('what is wrong is shown at its field, and nothing is paid', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const parts: PageParts = { head: HEAD, options: 'requireCardHolder: true' }
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, parts, checkout))
  await cardFormReady(browser)
  await pay(browser)
  await browser.until("document.querySelectorAll('.wpwl-hint').length === 4")
  await browser.picture(info.outputPath('wrong.png'))
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
})

test('a shopper confirms a payment with the bank', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  await typeCard(browser, CHALLENGE_CARD)
  await pay(browser)
  await browser.until("document.querySelector('dialog.wpwl-target-dialog[open]')")
  await browser.inFrame(['iframe.wpwl-target', '.challenge iframe'], async () => {
    await browser.until("document.querySelector('input[inputmode=numeric]')")
    await browser.type('input[inputmode=numeric]', '123456')
  })
  await browser.picture(info.outputPath('challenge.png'))
  await browser.inFrame(['iframe.wpwl-target', '.challenge iframe'], () =>
    browser.click('button.primary'),
  )
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('a shopper pays with a stored card and its code', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}, info) => {
  const paid = await gateway.pay('/v1/payments', { ...storedCard, createRegistration: 'true' })
  const checkout = await gateway.createCheckout({
    'registrations[0].id': paid.registrationId ?? '',
  })
  const options = 'registrations: { requireCvv: true, hideInitialPaymentForms: true }'
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD, options }, checkout))
  await browser.inFrame(['.wpwl-selected iframe[name="card.cvv"]'], () =>
    browser.type('input', '123'),
  )
  await browser.picture(info.outputPath('stored.png'))
  await browser.click('form.wpwl-form-registrations [type=submit]')
  await browser.at(RESULT_PATH)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

for (const dir of ['ltr', 'rtl'] as const) {
  test(`the tab key goes through a narrow form, and Enter pays: ${dir}`, async ({
    otherBrowser: browser,
    gateway,
    merchantServer,
  }, info) => {
    const checkout = await gateway.createCheckout()
    const body: NonNullable<PageParts['body']> = ({ form, script }) =>
      `<div style="width: 320px">${form}</div>${script}`
    const parts: PageParts = { head: HEAD, lang: dir === 'rtl' ? 'ar' : 'en', dir, body }
    await browser.go(serveMerchantPage(merchantServer, parts, checkout))
    await cardFormReady(browser)
    expect(await browser.read("document.querySelector('.wpwl-form').dir")).toBe(dir)
    await browser.picture(info.outputPath('narrow.png'))
    expect(await tabStops(browser)).toEqual(['cardNumber', 'expiry', 'cvv', 'cardHolder'])
    await typeCard(browser, VISA)
    await browser.inFrame(['iframe[name="card.number"]'], () => browser.type('input', ENTER))
    await browser.at(RESULT_PATH)
    expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
  })
}

test('the secured fields look like the fields of the page', async ({
  otherBrowser: browser,
  gateway,
  merchantServer,
}) => {
  const checkout = await gateway.createCheckout()
  await browser.go(serveMerchantPage(merchantServer, { head: HEAD }, checkout))
  await cardFormReady(browser)
  const font = await browser.read<string>(
    "getComputedStyle(document.querySelector('.wpwl-control-expiry')).fontFamily",
  )
  await browser.inFrame(['iframe[name="card.number"]'], async () => {
    const field = "document.querySelector('input')"
    expect(await browser.read(`getComputedStyle(${field}).fontFamily`)).toBe(font)
    const placeholder = 'document.adoptedStyleSheets[0].cssRules[0].style'
    const [color, opacity] = await browser.read<string[]>(
      `[${placeholder}.color, ${placeholder}.opacity]`,
    )
    const isPale = Number(opacity) < 1
    if (!isPale) expect(color).not.toBe(await browser.read(`getComputedStyle(${field}).color`))
  })
})
