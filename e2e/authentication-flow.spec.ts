import type { Page } from '@playwright/test'
import { CardForm, visa } from './support/card-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { issuerIn } from './support/issuer.ts'
import { expectKeysIn } from './support/keys.ts'
import { recordConsole, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

/** Cards whose issuer asks the cardholder, without and with a method call before. */
const ASKING = {
  'without a method call': '4200000000000018',
  'with a method call': '4200000000000042',
}
const CODE = '123456'
/** Of the simulated issuer for the card of `declinedWithText`, with markup that is text. */
const CALL_YOUR_BANK =
  'Your card is locked for payments on the internet. Please call <Test Bank> & ask for "3-D Secure".'
const PAID = '000.100.110'
const CANCELLED = '100.396.101'

/** Browsers say so of the issuer's page, which is also made for a window of its own. */
const isOurs = (line: string) => !line.startsWith('Blocked autofocusing')

const codeOf = (page: Page) => issuerIn(page).locator('input[name=code]')

test('a shopper confirms in the demo shop, on a phone, in Arabic, with the keyboard alone', async ({
  browser,
  server,
  gateway,
}, info) => {
  const context = await browser.newContext({ locale: 'ar' })
  const page = await context.newPage()
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(server.shopUrl)
  const form = new CardForm(page)
  await form.ready()
  await form.number.focus()
  await expectKeysIn(form.number)
  await page.keyboard.type(ASKING['with a method call'])
  await page.keyboard.press('Tab')
  await expectKeysIn(form.expiry)
  await page.keyboard.type('0534')
  await page.keyboard.press('Tab')
  await expectKeysIn(form.code)
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await expectKeysIn(form.holder)
  await page.keyboard.type('Jane Jones')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCSS('direction', 'rtl')
  await expect(codeOf(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expectKeysIn(codeOf(page))
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await expect(issuerIn(page).locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'challenge')
  await page.keyboard.type(CODE)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/result')
  await expect(page.locator('#result')).toHaveAttribute('data-state', 'paid')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await gateway.status(id)).toMatchObject({ result: { code: PAID } })
  expect(violations).toEqual([])
  expect(lines.filter(isOurs)).toEqual([])
  await context.close()
})

test('a shopper who stays reads why the bank has declined after the challenge', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({ options: "declined: 'stay'" })
  await form.fill({ ...visa, number: ASKING['without a method call'], holder: '800.100.155' })
  await form.pay()
  await codeOf(page).fill(CODE)
  await codeOf(page).press('Enter')
  await expect(form.notice).toContainText('There is not enough money on this card')
  await expect(form.payButton).toHaveText('Pay now')
  await expect(form.code).toHaveValue('')
  await form.payButton.click()
  await expect(form.hint('cvv')).toBeVisible()
  await form.code.pressSequentially('123')
  await form.fill({ holder: 'Jane Jones' })
  await form.pay()
  await codeOf(page).fill(CODE)
  await codeOf(page).press('Enter')
  await merchantPage.result()
})

/** Width and height in CSS pixels by the value of `threeDChallengeWindow`; the last is the whole page (EMV 3-D Secure). */
const WINDOWS: Readonly<Record<number, { width: number; height: number } | 'the page'>> = {
  1: { width: 250, height: 400 },
  2: { width: 390, height: 400 },
  3: { width: 500, height: 600 },
  4: { width: 600, height: 400 },
  5: 'the page',
}

/** Every size, with and without a method call in turn; the others are variants. */
const isOneOfFew = (size: string, method: string) =>
  (Number(size) % 2 === 1) === (method === 'with a method call')
const sizes = Object.entries(WINDOWS)

for (const [method, number] of Object.entries(ASKING)) {
  for (const [size, window] of variants(
    sizes.filter(([size]) => isOneOfFew(size, method)),
    sizes.filter(([size]) => !isOneOfFew(size, method)),
  )) {
    test(`a challenge ${method} is shown in a window of size ${size}, and paid`, async ({
      merchantPage,
    }, info) => {
      const { page, form } = merchantPage
      await page.setViewportSize({ width: 1280, height: 800 })
      const checkout = await merchantPage.open({
        options: `browser: { threeDChallengeWindow: ${size} }`,
      })
      await form.fill({ ...visa, number })
      await form.pay()
      await expect(codeOf(page)).toBeVisible()
      const box = await page
        .frameLocator('iframe.wpwl-target')
        .locator('#challenge iframe')
        .boundingBox()
      if (window === 'the page') expect(box?.width).toBeGreaterThan(1000)
      else expect(box).toMatchObject(window)
      if (method === 'with a method call') await expectNoViolations(page)
      await attachScreenshot(page, info, `window-${size}`)
      await codeOf(page).fill(CODE)
      await codeOf(page).press('Enter')
      await merchantPage.result()
      await merchantPage.expectStatus(checkout, PAID)
    })
  }

  test(`a challenge ${method} is cancelled in the dialog and by the issuer`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    for (const where of ['dialog', 'issuer'] as const) {
      const checkout = await merchantPage.open()
      await form.fill({ ...visa, number })
      await form.pay()
      await expect(codeOf(page)).toBeVisible()
      const place = where === 'dialog' ? page.locator('.wpwl-target-head') : issuerIn(page)
      await place.getByRole('button', { name: 'Cancel' }).click()
      await merchantPage.result()
      await merchantPage.expectStatus(checkout, CANCELLED)
    }
  })
}

for (const [name, { number, code }] of Object.entries({
  'frictionless, without a method call': { number: '4200000000000026', code: PAID },
  'frictionless, with a method call': { number: '4200000000000091', code: PAID },
  'an attempt': { number: '4200000000000109', code: PAID },
  'a card that takes no part': { number: '4200000000000000', code: PAID },
  'an issuer that says no': { number: '4012001037141112', code: '000.400.102' },
})) {
  test(`${name}: the shopper comes back without having seen a dialog`, async ({ merchantPage }) => {
    const { page, form } = merchantPage
    const checkout = await merchantPage.open()
    let dialogs = 0
    await page.exposeFunction('countDialog', () => dialogs++)
    await page.evaluate(() => {
      const { countDialog } = window as unknown as { countDialog(): void }
      const { showModal } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.showModal = function () {
        countDialog()
        showModal.call(this)
      }
    })
    await form.fill({ ...visa, number })
    await merchantPage.expectPaid(checkout, code)
    expect(dialogs).toBe(0)
  })
}

test('a page that is loaded again in the middle of a challenge shows it again', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill({ ...visa, number: ASKING['without a method call'] })
  await form.pay()
  await expect(codeOf(page)).toBeVisible()
  await page.reload()
  await codeOf(page).fill(CODE)
  await codeOf(page).press('Enter')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, PAID)
})

test('a second tab with the same checkout goes on with the challenge of the first', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  const second = await page.context().newPage()
  await second.goto(page.url())
  const other = new CardForm(second)
  await other.ready()
  await form.fill({ ...visa, number: ASKING['without a method call'] })
  await form.pay()
  await expect(codeOf(page)).toBeVisible()
  await other.fill()
  await other.pay()
  await codeOf(second).fill(CODE)
  await codeOf(second).press('Enter')
  await second.waitForURL((url) => url.pathname === '/result')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, PAID)
})

test('a policy that allows only the gateway is enough for a challenge', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const violations = await recordViolations(page)
  const lines = recordConsole(page)
  const sources = ['script-src', 'frame-src', 'connect-src', 'img-src', 'style-src', 'form-action']
  const policy = ["default-src 'none'", ...sources.map((name) => `${name} ${server.url}`)]
  const checkout = await merchantPage.open({
    headers: {
      'Content-Security-Policy': [...policy, "require-trusted-types-for 'script'"].join('; '),
    },
  })
  await form.fill({ ...visa, number: ASKING['with a method call'] })
  await form.pay()
  await codeOf(page).fill(CODE)
  await codeOf(page).press('Enter')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, PAID)
  expect(violations).toEqual([])
  expect(lines.filter(isOurs)).toEqual([])
})

test('a shopper whose card is declined reads what the issuer tells him, before he comes back', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill({ ...visa, number: '4200000010000172' })
  await form.pay()
  await expect(form.notice).toHaveText(CALL_YOUR_BANK)
  await expect(form.liveRegion).toHaveText(`Payment declined. ${CALL_YOUR_BANK}`)
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'issuer-text')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '100.380.401')
})
