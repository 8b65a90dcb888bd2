import type { Locator } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { type MerchantPage, serveMerchantPage } from './support/merchant-page.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { recordConsole, recordMessages, recordViolations } from './support/recordings.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { expect, test } from './support/test.ts'

const holder = 'Zoltan Qvist'

/** Whether a text has something of expiry or holder. */
const isLeak = (text: string) => /Zoltan|Qvist|2034|05 ?\/ ?34|0534/.test(text)

/** As a shopper and the page see it: options, form, and whether they hear of it. */
async function openSecured(merchantPage: MerchantPage, options = '', action?: string) {
  const form = new SecuredCardForm(merchantPage.page)
  const parts = { options: `${SECURED}, ${options}`, ...(action && { action }) }
  const checkout = await merchantPage.visit(parts)
  await form.ready()
  return { form, checkout }
}

test('a card whose holder and expiry are secured pays, and the page never sees them', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  const messages = await recordMessages(page)
  const violations = await recordViolations(page)
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.postData() ?? ''))
  const { form, checkout } = await openSecured(merchantPage, '', STAY_PATH)
  await expect(form.expiry).toHaveAttribute('autocomplete', 'cc-exp')
  await expect(form.holder).toHaveAttribute('autocomplete', 'cc-name')
  await form.fill({ number: visa.number, code: visa.code, holder })
  await form.expiry.pressSequentially('0534')
  await expect(form.expiry).toHaveValue('05 / 34')
  await form.pay()
  await expect.poll(() => messages.some((text) => text.includes('"answer"'))).toBe(true)
  await merchantPage.expectStatus(checkout, '000.100.110')
  const submits = bodies.filter((text) => text.includes('Zoltan+Qvist'))
  expect(submits).toHaveLength(1)
  expect(submits[0]).toMatch(/card\.expiryYear=2034/)
  expect(messages.filter(isLeak)).toEqual([])
  expect(lines.filter(isLeak)).toEqual([])
  expect(isLeak((await page.content()).replaceAll(/(id|ndc|instance)=[\w.-]+/g, ''))).toBe(false)
  expect(violations).toEqual([])
})

test('after the payment dots stand for what was paid with, in all four fields', async ({
  merchantPage,
}) => {
  const { form } = await openSecured(merchantPage, '', STAY_PATH)
  await form.fill()
  await form.pay()
  await expect(form.number).toHaveValue('•••• 0000')
  await expect(form.code).toHaveValue('•••')
  await expect(form.expiry).toHaveValue('•• / ••')
  await expect(form.holder).toHaveValue('•'.repeat(visa.holder.length))
})

test('secured holder and expiry show the errors of the plain fields', async ({ merchantPage }) => {
  const { form } = await openSecured(merchantPage, 'requireCardHolder: true')
  await expect(form.holder).toHaveAttribute('aria-required', 'true')
  await form.fill({ number: visa.number, code: visa.code })
  await form.pay()
  await expect(form.group('expiry').locator('.wpwl-hint-expiryMonthError')).toBeVisible()
  await expect(form.group('cardHolder').locator('.wpwl-hint-cardHolderError')).toBeVisible()
  await expect(form.expiryFrame).toHaveClass(/wpwl-has-error/)
  await expect(form.expiry).toBeFocused()
  await expect(form.expiry).toHaveAttribute('aria-invalid', 'true')
  await form.expiry.fill('05 / 20')
  await form.expiry.blur()
  await expect(form.group('expiry').locator('.wpwl-hint-expiryYearError')).toBeVisible()
  await form.expiry.fill('05 / 34')
  await expect(form.hint('expiry')).toHaveCount(0)
  await form.expiry.press('Enter')
  await expect(form.hint('cardHolder')).toBeVisible()
})

test('on a touch screen an error is announced and the keyboard stays closed', async ({
  browser,
  gateway,
  merchantServer,
}) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const form = new SecuredCardForm(page)
  const checkout = await gateway.createCheckout()
  await page.goto(serveMerchantPage(merchantServer, { options: SECURED }, checkout))
  await form.ready()
  await form.fill({ number: visa.number, code: visa.code })
  await form.payButton.tap()
  await expect(form.hint('expiry')).toBeVisible()
  await expect(form.liveRegion).toHaveText('Enter a date')
  await expect(form.expiry).not.toBeFocused()
  await expect(form.expiryFrame).not.toBeFocused()
  await context.close()
})

test('styles of placeholders reach all four frames', async ({ merchantPage }) => {
  const names = ['card-number', 'cvv', 'expiry', 'card-holder']
  const styles = names.map((name) => `'${name}-placeholder': { color: 'rgb(1, 2, 3)' }`)
  const { form } = await openSecured(merchantPage, `iframeStyles: { ${styles.join()} }`)
  for (const field of [form.number, form.code, form.expiry, form.holder]) {
    await expect.poll(() => placeholderColour(field)).toBe('rgb(1, 2, 3)')
  }
})

test('placeholders of secured fields look as those of plain ones', async ({ merchantPage }) => {
  const { form: plain } = merchantPage
  await merchantPage.open({ options: 'style: "plain"' })
  const expected = await placeholderColour(plain.expiry)
  // Browsers compute the style of a placeholder that exists only: the holder has one with a label of the page.
  const options = `style: "plain", labels: { cardHolder: 'Your name' }`
  const { form } = await openSecured(merchantPage, options)
  for (const field of [form.number, form.code, form.expiry, form.holder]) {
    await expect.poll(() => placeholderColour(field)).toBe(expected)
  }
})

const placeholderColour = (field: Locator) =>
  field.evaluate((input) => getComputedStyle(input, '::placeholder').color)

for (const value of ["'true'", '1']) {
  test(`enableSAQACompliance: ${value} counts as on`, async ({ merchantPage }) => {
    const form = new SecuredCardForm(merchantPage.page)
    await merchantPage.visit({ options: `enableSAQACompliance: ${value}` })
    await form.ready()
  })
}

test('the text false does not switch secured fields on', async ({ merchantPage }) => {
  const checkout = await merchantPage.open({ options: "enableSAQACompliance: 'false'" })
  await merchantPage.form.fill()
  await merchantPage.expectPaid(checkout)
})

test('the option counts when it is set at load: the form is built again', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const form = new SecuredCardForm(page)
  const note = (name: string) => `${name}() { (window.calls ??= []).push('${name}') }`
  const late = `<script>addEventListener('load', () => {
    wpwlOptions = { ${SECURED}, ${note('onReady')}, ${note('onReadyIframeCommunication')} }
  })</script>`
  const checkout = await merchantPage.visit({
    body: ({ form: placeholder, script }) => late + placeholder + script,
  })
  await form.ready()
  await expect(page.locator('.wpwl-container')).toHaveCount(1)
  await expect
    .poll(() => page.evaluate('calls.filter((name) => name === "onReady").length'))
    .toBe(1)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('the console says where the option came too late, and the form stays as it is', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  await page.clock.install()
  const checkout = await merchantPage.open({
    options: 'locale: "en"',
    body: ({ options, form: placeholder, script }) =>
      `${options}<script>wpwlOptions.onReady = () => { wpwlOptions.enableSAQACompliance = true }</script>${placeholder}${script}`,
  })
  await form.fill()
  await page.clock.fastForward('00:04')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^wpwlOptions\.enableSAQACompliance was set too late/)
  await merchantPage.expectPaid(checkout)
})
