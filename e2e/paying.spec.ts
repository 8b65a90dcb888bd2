import { visa } from './support/card-form.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const master = { ...visa, number: '5454545454545454' }
const amex = { ...visa, number: '377777777777770', code: '1234' }

for (const [brand, card] of Object.entries({ VISA: visa, MASTER: master, AMEX: amex })) {
  test(`a shopper pays with ${brand}`, async ({ merchantPage }) => {
    const checkout = await merchantPage.open()
    await merchantPage.form.fill(card)
    await merchantPage.expectPaid(checkout)
    expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
      amount: '92.00',
      currency: 'EUR',
      paymentBrand: brand,
      card: { last4Digits: card.number.slice(-4), holder: 'Jane Jones', expiryYear: '2034' },
    })
  })
}

test('the return address contains checkout id and resource path', async ({ merchantPage }) => {
  const checkout = await merchantPage.open()
  await merchantPage.form.fill()
  await merchantPage.form.pay()
  expect([...(await merchantPage.result())]).toEqual([
    ['id', checkout.id],
    ['resourcePath', `/v1/checkouts/${checkout.id}/payment`],
  ])
})

test('a decline returns to the shop too, and keeps the query of the return URL', async ({
  merchantPage,
}) => {
  const checkout = await merchantPage.open({ action: '/result?order=7&name=a%20b' })
  await merchantPage.form.fill({ ...visa, holder: '800.100.152' })
  await merchantPage.form.pay()
  await merchantPage.result()
  const path = encodeURIComponent(`/v1/checkouts/${checkout.id}/payment`)
  expect(new URL(merchantPage.page.url()).search).toBe(
    `?order=7&name=a%20b&id=${checkout.id}&resourcePath=${path}`,
  )
  await merchantPage.expectStatus(checkout, '800.100.152')
})

test('the return URL of the option has priority over the form’s, and that over the checkout’s', async ({
  merchantPage,
}) => {
  const { page, form, server } = merchantPage
  const elsewhere = { checkout: { shopperResultUrl: `${server.origin}/elsewhere` } }
  const given = form.element.locator('[name="shopperResultUrl"]')
  await merchantPage.open({ ...elsewhere, options: 'shopperResultUrl: "/option"' })
  await expect(given).toHaveValue(`${server.origin}/option`)
  await merchantPage.open(elsewhere)
  await expect(given).toHaveValue(`${server.origin}/result`)
  await merchantPage.open({ ...elsewhere, action: '' })
  await expect(given).toHaveValue(`${server.origin}/elsewhere`)
  await merchantPage.open({ action: '' })
  await expect(given).toHaveValue(page.url())
})

/** A container of each kind of form, and what its shopper fills in; of cards that is in frames. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  registration: {},
  card: {},
  'prepayment-BOLETO': {},
  'virtualAccount-PAYPAL': {},
  'virtualAccount-CLIQ': { 'virtualAccount.accountId': 'jane.jones' },
  'virtualAccount-STC_PAY': { 'virtualAccount.accountId': '+966512345678' },
  'onlineTransfer-IDEAL': { 'bankAccount.bankName': 'INGBNL2A' },
  'directDebit-DIRECTDEBIT_SEPA': {
    'bankAccount.holder': 'Jane Jones',
    'bankAccount.iban': 'DE89370400440532013000',
  },
  'giftCard-GIFTCARD': { 'giftCard.number': '6007930000000008', 'giftCard.pin': '1234' },
  'virtualAccount-GOOGLEPAY': {},
}

test('ten submits in one task send one payment, whatever the form', async ({ merchantPage }) => {
  const { page, form, gateway } = merchantPage
  const submits = recordSubmits(page)
  // Refused each time, so that one checkout is enough for all of them, and the next form need not wait.
  const result = { code: '800.120.100', description: 'Refused by the test' }
  await page.route('**/payment', (route) => route.fulfill({ status: 429, json: { result } }))
  const stored = await gateway.pay('/v1/payments', {
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    createRegistration: 'true',
  })
  await merchantPage.open({
    brands: 'VISA BOLETO PAYPAL CLIQ STC_PAY IDEAL DIRECTDEBIT_SEPA GIFTCARD GOOGLEPAY',
    options: "layout: 'stacked'",
    checkout: { 'registrations[0].id': stored.registrationId ?? '' },
  })
  await form.fill()
  for (const [kind, fields] of Object.entries(KINDS)) {
    const container = page.locator(`.wpwl-container-${kind}`)
    for (const [name, value] of Object.entries(fields)) {
      const field = container.locator(`[name="${name}"]`)
      if (name === 'bankAccount.bankName') await field.selectOption({ index: 1 })
      else await field.fill(value)
    }
    await expect(container.locator('form')).toBeVisible()
    const before = submits.length
    await container.evaluate((element, key) => {
      const buttons = element.querySelectorAll<HTMLButtonElement>('button[type=submit]')
      for (let turn = 0; turn < 10; turn++) {
        if (turn % 3 === 0) window.wpwl?.executePayment(key)
        if (turn % 3 === 1) buttons[0]?.click()
        if (turn % 3 === 2) element.querySelector('form')?.requestSubmit()
      }
    }, `wpwl-container-${kind}`)
    if (kind === 'virtualAccount-GOOGLEPAY') {
      await page.getByRole('button', { name: 'Confirm payment' }).press('Enter')
    }
    await expect(container.locator('.wpwl-notice'), kind).not.toBeEmpty()
    expect([kind, submits.length - before]).toEqual([kind, 1])
  }
  expect(submits).toHaveLength(Object.keys(KINDS).length)
})

test('clicks and Enter keys in any mixture pay once', async ({ merchantPage }) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open({ action: STAY_PATH })
  await form.fill()
  await form.payButton.dblclick()
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('.wpwl-button-pay')
    for (let click = 0; click < 5; click++) button?.click()
  })
  await form.holder.press('Enter')
  await form.number.press('Enter')
  await expect(form.liveRegion).toHaveText(/accepted/)
  await form.code.press('Enter')
  // Forced: the runner waits for ever for a button that says it is disabled.
  await form.payButton.click({ force: true })
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(submits).toHaveLength(1)
})

test('a paid form says so, shows what was paid with, and no error', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({ action: STAY_PATH })
  await form.fill()
  await form.number.press('Enter')
  await expect(form.payButton).toHaveText('Payment accepted')
  await expect(form.number).toHaveValue('•••• 0000')
  await expect(form.code).toHaveValue('•••')
  await form.code.focus()
  await form.holder.focus()
  await expect(form.codeFrame).not.toHaveClass(/wpwl-focus/)
  await expect(form.hints).toHaveCount(0)
  await expect(form.liveRegion).toHaveText(/accepted/)
})

test('Enter pays from the secured fields and from the others', async ({ merchantPage }) => {
  const { form } = merchantPage
  for (const field of [form.number, form.code, form.holder, form.expiry]) {
    const checkout = await merchantPage.open()
    await form.fill()
    await field.press('Enter')
    await merchantPage.result()
    await merchantPage.expectStatus(checkout, '000.100.110')
  }
})

test('Enter does nothing where the shop has switched it off', async ({ merchantPage }) => {
  const submits = recordSubmits(merchantPage.page)
  const checkout = await merchantPage.open({ options: 'disableSubmitOnEnter: true' })
  await merchantPage.form.fill()
  await merchantPage.form.number.press('Enter')
  await merchantPage.form.holder.press('Enter')
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(1)
})

test('a page that was left while paying shows the current state when the shopper comes back', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  await merchantPage.open()
  await form.fill()
  await form.pay()
  await merchantPage.result()
  await page.goBack()
  await expect(form.notice).toContainText('This order has already been paid')
  await expect(form.element).not.toHaveAttribute('aria-busy', 'true')
})

test('a page from the back/forward cache has no spinner, and a declined card can be paid again', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const checkout = await merchantPage.open({ action: STAY_PATH })
  await form.fill({ ...visa, holder: '800.100.152' })
  await form.pay()
  await expect(form.element).toHaveAttribute('data-phase', 'leaving')
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await expect(form.element).toHaveAttribute('aria-busy', 'false')
  await expect(form.payButton).toHaveText('Pay now')
  await form.fill()
  await form.pay()
  await expect(form.liveRegion).toHaveText(/accepted/)
  await merchantPage.expectStatus(checkout, '000.100.110')
})
