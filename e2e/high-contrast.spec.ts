import type { Locator } from '@playwright/test'
import { attachScreenshot } from './support/inspection.ts'
import { expect, test } from './support/test.ts'

/** The colour that a shape is drawn with, and that of what it is drawn on. */
function colours(element: Locator, pseudo: '::before' | '::after'): Promise<[string, string]> {
  return element.evaluate((node, name) => {
    const { backgroundColor } = getComputedStyle(node, name)
    return [backgroundColor, getComputedStyle(node).backgroundColor] as [string, string]
  }, pseudo)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`with forced colours every shape is seen, ${colorScheme}`, async ({
    merchantPage,
  }, info) => {
    const { page, form } = merchantPage
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.route('**/v1/checkouts/*/payment', () => undefined)
    await merchantPage.open({
      brands: 'VISA CARTEBANCAIRE',
      options: 'brandDetection: true',
      head: '<meta name="color-scheme" content="light dark">',
    })
    const text = colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)'
    const expectDrawn = async (element: Locator, pseudo: '::before' | '::after') => {
      const [drawn, ground] = await colours(element, pseudo)
      expect(drawn).toBe(text)
      expect(ground).not.toBe(text)
    }
    await expectDrawn(form.group('cvv').locator('.wpwl-wrapper'), '::after')
    await expectDrawn(form.payButton, '::before')
    await form.number.fill('4970100000000154')
    const active = form.element.locator('.wpwl-choice[data-active="true"]')
    const other = form.element.locator('.wpwl-choice[data-active="false"]')
    const backgroundOf = (choice: Locator) =>
      choice.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await backgroundOf(active)).not.toBe(await backgroundOf(other))
    await form.pay()
    await expectDrawn(form.hint('cvv'), '::before')
    for (const field of [form.expiry, form.payButton]) {
      await field.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect(field).toHaveCSS('outline', /solid 2px$/)
    }
    await attachScreenshot(page, info, 'errors')
    await form.fill({ expiry: '05 / 34', code: '123' })
    await form.pay()
    await expect(form.element).toHaveAttribute('aria-busy', 'true')
    const bars = await form.payButton.evaluate((button) => {
      const { backgroundImage } = getComputedStyle(button, '::before')
      return backgroundImage
    })
    expect(bars).toContain(`linear-gradient(${text}`)
    await attachScreenshot(page, info, 'busy')
  })
}
