import type { Page } from '@playwright/test'
import { CardForm } from './support/card-form.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { countListeners, countTimersAndObservers, heldBytes } from './support/recordings.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

// The recorder of traces puts listeners of its own into the page.
test.use({ trace: 'off' })

/** A quarter of what 100 forms took when each left its style sheet behind. */
const GROWTH_ALLOWED_BYTES = 500_000

/** Adds placeholder and script, waits for the form, and takes it out again, as a route change does. */
const cycle = (page: Page, times: number, script: string, withUnload: boolean) =>
  page.evaluate(
    async ([turns, src, unloads]) => {
      const place = document.querySelector('#place') as Element
      for (let turn = 0; turn < turns; turn++) {
        place.innerHTML = '<form class="paymentWidgets" data-brands="VISA"></form>'
        const tag = document.createElement('script')
        tag.src = src
        const loaded = new Promise((resolve) => tag.addEventListener('load', resolve))
        document.head.append(tag)
        await loaded
        while (place.querySelector('.wpwl-form') === null) {
          await new Promise((resolve) => setTimeout(resolve))
        }
        // In every other turn the form lives long enough to be painted.
        if (turn % 2 === 1) await new Promise(requestAnimationFrame)
        if (unloads) window.wpwl?.unload()
        place.replaceChildren()
        tag.remove()
      }
    },
    [times, script, withUnload] as const,
  )

const elementsOf = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    frames: window.length,
    sheets: document.adoptedStyleSheets.length,
  }))

const HOW = { 'with unload': true, 'by a page that just takes them out': false }

/** The observer of the last script, for which forms may come back. */
const WAITING = 1

for (const [how, withUnload] of Object.entries(HOW)) {
  test(`forms that are added and removed ${how} leave nothing behind`, async ({
    merchantPage,
    gateway,
  }) => {
    const { page } = merchantPage
    const { script } = await gateway.createCheckout()
    const listening = await countListeners(page)
    const held = await countTimersAndObservers(page)
    await merchantPage.visit({ body: () => '<div id="place"></div>' })
    await cycle(page, 3, script, withUnload)
    const waiting = withUnload ? 0 : WAITING
    await expect.poll(held).toBe(waiting)
    const before = { ...(await elementsOf(page)), listening: await listening() }
    await cycle(page, 25, script, withUnload)
    await expect.poll(held).toBe(waiting)
    expect({ ...(await elementsOf(page)), listening: await listening() }).toEqual(before)
  })
}

for (const how of variants(
  ['by a page that just takes them out'] as const,
  ['with unload'] as const,
)) {
  // The recorders hold what they count: memory is measured without them.
  test(`a hundred forms that are added and removed ${how} are not held in memory`, async ({
    merchantPage,
    gateway,
  }) => {
    const { page } = merchantPage
    const { script } = await gateway.createCheckout()
    await merchantPage.visit({ body: () => '<div id="place"></div>' })
    // The engine compiles once more what runs often, and keeps that.
    await cycle(page, 60, script, HOW[how])
    const before = await heldBytes(page)
    await cycle(page, 100, script, HOW[how])
    await expect
      .poll(async () => (await heldBytes(page)) - before, { timeout: 30_000 })
      .toBeLessThan(GROWTH_ALLOWED_BYTES)
  })
}

test('a removed form reports nothing when its session ends', async ({ merchantPage }) => {
  const { page } = merchantPage
  await page.clock.install()
  await merchantPage.open({ options: 'onError() { window.heard = true }' })
  await page.evaluate(() => document.querySelector('.wpwl-container')?.remove())
  await page.clock.fastForward('31:00')
  expect(await page.evaluate(() => 'heard' in window)).toBe(false)
})

test('a form in a shadow root notices that its host is removed', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const checkout = await gateway.createCheckout()
  const listening = await countListeners(page)
  await merchantPage.visit({ body: () => '<section><div id="host"></div></section>' })
  await page.addScriptTag({ url: checkout.script })
  await page.waitForFunction(() => window.wpwl?.checkout.amount !== undefined)
  const before = await listening()
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    const place = document.createElement('div')
    root?.append(place)
    window.wpwl?.mount(place)
  })
  await new CardForm(page).ready()
  expect(await listening()).toBeGreaterThan(before)
  await page.evaluate(() => document.querySelector('section')?.remove())
  await expect.poll(listening).toBe(before)
})

test('a form that was removed and put back keeps what was typed outside of its frames, and pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const held = await countTimersAndObservers(page)
  const checkout = await merchantPage.open()
  await form.fill()
  await page.evaluate(() => {
    const container = document.querySelector('.wpwl-container') as Element
    container.remove()
    Object.assign(window, { container })
  })
  await expect.poll(held).toBe(WAITING)
  await page.evaluate(() => {
    const { container } = window as unknown as { container: Element }
    document.querySelector('main')?.append(container)
  })
  await form.framesReady()
  await expect(form.payButton).toHaveCSS('cursor', 'pointer')
  await expect(form.holder).toHaveValue('Jane Jones')
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('the half hour of a session continues while its form is removed', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await page.clock.install()
  await merchantPage.open()
  await page.evaluate(() => {
    const container = document.querySelector('.wpwl-container') as Element
    container.remove()
    Object.assign(window, { container })
  })
  await page.clock.fastForward('31:00')
  await page.evaluate(() => {
    const { container } = window as unknown as { container: Element }
    document.querySelector('main')?.append(container)
  })
  await expect(form.notice).toHaveText(/expired after 30 minutes/)
})

test('a form that is mounted in a detached element works when that is added to the page', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const checkout = await gateway.createCheckout()
  await merchantPage.visit({ body: () => '<div id="place"></div>' })
  await page.addScriptTag({ url: checkout.script })
  await page.evaluate(() => {
    const element = document.createElement('div')
    window.wpwl?.mount(element, { shopperResultUrl: '/result' })
    Object.assign(window, { element })
  })
  await page.evaluate(() => {
    const { element } = window as unknown as { element: Element }
    document.querySelector('#place')?.append(element)
  })
  const form = new CardForm(page)
  await form.ready()
  await expect(form.payButton).toHaveCSS('cursor', 'pointer')
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

/** Pays; the gateway has carried the payment out when this resolves, and the page never hears of it. */
async function payWithoutAnswer({ page, form }: MerchantPage): Promise<void> {
  let heard: () => void = () => undefined
  const submitted = new Promise<void>((resolve) => {
    heard = resolve
  })
  await page.route('**/payment', async (route) => {
    await route.fetch()
    heard()
  })
  await form.pay()
  await submitted
}

test('a shopper whose form is removed while it pays reaches the result', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await payWithoutAnswer(merchantPage)
  await page.evaluate(() => document.querySelector('.wpwl-container')?.remove())
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a page that unloads the widget while it pays stays where it is', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await page.clock.install()
  const checkout = await merchantPage.open()
  await form.fill()
  await payWithoutAnswer(merchantPage)
  const address = page.url()
  await page.evaluate(() => window.wpwl?.unload())
  await page.clock.fastForward('05:00')
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(page.url()).toBe(address)
})
