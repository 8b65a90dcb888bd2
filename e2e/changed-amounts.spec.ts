import { ButtonForm } from './support/button-form.ts'
import type { Checkout } from './support/gateway-client.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { recordSubmits } from './support/recordings.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

const CHANGED =
  'The amount to pay has changed. You have not been charged. Please check it and pay again.'
const RAISED = { amount: '920.00' }

/** The merchant's server changes an open checkout, and its page does not know. */
async function raise({ gateway }: MerchantPage, { id }: Pick<Checkout, 'id'>): Promise<void> {
  const updated = await gateway.pay(`/v1/checkouts/${id}`, RAISED)
  expect(updated.result.code).toBe('000.200.101')
}

async function expectRaised(merchantPage: MerchantPage, checkout: Checkout): Promise<void> {
  await merchantPage.result()
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject(RAISED)
}

test('a shopper whose button says another amount than the checkout asks for pays nothing, reads so, and pays what is shown then', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await raise(merchantPage, checkout)
  await form.pay()
  await expect(form.notice).toHaveText(CHANGED)
  await expect(form.liveRegion).toHaveText(CHANGED)
  await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
  expect(await page.evaluate(() => window.wpwl?.checkout.amount)).toBe('920.00')
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await expect(form.code).toHaveValue('123')
  await form.pay()
  await expectRaised(merchantPage, checkout)
})

test('so does a shopper with a stored card', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  const checkout = await merchantPage.visit({ checkout: offer, brands: 'VISA' })
  const stored = page.locator('form.wpwl-form-registrations')
  const pay = stored.locator('.wpwl-button-pay')
  await expect(pay).toHaveAttribute('data-amount', '€92.00')
  await raise(merchantPage, checkout)
  await pay.click()
  await expect(stored.locator('.wpwl-notice')).toHaveText(CHANGED)
  await expect(pay).toHaveAttribute('data-amount', '€920.00')
  await pay.click()
  await expectRaised(merchantPage, checkout)
})

const WAYS = [
  ['PREPAYMENT', 'prepayment-PREPAYMENT'],
  ['PAYPAL', 'virtualAccount-PAYPAL'],
] as const

for (const [brand, name] of WAYS) {
  test(`so does a shopper who pays with ${brand}`, async ({ merchantPage }) => {
    const { page } = merchantPage
    const checkout = await merchantPage.visit({ brands: brand })
    const form = new ButtonForm(page, name)
    await expect(form.payButton).toHaveAttribute('data-amount', '€92.00')
    await raise(merchantPage, checkout)
    await form.payButton.click()
    await expect(form.notice).toHaveText(CHANGED)
    await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
  })
}

test('so does a shopper who has confirmed the sheet of a wallet', async ({ merchantPage }) => {
  const { page } = merchantPage
  const checkout = await merchantPage.visit({ brands: 'APPLEPAY' })
  const form = new ButtonForm(page, 'virtualAccount-APPLEPAY')
  await form.payButton.click()
  const sheet = page.locator('dialog.wpwl-wallet-sheet')
  await expect(sheet.locator('.wpwl-wallet-total')).toContainText('€92.00')
  await raise(merchantPage, checkout)
  await sheet.locator('.wpwl-wallet-confirm').click()
  await expect(form.notice).toHaveText(CHANGED)
  await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
})

test('a page that makes its checkout of another amount than its button says is told, and the shopper pays what he reads', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const submits = recordSubmits(page)
  const ids: string[] = []
  await page.exposeFunction('makeCheckout', async () => {
    const { id } = await gateway.createCheckout(RAISED)
    ids.push(id)
    return id
  })
  const options = `createCheckout: () => window.makeCheckout(), checkout: { amount: '92.00', currency: 'EUR' }`
  const none = { id: '', script: gateway.scriptWithoutCheckout, integrity: '' }
  await page.goto(merchantPage.address({ options }, none))
  await form.ready()
  await form.fill()
  await form.pay()
  await expect(form.notice).toHaveText(CHANGED)
  await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
  await form.pay()
  await merchantPage.result()
  expect(ids).toHaveLength(1)
  expect(submits).toHaveLength(2)
  expect(await gateway.status(ids[0] ?? '')).toMatchObject(RAISED)
})

test('an amount that the page changes while it is asked whether to pay is shown before it is paid', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  let checkout: Checkout | undefined
  await page.exposeFunction('raise', () => raise(merchantPage, checkout as Checkout))
  checkout = await merchantPage.open({
    options: `async onBeforeSubmitCardPromise() {
      await window.raise()
      await wpwl.update()
      return true
    }`,
  })
  await form.fill()
  await form.pay()
  await expect(form.notice).toHaveText(CHANGED)
  await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
  await form.pay()
  await expectRaised(merchantPage, checkout)
})

test('the page hears once of each new amount, with the one before, by a submit and by update()', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open({
    options: `onAmountChanged(now, before) {
      ;(window.changes ??= []).push([before, now, { amount: wpwl.checkout.amount }])
    }`,
  })
  const changes = () => page.evaluate(() => (window as unknown as { changes?: unknown }).changes)
  const of = (amount: string) => ({ amount, currency: 'EUR' })
  await form.fill()
  await page.evaluate(() => window.wpwl?.update())
  expect(await changes()).toBeUndefined()
  await raise(merchantPage, checkout)
  await form.pay()
  await expect(form.notice).toHaveText(CHANGED)
  const first = [of('92.00'), of('920.00'), { amount: '920.00' }]
  expect(await changes()).toEqual([first])
  await gateway.pay(`/v1/checkouts/${checkout.id}`, { amount: '17.00' })
  await page.evaluate(() => window.wpwl?.update())
  expect(await changes()).toEqual([first, [of('920.00'), of('17.00'), { amount: '17.00' }]])
})
