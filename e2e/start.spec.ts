import type { Page, Route } from '@playwright/test'
import { recordLayoutShift } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const MAIN = '**/v1/static/code/main-*.js'

/** Holds the main code back until `release` is called. */
async function holdMain(page: Page): Promise<{ release(): Promise<void> }> {
  const held: Route[] = []
  let isHeld = true
  await page.route(MAIN, (route) => {
    if (isHeld) held.push(route)
    else void route.continue()
  })
  return {
    async release() {
      isHeld = false
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

test('the secured fields load before the main code is here, once, and nothing moves when it comes', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const shift = await recordLayoutShift(page)
  const main = await holdMain(page)
  const frames: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/pciIframe.html')) frames.push(request.url())
  })
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address(
    {
      options: "locale: 'en'",
      body: ({ options, script, form: placeholder }) =>
        `${options}${script}${placeholder}<p>Terms</p>`,
    },
    checkout,
  )
  await page.goto(address, { waitUntil: 'commit' })
  await expect.poll(() => frames.length).toBe(2)
  await expect(page.frameLocator('iframe[name="card.number"]').locator('input')).toBeAttached()
  await main.release()
  await form.ready()
  await form.fill()
  expect(frames).toHaveLength(2)
  expect(await shift()).toEqual([])
  await merchantPage.expectPaid(checkout)
})

test('a form that the page mounts before the main code is here comes with it', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const main = await holdMain(page)
  const checkout = await gateway.createCheckout()
  const address = merchantPage.address(
    { body: ({ script }) => `<div id="place"></div>${script}` },
    checkout,
  )
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.wpwl !== undefined)
  expect(await page.evaluate(() => window.wpwl?.checkout.id)).toBe(checkout.id)
  await page.evaluate(() => window.wpwl?.mount(document.querySelector('#place') as Element))
  await main.release()
  await form.ready()
  await form.fill()
})

test('a page that unloads the widget before the main code is here stays empty', async ({
  merchantPage,
  gateway,
}) => {
  const { page } = merchantPage
  const main = await holdMain(page)
  const checkout = await gateway.createCheckout()
  await page.goto(merchantPage.address({}, checkout), { waitUntil: 'commit' })
  await page.locator('iframe[name="card.number"]').waitFor({ state: 'attached' })
  await page.evaluate(() => window.wpwl?.unload())
  expect(await page.locator('iframe').count()).toBe(0)
  const loaded = page.waitForResponse(MAIN)
  await main.release()
  await (await loaded).finished()
  await page.waitForLoadState()
  expect(await page.locator('form.paymentWidgets, iframe, .wpwl-container').count()).toBe(0)
})

test('main code that does not come is asked for again, and the page is told in the end', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  let asked = 0
  await page.route(MAIN, (route) => {
    asked++
    return route.abort()
  })
  await merchantPage.visit({
    options: 'onError({ name, message }) { document.title = `${name}: ${message}` }',
  })
  await expect(page).toHaveTitle('WidgetError: The code of the widget could not be loaded')
  expect(asked).toBe(3)
  expect(await page.locator('iframe').count()).toBe(0)
})
