import type { Page } from '@playwright/test'
import { CardForm, visa } from './support/card-form.ts'
import type { Checkout } from './support/gateway-client.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { recordConsole, recordFields } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const LIBRARIES = {
  turbo: '@hotwired/turbo/dist/turbo.es2017-umd.js',
  htmx: 'htmx.org/dist/htmx.js',
  morphdom: 'morphdom/dist/morphdom-umd.js',
  morph: '@alpinejs/morph/dist/cdn.js',
  alpine: 'alpinejs/dist/cdn.js',
}

type Library = keyof typeof LIBRARIES

const PLACEHOLDER =
  '<form class="paymentWidgets" action="/result" data-brands="VISA MASTER"></form>'

const tagOf = (name: Library) => `<script src="/library/${name}.js" defer></script>`

async function routeLibraries(page: Page): Promise<void> {
  await page.route('**/library/*.js', (route) => {
    const name = /(\w+)\.js$/.exec(route.request().url())?.[1] as Library
    return route.fulfill({ path: `node_modules/${LIBRARIES[name]}` })
  })
}

/** A page with libraries, and with a placeholder inside `#root`. */
async function openWith(
  merchantPage: MerchantPage,
  libraries: readonly Library[],
  root = `<div id="root">${PLACEHOLDER}</div>`,
): Promise<Checkout> {
  await routeLibraries(merchantPage.page)
  return merchantPage.open({
    head: libraries.map(tagOf).join(''),
    body: ({ script }) => `${root}${script}`,
  })
}

/** The page's one form is another than before, and can be paid. */
async function expectPayable(merchantPage: MerchantPage, checkout: Checkout): Promise<void> {
  const { page, form } = merchantPage
  await expect(page.locator('.wpwl-container:not([data-before])')).toHaveCount(1)
  await expect(page.locator('.wpwl-container[data-before]')).toHaveCount(0)
  await form.ready()
  await expect(form.payButton).toHaveCSS('cursor', 'pointer')
  await form.fill()
  await merchantPage.expectPaid(checkout)
}

/** Names the forms of now, and their copies do not have the name. */
const nameForms = (page: Page) =>
  page.evaluate(() => {
    for (const container of document.querySelectorAll('.wpwl-container'))
      container.setAttribute('data-before', '')
  })

const restoreText = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const html = main.innerHTML
    main.innerHTML = ''
    setTimeout(() => {
      main.innerHTML = html
    })
  })

test('a form that the page has kept as text and written again is live, and pays', async ({
  merchantPage,
}) => {
  const checkout = await openWith(merchantPage, [])
  await restoreText(merchantPage.page)
  await expect(merchantPage.page.locator('.wpwl-container')).toHaveCount(1)
  await expectPayable(merchantPage, checkout)
})

test('it can be kept and written again twice, and onReady is told of each form', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open({
    options: 'onReady(forms) { (window.told ??= []).push(forms.length) }',
  })
  const told = () => page.evaluate(() => (window as unknown as { told: number[] }).told)
  await restoreText(page)
  await expect.poll(told).toEqual([1, 1])
  await form.ready()
  await restoreText(page)
  await expect.poll(told).toEqual([1, 1, 1])
  await expectPayable(merchantPage, checkout)
})

test('a list of ways to pay that is written again is one list, with stored cards', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const { registrationId = '' } = await gateway.pay('/v1/payments', {
    paymentBrand: 'VISA',
    createRegistration: 'true',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
  })
  const checkout = await merchantPage.open({
    brands: 'PAYPAL VISA GOOGLEPAY',
    checkout: { 'registrations[0].id': registrationId },
  })
  const shape = () =>
    page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('[class^=wpwl-method-row], .wpwl-container, .wpwl-express')].map(
          ({ className }) => className.replace('wpwl-container wpwl-', ''),
        ),
      )
  await expect.poll(async () => (await shape()).length).toBe(7)
  const before = await shape()
  await restoreText(page)
  await expect.poll(shape).toEqual(before)
  await expect(page.locator('#wpwl-registrations')).toHaveCount(1)
  const form = new CardForm(page)
  await page.getByRole('radio', { name: 'Card', exact: true }).click()
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

const drawings: Readonly<Record<string, { libraries?: Library[]; draw: string }>> = {
  innerHTML: { draw: 'root.innerHTML = html' },
  replaceChildren: {
    draw: 'root.replaceWith(Object.assign(root.cloneNode(), { innerHTML: html }))',
  },
  'an element around it': {
    draw: 'const made = document.createElement("section"); made.innerHTML = html; root.replaceChildren(made)',
  },
  morphdom: {
    libraries: ['morphdom'],
    draw: 'morphdom(root, whole)',
  },
  'morphdom, children only': {
    libraries: ['morphdom'],
    draw: 'morphdom(root, whole, { childrenOnly: true })',
  },
  'Livewire’s morph': {
    libraries: ['morph', 'alpine'],
    draw: 'Alpine.morph(root, whole)',
  },
  'Turbo’s morph': {
    libraries: ['turbo'],
    draw: 'Turbo.morphElements(root, whole)',
  },
  htmx: {
    libraries: ['htmx'],
    draw: 'htmx.swap(root, html, { swapStyle: "innerHTML" })',
  },
}

for (const [how, { libraries = [], draw }] of Object.entries(drawings)) {
  test(`a placeholder that the server has written again comes back by ${how}, three times, and its form pays`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    const checkout = await openWith(merchantPage, libraries)
    for (let turn = 0; turn < 3; turn++) {
      await nameForms(page)
      await page.evaluate(
        ([code, html]) => {
          const root = document.querySelector('#root')
          new Function('root', 'html', 'whole', code)(root, html, `<div id="root">${html}</div>`)
        },
        [draw, PLACEHOLDER] as const,
      )
      await expect(page.locator('.wpwl-container:not([data-before])')).toHaveCount(1)
      await form.ready()
    }
    await expectPayable(merchantPage, checkout)
  })
}

test('a page that Turbo restores out of its cache shows a live form, which pays', async ({
  merchantPage,
}) => {
  const { page, server } = merchantPage
  const checkout = await openWith(merchantPage, ['turbo'])
  const next = server.serve(
    `<!doctype html><html lang="en"><head><title>Next</title>${tagOf('turbo')}</head><body><h1>Next</h1></body></html>`,
  )
  await page.waitForFunction('window.Turbo')
  await nameForms(page)
  await page.evaluate(
    (address) => (window as never as { Turbo: { visit(a: string): void } }).Turbo.visit(address),
    next,
  )
  await expect(page.getByRole('heading', { name: 'Next' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await page.evaluate(() => undefined)
  await expect(page.locator('form.wpwl-form-card')).toHaveCount(1)
  await merchantPage.form.ready()
  await expect(merchantPage.form.payButton).toHaveCSS('cursor', 'pointer')
  await merchantPage.form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a page of htmx’s history shows a live form, which pays', async ({ merchantPage }) => {
  const { page, server } = merchantPage
  const next = server.serve('<h1>Next</h1>')
  const { pathname } = new URL(next)
  const checkout = await openWith(
    merchantPage,
    ['htmx'],
    `<div id="root">${PLACEHOLDER}</div><a href="#" hx-get="${pathname}" hx-push-url="true" hx-target="body">Go on</a>`,
  )
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Next' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await merchantPage.form.ready()
  await expect(merchantPage.form.payButton).toHaveCSS('cursor', 'pointer')
  await merchantPage.form.fill()
  await merchantPage.expectPaid(checkout)
})

for (const [how, inner] of Object.entries({
  'the placeholder': PLACEHOLDER,
  'an element with the placeholder': `<section>${PLACEHOLDER}</section>`,
})) {
  test(`${how} inside of Alpine’s x-if has a form whenever it is shown`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    await routeLibraries(page)
    const checkout = await merchantPage.open({
      head: tagOf('alpine'),
      body: ({ script }) => `<div x-data="{ open: true }">
        <button @click="open = !open">Toggle</button>
        <template x-if="open">${inner}</template></div>${script}`,
    })
    for (let turn = 0; turn < 2; turn++) {
      await page.getByRole('button', { name: 'Toggle' }).click()
      await page.getByRole('button', { name: 'Toggle' }).click()
      await form.ready()
    }
    await expectPayable(merchantPage, checkout)
  })
}

test('a page that draws itself at each key gets the form when the shopper rests', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const fields = recordFields(page)
  const checkout = await merchantPage.open({
    body: ({ script }) => `<div id="root">${PLACEHOLDER}</div><input id="email">
      <script>email.oninput = () => { root.innerHTML = ${JSON.stringify(PLACEHOLDER)} }</script>${script}`,
  })
  const before = fields.length
  await page.locator('#email').pressSequentially('jane.jones@example.com', { delay: 40 })
  await form.ready()
  expect(fields.length - before).toBeLessThanOrEqual(6)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a copy of a form whose checkout no script pays becomes a sentence that loads the page again', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const checkout = await merchantPage.open()
  const other = await gateway.createCheckout()
  await page.evaluate(
    ([id, otherId]) => {
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = main.innerHTML.replaceAll(id, otherId)
    },
    [checkout.id, other.id] as const,
  )
  await expect(page.locator('.wpwl-blocked')).toContainText('You have not been charged')
  await expect(form.element).toHaveCount(0)
  expect(lines.join()).toContain('A copy of a payment form is of no checkout of this page')
  await page.getByRole('button', { name: 'Try again' }).click()
  await form.ready()
  await expect(page.locator('.wpwl-blocked')).toHaveCount(0)
})

test('a form that is cloned while it is shown is live in both places', async ({ merchantPage }) => {
  const { page } = merchantPage
  const checkout = await openWith(merchantPage, [])
  await page.evaluate(() => {
    const root = document.querySelector('#root') as HTMLElement
    const copy = root.cloneNode(true) as HTMLElement
    copy.id = 'copy'
    root.after(copy)
  })
  const copy = new CardForm(page.locator('#copy'))
  await copy.ready()
  await expect(page.locator('.wpwl-container')).toHaveCount(2)
  await copy.fill()
  await copy.pay()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('the script of a new checkout, without a placeholder, takes the forms that are there', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const first = await merchantPage.open({ brands: 'VISA PAYPAL' })
  await form.fill()
  const second = await gateway.createCheckout({ amount: '15.99' })
  await page.addScriptTag({ url: second.script })
  expect(await page.evaluate(() => window.wpwl?.checkout.id)).toBe(second.id)
  await expect(form.payButton).toHaveAttribute('data-amount', /15.99/)
  await expect(page.locator('.wpwl-container')).toHaveCount(2)
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(second)
  await merchantPage.expectStatus(first, '000.200.000')
})

test('a payment that is under way ends before the script of a new checkout takes its form', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const second = await gateway.createCheckout({ amount: '15.99' })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/payment', async (route) => {
    await isReleased
    await route.continue()
  })
  const first = await merchantPage.open({ options: "declined: 'stay'" })
  await form.fill({ ...visa, holder: '800.100.153' })
  await form.pay()
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  await page.addScriptTag({ url: second.script })
  await expect.poll(() => page.evaluate(() => window.wpwl?.checkout.amount)).toBe('15.99')
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  release()
  await expect(form.payButton).toHaveAttribute('data-amount', /15.99/)
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(second)
  await merchantPage.expectStatus(first, '800.100.153')
})
