import type { Page } from '@playwright/test'
import type { CardForm } from './support/card-form.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { recordSubmits } from './support/recordings.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

/** As plugins for floating labels do: the node goes into one of theirs, with another behind it. */
const WRAPPING = `window.wrap = (selector) => {
  const node = document.querySelector(selector), box = document.createElement('div')
  node.replaceWith(box)
  box.append(node, document.createElement('label'))
}`

test('a shopper whose page asks him to stay after the payment finds a button to the result', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open({
    options: 'onBeforeLeave: (to) => { window.leaving = to }',
    head: `<script>addEventListener('beforeunload', (event) => {
      if (!window.mayLeave) event.preventDefault()
    })</script>`,
  })
  page.on('dialog', (dialog) => dialog.dismiss())
  await form.fill()
  await form.pay()
  const back = form.notice.getByRole('button', { name: 'Back to the shop' })
  await expect(back).toBeVisible({ timeout: 20_000 })
  await expect(form.notice).toContainText('Payment accepted')
  expect(await page.evaluate('leaving')).toBe('result')
  await page.evaluate('mayLeave = true')
  await back.click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

for (const control of ['expiry', 'cardHolder'] as const) {
  test(`the error of ${control} shows where a plugin has wrapped its input, and Pay goes on`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    const checkout = await merchantPage.open({ head: `<script>${WRAPPING}</script>` })
    await page.evaluate(`wrap('.wpwl-control-${control}')`)
    await form.fill()
    await form.fill(control === 'expiry' ? { expiry: '05 / 20' } : { holder: 'Xu' })
    await form.pay()
    const sentence = control === 'expiry' ? 'Card expired' : 'Enter the full name'
    await expect(form.hint(control)).toHaveText(sentence)
    await form.fill(control === 'expiry' ? { expiry: '05 / 34' } : { holder: 'Xu Li' })
    await merchantPage.expectPaid(checkout)
  })
}

test('a plugin that wraps the button keeps the sentence of the form', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await merchantPage.open({ head: `<script>${WRAPPING}</script>` })
  await page.evaluate(`wrap('.wpwl-button-pay')`)
  await page.route('**/v1/checkouts/*/payment', (route) =>
    route.fulfill({ status: 400, json: { result: { code: '800.120.100', description: 'x' } } }),
  )
  await form.fill()
  await form.pay()
  await expect(form.notice).toContainText('could not be carried out')
})

test('the secured fields take the look of a style sheet that comes after the form', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const css = '.wpwl-control { font-family: monospace; background: #222; color: #eee }'
  await page.route('**/late.css', (route) => route.fulfill({ contentType: 'text/css', body: css }))
  await merchantPage.open({ options: `style: 'plain'` })
  await expect(form.number).not.toHaveCSS('color', 'rgb(238, 238, 238)')
  await page.evaluate(() => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href: '/late.css', media: 'print' })
    link.onload = () => {
      link.media = 'all'
    }
    document.head.append(link)
  })
  await expect(form.number).toHaveCSS('color', 'rgb(238, 238, 238)')
  await expect(form.code).toHaveCSS('color', 'rgb(238, 238, 238)')
})

test('refresh reads what a page has written into its styles', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await merchantPage.open()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.wpwl-control { color: rgb(1, 2, 3) }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    window.wpwl?.refresh()
  })
  await expect(form.number).toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('a page in srcdoc has a form that pays', async ({ merchantPage, merchantServer }) => {
  const { page, gateway } = merchantPage
  const checkout = await gateway.createCheckout()
  const inner = `<form class='paymentWidgets' action='${RESULT_PATH}' data-brands='VISA'></form>
    <script src='${checkout.script}'></script>`
  const html = `<!doctype html><title>Preview</title><iframe style="width:600px;height:700px" srcdoc="${inner}"></iframe>`
  await page.goto(merchantServer.serve(html))
  const frame = page.locator('iframe[srcdoc]').contentFrame()
  const field = (name: string) =>
    frame.locator(`iframe[name="${name}"]`).contentFrame().locator('input')
  await field('card.number').fill('4200000000000000')
  await field('card.cvv').fill('123')
  await frame.locator('.wpwl-control-expiry').fill('05 / 34')
  await frame.locator('.wpwl-button-pay').click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a page without a doctype has fields as high as on another page, and pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const sizes = () =>
    form.element
      .locator('iframe, .wpwl-control, .wpwl-button-pay, .wpwl-group')
      .evaluateAll((all) => all.map(({ className, clientHeight }) => [className, clientHeight]))
  await merchantPage.open()
  const meant = await sizes()
  const checkout = await merchantPage.open({ doctype: '' })
  expect(await page.evaluate('document.compatMode')).toBe('BackCompat')
  expect(await sizes()).toEqual(meant)
  for (const field of [form.number, form.code]) {
    const box = await field.evaluate((input) => [input.clientHeight, innerHeight])
    expect(box[0]).toBe(box[1])
  }
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a stored card that was deleted meanwhile goes, and the shopper is told', async ({
  merchantPage,
  server,
}) => {
  const { page, gateway } = merchantPage
  const { offer, tokens } = await storeWithPayment(merchantPage, storedCard)
  const checkout = await merchantPage.visit({ checkout: offer, brands: 'VISA' })
  const stored = page.locator('form.wpwl-form-registrations')
  await expect(stored.locator('.wpwl-button-pay')).toHaveAttribute('data-amount', /92/)
  await deleteStored(server.url, tokens[0] ?? '')
  await stored.locator('.wpwl-button-pay').click()
  await expect(stored.locator('.wpwl-notice')).toContainText('no longer exists')
  await expect(stored.locator('.wpwl-notice button')).toHaveCount(0)
  await expect(stored.locator('input[name=registrationId]')).toHaveCount(0)
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
})

async function deleteStored(url: string, token: string): Promise<void> {
  const { processDemo } = await import('../server/testing/server-process.fixture.ts')
  const query = new URLSearchParams({ entityId: processDemo.entityId })
  const answer = await fetch(`${url}/v1/registrations/${token}?${query}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${processDemo.accessToken}` },
  })
  expect(answer.status).toBe(200)
}

test('a device whose clock is ten years ahead takes a good card', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await page.clock.install({ time: Date.now() + 10 * 365 * 86_400_000 })
  const checkout = await merchantPage.open()
  await form.fill()
  await page.clock.resume()
  await merchantPage.expectPaid(checkout)
})

test('a required field that the page has put into the form is asked for before anything is paid', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open({
    options: `onReady() {
      document.querySelector('.wpwl-form-card .wpwl-group-submit').insertAdjacentHTML('beforebegin',
        '<p><label><input type="checkbox" required name="customParameters[SHOPPER_terms]" value="yes"> I agree</label>' +
        '<input required hidden name="customParameters[SHOPPER_unseen]"></p>')
    }`,
  })
  await form.fill()
  await form.pay()
  const terms = page.getByRole('checkbox', { name: 'I agree' })
  await expect(terms).toBeFocused()
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  expect(submits).toHaveLength(0)
  await terms.check()
  await merchantPage.expectPaid(checkout)
})

test('labels are whole on a page with a line height for everything', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.open({ head: '<style>* { line-height: 1.8 }</style>' })
  expect(await cutLabels(page)).toEqual([])
})

function cutLabels(page: Page): Promise<string[]> {
  return page
    .locator('.wpwl-label')
    .evaluateAll((all) =>
      all.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.className),
    )
}

test('labels of a form that stands inside a label of the page lead to their own fields', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({
    body: (parts) => `${parts.options}<label>Your card <input>${parts.form}</label>${parts.script}`,
  })
  for (const [label, field] of [
    ['cardNumber', form.number],
    ['expiry', form.expiry],
    ['cvv', form.code],
    ['cardHolder', form.holder],
  ] as const) {
    await form.element.locator(`.wpwl-label-${label}`).click()
    await expect(field).toBeFocused()
    await expect(page.locator('label > input')).not.toBeFocused()
  }
})

test('expiry and holder that a page has moved into a form of its own take no autofill', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open()
  await expectAutofill(form, ['cc-exp', 'cc-name'])
  await page.evaluate(() => {
    const own = document.createElement('form')
    own.id = 'own'
    document.body.append(own)
    const [expiry, holder] = ['.wpwl-control-expiry', '.wpwl-control-cardHolder'].map(
      (selector) => document.querySelector(selector) as HTMLInputElement,
    )
    if (expiry) own.append(expiry)
    holder?.setAttribute('form', 'own')
  })
  const moved = page.locator('.wpwl-control-expiry, .wpwl-control-cardHolder')
  await expect(moved.first()).toHaveAttribute('autocomplete', 'off')
  await expect(moved.last()).toHaveAttribute('autocomplete', 'off')
})

async function expectAutofill({ expiry, holder }: CardForm, names: readonly string[]) {
  const [ofExpiry = '', ofHolder = ''] = names
  await expect(expiry).toHaveAttribute('autocomplete', ofExpiry)
  await expect(holder).toHaveAttribute('autocomplete', ofHolder)
}
