import type { Page } from '@playwright/test'
import { CardForm } from './support/card-form.ts'
import type { Checkout } from './support/gateway-client.ts'
import type { MerchantPage, PageParts } from './support/merchant-page.ts'
import { recordConsole, recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const PLACEHOLDER =
  '<form class="paymentWidgets" action="/result" data-brands="VISA MASTER AMEX"></form>'

/** Says how often `onReady` came, and for how many forms. */
const COUNTING = `onReady(forms) { (window.told ??= []).push(forms.length) }`

const toldOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { told?: readonly number[] }).told ?? [])

/**
 * What frameworks do to a placeholder while the page loads. `host` is its parent; `again` runs what
 * it is given seven times, each time when a form stands there.
 */
const recreations: Readonly<Record<string, string>> = {
  'writes its HTML anew': 'again(() => { host.innerHTML = PLACEHOLDER })',
  'puts a new placeholder in the place of what it finds': `again(() => {
    const made = document.createRange().createContextualFragment(PLACEHOLDER)
    host.firstElementChild.replaceWith(made)
  })`,
  'adds a placeholder beside the form whenever there is none': `
    new MutationObserver(() => {
      if (host.querySelector('.paymentWidgets') === null)
        host.insertAdjacentHTML('beforeend', PLACEHOLDER)
    }).observe(host, { childList: true })`,
  'writes its HTML anew whenever the placeholder is gone': `
    new MutationObserver(() => {
      if (host.querySelector('.paymentWidgets') === null) host.innerHTML = PLACEHOLDER
    }).observe(host, { childList: true })`,
  'puts the same placeholder back whenever it is gone': `
    const placeholder = host.firstElementChild
    new MutationObserver(() => {
      if (!placeholder.isConnected) host.replaceChildren(placeholder)
    }).observe(host, { childList: true })`,
  'draws what is around it anew': `again(() => {
    host.remove()
    host = document.createElement('div')
    host.innerHTML = PLACEHOLDER
    document.querySelector('main').append(host)
  })`,
}

/** A page that re-creates its placeholder before the widget has its session. */
async function visitRecreating(merchantPage: MerchantPage, recreation: string): Promise<Checkout> {
  const { page } = merchantPage
  let release: () => void = () => undefined
  const isDone = new Promise<void>((resolve) => {
    release = resolve
  })
  if (!recreation.includes('again(')) release()
  await page.exposeBinding('done', () => release())
  await page.route('**/session?*', async (route) => {
    await isDone
    await route.continue()
  })
  const body: NonNullable<PageParts['body']> = ({ options, script }) => `${options}
    <div id="host">${PLACEHOLDER}</div>
    <script>
      const PLACEHOLDER = ${JSON.stringify(PLACEHOLDER)}
      let host = document.querySelector('#host')
      let turns = 0
      function again(change) {
        if (host.querySelector('.wpwl-container') !== null) {
          if (turns++ === 7) return window.done()
          change()
        }
        setTimeout(() => again(change))
      }
      ${recreation}
    </script>
    ${script}<img src="/slow.png" alt="">`
  await page.route('**/slow.png', async (route) => {
    await isDone
    await route.fulfill({ status: 404 })
  })
  return merchantPage.visit({ options: COUNTING, body })
}

for (const [how, recreation] of Object.entries(recreations)) {
  test(`a page that ${how} while it loads gets one form, and onReady once`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    const checkout = await visitRecreating(merchantPage, recreation)
    await form.ready()
    await expect(page.locator('.wpwl-container')).toHaveCount(1)
    expect(page.frames()).toHaveLength(3)
    await expect.poll(() => toldOf(page)).toEqual([1])
    await form.fill()
    await merchantPage.expectPaid(checkout)
  })
}

test('a page that removes every form gets at most ten forms', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.visit({
    options: COUNTING,
    body: ({ options, script }) => `${options}<div id="host">${PLACEHOLDER}</div>
      <script>
        const host = document.querySelector('#host')
        let built = 0
        new MutationObserver(() => {
          if (host.querySelector('.wpwl-container') === null) return
          built++
          host.innerHTML = ${JSON.stringify(PLACEHOLDER)}
        }).observe(host, { childList: true })
      </script>${script}`,
  })
  await expect(page.locator('form.paymentWidgets')).toHaveCount(1)
  await expect(page.locator('.wpwl-container')).toHaveCount(0)
  expect(await page.evaluate('built')).toBeLessThanOrEqual(11)
  expect(await toldOf(page)).toEqual([])
})

test('a placeholder that is written again has a form, which the script of a new checkout makes one of its own', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const first = await merchantPage.open({
    body: ({ form: placeholder, script }) => `<div id="host">${placeholder}</div>${script}`,
  })
  await page.evaluate((placeholder) => {
    const host = document.querySelector('#host') as Element
    host.innerHTML = placeholder
  }, PLACEHOLDER)
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  const second = await gateway.createCheckout({ amount: '15.99' })
  await page.addScriptTag({ url: second.script })
  await expect(form.payButton).toHaveAttribute('data-amount', /15.99/)
  await expect(form.element).toHaveCount(1)
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(second)
  expect(await gateway.status(second.id)).toMatchObject({ amount: '15.99' })
  await merchantPage.expectStatus(first, '000.200.000')
})

test('with two checkout scripts each form keeps its own, and the later wpwl controls both', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  const second = await gateway.createCheckout({ amount: '15.99' })
  const first = await merchantPage.visit({
    body: ({ script }) => `<div id="one">${PLACEHOLDER}</div>${script}
      <div id="two"></div>`,
  })
  const one = new CardForm(page.locator('#one'))
  const two = new CardForm(page.locator('#two'))
  await one.ready()
  await page.evaluate((placeholder) => {
    const host = document.querySelector('#two') as Element
    host.innerHTML = placeholder
  }, PLACEHOLDER)
  await page.addScriptTag({ url: second.script })
  await two.ready()
  await expect(one.payButton).toHaveAttribute('data-amount', /92/)
  await expect(two.payButton).toHaveAttribute('data-amount', /15.99/)

  expect(await page.evaluate(() => window.wpwl?.checkout.id)).toBe(second.id)
  await page.evaluate(() => window.wpwl?.unmount(document.querySelector('#two') as Element))
  await expect(two.element).toHaveCount(0)
  await one.fill()
  await page.evaluate(() => window.wpwl?.executePayment('wpwl-container-card'))
  await merchantPage.result()
  expect(submits.map((request) => new URL(request.url()).pathname)).toEqual([
    `/v1/checkouts/${first.id}/payment`,
  ])
  await merchantPage.expectStatus(first, '000.100.110')
})

for (const options of ["<script>var wpwlOptions = { style: 'plain' }</script>", '']) {
  const how = options === '' ? 'without options' : 'with options'
  test(`${how}, two forms that are each followed by the script of a checkout of their own pay that one`, async ({
    merchantPage,
    gateway,
  }) => {
    const { page } = merchantPage
    const second = await gateway.createCheckout({ amount: '15.99' })
    await merchantPage.visit({
      body: ({ script }) => `${options}<div id="one">${PLACEHOLDER}</div>${script}
        <div id="two">${PLACEHOLDER}</div><script src="${second.script}"></script>`,
    })
    await expect(new CardForm(page.locator('#one')).payButton).toHaveAttribute('data-amount', /92/)
    const two = new CardForm(page.locator('#two'))
    await expect(two.payButton).toHaveAttribute('data-amount', /15.99/)
    await two.ready()
    await two.fill()
    await two.payButton.click()
    await merchantPage.result()
    await merchantPage.expectStatus(second, '000.100.110')
  })
}

test('two forms after one script pay the checkout of that script', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.visit({
    body: ({ script }) =>
      `<div id="one">${PLACEHOLDER}</div>${script}<div id="two">${PLACEHOLDER}</div>`,
  })
  for (const place of ['#one', '#two']) {
    const form = new CardForm(page.locator(place))
    await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  }
})

test('a script that runs twice, as an effect does in React’s strict mode, gives one form that unload removes', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({
    options: COUNTING,
    body: ({ options, form: placeholder, checkout }) => `${options}${placeholder}<script>
      function effect() {
        const script = document.createElement('script')
        script.src = ${JSON.stringify(checkout.script)}
        document.body.append(script)
        return () => { script.remove(); window.wpwl?.unload() }
      }
      const cleanup = effect()
      cleanup()
      effect()
    </script>`,
  })
  await expect.poll(() => toldOf(page)).toEqual([1])
  await expect(form.element).toHaveCount(1)
  await page.evaluate(() => window.wpwl?.unload())
  await expect(page.locator('.wpwl-container')).toHaveCount(0)
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

for (const name of ['Array.prototype.map', 'Promise.prototype.then']) {
  test(`the console names ${name}, which the page has changed, where that keeps the form away`, async ({
    merchantPage,
  }) => {
    const { page } = merchantPage
    const lines = recordConsole(page)
    // A busy browser can be late with ten seconds.
    await page.clock.install()
    const loaded = page.waitForResponse('**/paymentWidgets.js?*')
    await merchantPage.visit({
      body: ({ form, script }) =>
        `<script>${name} = function () { throw new Error('changed') }</script>${form}${script}`,
    })
    expect((await loaded).status()).toBe(200)
    await page.clock.fastForward(10_000)
    const words = 'No payment form: perhaps this page has changed built-in functions:'
    // All lines, so that a failure shows what the script met in its place.
    await expect.poll(() => lines).toContainEqual(`${words} ${name}`)
    expect(lines.filter((line) => line.startsWith(words))).toHaveLength(1)
  })
}
