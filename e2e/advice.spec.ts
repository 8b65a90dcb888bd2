import { recordConsole } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

test('the console of the test environment names each unknown name once, and the form works', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const checkout = await merchantPage.open({
    brands: 'VSIA MASTER VISA AIRPLUS',
    options:
      'requiereCvv: true, onRedy() {}, locale: "en", style: "fancy", labels: { cvvv: "Code" }, onSubmit() {}',
  })
  await expect(form.element.locator('option')).toHaveText(['Mastercard', 'Visa'])
  await expect
    .poll(() => lines)
    .toEqual([
      'data-brands: VSIA is not a brand. Did you mean VISA?',
      'data-brands: AIRPLUS is not offered in the widget yet.',
      'wpwlOptions.requiereCvv is not an option. Did you mean requireCvv?',
      'wpwlOptions.onRedy is not an option. Did you mean onReady?',
      'wpwlOptions.onSubmit is not an option. Did you mean onBeforeSubmitCard?',
      'wpwlOptions.labels has no cvvv: it has no effect. Did you mean cvv?',
      "wpwlOptions.style has a value that cannot be read and counts as not given: 'card' | 'plain' | 'logos' | 'none'.",
    ])
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('the console reports a page without a form, but not one that adds its form later', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  await page.clock.install()
  await merchantPage.visit({ body: ({ script }) => script })
  await page.waitForFunction(() => window.wpwl?.checkout.amount !== undefined)
  expect(lines).toEqual([])
  await page.clock.fastForward('00:04')
  await expect
    .poll(() => lines)
    .toEqual([
      'There is no <form class="paymentWidgets"> on this page: no card form is shown. Browsers drop a form that is written inside another one.',
    ])

  await merchantPage.visit({ body: ({ script }) => script })
  await page.waitForFunction(() => window.wpwl?.checkout.amount !== undefined)
  await page.evaluate(() => {
    const form = '<form class="paymentWidgets" action="/result"></form>'
    document.body.insertAdjacentHTML('beforeend', form)
  })
  await form.ready()
  const asked = page.waitForResponse('**/test/widget-advice*')
  await page.clock.fastForward('00:04')
  await (await asked).finished()
  expect(lines).toHaveLength(1)
})

test('a page whose only brand is misspelt stays without a form, but not without a word', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  await merchantPage.visit({
    brands: 'VSIA',
    options: 'onError({ name, brand, event }) { window.heard = [name, brand, event] }',
  })
  await expect.poll(() => lines).toEqual(['data-brands: VSIA is not a brand. Did you mean VISA?'])
  expect(await page.evaluate('heard')).toEqual(['WidgetError', 'VSIA', 'unknown_brand'])
  await expect(page.locator('.wpwl-container')).toHaveCount(0)
})

test('the console stays empty outside of the test environment', async ({ merchantPage }) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  await page.clock.install()
  await page.route('**/session?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'live' } })
  })
  let hasAsked = false
  page.on('request', (request) => {
    hasAsked ||= request.url().includes('advice')
  })
  await merchantPage.open({ brands: 'VISA VSIA', options: 'requiereCvv: true' })
  await page.clock.fastForward('00:10')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(lines).toEqual([])
  expect(hasAsked).toBe(false)
})

test('a placeholder of ten million characters is cut, the console says so, and the form pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const checkout = await merchantPage.open({
    options: "labels: { cardNumber: 'x'.repeat(10_000_000) }, showLabels: false",
  })
  await expect(form.number).toHaveAttribute('placeholder', 'x'.repeat(1000))
  await expect
    .poll(() => lines)
    .toEqual([
      expect.stringMatching(/^wpwlOptions\.labels has texts that are too long for a secured field/),
    ])
  await form.fill()
  await merchantPage.expectPaid(checkout)
})
