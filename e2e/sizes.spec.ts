import type { Page } from '@playwright/test'
import { localeCodes } from '../common/locale-tags.ts'
import { visa } from './support/card-form.ts'
import { attachScreenshot } from './support/inspection.ts'
import type { Markup } from './support/merchant-page.ts'
import { recordLayoutShift } from './support/recordings.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

const MANY = 'VISA MASTER AMEX MAESTRO DINERS DISCOVER'
const LIST = `${MANY} PAYPAL IDEAL KLARNA_INVOICE BOLETO DIRECTDEBIT_SEPA GIFTCARD GOOGLEPAY APPLEPAY`
const DOUBLED = '<style>html { font-size: 200% }</style>'

/** Texts of the widget that end outside of what shows them. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots = '.wpwl-container, .wpwl-method-row, .wpwl-express'
    const clips = (element: Element) => {
      const { overflowX } = getComputedStyle(element)
      return element.matches(roots) || element.localName === 'button' || overflowX !== 'visible'
    }
    const isOutside = (text: DOMRect, place: DOMRect) =>
      text.left < place.left - 1 ||
      text.right > place.right + 1 ||
      text.top < place.top - 1 ||
      text.bottom > place.bottom + 1
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.closest(roots) || !node.nodeValue?.trim()) continue
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      // A list of choices shortens what does not fit, and screen readers have texts of their own.
      if (parent.closest('option, .wpwl-live, [hidden]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      for (let place: Element | null = parent; place; place = place.parentElement) {
        const box = place.getBoundingClientRect()
        if (box.width <= 1) break
        if (clips(place) && isOutside(text, box))
          found.push(`${node.nodeValue}: ${place.className}`)
        if (place.matches(`${roots}, dialog`)) break
      }
    }
    return found
  })
}

async function expectWhole(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([])
  const { scrollWidth, width } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    width: innerWidth,
  }))
  expect(scrollWidth).toBe(width)
}

test('text grows with the root of the page, inside the secured fields too, and does not shrink with it', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const sizes = async () => {
    const parts = [
      form.group('cvv').locator('.wpwl-label'),
      form.expiry,
      form.number,
      form.code,
      form.payButton,
    ]
    const found = parts.map((part) => part.evaluate((each) => getComputedStyle(each).fontSize))
    return (await Promise.all(found)).map(Number.parseFloat)
  }
  await merchantPage.open({ head: '<style>html { font-size: 62.5% }</style>' })
  expect(await sizes()).toEqual([14, 16, 16, 16, 16])
  await merchantPage.open({ head: DOUBLED })
  expect(await sizes()).toEqual([28, 32, 32, 32, 32])
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await merchantPage.open()
  expect(await sizes()).toEqual([28, 32, 32, 32, 32])
})

for (const { name, width, locale, brands, options } of [
  { name: 'card form', width: 320, locale: 'de', brands: MANY, options: 'brandDetection: true' },
  { name: 'card form', width: 1000, locale: 'gr', brands: MANY, options: '' },
  { name: 'list', width: 390, locale: 'en', brands: LIST, options: '' },
  { name: 'address', width: 600, locale: 'hu', brands: 'VISA', options: 'billingAddress: {}' },
]) {
  test(`at twice the size of text nothing is cut: ${name} on ${width} pixels`, async ({
    merchantPage,
  }, info) => {
    const { page, form } = merchantPage
    await page.setViewportSize({ width, height: 900 })
    const shift = await recordLayoutShift(page)
    await merchantPage.open({
      brands,
      options: `locale: '${locale}', ${options}`,
      head: DOUBLED,
      body: ({ options, form: placeholder, script }: Markup) =>
        `${options}${placeholder}${script}<p id="below">Terms</p>`,
    })
    // Narrow ones wrap labels and buttons, which is not known before their texts are here.
    if (width === 1000) expect(await shift()).toEqual([])
    await form.pay()
    await expect(form.hint('cvv')).toBeVisible()
    await expectWhole(page)
    await attachScreenshot(page, info, `doubled ${name} ${width}`)
  })
}

test('at twice the size of text the words below the wallets cover nothing', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.setViewportSize({ width: 320, height: 900 })
  await merchantPage.open({ brands: LIST, options: "locale: 'fi'", head: DOUBLED })
  const words = page.locator('.wpwl-express-words')
  await expect(words).toHaveText('tai maksa muulla tavalla')
  const { above, height, text } = await words.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    const buttons = element.previousElementSibling?.getBoundingClientRect()
    const text = element.firstElementChild?.getBoundingClientRect().height ?? 0
    return { above: top - (buttons?.bottom ?? 0), height, text }
  })
  expect(text).toBeGreaterThan(44)
  expect(height).toBeGreaterThanOrEqual(text)
  expect(above).toBe(0)
})

const column = ({ options, form, script }: Markup) =>
  `${options}<div style="width: 200px">${form}</div>${script}`

for (const locale of ['de', 'ar']) {
  for (const [brands, options] of [
    [MANY, 'billingAddress: {}, showBirthDate: true, showTaxNumberField: true'],
    [MANY, "style: 'logos'"],
    ['VISA', "style: 'plain', brandDetection: true"],
    [LIST, ''],
    ['IDEAL', ''],
    ['GIROPAY', ''],
    ['DIRECTDEBIT_SEPA', ''],
    ['DIRECTDEBIT', ''],
    ['GIFTCARD', ''],
    ['GOOGLEPAY', ''],
    ['KLARNA_INVOICE', ''],
    ['BOLETO', ''],
  ] as const) {
    test(`a column of 200 pixels cuts nothing, ${locale}: ${brands} ${options}`, async ({
      merchantPage,
    }, info) => {
      const { page } = merchantPage
      await page.route('**/v1/checkouts/*/payment', () => undefined)
      await merchantPage.visit({ brands, options: `locale: '${locale}', ${options}`, body: column })
      const button = page.locator('.wpwl-button-pay:visible').last()
      await expect(button).toHaveAttribute('data-amount', /\d|[٠-٩]/)
      await expectWhole(page)
      await button.click()
      await expectWhole(page)
      await attachScreenshot(page, info, `column ${locale} ${brands.slice(0, 20)}`)
    })
  }
}

test('a column of 200 pixels cuts nothing of stored cards', async ({ merchantPage }, info) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  await merchantPage.visit({
    brands: 'VISA PAYPAL',
    checkout: offer,
    options: 'registrations: { requireCvv: true }',
    body: column,
  })
  await expect(page.locator('.wpwl-group-registration')).toHaveCount(1)
  await expectWhole(page)
  await attachScreenshot(page, info, 'column stored')
})

test('labels of the card form are whole in every language, "(optional)" too, and errors do not move the fields', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const labels = form.element.locator('.wpwl-label:visible')
  const cut = () =>
    labels.evaluateAll((all) =>
      all
        .filter(
          (each) =>
            each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth,
        )
        .map(({ textContent }) => textContent),
    )
  const widths = () =>
    form.element
      .locator('.wpwl-wrapper')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)))
  for (const code of localeCodes) {
    await page.setViewportSize({ width: 1000, height: 800 })
    await merchantPage.open({ options: `locale: '${code}', brandDetection: true` })
    await expect(form.element).not.toHaveAttribute('data-texts', 'coming')
    await expect(form.group('cardHolder').locator('.wpwl-label')).toHaveAttribute(
      'data-optional',
      /./,
    )
    expect(await cut(), `${code}, 1000 pixels`).toEqual([])
    const before = await widths()
    await form.payButton.click()
    await expect(form.hint('cvv')).toBeVisible()
    expect(await widths(), code).toEqual(before)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await cut(), `${code}, 320 pixels`).toEqual([])
  }
})

test('showCardHolder: false leaves the holder out, and the payment goes through', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open({
    options: 'showCardHolder: false, requireCardHolder: true',
  })
  await expect(form.group('cardHolder')).toHaveCount(0)
  await form.number.fill(visa.number)
  await form.expiry.fill(visa.expiry)
  await form.code.fill(visa.code)
  await merchantPage.expectPaid(checkout)
})
