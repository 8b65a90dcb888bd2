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

test('ten executePayment calls in one task pay once', async ({ merchantPage }) => {
  const submits = recordSubmits(merchantPage.page)
  const checkout = await merchantPage.open()
  await merchantPage.form.fill()
  await merchantPage.page.evaluate(() => {
    const keys = ['wpwl-container-card', 'wpwl-container.wpwl-container-card']
    for (let call = 0; call < 10; call++) window.wpwl?.executePayment(keys[call % 2] ?? '')
  })
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(submits).toHaveLength(1)
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

test('fields that were emptied after the payment show no error', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({ action: STAY_PATH })
  await form.fill()
  await form.number.press('Enter')
  await expect(form.number).toHaveValue('')
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
  await expect(form.notice).toHaveText('This order has already been paid')
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
  await form.fill()
  await form.pay()
  await expect(form.liveRegion).toHaveText(/accepted/)
  await merchantPage.expectStatus(checkout, '000.100.110')
})
