import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import type { Markup } from './support/merchant-page.ts'
import { recordLayoutShift } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

const dark =
  '<meta name="color-scheme" content="dark"><style>body{background:#111;color:#eee}</style>'

/** The box of everything that a shopper has to reach lies within the width of the window. */
async function expectWithinWidth(page: Page, reachable: readonly Locator[]): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  const width = page.viewportSize()?.width ?? 0
  for (const locator of reachable) {
    await locator.scrollIntoViewIfNeeded()
    const box = await locator.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
}

for (const [name, parts] of Object.entries({
  light: {},
  dark: { head: dark },
  ar: { options: "locale: 'ar'" },
  plain: { options: "style: 'plain'" },
  logos: { options: "style: 'logos'", brands: 'VISA MASTER AMEX MAESTRO DINERS DISCOVER JCB' },
})) {
  test(`the form has no accessibility violation, idle and with errors: ${name}`, async ({
    merchantPage,
  }, info) => {
    const { page, form } = merchantPage
    await merchantPage.open(parts)
    await expectNoViolations(page)
    await attachScreenshot(page, info, `${name}-idle`)
    await form.pay()
    await expect(form.hints).toHaveCount(3)
    await expectNoViolations(page)
    await attachScreenshot(page, info, `${name}-errors`)
  })
}

test('a dark page has a dark form, in the frames too, with our styles or without', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  for (const style of ['card', 'none']) {
    await merchantPage.open({ head: dark, options: `style: '${style}'` })
    for (const frame of [form.numberDocument, form.codeDocument]) {
      await expect(frame.locator('html'), style).toHaveCSS('color-scheme', 'dark')
    }
  }
  const outside = () => form.holder.evaluate((input) => getComputedStyle(input).color)
  await merchantPage.open({ head: dark })
  for (const input of [form.number, form.code])
    await expect(input).toHaveCSS('color', await outside())
})

test('on 320 pixels everything is reachable without scrolling sideways', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  await page.setViewportSize({ width: 320, height: 640 })
  for (const locale of ['en', 'ar', 'gr', 'hu']) {
    await merchantPage.open({ options: `locale: '${locale}', style: 'card'` })
    const fields = [form.numberFrame, form.expiry, form.holder, form.codeFrame, form.payButton]
    await expectWithinWidth(page, fields)
    await form.pay()
    await expect(form.hints).toHaveCount(3)
    await expectWithinWidth(page, fields)
    await attachScreenshot(page, info, `320-${locale}`)
  }
  await merchantPage.open({ options: "style: 'plain'" })
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'an error ends where its field ends').toBe(320)
  for (const input of [form.number, form.code, form.holder, form.expiry]) {
    const size = await input.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    expect(size, 'below 16px phones zoom in').toBeGreaterThanOrEqual(16)
  }
})

for (const [width, options] of [
  [320, "style: 'card'"],
  [320, "style: 'none'"],
  [480, "style: 'plain', showLabels: false"],
  [480, "style: 'logos', locale: 'ar'"],
  [1200, 'enableSAQACompliance: true'],
] as const) {
  test(`the code stands beside the expiry, before the holder: ${options} at ${width} pixels`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    await page.setViewportSize({ width, height: 900 })
    await merchantPage.visit({ options })
    await form.framesReady()
    const groups = form.element
      .locator('[class*="-group-"]')
      .filter({ has: page.locator('[name^="card."], [data-action]') })
    await expect(groups).toHaveCount(4)
    const seen = await groups.evaluateAll((found) =>
      found.map((group) => {
        const { x, y } = group.getBoundingClientRect()
        const isRightToLeft = getComputedStyle(group).direction === 'rtl'
        return { name: group.classList[1], x: isRightToLeft ? -x : x, y }
      }),
    )
    const order = ['cardNumber', 'expiry', 'cvv', 'cardHolder'].map((name) => `wpwl-group-${name}`)
    expect(seen.map(({ name }) => name)).toEqual(order)
    const sorted = seen.toSorted((one, other) => one.y - other.y || one.x - other.x)
    expect(sorted.map(({ name }) => name)).toEqual(order)
  })
}

test('nothing moves while the form loads, and an error takes one line', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const shift = await recordLayoutShift(page)
  const below = ({ options, form: placeholder, script }: Markup) =>
    `${options}${placeholder}${script}<p id="below">Terms and conditions</p>`
  for (const options of ["locale: 'de'", 'brandDetection: true', '']) {
    await merchantPage.open({ options, body: below })
    expect(await shift()).toEqual([])
  }
  const top = async () => (await page.locator('#below').boundingBox())?.y ?? 0
  const before = await top()
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  // Under the number, and under the row of expiry and code.
  expect((await top()) - before).toBe(48)
})

for (const [options, width] of [
  ["locale: 'de'", 480],
  ['showCardHolder: false', 1000],
  ['showCardHolder: false', 360],
] as const) {
  test(`nothing below the form moves while it loads with ${options} at ${width} pixels`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    await page.setViewportSize({ width, height: 900 })
    const shift = await recordLayoutShift(page)
    await merchantPage.open({
      options,
      body: (parts) => `${parts.options}${parts.form}${parts.script}<p>Terms and conditions</p>`,
    })
    await expect(form.holder).toBeVisible({ visible: !options.startsWith('show') })
    expect(await shift()).toEqual([])
  })
}

/** Those whose holder needs a row of its own, always or in more pages than that of other languages. */
const LONG_LABELS = ['es', 'pl', 'it', 'pt', 'pt-br', 'ru', 'tr', 'de', 'nl', 'ro'] as const

for (const [width, languages] of [
  [360, variants(['pl', 'tr'], LONG_LABELS)],
  [420, variants(['es', 'pt-br'], LONG_LABELS)],
  [470, variants(['pl', 'it', 'pt', 'ru', 'tr'], LONG_LABELS)],
  [800, variants(['es', 'pl', 'pt-br', 'ru'], LONG_LABELS)],
] as const) {
  test(`nothing below the form moves while it loads in languages with long labels at ${width} pixels`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    await page.setViewportSize({ width, height: 900 })
    const shift = await recordLayoutShift(page)
    for (const locale of new Set(languages)) {
      const isInPlaceholder = locale === 'pl'
      await merchantPage.open({
        options: isInPlaceholder ? '' : `locale: '${locale}'`,
        body: (parts) => {
          const placeholder = isInPlaceholder
            ? parts.form.replace('<form', '<form lang="pl"')
            : parts.form
          return `${parts.options}${placeholder}${parts.script}<p>Terms and conditions</p>`
        },
      })
      await expect(form.element).toHaveAttribute('data-texts', 'here')
      expect(await shift(), locale).toEqual([])
    }
  })
}

const hostile = `<style>
  html { font-size: 62.5%; letter-spacing: 2px }
  * { box-sizing: content-box; line-height: 3 }
  body { text-transform: uppercase; text-align: right }
  input, button, select, iframe { border: 5px dotted lime; margin: 9px; padding: 30px; width: auto;
    height: 10px; font: italic 9px serif; background: yellow; text-transform: uppercase }
  div { margin: 11px; padding: 3px } form { display: inline; background: pink } label { float: left }
</style>`

test('global styles of the page do not affect the form, and styles of the form not the page', async ({
  merchantPage,
}, info) => {
  const { page, form } = merchantPage
  const own = '<input id="own"><button id="mine">Mine</button><div id="box">Box</div>'
  const properties = ['height', 'fontSize', 'fontStyle', 'textTransform', 'letterSpacing'] as const
  const more = [
    'marginTop',
    'paddingLeft',
    'borderTopWidth',
    'backgroundColor',
    'textAlign',
  ] as const
  const styleOf = (locator: Locator) =>
    locator.evaluate(
      (element, names) => {
        const style = getComputedStyle(element)
        return names.map((name) => `${name} ${style[name]}`)
      },
      [...properties, ...more],
    )
  // The container lies in the page's flow: its margins and what it inherits are the page's.
  const parts = [
    '.wpwl-form',
    '.wpwl-group-brand',
    '.wpwl-group-expiry',
    '.wpwl-label-expiry',
    '.wpwl-wrapper-expiry',
    '.wpwl-control-expiry',
    '.wpwl-control-cardNumber',
    '.wpwl-control-brand',
    '.wpwl-button-pay',
  ]
  const looks = async () => {
    const seen: Record<string, readonly string[]> = {}
    for (const part of parts) seen[part] = await styleOf(page.locator(part))
    seen['input in the frame'] = await styleOf(form.number)
    return seen
  }
  await merchantPage.open()
  const clean = await looks()
  const body = ({ form: placeholder, script }: Markup) => `${own}${placeholder}${script}`
  await merchantPage.open({ head: hostile, body })
  await attachScreenshot(page, info, 'hostile')
  expect(await looks()).toEqual(clean)

  const owns = ['#own', '#mine', '#box'].map((selector) => page.locator(selector))
  const withWidget = await Promise.all(owns.map(styleOf))
  await page.evaluate(() => window.wpwl?.unload())
  expect(await Promise.all(owns.map(styleOf))).toEqual(withWidget)
})

test('a page that styles all fields but some types, as Pico.css does, has the form as another page, and may style the fields by their class', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const boxes = async () => {
    await form.ready()
    const all: unknown[] = []
    for (const field of [form.numberFrame, form.expiry, form.codeFrame, form.holder]) {
      await expect(field).toHaveCSS('margin-bottom', '0px')
      await expect(field).toHaveCSS('height', '48px')
      await expect(field).toHaveCSS('background-image', 'none')
      if (field === form.expiry) await expect(field).toHaveCSS('padding-right', '12px')
      const look = await field.evaluate((element) => {
        const { top, left } = (element.closest('form') as Element).getBoundingClientRect()
        const box = element.getBoundingClientRect()
        return [box.top - top, box.left - left, box.width, box.height].map(Math.round)
      })
      all.push(look)
    }
    return all
  }
  const pico = readFileSync('node_modules/@picocss/pico/css/pico.min.css', 'utf8')
  const others = `input:not([type=submit]):not([type=radio]) {
    height: 30px; margin: 0 0 40px; padding: 0; border: 3px solid red; font-size: 9px }`
  // Its size of text grows with the window, and ours with the page's.
  const same =
    'html { font-size: 16px } main { display: block; width: 700px; margin: 0; padding: 0 }'
  await merchantPage.open({ head: `<style>${same}</style>` })
  const plain = await boxes()
  for (const sheet of [pico, others]) {
    await merchantPage.open({ head: `<style>${sheet} ${same}</style>` })
    expect(await boxes()).toEqual(plain)
    const own = 'input.wpwl-control:not([type=checkbox]) { height: 60px }'
    await merchantPage.open({ head: `<style>${sheet} ${same} ${own}</style>` })
    await form.ready()
    await expect(form.expiry).toHaveCSS('height', '60px')
    await expect(form.expiry).toHaveCSS('margin-bottom', '0px')
  }
})

test('with Pico.css the list of ways to pay and forms of other methods are as on another page', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const pico = readFileSync('node_modules/@picocss/pico/css/pico.min.css', 'utf8')
  // Texts in another font have other lines.
  const same =
    'html { font-size: 16px } main { display: block; width: 700px } body { font-family: sans-serif !important }'
  const choose = page.getByRole('radio', { name: 'SEPA Direct Debit' })
  const boxes = async (head: string) => {
    await merchantPage.visit({
      brands: 'PAYPAL DIRECTDEBIT_SEPA VISA MASTER',
      head: `<style>${head}</style>`,
    })
    await choose.check()
    await expect(page.locator('.wpwl-control-accountIban')).toHaveCSS('margin-bottom', '0px')
    await expect(page.locator('.wpwl-method-choice').first()).toHaveCSS('width', '18px')
    return page
      .locator('.wpwl-method-row, .wpwl-method-row *, .wpwl-form-directDebit *')
      .evaluateAll((all) => {
        const list = document.querySelector('.wpwl-method-row')?.getBoundingClientRect()
        const names = [
          'fontSize',
          'fontWeight',
          'lineHeight',
          'backgroundColor',
          'appearance',
        ] as const
        return all
          .filter((each) => each.clientHeight > 0 && !each.closest('svg'))
          .map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect()
            const box = [x - (list?.x ?? 0), y - (list?.y ?? 0), width, height].map(Math.round)
            const style = getComputedStyle(each)
            const look = each.matches('.wpwl-control, .wpwl-button-pay')
              ? names.map((name) => style[name])
              : []
            return [each.className, ...box, ...look].join(' ')
          })
      })
  }
  const plain = await boxes(same)
  expect(plain.length).toBeGreaterThan(30)
  expect(await boxes(`${pico} ${same}`)).toEqual(plain)
  await attachScreenshot(page, info, 'list with Pico.css')
})

/** What pages say of buttons, and where they stand, of each element. */
function stylesOf(all: Locator): Promise<readonly (readonly string[])[]> {
  return all.evaluateAll((elements) =>
    elements.map((element) => {
      const names = [
        'margin padding border border-radius font letter-spacing text-transform color',
        'background-color box-shadow appearance',
      ]
      const style = getComputedStyle(element)
      const { x, width, height } = element.getBoundingClientRect()
      const looks = names.flatMap((some) =>
        some.split(' ').map((name) => style.getPropertyValue(name)),
      )
      return [...looks, ...[x, width, height].map((length) => length.toFixed(1))]
    }),
  )
}

test('buttons of wallets, their sheet and the outcome of a payment look on pages that style buttons by type as on another', async ({
  merchantPage,
}, info) => {
  const { page } = merchantPage
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const pico = readFileSync('node_modules/@picocss/pico/css/pico.min.css', 'utf8')
  // As class-less style sheets say of buttons, and as heavy as a rule for a class.
  const others = `[type=submit], [type=button] { margin: 8px; border: 3px solid red; border-radius: 0; padding: 20px;
      background: red; box-shadow: 0 0 9px red; color: lime; font: 900 30px/3 monospace; text-transform: uppercase }
    [type=radio], [type=text] { appearance: none; accent-color: red }`
  const same = `html { font: 16px/24px sans-serif !important } body { margin: 0 !important; padding: 0 !important }
    .wpwl-container { width: 480px }`
  const looks = async (head: string) => {
    await merchantPage.visit({
      brands: 'APPLEPAY GOOGLEPAY VISA MASTER',
      head: `<style>${head} ${same}</style>`,
    })
    const wallet = page.locator('.wpwl-button-pay[data-simulated]')
    await expect(wallet).toHaveCount(2)
    await expect(page.locator('.wpwl-method-choice, .wpwl-form-card button').first()).toBeVisible()
    const styles = [await stylesOf(wallet), await stylesOf(page.locator('.wpwl-form-card button'))]
    await wallet.first().click()
    styles.push(await stylesOf(page.locator('.wpwl-wallet-buttons button')))
    await attachScreenshot(page, info, `sheet of a wallet ${styles.length}`)
    await page.locator('.wpwl-wallet-cancel').click()
    const form = page.locator('.wpwl-form-card')
    await form.evaluate((element) => element.setAttribute('data-outcome', 'accepted'))
    styles.push(await stylesOf(form.locator('.wpwl-button-pay')))
    return styles
  }
  const plain = await looks('')
  expect(await looks(pico)).toEqual(plain)
  expect(await looks(others)).toEqual(plain)
})

test('focus and errors show on a page that styles all fields by type and takes every outline away', async ({
  merchantPage,
}) => {
  const { form } = merchantPage
  const head = `<style>*:focus { outline: none }
    input[type=text], input[type=tel] { border: 0; box-shadow: inset 0 1px 1px #ccc }</style>`
  await merchantPage.open({ head })
  await form.fill({ number: '4200000000000001', expiry: '0520', code: '1' })
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  const edge = {
    'border-color': 'rgb(180, 35, 47)',
    'box-shadow': /rgb\(180, 35, 47\) 0px 0px 0px 1px/,
  }
  for (const field of [form.numberFrame, form.expiry, form.codeFrame]) {
    for (const [name, value] of Object.entries(edge)) await expect(field).toHaveCSS(name, value)
  }
  await form.holder.focus()
  await expect(form.holder).toHaveCSS('outline', /rgb\(31, 75, 216\) solid 2px/)
  await form.number.focus()
  await expect(form.numberFrame).toHaveCSS('outline', /solid 2px/)
})
