import type { Page } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { COLOR_SCHEMES, expectFitsEverywhere } from './support/fits-everywhere.ts'
import { expectNoViolations } from './support/inspection.ts'
import { answerIssuer, issuerIn } from './support/issuer.ts'
import { expectKeysIn } from './support/keys.ts'
import type { MerchantPage, PageParts } from './support/merchant-page.ts'
import { recordFields } from './support/recordings.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { expect, test } from './support/test.ts'

/** A card whose issuer asks the cardholder. */
const ASKING = '4200000000000018'

async function openSecured(merchantPage: MerchantPage, parts: PageParts = {}) {
  const form = new SecuredCardForm(merchantPage.page)
  const options = `${SECURED}, ${parts.options ?? ''}`
  const checkout = await merchantPage.visit({ ...parts, options })
  await form.ready()
  return { form, checkout }
}

for (const colorScheme of COLOR_SCHEMES) {
  test(`a form of secured fields fits narrow and wide pages in both directions, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const { page } = merchantPage
    const form = new SecuredCardForm(page)
    const whole = async () => {
      await form.ready()
      await expect(form.holder).toHaveAttribute('aria-label', /\S/)
      await form.fill({ number: visa.number })
      await form.pay()
      await expect(form.hints).toHaveCount(2)
    }
    const parts = { options: SECURED }
    await expectFitsEverywhere({ merchantPage, info, colorScheme, parts, whole })
    for (const frame of [form.expiryFrame, form.holderFrame]) {
      await expect(frame.contentFrame().locator('html')).toHaveCSS('color-scheme', colorScheme)
    }
  })
}

test('an empty form of secured fields has no accessibility violation', async ({ merchantPage }) => {
  await openSecured(merchantPage)
  await expectNoViolations(merchantPage.page)
})

test('a shopper pays with the keyboard alone, in Arabic, on a page without any style', async ({
  merchantPage,
}) => {
  const { keyboard } = merchantPage.page
  const options = "style: 'none', locale: 'ar', brandDetection: true"
  const { form, checkout } = await openSecured(merchantPage, { options, dir: 'rtl' })
  await expect(form.holder).toHaveCSS('direction', 'rtl')
  await expect(form.expiry).toHaveCSS('direction', 'ltr')
  await form.number.focus()
  await expectKeysIn(form.number)
  await keyboard.type(visa.number)
  await keyboard.press('Tab')
  await expectKeysIn(form.expiry)
  await expect(form.expiryFrame).toHaveClass(/wpwl-focus/)
  await keyboard.type('534')
  await expect(form.expiry).toHaveValue('05 / 34')
  await keyboard.press('Tab')
  await expectKeysIn(form.code)
  await keyboard.type('123')
  await keyboard.press('Tab')
  await expectKeysIn(form.holder)
  await keyboard.type('Jane Jones')
  await keyboard.press('Shift+Tab')
  await expectKeysIn(form.code)
  await keyboard.press('Enter')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a click on a label moves the focus into its frame', async ({ merchantPage }) => {
  const { form } = await openSecured(merchantPage)
  for (const [field, input] of [
    ['expiry', form.expiry],
    ['cardHolder', form.holder],
  ] as const) {
    await form.group(field).locator('.wpwl-label').click()
    await expectKeysIn(input)
  }
})

test('autofocus names a secured field', async ({ merchantPage }) => {
  const { form } = await openSecured(merchantPage, { options: "autofocus: 'card.holder'" })
  await expectKeysIn(form.holder)
})

test('a cardholder is authenticated, and what was typed pays', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill({ ...visa, number: ASKING })
  await form.pay()
  const issuer = issuerIn(page)
  await answerIssuer(issuer)
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a card is stored by a registration checkout', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const form = new SecuredCardForm(page)
  const checkout = await gateway.createStoringCheckout()
  await page.goto(merchantPage.address({ options: SECURED }, checkout))
  await form.framesReady()
  await expect(form.payButton).toHaveText('Save card')
  await form.fill()
  await form.pay()
  await merchantPage.result()
  expect(await gateway.read(`/v1/checkouts/${checkout.id}/registration`)).toMatchObject({
    result: { code: '000.100.110' },
    card: { holder: visa.holder, expiryMonth: '05', expiryYear: '2034' },
  })
})

test('a card is stored where its shopper ticks the box', async ({ merchantPage }) => {
  const { form, checkout } = await openSecured(merchantPage, { options: 'showSaveCard: true' })
  await form.fill()
  await form.element.getByRole('checkbox').check()
  await merchantPage.expectPaid(checkout)
  const { registrationId } = await merchantPage.gateway.status(checkout.id)
  expect(registrationId).toMatch(/^[0-9a-f]{32}$/)
})

test('the holder is made of the name where that is asked for, and the date stays secured', async ({
  merchantPage,
}) => {
  const form = new SecuredCardForm(merchantPage.page)
  const options = `${SECURED}, forceCardHolderEqualsBillingName: true`
  const checkout = await merchantPage.visit({ options })
  const name = (field: string) => form.element.locator(`.wpwl-control-${field}`)
  await name('givenName').fill('Jane')
  await name('surname').fill('Jones')
  await expect(form.holderFrame).toHaveCount(0)
  await form.fill({ number: visa.number, code: visa.code, expiry: visa.expiry })
  await merchantPage.expectPaid(checkout)
  const { card } = await merchantPage.gateway.status(checkout.id)
  expect(card).toMatchObject({ holder: 'Jane Jones', expiryMonth: '05' })
})

test('a summary page gets neither holder nor date, and its server pays', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const options = 'useSummaryPage: true, onSaveTransactionData(data) { window.saved = data }'
  const { form, checkout } = await openSecured(merchantPage, { options })
  await form.fill()
  await form.pay()
  await expect
    .poll(() => page.evaluate('window.saved'))
    .toEqual({
      id: checkout.id,
      resourcePath: `/v1/checkouts/${checkout.id}/payment`,
      paymentBrand: 'VISA',
      card: { bin: '420000', last4Digits: '0000' },
    })
  expect((await gateway.payKept(checkout.id)).result.code).toBe('000.100.110')
})

test('the text of a secured holder begins on the right in Arabic', async ({ merchantPage }) => {
  const { form } = await openSecured(merchantPage, {
    options: "locale: 'ar'",
    lang: 'ar',
    dir: 'rtl',
  })
  await expect(form.holder).toHaveCSS('direction', 'rtl')
  await expect(form.holder).toHaveCSS('text-align', 'start')
})

test('a form in a shadow root loads each field once, and pays', async ({ merchantPage }) => {
  const { page } = merchantPage
  const fields = recordFields(page)
  const form = new SecuredCardForm(page)
  const checkout = await merchantPage.visit({
    body: ({ script }) => `<div id="host"></div>${script}`,
  })
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    const place = document.createElement('div')
    root?.append(place)
    const options = { shopperResultUrl: '/result', enableSAQACompliance: true }
    window.wpwl?.mount(place, options)
  })
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(fields.sort()).toEqual(['card.cvv', 'card.expiry', 'card.holder', 'card.number'])
})

const move = (page: Page) =>
  page.evaluate(() => {
    const container = document.querySelector('.wpwl-container') as Element
    document.querySelector('main')?.prepend(container)
  })

test('a form that is moved asks for everything again, and pays', async ({ merchantPage }) => {
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill()
  await move(merchantPage.page)
  await expect(form.holder).toHaveValue('')
  await form.framesReady()
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a form that is removed and put back pays', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill()
  await page.evaluate(async () => {
    const container = document.querySelector('.wpwl-container') as Element
    container.remove()
    await new Promise((resolve) => setTimeout(resolve))
    document.querySelector('main')?.append(container)
  })
  await expect(form.holder).toHaveValue('')
  await form.framesReady()
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('two forms of one page keep their frames apart, and the second one pays', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const checkout = await merchantPage.visit({
    options: SECURED,
    body: ({ options, form, script }) =>
      `${options}<div id="one">${form}</div><div id="two">${form}</div>${script}`,
  })
  const one = new SecuredCardForm(page.locator('#one'))
  const two = new SecuredCardForm(page.locator('#two'))
  await one.ready()
  await two.ready()
  await one.fill({ holder: 'Zoltan Qvist', expiry: '11 / 31' })
  await two.fill()
  await two.pay()
  await merchantPage.result()
  const { card } = await merchantPage.gateway.status(checkout.id)
  expect(card).toMatchObject({ holder: visa.holder, expiryMonth: '05', expiryYear: '2034' })
})
