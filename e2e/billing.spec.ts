import { ButtonForm } from './support/button-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { expectKeysIn } from './support/keys.ts'
import { expect, test } from './support/test.ts'

test('a shopper gives the billing address in the order of his country, and the shop reads it', async ({
  merchantPage,
}, info) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open({
    options: `billingAddress: { country: 'DE', street1: 'Kite Lane 5' },
      onReady() { window.found = document.querySelectorAll('.wpwl-group-billing').length }`,
  })
  await expect.poll(() => page.evaluate(() => 'found' in window && window.found)).toBe(1)
  const address = form.element.locator('.wpwl-group-billing')
  const control = (name: string) => address.locator(`.wpwl-control-${name}`)
  const names = () =>
    address
      .locator('.wpwl-control')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  expect(await names()).toEqual(
    ['country', 'street1', 'street2', 'postcode', 'city'].map((name) => `billing.${name}`),
  )
  await form.fill()
  await form.pay()
  await expect(control('postcode')).toBeFocused()
  await expect(address.locator('.wpwl-hint')).toHaveText(['Check the postcode', 'Enter the city'])
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'faults')
  await control('country').selectOption({ label: 'United States' })
  expect(await names()).toEqual(
    ['country', 'street1', 'street2', 'city', 'state', 'postcode'].map((name) => `billing.${name}`),
  )
  await control('city').fill('San Diego')
  await control('stateSelect').selectOption({ label: 'California' })
  const labels = address.locator('.wpwl-group .wpwl-label')
  const state = labels.filter({ hasText: /^State$/ })
  await expect(state).toHaveCount(1)
  await expect(labels.filter({ hasText: /^ZIP code$/ })).toHaveCount(1)
  await control('postcode').fill('92101')
  await merchantPage.expectPaid(checkout)
  expect(await gateway.status(checkout.id)).toMatchObject({
    billing: {
      country: 'US',
      street1: 'Kite Lane 5',
      city: 'San Diego',
      state: 'CA',
      postcode: '92101',
    },
  })
})

test('name, birth date and tax number take the place of the card holder', async ({
  merchantPage,
}, info) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open({
    checkout: { 'billing.country': 'DE', 'billing.city': 'Berlin' },
    options: `forceCardHolderEqualsBillingName: true, showBirthDate: 'true', showTaxNumberField: true,
      billingAddress: {}, mandatoryBillingFields: { street1: true, city: true }`,
  })
  const control = (name: string) => form.element.locator(`.wpwl-control-${name}`)
  await expect(control('surname')).toBeVisible()
  await expect(form.holder).toHaveCount(0)
  // The checkout has the country and the city.
  await expect(form.element.locator('.wpwl-group-billing .wpwl-control')).toHaveCount(3)
  await form.fill({ number: '4200000000000000', expiry: '05 / 34', code: '123' })
  await control('givenName').focus()
  await expectKeysIn(control('givenName'))
  await page.keyboard.type('Jane')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Jones')
  await control('birthDate-month').fill('1990-01-31')
  await control('taxNumber').fill('12 345 678 901')
  await control('street1').fill('4200000000000000')
  await control('street2').fill('second floor')
  await page.keyboard.press('Enter')
  await expect(form.element.locator('.wpwl-hint-billingStreetError')).toBeVisible()
  await expect(control('street1')).toBeFocused()
  await attachScreenshot(page, info, 'refused')
  await control('street1').fill('Kite Lane 5')
  await merchantPage.expectPaid(checkout)
  expect(await gateway.status(checkout.id)).toMatchObject({
    card: { holder: 'Jane Jones' },
    customer: { givenName: 'Jane', surname: 'Jones', birthDate: '1990-01-31' },
    billing: { country: 'DE', city: 'Berlin', street1: 'Kite Lane 5', street2: 'second floor' },
  })
})

test('the form of a slip asks for the tax number alone where the checkout has the name', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const checkout = await merchantPage.visit({
    brands: 'BOLETO',
    checkout: { 'customer.givenName': 'Ana', 'customer.surname': 'Souza' },
    options: "showTaxNumberField: true, locale: 'pt-BR'",
  })
  const form = new ButtonForm(page, 'prepayment-BOLETO')
  await expect(form.payButton).toHaveAttribute('data-amount', /\d/)
  await form.payButton.click()
  await expect(form.element.locator('.wpwl-hint')).toHaveText(['Informe seu CPF ou CNPJ'])
  await page.keyboard.type('123.456.789-09')
  await page.keyboard.press('Enter')
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({
    result: { code: '000.200.001' },
    customer: { identificationDocType: 'TAXSTATEMENT', identificationDocId: '123.456.789-09' },
  })
})
