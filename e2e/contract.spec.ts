import { processDemo } from '../server/testing/server-process.fixture.ts'
import { visa } from './support/card-form.ts'
import { expect, test } from './support/test.ts'

const group = (name: string) => `form > div.wpwl-group.wpwl-group-${name}.wpwl-clearfix`
const wrapper = (name: string) => `${group(name)} > div.wpwl-wrapper.wpwl-wrapper-${name} >`

/** What pages, shops' style sheets and their tests rely on (reference behaviour §3.6). */
const selectors = [
  'form.wpwl-form.wpwl-form-card.wpwl-form-has-inputs.wpwl-clearfix[method="POST"][lang="en"]',
  'form[accept-charset="UTF-8"]',
  `${group('brand')} > div.wpwl-label.wpwl-label-brand[name="wpwl-label-paymentBrand"]`,
  `${wrapper('brand')} select.wpwl-control.wpwl-control-brand[name="paymentBrand"]`,
  `${wrapper('brand')} select > option[value="VISA"]`,
  `${group('brand')} > div.wpwl-brand.wpwl-brand-card.wpwl-brand-VISA`,
  `${group('cardNumber')} > div.wpwl-label.wpwl-label-cardNumber[name="wpwl-label-card.number"]`,
  `${wrapper('cardNumber')} iframe.wpwl-control.wpwl-control-iframe.wpwl-control-cardNumber`,
  `${wrapper('cardNumber')} iframe[name="card.number"][title="Card number"][placeholder]`,
  `${wrapper('cardNumber')} iframe[aria-label="Card number"]`,
  `${group('expiry')} > div.wpwl-label.wpwl-label-expiry`,
  `${wrapper('expiry')} input[type="tel"].wpwl-control.wpwl-control-expiry`,
  `${wrapper('expiry')} input[data-action="blur-card-expiry"][placeholder="MM / YY"]`,
  `${group('cardHolder')} > div.wpwl-label.wpwl-label-cardHolder[name="wpwl-label-card.holder"]`,
  `${wrapper('cardHolder')} input.wpwl-control.wpwl-control-cardHolder[name="card.holder"]`,
  `${group('cvv')} > div.wpwl-label.wpwl-label-cvv[name="wpwl-label-card.cvv"]`,
  `${wrapper('cvv')} iframe.wpwl-control.wpwl-control-iframe.wpwl-control-cvv`,
  `${wrapper('cvv')} iframe[name="card.cvv"][title="Security code"][placeholder]`,
  `${wrapper('cvv')} iframe[aria-label="Security code"]`,
  `${wrapper('submit')} button[type="submit"][name="pay"].wpwl-button.wpwl-button-pay`,
  `${wrapper('submit')} button[aria-label="Pay now"]`,
  'form input[type="hidden"][name="shopperResultUrl"]',
  'form input[type="hidden"][name="forceUtf8"][value]',
  'form input[type="hidden"][name="shopOrigin"][value^="http"]',
  'form input[type="hidden"][name="card.expiryMonth"]',
  'form input[type="hidden"][name="card.expiryYear"]',
]

test('the card form has the nodes, names and classes that pages know', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  const container = page.locator('main > div.wpwl-container.wpwl-container-card')
  await expect(container).toHaveAttribute('id', /^card_\d+$/)
  for (const selector of selectors) {
    await expect(container.locator(selector), selector).toHaveCount(1)
  }
  const action = `${server.url}/v1/checkouts/${checkout.id}/payment`
  await expect(form.element).toHaveAttribute('action', action)
  const names = await form.element
    .locator('> .wpwl-group')
    .evaluateAll((groups) => groups.map(({ classList }) => classList[1]))
  const order = ['brand', 'cardNumber', 'expiry', 'cvv', 'cardHolder', 'submit']
  expect(names).toEqual(order.map((name) => `wpwl-group-${name}`))
  const numberInput =
    'form > input[type="tel"][name="card.number"][autocomplete="cc-number"][aria-label]'
  await expect(form.numberDocument.locator(numberInput)).toHaveAttribute('placeholder', /0000/)
  const codeInput = 'form > input[type="tel"][name="card.cvv"][aria-label="Security code"]'
  await expect(form.codeDocument.locator(codeInput)).toHaveAttribute('placeholder', '000')

  await form.expiry.fill('05 / 34')
  await expect(form.element.locator('[name="card.expiryMonth"]')).toHaveValue('05')
  await expect(form.element.locator('[name="card.expiryYear"]')).toHaveValue('2034')
})

test('a hint follows its control, and its class ends with the error key', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ options: 'requireCardHolder: true' })
  await form.pay()
  const hints = {
    cardNumber: 'iframe.wpwl-has-error ~ div.wpwl-hint.wpwl-hint-cardNumberError',
    expiry: 'input.wpwl-has-error ~ div.wpwl-hint.wpwl-hint-expiryMonthError',
    cardHolder: 'input.wpwl-has-error ~ div.wpwl-hint.wpwl-hint-cardHolderError',
    cvv: 'iframe.wpwl-has-error ~ div.wpwl-hint.wpwl-hint-cvvError',
  }
  for (const [name, selector] of Object.entries(hints)) {
    await expect(form.element.locator(`.wpwl-wrapper-${name} > ${selector}`)).toHaveCount(1)
  }
})

test('window.wpwl has the members that pages read', async ({ merchantPage, server }) => {
  const checkout = await merchantPage.open()
  const told = await merchantPage.page.evaluate(() => ({
    checkout: window.wpwl?.checkout,
    apiVersion: window.wpwl?.apiVersion,
    age: Date.now() - (window.wpwl?.timestamp ?? 0),
  }))
  expect(told).toMatchObject({
    apiVersion: '1',
    checkout: {
      id: checkout.id,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      endpoint: '/payment',
      resourcePath: `/v1/checkouts/${checkout.id}/payment`,
      config: {
        registrations: [],
        detectIp: false,
        overrideHolder: false,
        threeDSecureV2Config: {},
        klarnaMerchantIds: {},
        paypalRestConfig: {},
        environmentConfig: {
          url: server.url,
          defaultPaymentMode: 'INTEGRATOR_TEST',
          cacheVersion: expect.stringMatching(/^[0-9a-f]{12}$/),
        },
      },
    },
  })
  expect(told.age).toBeGreaterThanOrEqual(0)
})

test('styles of the page apply to the fields, also inside the frames', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({
    head: `<style>
      .wpwl-control { color: rgb(10, 90, 60); font-size: 20px; letter-spacing: 1px; padding: 4px 9px }
      .wpwl-button-pay { background: rgb(1, 2, 3) }
    </style>`,
    options: `iframeStyles: { 'card-number-placeholder': { color: '#ff0000' } }`,
  })
  for (const input of [form.number, form.code, form.holder]) {
    await expect(input).toHaveCSS('color', 'rgb(10, 90, 60)')
    await expect(input).toHaveCSS('font-size', '20px')
    await expect(input).toHaveCSS('letter-spacing', '1px')
    await expect(input).toHaveCSS('padding-left', '9px')
  }
  await expect(form.payButton).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  const placeholder = await form.number.evaluate(
    (element) => getComputedStyle(element, '::placeholder').color,
  )
  expect(placeholder).toBe('rgb(255, 0, 0)')
})

test('fields that the shop adds to the form reach the payment, but card data in them does not', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open({
    options: `onReady() {
      document.querySelector('.wpwl-form-card').insertAdjacentHTML('beforeend',
        '<input name="customParameters[SHOPPER_gift]" value="wrapped">' +
        '<input type="checkbox" checked name="customParameters[SHOPPER_news]" value="yes">' +
        '<input type="hidden" name="card.number" value="5454545454545454">')
    }`,
  })
  await expect(form.element.locator('[name="customParameters[SHOPPER_gift]"]')).toBeVisible()
  await form.fill(visa)
  await merchantPage.expectPaid(checkout)
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
    customParameters: { SHOPPER_gift: 'wrapped', SHOPPER_news: 'yes' },
    card: { last4Digits: '0000' },
  })
})

test('a channel with the profile legacy has the labels and placeholders that older pages know', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = { entityId: processDemo.legacyEntityId }
  await merchantPage.open({ checkout })
  await expect(form.number).toHaveAttribute('placeholder', 'Card Number')
  await expect(form.code).toHaveAttribute('placeholder', 'CVV')
  await expect(form.holder).toHaveAttribute('placeholder', 'Card holder')
  await expect(form.expiry).toHaveAttribute('placeholder', 'MM / YY')
  const labels = ['Brand', 'Card Number', 'Expiry Date', 'CVV', 'Card holder']
  await expect(form.element.locator('.wpwl-label')).toHaveText(labels)

  await merchantPage.open({ checkout, options: 'showPlaceholders: false' })
  // The page sees no secured field: a blank one's place tells that a value has come without an event.
  await expect(form.number).toHaveAttribute('placeholder', ' ')
  await expect(form.holder).toHaveAttribute('placeholder', '')
})
