import { type CardDetails, type CardFormField, visa } from './support/card-form.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

interface FaultyEntry {
  readonly what: string
  readonly entry: Partial<CardDetails>
  readonly field: CardFormField
  /** Ends the hint's class name, as merchants know it. */
  readonly hint: string
  readonly text: RegExp
}

const faultyEntries: readonly FaultyEntry[] = [
  {
    what: 'an expired card',
    entry: { expiry: '01 / 20' },
    field: 'expiry',
    hint: 'expiryYearError',
    text: /expired/,
  },
  {
    what: 'a month that does not exist',
    entry: { expiry: '13 / 34' },
    field: 'expiry',
    hint: 'expiryMonthError',
    text: /month/,
  },
  {
    what: 'a wrong check digit',
    entry: { number: '4200000000000001' },
    field: 'cardNumber',
    hint: 'cardNumberError',
    text: /Check the card number/,
  },
  {
    what: 'a number that is too short',
    entry: { number: '42000000' },
    field: 'cardNumber',
    hint: 'cardNumberError',
    text: /too short/,
  },
  {
    what: 'a brand that the shop does not take',
    entry: { number: '30082246403846' },
    field: 'cardNumber',
    hint: 'cardBinError',
    text: /Diners Club is not accepted/,
  },
  {
    what: 'two digits of a security code',
    entry: { code: '12' },
    field: 'cvv',
    hint: 'cvvError',
    text: /3 digits/,
  },
  {
    what: 'three digits of a code of American Express',
    entry: { number: '377777777777770' },
    field: 'cvv',
    hint: 'cvvError',
    text: /4 digits/,
  },
  {
    what: 'a card number as holder',
    entry: { holder: '4200 0000 0000 0000' },
    field: 'cardHolder',
    hint: 'cardHolderError',
    text: /not a number/,
  },
]

test('every wrong entry has an error at its field, and nothing is sent before all are corrected', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open()
  for (const { what, entry, field, hint, text } of faultyEntries) {
    await test.step(what, async () => {
      await form.fill({ ...visa, ...entry })
      await form.pay()
      await expect(form.hint(field)).toHaveText(text)
      await expect(form.hint(field)).toHaveClass(new RegExp(`wpwl-hint-${hint}(\\s|$)`))
      await expect(form.hints).toHaveCount(1)
      await expect(form.group(field).locator('.wpwl-control')).toHaveClass(/wpwl-has-error/)
      await expect(form.payButton).toHaveClass(/wpwl-button-error/)
      await form.fill(visa)
      await expect(form.hints).toHaveCount(0)
      await expect(form.payButton).not.toHaveClass(/wpwl-button-error/)
    })
  }
  expect(submits).toHaveLength(0)
  await merchantPage.expectPaid(checkout)
})

test('an empty form shows and describes every fault and moves the focus to the first', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ options: 'requireCardHolder: true' })
  await expect(form.element.locator('[aria-live], [role=status], [role=alert]')).toHaveCount(1)
  await form.pay()
  await expect(form.hints).toHaveCount(4)

  await expect(form.number).toBeFocused()
  await expect(form.numberFrame).toBeFocused()
  await expect(form.numberFrame).toHaveClass(/wpwl-focus/)
  await expect(form.number).toHaveAccessibleDescription('Enter the card number')
  await expect(form.code).toHaveAccessibleDescription('Enter the code')
  await expect(form.expiry).toHaveAccessibleDescription('Enter a date')
  await expect(form.holder).toHaveAccessibleDescription('Enter the name')
  for (const input of [form.number, form.code, form.expiry, form.holder]) {
    await expect(input).toHaveAttribute('aria-invalid', 'true')
  }

  await form.fill()
  await expect(form.hints).toHaveCount(0)
  for (const input of [form.number, form.code, form.expiry, form.holder]) {
    await expect(input).toHaveAttribute('aria-invalid', 'false')
    await expect(input).toHaveAccessibleDescription('')
  }
})

test('a wrong field that loses the focus is announced once, and an untouched one never', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open()
  await form.number.focus()
  await form.expiry.focus()
  await form.code.focus()
  await expect(form.codeFrame).toHaveClass(/wpwl-focus/)
  await expect(form.hints).toHaveCount(0)
  await expect(form.liveRegion).toHaveText('')

  await form.number.fill('4200')
  await form.expiry.focus()
  await expect(form.liveRegion).toHaveText('The card number is too short')
  await form.expiry.fill('01 / 20')
  await form.holder.focus()
  await expect(form.liveRegion).toHaveText('Card expired')
  await expect(form.hints).toHaveCount(2)
})

test('an error of the gateway is shown at its field when the page does not check', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open({ options: 'validation: false' })
  await form.fill({ ...visa, code: '12' })
  await form.pay()
  await expect(form.hint('cvv')).toBeVisible()
  await expect(form.code).toBeFocused()
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(2)
})
