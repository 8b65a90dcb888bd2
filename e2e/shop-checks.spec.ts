import type { Page } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** The check of the cardholder that many shops have copied, without jQuery. */
const holderCheck = (hintClass: string) => `
  onBeforeSubmitCard() {
    const holder = document.querySelector('.wpwl-control-cardHolder')
    if (holder.value.trim().length >= 3) return true
    holder.classList.add('wpwl-has-error')
    holder.insertAdjacentHTML('afterend', '<div class="${hintClass}">Holder, please</div>')
    const button = document.querySelector('.wpwl-button-pay')
    button.classList.add('wpwl-button-error')
    button.setAttribute('disabled', 'disabled')
    return false
  }`

test.describe('a page that marks the holder and disables the button by script', () => {
  for (const hintClass of ['wpwl-hint wpwl-hint-cardHolderError', 'wpwl-hint-cardHolderError']) {
    test(`lets the shopper pay after a correct name, with the hint ${hintClass}`, async ({
      merchantPage,
    }) => {
      const { form } = merchantPage
      const checkout = await merchantPage.open({ options: holderCheck(hintClass) })
      await form.fill({ ...visa, holder: '' })
      await form.pay()
      await expect(form.payButton).toBeDisabled()
      await expect(form.group('cardHolder')).toContainText('Holder, please')
      await form.code.fill('321')
      await expect(form.payButton).toBeDisabled()
      await form.holder.pressSequentially('Jan')
      await expect(form.payButton).toBeEnabled()
      await expect(form.payButton).not.toHaveClass(/wpwl-button-error/)
      await expect(form.group('cardHolder')).not.toContainText('Holder, please')
      await expect(form.holder).not.toHaveClass(/wpwl-has-error/)
      await form.holder.press('Enter')
      await merchantPage.result()
      await merchantPage.expectStatus(checkout, '000.100.110')
    })
  }

  test('keeps its button disabled when the reason is not a field of the form', async ({
    merchantPage,
  }) => {
    const { form, page } = merchantPage
    await merchantPage.open({
      options: `onReady() { document.querySelector('.wpwl-button-pay').disabled = true }`,
    })
    await expect(form.payButton).toBeDisabled()
    await form.fill()
    await form.expiry.focus()
    await expect(form.payButton).toBeDisabled()
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('.wpwl-button-pay')
      if (button !== null) button.disabled = false
    })
    await expect(form.payButton).toBeEnabled()
  })
})

test('a callback that prevents the event and returns true lets the payment go on', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open({
    options: 'onBeforeSubmitCard(event) { event.preventDefault(); return true }',
  })
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a brand that a script chooses in the select is used for the payment', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open({ brands: 'VISA VISADEBIT MASTER' })
  await form.fill()
  await page.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('.wpwl-control-brand')
    if (select !== null) select.value = 'VISADEBIT'
  })
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(1)
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
    paymentBrand: 'VISADEBIT',
  })
})

test.describe('the amount on the button', () => {
  test("is not shown where the shop's own text contains one", async ({ merchantPage }) => {
    const { form } = merchantPage
    await merchantPage.visit({ options: `labels: { submit: 'Pay 92.00 EUR' }` })
    await form.framesReady()
    await expect(form.payButton).toHaveText('Pay 92.00 EUR')
    await expect(form.payButton).not.toHaveAttribute('data-amount')
  })

  test('is shown beside a text of the shop without digits', async ({ merchantPage }) => {
    const { form } = merchantPage
    await merchantPage.open({ options: `labels: { submit: 'Order' }` })
    await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  })
})

const detectionsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { detections?: unknown }).detections)

test('a payment that succeeds reports no new brands', async ({ merchantPage }) => {
  const { form, page } = merchantPage
  await merchantPage.open({
    action: STAY_PATH,
    options: `onDetectBrand(brands) { (window.detections ??= []).push(brands) }`,
  })
  await form.fill()
  await expect.poll(() => detectionsOf(page)).toEqual([['VISA']])
  await form.pay()
  await expect(form.liveRegion).toHaveText(/accepted/)
  await expect(form.number).toHaveValue('•••• 0000')
  expect(await detectionsOf(page)).toEqual([['VISA']])
})

test('the logos of accepted brands mark those that the digits exclude', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ brands: '' })
  const logos = form.element.locator('.wpwl-group-card-logos-horizontal > div')
  await expect(logos.first()).toHaveAttribute('value', /^[A-Z]+$/)
  await expect(form.element.locator('.wpwl-hidden')).toHaveCount(0)
  await form.number.fill('5454545454545454')
  await expect(
    form.element.locator('.wpwl-group-card-logos-horizontal > div:not(.wpwl-hidden)'),
  ).toHaveCount(1)
})
