import type { Page } from '@playwright/test'
import { CardForm, visa } from './support/card-form.ts'
import type { Checkout } from './support/gateway-client.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { countListeners, recordFields, recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

// The recorder of traces puts listeners of its own into the page.
test.use({ trace: 'off' })

/** Adds the script of a checkout, and a placeholder form if it gets an action. */
const addWidget = (page: Page, { script }: Checkout, action?: string) =>
  page.evaluate(
    ([src, formAction]) => {
      if (formAction !== undefined) {
        const form = document.createElement('form')
        form.className = 'paymentWidgets'
        form.action = formAction
        document.querySelector('main')?.append(form)
      }
      const tag = document.createElement('script')
      tag.src = src
      const loaded = new Promise((resolve) => tag.addEventListener('load', resolve))
      document.head.append(tag)
      return loaded.then(() => undefined)
    },
    [script, action] as const,
  )

const elementsOf = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    frames: window.length,
    sheets: document.adoptedStyleSheets.length,
  }))

test('unload removes everything, and a second checkout on the page can be paid', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const listening = await countListeners(page)
  await merchantPage.visit({ body: () => '' })
  const before = { ...(await elementsOf(page)), listening: await listening() }
  await addWidget(page, await gateway.createCheckout(), '/result')
  await form.ready()
  await page.evaluate(() => {
    window.wpwl?.unload()
    window.wpwl?.unload()
  })
  // Code that is on its way leaves with its script when it has come.
  await expect
    .poll(async () => ({ ...(await elementsOf(page)), listening: await listening() }))
    .toEqual(before)

  const second = await gateway.createCheckout({ amount: '15.99' })
  await addWidget(page, second, '/result')
  await form.ready()
  await expect(form.element).toHaveCount(1)
  await form.fill()
  await merchantPage.expectPaid(second)
  expect(await gateway.status(second.id)).toMatchObject({ amount: '15.99' })
})

test('unloading before the form is ready leaves nothing behind', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  await merchantPage.visit({ body: () => '' })
  const before = await elementsOf(page)
  await addWidget(page, await gateway.createCheckout(), '/result')
  await page.evaluate(() => window.wpwl?.unload())
  // The tag of the main code goes when that has come.
  await expect.poll(() => elementsOf(page)).toEqual(before)
  await page.evaluate(() => {
    const late = document.createElement('form')
    late.className = 'paymentWidgets'
    document.body.append(late)
  })
  await expect(page.locator('form.paymentWidgets')).toHaveCount(1)
  await expect(form.element).toHaveCount(0)
})

test('twenty mounts and unmounts leave no frame, listener, style sheet or node', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const listening = await countListeners(page)
  await merchantPage.visit({ body: () => '<div id="place"></div>' })
  await addWidget(page, await gateway.createCheckout())
  const cycle = (times: number) =>
    page.evaluate(async (count) => {
      const place = document.querySelector('#place') as Element
      for (let turn = 0; turn < count; turn++) {
        window.wpwl?.mount(place)
        // In every other turn the form lives long enough to be painted.
        if (turn % 2 === 1) await new Promise(requestAnimationFrame)
        window.wpwl?.unmount(place)
      }
    }, times)
  await cycle(2)
  // The tag of fetched code goes when that has come.
  await expect(page.locator('script[src*="/code/"]')).toHaveCount(0)
  const before = { ...(await elementsOf(page)), listening: await listening() }
  await cycle(20)
  expect({ ...(await elementsOf(page)), listening: await listening() }).toEqual(before)
})

test('two forms of one checkout do not disturb each other, and the second one pays', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.visit({
    body: ({ form, script }) =>
      `<div id="one">${form}</div><div id="two">${form.replace('VISA ', '')}</div>${script}`,
  })
  const [one, two] = ['#one', '#two'].map((place) => new CardForm(page.locator(place)))
  if (one === undefined || two === undefined) throw new Error('No forms')
  await one.ready()
  await two.ready()
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  await one.fill(visa)
  await two.fill({ ...visa, number: '5454545454545454', code: '321' })
  await expect(one.number).toHaveValue('4200 0000 0000 0000')
  await two.pay()
  await merchantPage.result()
  expect(await merchantPage.gateway.status(checkout.id)).toMatchObject({ paymentBrand: 'MASTER' })
  expect(submits).toHaveLength(1)
})

test('two checkouts on one page are paid each by its own form', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  await merchantPage.visit({ body: () => '<div id="one"></div><div id="two"></div>' })
  const checkouts = [await gateway.createCheckout(), await gateway.createCheckout()]
  for (const [index, place] of ['#one', '#two'].entries()) {
    await addWidget(page, checkouts[index] as Checkout)
    await page.evaluate(
      ([selector, shopperResultUrl]) =>
        window.wpwl?.mount(document.querySelector(selector) as Element, {
          shopperResultUrl,
          locale: selector === '#one' ? 'en' : 'fr',
        }),
      [place, STAY_PATH] as const,
    )
  }
  const forms = ['#one', '#two'].map((place) => new CardForm(page.locator(place)))
  for (const form of forms) await form.ready()
  await expect(page.getByRole('button')).toHaveText(['Pay now', 'Payer maintenant'])
  for (const form of forms) await form.fill()
  for (const [index, form] of forms.entries()) {
    await form.pay()
    await expect(form.element).toHaveAttribute('data-phase', 'leaving')
    await merchantPage.expectStatus(checkouts[index] as Checkout, '000.100.110')
  }
})

test('a form inside a shadow root loads each field once, and pays too', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const fields = recordFields(page)
  const checkout = await gateway.createCheckout()
  await merchantPage.visit({ body: () => '<div id="host"></div>' })
  await addWidget(page, checkout)
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    const place = document.createElement('div')
    root?.append(place)
    window.wpwl?.mount(place, { shopperResultUrl: '/result' })
  })
  await form.ready()
  await expect(form.payButton).toHaveCSS('cursor', 'pointer')
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(fields.sort()).toEqual(['card.cvv', 'card.number'])
})

test('groups that a page moves in onReady work in their new order', async ({ merchantPage }) => {
  const { form } = merchantPage
  const checkout = await merchantPage.open({
    options: `onReady() {
      const form = document.querySelector('.wpwl-form-card')
      const group = (name) => form.querySelector('.wpwl-group-' + name)
      form.prepend(group('cvv'))
      form.prepend(group('cardHolder'))
      group('submit').before(group('cardNumber'))
      document.body.dataset.moved = 'yes'
    }`,
  })
  await expect(merchantPage.page.locator('body')).toHaveAttribute('data-moved', 'yes')
  await form.framesReady()
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  await form.fill()
  await expect(form.hints).toHaveCount(0)
  await merchantPage.expectPaid(checkout)
})

test('a form that is moved later asks for number and code again and keeps the rest', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await page.evaluate(() => {
    const container = document.querySelector('.wpwl-container') as Element
    document.querySelector('main')?.prepend(container)
  })
  await expect(form.number).toHaveValue('')
  await form.framesReady()
  await expect(form.holder).toHaveValue('Jane Jones')
  await form.pay()
  await expect(form.hints).toHaveCount(2)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})
