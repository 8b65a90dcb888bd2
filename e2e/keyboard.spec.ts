import { expectKeysIn } from './support/keys.ts'
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
  await expectKeysIn(form.holder)
  await keyboard.type('Jane Jones')
  await keyboard.press('Tab')
  await expectKeysIn(form.code)
  await expect(form.codeFrame).toHaveClass(/wpwl-focus/)
  await keyboard.type('123')

  const { number, expiry, holder, code, payButton } = form
  for (const field of [holder, expiry, number]) {
    await keyboard.press('Shift+Tab')
    await expectKeysIn(field)
  }
  for (const field of [expiry, holder, code, payButton]) {
    await keyboard.press('Tab')
    await expectKeysIn(field)
  }
  await expect(payButton).toHaveCSS('outline-style', 'solid')
  await keyboard.press('Space')
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
