import type { Page } from '@playwright/test'
import { giftCardNumber } from '../server/features/gift-cards/gift-card-number.fixture.ts'
import { ButtonForm } from './support/button-form.ts'
import { visa } from './support/card-form.ts'
import { COLOR_SCHEMES, expectFitsEverywhere } from './support/fits-everywhere.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { expect, test } from './support/part-payment.ts'
import { recordSubmits } from './support/recordings.ts'

const BRANDS = 'VISA GIFTCARD PAYPAL'
const HUNDRED = { amount: '100.00' }
/** Each test has cards of its own: balances stay. */
let cards = process.pid % 10_000
const newCard = (amount: number) => {
  cards += 1
  return giftCardNumber(amount, cards)
}

class GiftForm extends ButtonForm {
  readonly number = this.element.locator('.wpwl-control-giftCardNumber')
  readonly pin = this.element.locator('.wpwl-control-giftCardPin')
  readonly applyButton = this.element.locator('.wpwl-button-gift')
  readonly lines = this.element.locator('.wpwl-gift-card')
  readonly live = this.element.locator('.wpwl-live')

  constructor(page: Page) {
    super(page, 'giftCard-GIFTCARD')
  }

  async type(number: string, pin = number.slice(-4)): Promise<void> {
    await this.number.fill(number)
    await this.pin.fill(pin)
  }

  async apply(number: string, pin?: string): Promise<void> {
    await this.type(number, pin)
    await this.applyButton.click()
  }
}

/** Each brand group has a form of its own. */
const forms = ({ options, script }: { readonly options: string; readonly script: string }) =>
  options +
  BRANDS.split(' ')
    .map(
      (brand) =>
        `<form class="paymentWidgets" action="${RESULT_PATH}" data-brands="${brand}"></form>`,
    )
    .join('') +
  script

interface PaidStatus {
  readonly amount?: string
  readonly cart?: {
    readonly payments: readonly { readonly amount: string; readonly status: string }[]
  }
}

test('a shopper pays a part with a gift card and the rest by card, with the keyboard', async ({
  merchantPage,
}, info) => {
  const { page, gateway, form: card } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  await card.ready()
  await gift.open()
  await gift.number.focus()
  await page.keyboard.type(newCard(30))
  await page.keyboard.press('Tab')
  const typed = await gift.number.inputValue()
  await page.keyboard.type(typed.slice(-4))
  await page.keyboard.press('Tab')
  await expect(gift.applyButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(gift.lines).toHaveText([
    // The mark keeps the sign on the left of the digits in every direction.
    new RegExp(`^Gift card •••• ${typed.slice(-4)}\u200e−€30.00Remove$`),
    'Left to pay€70.00',
  ])
  await expect(gift.live).toContainText('Gift card applied. Left to pay: €70.00')
  await expect(gift.number).toHaveValue('')
  for (const button of await page.locator('.wpwl-button-pay').all()) {
    await expect(button).toHaveAttribute('data-amount', '€70.00')
  }
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'applied')
  expect(submits).toHaveLength(0)
  await card.open()
  await card.fill()
  await card.pay()
  await merchantPage.result()
  const status = (await gateway.status(checkout.id)) as PaidStatus
  expect(status).toMatchObject({
    amount: '70.00',
    paymentBrand: 'VISA',
    result: { code: '000.100.110' },
    cart: { payments: [{ type: 'GIFTCARD', amount: '30.00', status: 'captured' }] },
  })
})

test('an applied gift card is removed, and its balance stays', async ({ merchantPage }) => {
  const { page, gateway, form: card } = merchantPage
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  await card.ready()
  await gift.open()
  await gift.apply(newCard(30))
  await expect(gift.lines).toHaveCount(2)
  await page.reload()
  await card.ready()
  await expect(gift.lines).toHaveCount(2)
  await gift.open()
  await gift.element.locator('.wpwl-gift-remove').click()
  await expect(gift.lines).toHaveCount(0)
  await expect(gift.number).toBeFocused()
  await expect(gift.live).toContainText('Gift card removed. Left to pay: €100.00')
  await expect(card.payButton).toHaveAttribute('data-amount', '€100.00')
  await card.open()
  await card.fill()
  await card.pay()
  await merchantPage.result()
  const status = (await gateway.status(checkout.id)) as PaidStatus
  expect([status.amount, status.cart]).toEqual(['100.00', undefined])
})

test('a gift card that covers the rest exactly pays it', async ({ merchantPage }) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  await gift.open()
  await gift.apply(newCard(30))
  await expect(gift.lines).toHaveCount(2)
  await gift.apply(newCard(70))
  await expect(gift.element.locator('.wpwl-gift-balance')).toHaveText(
    'This gift card holds €70.00 and covers the full amount',
  )
  await gift.payButton.click()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    amount: '70.00',
    paymentBrand: 'GIFTCARD',
    result: { code: '000.100.110' },
  })
})

test('the button to pay of the form applies a card that does not cover the rest', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  await gift.open()
  await gift.type(newCard(30))
  await gift.payButton.click()
  await expect(gift.lines).toHaveCount(2)
  await expect(gift.payButton).toHaveAttribute('aria-disabled', 'false')
  expect(submits).toHaveLength(0)
})

test('a shopper who cancels on another page has the balance back, and pays again', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const address = page.url()
  const gift = new GiftForm(page)
  await gift.open()
  await gift.apply(newCard(30))
  const paypal = new ButtonForm(page, 'virtualAccount-PAYPAL')
  await expect(paypal.payButton).toHaveAttribute('data-amount', '€70.00')
  const decide = async (choice: RegExp) => {
    await paypal.open()
    await paypal.payButton.click()
    await page.waitForURL((url) => url.pathname === '/simulator/redirect')
    await page.getByRole('button', { name: choice }).click()
    await merchantPage.result()
  }
  await decide(/^Cancel as the shopper/)
  await page.goto(address)
  await expect(gift.lines).toHaveCount(2)
  await decide(/^Approve/)
  expect(await gateway.status(checkout.id)).toMatchObject({
    amount: '70.00',
    cart: { payments: [{ amount: '30.00', status: 'captured' }] },
  })
})

test('a declined rest gives the balance back', async ({ merchantPage }) => {
  const { page, gateway, form: card } = merchantPage
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const address = page.url()
  const gift = new GiftForm(page)
  await gift.open()
  await gift.apply(newCard(30))
  await expect(card.payButton).toHaveAttribute('data-amount', '€70.00')
  await card.open()
  await card.fill({ ...visa, holder: '800.100.152' })
  await card.pay()
  await merchantPage.result()
  expect((await gateway.status(checkout.id)).result.code).toBe('800.100.152')
  await page.goto(address)
  await card.ready()
  await expect(gift.lines).toHaveCount(2)
  await card.fill()
  await card.pay()
  await merchantPage.result()
  expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
})

test('wrong PINs, empty and repeated cards are told, and guesses end', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  const number = newCard(30)
  const told = async (text: string) => expect(gift.notice).toHaveText(text)
  await gift.open()
  await gift.apply(number, '9999')
  await told('No gift card has this number and PIN')
  await expect(gift.live).toContainText('No gift card has this number and PIN')
  await gift.apply('6006000000000019')
  await told('Nothing is left on this gift card')
  await gift.apply(number)
  await expect(gift.lines).toHaveCount(2)
  await gift.apply(number)
  await told('This gift card is already applied')
  await gift.apply('6006200250000012')
  await told('This gift card is in another currency')
  for (let guess = 0; guess < 5; guess += 1) {
    await gift.apply('12345678', `${1000 + guess}`)
    await told('No gift card has this number and PIN')
  }
  await gift.apply('12345678', '2000')
  await told('Too many attempts. Please pay in another way.')
})

test('what another window has changed is shown before anything is charged', async ({
  merchantPage,
}) => {
  const { page, gateway, form: card } = merchantPage
  const checkout = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  await card.ready()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const there = new GiftForm(other)
  await there.open()
  await there.apply(newCard(30))
  await expect(there.lines).toHaveCount(2)
  await other.close()
  await card.fill()
  await card.pay()
  await expect(card.notice).toHaveText(
    'The amount to pay has changed. You have not been charged. Please check it and pay again.',
  )
  await expect(card.payButton).toHaveAttribute('data-amount', '€70.00')
  await expect(new GiftForm(page).lines).toHaveCount(2)
  await card.pay()
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({ amount: '70.00' })
})

test('a checkout that is paid meanwhile takes no gift card, and the shopper reads why', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { id, script } = await merchantPage.visit({ checkout: HUNDRED, body: forms })
  const gift = new GiftForm(page)
  await gift.open()
  await gift.type(newCard(30))
  const paid = await page.request.post(new URL(`/v1/checkouts/${id}/payment`, script).href, {
    form: {
      paymentBrand: 'VISA',
      'card.number': visa.number,
      'card.holder': visa.holder,
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': visa.code,
    },
  })
  expect(paid.status()).toBe(200)
  await gift.applyButton.click()
  await expect(gift.notice).toContainText('This payment session is no longer valid')
})

test('the form of a gift card without styles works as well', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.visit({ checkout: HUNDRED, body: forms, options: `style: 'none'` })
  const gift = new GiftForm(page)
  await gift.open()
  await gift.apply(newCard(30))
  await expect(gift.lines).toHaveCount(2)
})

for (const colorScheme of COLOR_SCHEMES) {
  test(`gift cards fit narrow and wide pages in both directions, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const parts = { brands: 'GIFTCARD', checkout: HUNDRED }
    const whole = async () => {
      const gift = new GiftForm(merchantPage.page)
      await expect(gift.element).toHaveAttribute('data-texts', 'here')
      await gift.apply(newCard(30))
      await expect(gift.lines).toHaveCount(2)
      await gift.apply(newCard(90))
      await expect(gift.element.locator('.wpwl-gift-balance')).toBeVisible()
    }
    await expectFitsEverywhere({ merchantPage, info, colorScheme, parts, whole })
  })
}
