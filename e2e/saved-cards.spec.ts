import type { Page } from '@playwright/test'
import { CardForm } from './support/card-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { expectKeysIn } from './support/keys.ts'
import {
  otherStoredCard,
  storedAccount,
  storedCard,
  storeWithPayment,
} from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

function savedCards(page: Page) {
  const form = page.locator(
    '#wpwl-registrations > .wpwl-container-registration > form.wpwl-form-registrations',
  )
  const rows = form.locator('> .wpwl-group-registration')
  const code = form.locator('.wpwl-selected iframe[name="card.cvv"]')
  return {
    form,
    rows,
    code: code.contentFrame().locator('input'),
    codeDocument: code.contentFrame().locator('html'),
    payButton: form.locator('button[type=submit].wpwl-button-pay'),
    others: form.locator('[data-action=show-initial-forms]'),
    hint: form.locator('.wpwl-hint-cvvError'),
  }
}

test('a card is stored where its shopper ticks the box, and offered the next time', async ({
  merchantPage,
}, info) => {
  const { page, form, gateway } = merchantPage
  const options = 'showSaveCard: true'
  const first = await merchantPage.open({ options })
  const box = form.element.getByRole('checkbox', { name: 'Save this card for my next purchases' })
  await expect(box).not.toBeChecked()
  await form.fill()
  await form.holder.press('Tab')
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'ticked')
  await merchantPage.expectPaid(first)
  const { registrationId = '' } = await gateway.status(first.id)
  expect(registrationId).toMatch(/^[0-9a-f]{32}$/)
  const checkout = { 'registrations[0].id': registrationId, createRegistration: 'true' }
  await merchantPage.open({ options, checkout })
  await expect(savedCards(page).rows).toContainText('•••• 0000')
  await expect(box).toHaveCount(0)
})

test('a shopper pays with a stored card and its code, by keyboard alone', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  const { tokens, offer } = await storeWithPayment(merchantPage, storedCard, otherStoredCard)
  const saved = savedCards(page)
  const options = `registrations: { requireCvv: 'true', hideInitialPaymentForms: true },
    onReady: (forms) => { window.ready = forms.map((form) => form.containerKey) },
    onBeforeSubmitOneClickCard: function (event) { window.asked = this.className; return true }`
  const checkout = await merchantPage.visit({ checkout: offer, options })
  await expect(saved.rows).toHaveCount(2)
  const container = new CardForm(page)
  await expect(container.element).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => (window as { ready?: string[] }).ready))
    .toEqual(['wpwl-container-card', 'wpwl-container-registration'])
  const first = saved.rows.first()
  await expect(first).toHaveClass(/wpwl-selected/)
  const part = '.wpwl-wrapper-registration.wpwl-wrapper-registration-'
  await expect(
    first.locator(`label.wpwl-registration > ${part}registrationId > input`),
  ).toHaveValue(tokens[0] ?? '')
  await expect(
    first.locator(`${part}brand > .wpwl-brand.wpwl-brand-VISA.wpwl-brand-inline`),
  ).toBeVisible()
  await expect(first.locator(`${part}details > ${part}number`)).toHaveText('•••• 0000')
  await expect(first.locator(`${part}details > ${part}expiry`)).toHaveText('05/34')
  await expect(first.locator(`${part}details > ${part}holder`)).toHaveText('Jane Jones')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'saved-cards')

  await expect(saved.codeDocument).toHaveAttribute('style', /color-scheme/)
  await saved.payButton.press('Enter')
  await expect(saved.hint).toHaveText('Enter the code')
  await attachScreenshot(page, info, 'saved-cards-code-missing')

  await first.locator('input[type=radio]').focus()
  await page.keyboard.press('ArrowDown')
  await expect(saved.rows.nth(1)).toHaveClass(/wpwl-selected/)
  await expect(first.locator('iframe')).toHaveCount(0)
  // A field that is not loaded yet takes the focus when it is; keys go to it only then.
  await expect(saved.codeDocument).toHaveAttribute('style', /color-scheme/)
  await page.keyboard.press('Tab')
  await expectKeysIn(saved.code)
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await merchantPage.result()
  const paid = await merchantPage.gateway.status(checkout.id)
  expect(paid).toMatchObject({
    result: { code: '000.100.110' },
    registrationId: tokens[1],
    paymentBrand: 'MASTER',
    card: { last4Digits: '5454' },
  })
})

test('the other forms come at a press, and a stored account pays without a code', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedAccount, storedCard)
  const saved = savedCards(page)
  await page.setViewportSize({ width: 320, height: 900 })
  const checkout = await merchantPage.visit({
    checkout: { ...offer, locale: 'ar' },
    options: 'registrations: { hideInitialPaymentForms: true }',
    lang: 'ar',
  })
  await expect(saved.rows.first().locator('.wpwl-wrapper-registration-email')).toHaveText(
    'ja***.com',
  )
  await expect(form.element).toBeHidden()
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'saved-cards-ar-320')
  await saved.others.click()
  await expect(form.element).toBeVisible()
  await expect(saved.others).toHaveCount(0)
  await form.framesReady()
  await page.evaluate(() => window.wpwl?.executePayment('wpwl-container-registration'))
  await merchantPage.result()
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.100.110' },
    paymentBrand: 'KLARNA_INVOICE',
  })
})

test('the code of a stored card is asked for where the channel demands it, whatever the page says', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  const saved = savedCards(page)
  await page.route('**/session?*', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    Object.assign(session.registrations[0], { codeRequired: true })
    await route.fulfill({ response: answer, json: session })
  })
  const options = 'allowEmptyCvv: true, registrations: { requireCvv: false }'
  await merchantPage.visit({ checkout: offer, options })
  await expect(saved.code).toBeVisible()
  await saved.payButton.click()
  await expect(saved.hint).toBeVisible()
})

test('the shopper deletes a stored card after a second press, and expired ones cannot be chosen', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  await page.emulateMedia({ colorScheme: 'dark' })
  const { tokens, offer } = await storeWithPayment(
    merchantPage,
    storedCard,
    otherStoredCard,
    storedCard,
  )
  const saved = savedCards(page)
  await page.route('**/session?*', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    Object.assign(session.registrations[0], { expired: true })
    await route.fulfill({ response: answer, json: { ...session, mayDeleteRegistrations: true } })
  })
  await page.route('**/delete', (route) => route.fulfill({ json: { result: {} } }))
  await merchantPage.visit({
    checkout: offer,
    options: 'onDeleteRegistration: (id) => { window.deleted = id }',
    head: '<meta name="color-scheme" content="light dark">',
  })
  await expect(saved.rows.nth(1)).toHaveClass(/wpwl-selected/)
  await expect(saved.rows.first().locator('input')).toBeDisabled()
  await expect(saved.rows.first()).toContainText('Expired')
  const second = saved.rows.nth(1)
  await second.locator('.wpwl-registration-delete').press('Enter')
  await expect(second).toContainText('Delete this payment method?')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'saved-cards-delete-dark')
  await page.keyboard.press('Escape')
  await expect(second).not.toContainText('Delete this payment method?')
  await second.locator('.wpwl-registration-delete').click()
  await page.keyboard.press('Enter')
  await expect(saved.rows).toHaveCount(2)
  await expect(saved.rows.nth(1)).toHaveClass(/wpwl-selected/)
  await expect(saved.form.getByRole('status')).toHaveText('Payment method deleted')
  expect(await page.evaluate(() => (window as { deleted?: string }).deleted)).toBe(tokens[1])
})
