import type { Locator } from '@playwright/test'
import { COLOR_SCHEMES, expectFitsEverywhere } from './support/fits-everywhere.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { expect, test } from './support/test.ts'

const KNOWN = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }

interface DateForm {
  readonly element: Locator
  readonly part: (name: 'day' | 'month' | 'year') => Locator
  readonly whole: Locator
}

async function open(merchantPage: MerchantPage, locale: string, options = '') {
  const checkout = await merchantPage.open({
    checkout: KNOWN,
    options: `showBirthDate: true, locale: '${locale}', ${options}`,
  })
  return { ...dateOf(merchantPage.form.element), checkout }
}

function dateOf(element: Locator): DateForm {
  const group = element.locator('.wpwl-group-birthDate')
  return {
    element: group,
    part: (name) => group.locator(`.wpwl-control-birthDate-${name}`),
    whole: group.locator('[name="customer.birthDate"]'),
  }
}

test('a date of birth is typed in one go, goes back with Backspace, and is sent', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const { element, part, whole, checkout } = await open(merchantPage, 'de')
  await expect(element.getByRole('group', { name: 'Geburtsdatum' })).toBeVisible()
  await part('day').focus()
  await page.keyboard.type('311')
  await expect(part('month')).toBeFocused()
  await page.keyboard.type('2')
  await expect(part('year')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(part('month')).toBeFocused()
  await expect(part('month')).toHaveValue('12')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(part('day')).toBeFocused()
  await page.keyboard.press('Tab')
  // A stroke ends a part; digits of any script.
  await page.keyboard.type('1.')
  await page.keyboard.insertText('١٩٩٠')
  await page.keyboard.press('Tab')
  await expect(part('month')).toHaveValue('01')
  await expect(whole).toHaveValue('1990-01-31')
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(await gateway.status(checkout.id)).toMatchObject({
    customer: { birthDate: '1990-01-31' },
  })
})

for (const [locale, order, names] of [
  ['de', 'day month year', ['Tag', 'Monat', 'Jahr']],
  ['en', 'month day year', ['Month', 'Day', 'Year']],
  ['ja', 'year month day', ['年', '月', '日']],
  ['ar', 'day month year', ['اليوم', 'الشهر', 'السنة']],
] as const) {
  test(`a date of birth has its parts in the order of the language, ${locale}`, async ({
    merchantPage,
  }) => {
    const { element, part } = await open(merchantPage, locale)
    const boxes = element.getByRole('textbox')
    await expect(boxes).toHaveCount(3)
    expect(await boxes.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual(names)
    expect(
      await boxes.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).autocomplete)),
    ).toEqual(order.split(' ').map((each) => `bday-${each}`))
    await expect(part('day')).toHaveAttribute('inputmode', 'numeric')
    const [left = 0, right = 0] = await boxes.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().x),
    )
    expect(left < right).toBe(locale !== 'ar')
  })
}

test('a pasted date is divided, and what a page writes into the field of the whole counts', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const { part, whole, checkout } = await open(merchantPage, 'en')
  await part('month').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '01/31/1990')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  })
  await expect(part('day')).toHaveValue('31')
  await expect(part('year')).toHaveValue('1990')
  await whole.evaluate((element) => {
    ;(element as HTMLInputElement).value = '1991-02-03'
  })
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(await gateway.status(checkout.id)).toMatchObject({
    customer: { birthDate: '1991-02-03' },
  })
})

test('a date that does not exist, is not yet or is missing is told once below the fields', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const { element, part } = await open(merchantPage, 'en')
  const hint = element.locator('.wpwl-hint')
  await form.fill()
  await form.pay()
  await expect(hint).toHaveText('Enter your date of birth')
  await expect(part('month')).toBeFocused()
  await page.keyboard.type('02301990')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(hint).toHaveText('Check day, month and year')
  await expect(hint).toHaveClass('wpwl-hint wpwl-hint-birthDateError')
  await expect(element.locator('[aria-invalid="true"]')).toHaveCount(3)
  await attachScreenshot(page, info, 'no such day')
  await expectNoViolations(page)
  await part('year').fill('2999')
  await part('day').fill('28')
  await form.pay()
  await expect(hint).toHaveText('This date is in the future')
})

for (const colorScheme of COLOR_SCHEMES) {
  test(`the fields of a date fit narrow and wide pages, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    await expectFitsEverywhere({
      ...{ merchantPage, info, colorScheme },
      parts: { brands: 'VISA', options: 'showBirthDate: true, showTaxNumberField: true' },
      whole: async () => {
        await merchantPage.form.ready()
        await expect(merchantPage.form.element.locator('.wpwl-date')).toBeVisible()
        await merchantPage.form.pay()
        await expect(merchantPage.form.hints.first()).toBeVisible()
      },
    })
  })
}
