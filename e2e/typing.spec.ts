import type { Locator } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { expect, test } from './support/test.ts'

const caretOf = (input: Locator) =>
  input.evaluate((element) => (element as HTMLInputElement).selectionStart)

/** Sets a value as browsers and password managers do: no key events, one change event. */
const autofill = (input: Locator, value: string) =>
  input.evaluate((element, text) => {
    ;(element as HTMLInputElement).value = text
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, value)

test('the brand follows the digits while the shopper types', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({ brands: 'VISA MASTER AMEX DINERS JCB' })
  const select = form.element.locator('select.wpwl-control-brand')
  const picture = form.element.locator('.wpwl-brand-card')
  const typed = { MASTER: '5454', AMEX: '378', JCB: '3528', DINERS: '3008', VISA: '420' }
  for (const [brand, digits] of Object.entries(typed)) {
    await form.number.fill('')
    await form.number.pressSequentially(digits)
    await expect(select).toHaveValue(brand)
    await expect(picture).toHaveClass(new RegExp(`wpwl-brand-${brand}(\\s|$)`))
  }
})

test('digits are grouped as on the card', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({ brands: '' })
  const grouped = {
    '4200000000000000': '4200 0000 0000 0000',
    '377777777777770': '3777 777777 77770',
    '30082246403846': '3008 224640 3846',
  }
  for (const [digits, text] of Object.entries(grouped)) {
    await form.number.fill('')
    await form.number.pressSequentially(digits)
    await expect(form.number).toHaveValue(text)
  }
  await merchantPage.open({ options: 'numberFormatting: false' })
  await form.number.pressSequentially('4200000000000000')
  await expect(form.number).toHaveValue('4200000000000000')
})

test('an edit in the middle of the number, and in the code, is undone and done again', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  await merchantPage.open()
  await form.number.pressSequentially('4200000000000000')
  for (let step = 0; step < 14; step++) await form.number.press('ArrowLeft')
  await form.number.press('Backspace')
  await expect(form.number).toHaveValue('4200 0000 0000 000')
  await page.keyboard.type('7')
  await expect(form.number).toHaveValue('4207 0000 0000 0000')
  const undone = ['4200 0000 0000 000', '4200 0000 0000 0000', '4200 0000 0000 000']
  for (const [at, text] of undone.entries()) {
    await form.number.press('ControlOrMeta+z')
    await expect(form.number).toHaveValue(text)
    if (at === 0) expect(await caretOf(form.number)).toBe(3)
  }
  await form.number.press('ControlOrMeta+Shift+z')
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await form.number.press('ControlOrMeta+a')
  await page.keyboard.type('4200000000000000')
  await form.number.press('ControlOrMeta+z')
  expect(await caretOf(form.number)).toBe('4200 0000 0000 000'.length)
  await form.code.pressSequentially('123')
  await form.code.press('ControlOrMeta+z')
  await expect(form.code).toHaveValue('12')
})

test('a pasted number with blanks and dashes is read, also in place of another one', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const checkout = await merchantPage.open()
  await form.number.pressSequentially('377777777777770')
  await form.number.press('Control+a')
  await page.keyboard.insertText(' 4200-0000 0000–0000\t')
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await form.number.press('Control+a')
  await page.keyboard.insertText('٤٢٠٠００００00000000')
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await form.fill({ code: '123', expiry: '5/2034' })
  await expect(form.expiry).toHaveValue('05 / 34')
  await merchantPage.expectPaid(checkout)
})

test('the caret stays behind the digit that was typed or deleted', async ({ merchantPage }) => {
  const { form } = merchantPage
  const { number } = form
  await merchantPage.open()
  await number.pressSequentially('42000001')
  await number.press('Home')
  for (let step = 0; step < 3; step++) await number.press('ArrowRight')
  await number.pressSequentially('98')
  await expect(number).toHaveValue('4209 8000 01')
  expect(await caretOf(number)).toBe(6)
  await number.press('Backspace')
  await number.press('Backspace')
  await expect(number).toHaveValue('4200 0001')
  expect(await caretOf(number)).toBe(3)
  await number.press('ArrowRight')
  await number.press('Delete')
  await expect(number).toHaveValue('4200 001')
  expect(await caretOf(number)).toBe(4)
  await number.press('ArrowRight')
  await number.press('Backspace')
  await expect(number).toHaveValue('4200 01')
  expect(await caretOf(number)).toBe(3)
})

test('a digit typed over itself and the gap behind it stays', async ({ merchantPage }) => {
  const { number } = merchantPage.form
  await merchantPage.open()
  await number.pressSequentially('42081')
  await number.press('ArrowLeft')
  await number.press('Shift+ArrowLeft')
  await number.press('Shift+ArrowLeft')
  await number.pressSequentially('8')
  await expect(number).toHaveValue('4208 1')
  expect(await caretOf(number)).toBe(4)
})

test('a card that autofill enters is paid, and a second autofill replaces the first', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open()
  await autofill(form.number, '5454545454545454')
  await autofill(form.expiry, '12/2030')
  await expect(form.number).toHaveValue('5454 5454 5454 5454')
  await expect(form.expiry).toHaveValue('12 / 30')
  await autofill(form.number, '4200000000000000')
  await autofill(form.expiry, '2034-05')
  await autofill(form.code, '123')
  await expect(form.expiry).toHaveValue('05 / 34')
  await expect(form.number).toHaveAttribute('autocomplete', 'cc-number')
  await expect(form.code).toHaveAttribute('autocomplete', 'cc-csc')
  await expect(form.expiry).toHaveAttribute('autocomplete', 'cc-exp')
  await expect(form.holder).toHaveAttribute('autocomplete', 'cc-name')
  await merchantPage.expectPaid(checkout)
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
    paymentBrand: 'VISA',
    card: { expiryMonth: '05', expiryYear: '2034' },
  })
})

test('a card that was filled in without any event is read when its fields get the focus', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open()
  const values = [
    [form.number, '4200000000000000'],
    [form.code, '123'],
    [form.expiry, '05/2034'],
    [form.holder, 'Jane Jones'],
  ] as const
  for (const [input, value] of values) {
    await input.evaluate((element, text) => {
      ;(element as HTMLInputElement).value = text
    }, value)
  }
  await form.number.focus()
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await form.code.focus()
  await merchantPage.expectPaid(checkout)
})

test('a card that was filled in without any event or focus is paid at the first press', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open()
  const values = [
    [form.number, '4200000000000000'],
    [form.code, '123'],
    [form.expiry, '05 / 34'],
    [form.holder, 'Jane Jones'],
  ] as const
  for (const [input, value] of values) {
    await input.evaluate((element, text) => {
      ;(element as HTMLInputElement).value = text
    }, value)
  }
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await expect(form.element.locator('.wpwl-brand-card')).toHaveClass(/wpwl-brand-VISA/)
  await merchantPage.expectPaid(checkout)
})

test('a card of two brands offers the choice that the gateway knows of, and the chosen one is paid', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/bin')) asked.push(request.postData() ?? '')
  })
  const checkout = await merchantPage.open({
    brands: 'VISA CARTEBANCAIRE',
    options: `brandDetection: true, brandDetectionType: 'binlist', brandDetectionPriority: ['VISA'],
      onDetectBin(bin) { window.bin = bin }`,
  })
  const number = '4360000001000005'
  await form.number.fill(number)
  const choice = form.element.getByRole('radiogroup')
  await expect(choice.getByRole('radio')).toHaveCount(2)
  await expect(choice.getByRole('radio', { name: 'Visa' })).toBeChecked()
  await choice.getByRole('radio', { name: 'Visa' }).press('ArrowDown')
  await form.fill({ ...visa, number })
  await expect(choice.getByRole('radio', { name: 'Cartes Bancaires' })).toBeChecked()
  expect(await page.evaluate(() => (window as unknown as { bin?: unknown }).bin)).toEqual({
    bin: '436000',
    brands: ['CARTEBANCAIRE', 'VISA'],
    cardClass: 'CREDIT',
  })
  expect(asked).toEqual(['bin=436000'])
  await merchantPage.expectPaid(checkout)
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({
    paymentBrand: 'CARTEBANCAIRE',
  })
})

test('a corrected digit is told once, and not at all where it is the same card', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({
    brands: 'VISA CARTEBANCAIRE',
    options: `brandDetection: true, brandDetectionType: 'binlist',
      onDetectBin({ bin }) { (window.bins ??= []).push(bin ?? 'none') },
      onDetectBrand(brands) { (window.detected ??= []).push(brands.join()) }`,
  })
  const told = () =>
    page.evaluate(() => {
      const { bins, detected } = window as unknown as Record<string, readonly string[]>
      return { bins, detected }
    })
  await form.number.fill('4360000001000004')
  await expect.poll(async () => (await told()).bins).toEqual(['none'])
  const { detected } = await told()
  await form.number.press('Backspace')
  await form.number.press('5')
  await expect.poll(told).toEqual({ bins: ['none', '436000'], detected })
  await form.number.press('Backspace')
  await form.number.press('5')
  for (const key of ['Control+a', 'Backspace']) await form.number.press(key)
  await expect.poll(async () => (await told()).detected?.at(-1)).toBe('')
  expect((await told()).bins).toEqual(['none', '436000'])
})
