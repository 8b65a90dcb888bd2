import { expectKeysIn } from './support/keys.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { expect, test } from './support/test.ts'

test('a shopper pays with only the keyboard, and sees where the focus is', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const { keyboard } = page
  const checkout = await merchantPage.open({
    body: ({ form: placeholder, script }) =>
      `<a id="top" href="#end">Back to the basket</a>${placeholder}${script}`,
  })
  await keyboard.press('Tab')
  await expect(page.locator('#top')).toBeFocused()
  await keyboard.press('Tab')
  await expect(form.element.locator('select')).toBeFocused()

  await keyboard.press('Tab')
  await expectKeysIn(form.number)
  await expect(form.numberFrame).toHaveClass(/wpwl-focus/)
  await keyboard.type('4200000000000000')
  await keyboard.press('Tab')
  await expectKeysIn(form.expiry)
  await expect(form.numberFrame).not.toHaveClass(/wpwl-focus/)
  await keyboard.type('534')
  await expect(form.expiry).toHaveValue('05 / 34')
  await keyboard.press('Tab')
  await expectKeysIn(form.code)
  await expect(form.codeFrame).toHaveClass(/wpwl-focus/)
  await keyboard.type('123')
  await keyboard.press('Tab')
  await expectKeysIn(form.holder)
  await keyboard.type('Jane Jones')

  const { number, expiry, holder, code, payButton } = form
  for (const field of [code, expiry, number]) {
    await keyboard.press('Shift+Tab')
    await expectKeysIn(field)
  }
  for (const field of [expiry, code, holder, payButton]) {
    await keyboard.press('Tab')
    await expectKeysIn(field)
  }
  await expect(payButton).toHaveCSS('outline-style', 'solid')
  await keyboard.press('Space')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a shopper chooses between the brands of a card with only the keyboard', async ({
  merchantPage,
}) => {
  const { form, page, gateway } = merchantPage
  const { keyboard } = page
  const checkout = await merchantPage.open({
    brands: 'VISA CARTEBANCAIRE',
    options: 'brandDetection: true',
  })
  await keyboard.press('Tab')
  await expectKeysIn(form.number)
  await keyboard.type('4970100000000154')
  const choice = form.element.getByRole('radio')
  await expect(choice).toHaveCount(2)
  const other = form.element.getByRole('radio', { checked: false })
  const brand = await other.getAttribute('value')
  await keyboard.press('Tab')
  await expect(form.element.getByRole('radio', { checked: true })).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(form.element.locator(`[type=radio][value="${brand}"]`)).toBeChecked()
  await keyboard.press('Tab')
  await expectKeysIn(form.expiry)
  await keyboard.type('534')
  await keyboard.press('Tab')
  await expectKeysIn(form.code)
  await keyboard.type('123')
  await keyboard.press('Tab')
  await expectKeysIn(form.holder)
  await keyboard.type('Jane Jones')
  await keyboard.press('Enter')
  await merchantPage.result()
  expect(await gateway.status(checkout.id)).toMatchObject({ paymentBrand: brand })
})

test('a shopper pays with only the keyboard where holder and expiry are secured', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const form = new SecuredCardForm(page)
  const checkout = await merchantPage.visit({ options: `${SECURED}, brandDetection: true` })
  await form.ready()
  const typed = [
    [form.number, '4200000000000000'],
    [form.expiry, '0534'],
    [form.code, '123'],
    [form.holder, 'Jane Jones'],
  ] as const
  for (const [field, text] of typed) {
    await page.keyboard.press('Tab')
    await expectKeysIn(field)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('every focused field has a ring, an unfocused one has none', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open()
  const fields = [
    [form.number, form.numberFrame],
    [form.expiry, form.expiry],
    [form.holder, form.holder],
    [form.code, form.codeFrame],
  ] as const
  for (const [input, outer] of fields) {
    await expect(outer).toHaveCSS('outline-width', '0px')
    await input.focus()
    await expect(outer).toHaveCSS('outline', /solid 2px$/)
  }
})

test('a click on a label moves the focus into its field', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open()
  const inputs = {
    cardNumber: form.number,
    expiry: form.expiry,
    cardHolder: form.holder,
    cvv: form.code,
  }
  for (const [name, input] of Object.entries(inputs)) {
    await form.element.locator(`.wpwl-label-${name}`).click()
    await expect(input).toBeFocused()
  }
})
