import { readdirSync, readFileSync } from 'node:fs'
import { bcp47Of, localeCodes } from '../common/locale-tags.ts'
import type { CardForm } from './support/card-form.ts'
import { expect, test } from './support/test.ts'

type Catalogue = Readonly<Record<string, string>>

const catalogueOf = (code: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`../locales/${code}.json`, import.meta.url), 'utf8'))

const keys = Object.keys(catalogueOf('en'))

async function expectTexts(form: CardForm, texts: Catalogue): Promise<void> {
  await expect(form.payButton).toHaveText(texts.submit ?? '')
  await expect(form.payButton).toHaveAttribute('aria-label', texts.submit ?? '')
  const labels = form.element.locator('.wpwl-label')
  const expected = ['brand', 'cardNumber', 'expiryDate', 'cvv', 'cardHolder']
  await expect(labels).toHaveText(expected.map((key) => texts[key] ?? key))
  await expect(form.number).toHaveAccessibleName(texts.cardNumber ?? '')
  await expect(form.code).toHaveAccessibleName(texts.cvv ?? '')
  await expect(form.expiry).toHaveAccessibleName(texts.expiryDate ?? '')
  await expect(form.holder).toHaveAccessibleName(texts.cardHolder ?? '')
}

/** Neither a key nor a placeholder of the catalogue is left in what the shopper reads. */
async function expectNoKeys(form: CardForm): Promise<void> {
  const shown = await form.element.innerText()
  const words = shown.split(/[^\w]+/).filter((word) => keys.includes(word))
  // "Brand" and such are words; keys are written together.
  expect(words.filter((word) => /[a-z][A-Z_]/.test(word))).toEqual([])
  expect(shown).not.toMatch(/\{\{|\}\}|undefined/)
}

test('there are 25 languages, and Portuguese as in Brazil', () => {
  expect(localeCodes.filter((code) => code !== 'pt-br')).toHaveLength(25)
  const files = readdirSync(new URL('../locales', import.meta.url))
  const codes = files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  expect(codes.sort()).toEqual([...localeCodes].sort())
})

for (const half of [localeCodes.slice(0, 13), localeCodes.slice(13)]) {
  test(`the form shows every text in ${half.join(' ')}`, async ({ merchantPage }) => {
    const { form } = merchantPage
    for (const code of half) {
      await test.step(code, async () => {
        const texts = catalogueOf(code)
        await merchantPage.open({ options: `locale: '${code}', requireCardHolder: true` })
        await expect(form.element).toHaveAttribute('lang', bcp47Of(code))
        await expect(form.element).toHaveAttribute('dir', code === 'ar' ? 'rtl' : 'ltr')
        await expectTexts(form, texts)
        await form.pay()
        const faults = ['cardNumberEmpty', 'expiryEmpty', 'cvvEmpty', 'cardHolderError']
        await expect(form.hints).toHaveText(faults.map((key) => texts[key] ?? key))
        await expectNoKeys(form)
      })
    }
  })
}

test('a locale is found by its code, its tag or its language, and is otherwise English', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const found = { 'de-AT': 'de', da: 'da', 'zh-CN': 'zh-CN', se: 'sv', pt_BR: 'pt-BR', xx: 'en' }
  for (const [locale, tag] of Object.entries(found)) {
    await merchantPage.open({ options: `locale: '${locale}'` })
    await expect(form.element).toHaveAttribute('lang', tag)
    await expect(form.numberDocument.locator('html')).toHaveAttribute('lang', tag)
  }
})

test('without the option the language is that of the page or the checkout', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ lang: 'fr' })
  await expect(form.payButton).toHaveText(catalogueOf('fr').submit ?? '')
  await merchantPage.open({ checkout: { locale: 'de' } })
  await expect(form.payButton).toHaveText(catalogueOf('de').submit ?? '')
})

test('Arabic runs from right to left, digits in it from left to right', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const checkout = await merchantPage.open({ options: "locale: 'ar'" })
  await expect(form.element).toHaveCSS('direction', 'rtl')
  for (const digits of [form.number, form.code]) await expect(digits).toHaveCSS('direction', 'ltr')
  await form.expiry.pressSequentially('0534')
  await expect(form.expiry).toHaveValue('05 / 34')
  const number = await form.element.locator('.wpwl-label-cardNumber').boundingBox()
  const text = await page.evaluate(() => {
    const label = document.querySelector('.wpwl-label-cardNumber')
    const range = document.createRange()
    range.selectNodeContents(label as Element)
    return range.getBoundingClientRect().right
  })
  expect(Math.round(text)).toBe(Math.round((number?.x ?? 0) + (number?.width ?? 0)))
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('an English form runs from left to right on a page that runs from right to left', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ dir: 'rtl', options: "locale: 'en'" })
  for (const part of [form.element, form.expiry, form.numberFrame]) {
    await expect(part).toHaveCSS('direction', 'ltr')
    await expect(part).toHaveCSS('text-align', 'start')
  }
})

test('a language file that was changed is not used, and the form stays English', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  await page.route(/\/locales\/(.*\/)?de\.[^/]*$/, (route) =>
    route.fulfill({
      json: { submit: 'Send me the money' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  )
  await merchantPage.open({ options: "locale: 'de'" })
  await expect(form.payButton).toHaveText('Pay now')
  await expect(form.element).toHaveAttribute('lang', 'en')
})
