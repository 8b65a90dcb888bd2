import { visa } from './support/card-form.ts'
import { STAY_PATH, startMerchantServer } from './support/merchant-server.ts'
import { recordConsole, recordMessages, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** Unlike the usual test cards it has no digits in a row that an id could have by chance. */
const number = '4539148803436467'

test('card data stays in the frames, and no request, message or log line of the page has it', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const messages = await recordMessages(page)
  const ofPage: string[] = []
  const ofFrames: string[] = []
  page.on('request', (request) => {
    const isNavigation = request.isNavigationRequest()
    const isOfPage = isNavigation || request.frame() === page.mainFrame()
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`
    ;(isOfPage ? ofPage : ofFrames).push(text)
  })
  const checkout = await merchantPage.open({ action: STAY_PATH })
  // The second has been taken from the frame of the number.
  await expect(form.codeFrame.contentFrame().locator('script')).toHaveCount(2)
  await form.number.pressSequentially(number)
  await form.fill({ ...visa, number, code: '807' })
  await form.pay()
  await expect.poll(() => messages.some((text) => text.includes('"answer"'))).toBe(true)
  await merchantPage.expectStatus(checkout, '000.100.110')

  const submits = ofFrames.filter((text) => text.includes(number))
  expect(submits).toHaveLength(1)
  expect(submits[0]).toMatch(new RegExp(`^POST ${server.url}/v1/checkouts/.*card\\.cvv=807`))
  expect(ofPage.filter((text) => text.includes(number) || text.includes('cvv=807'))).toEqual([])

  const sevens = Array.from({ length: number.length - 6 }, (_, at) => number.slice(at, at + 7))
  expect(messages.length).toBeGreaterThan(16)
  expect(messages.filter((text) => sevens.some((digits) => text.includes(digits)))).toEqual([])
  expect(messages.filter((text) => text.includes('807') && !text.includes('answer'))).toEqual([])
  expect(messages.some((text) => text.includes(number.slice(0, 6)))).toBe(true)

  const ids = new RegExp(`${checkout.id}|card_\\d+`, 'g')
  expect(lines.filter((text) => /(\d[ -]?){12,}/.test(text.replace(ids, '')))).toEqual([])
  const nodes = await page.content()
  expect(nodes).not.toContain(number)
})

test('the page cannot look into the secured fields', async ({ merchantPage }) => {
  const { page, form, server } = merchantPage
  await merchantPage.open()
  await form.fill()
  for (const frame of [form.numberFrame, form.codeFrame]) {
    expect(await frame.evaluate((element) => (element as HTMLIFrameElement).contentDocument)).toBe(
      null,
    )
    const reached = frame.evaluate(
      (element) => (element as HTMLIFrameElement).contentWindow?.document.title,
    )
    await expect(reached).rejects.toThrow(/SecurityError|Blocked a frame/)
  }
  expect(await page.evaluate(() => location.origin)).toBe(server.origin)
})

test('a page of another origin than the requested one cannot embed the frame', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open()
  const address = (await form.numberFrame.getAttribute('src')) ?? ''
  const stranger = await startMerchantServer()
  const html = `<!doctype html><title>Stranger</title><iframe src="${address}"></iframe>`
  await page.goto(stranger.serve(html))
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  await expect(page.locator('iframe').contentFrame().locator('input')).toHaveCount(0)
  await stranger.close()
})

test('a content security policy that allows the gateway, and its script by nonce, is enough for a whole payment', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const violations = await recordViolations(page)
  const sources = ['frame-src', 'connect-src', 'img-src', 'style-src']
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-page'",
    ...sources.map((name) => `${name} ${server.url}`),
  ]
  const checkout = await merchantPage.open({
    lang: 'de',
    body: ({ form: placeholder, script }) =>
      placeholder + script.replace('<script', '<script nonce="page"'),
    headers: {
      'Content-Security-Policy': [
        ...policy,
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
    },
  })
  await expect(form.payButton).toHaveText('Jetzt bezahlen')
  await expect(form.payButton).toHaveCSS('cursor', 'pointer')
  await form.pay()
  await expect(form.hints).toHaveCount(3)
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(violations).toEqual([])
  expect(lines).toEqual([])
})

test('the script runs with the hash that the checkout was given', async ({ merchantPage }) => {
  const checkout = await merchantPage.open({ checkout: { integrity: 'true' } })
  expect(checkout.integrity).toMatch(/^sha384-/)
  await expect(merchantPage.page.locator('script[integrity]')).toHaveCount(1)
  await merchantPage.form.fill()
  await merchantPage.expectPaid(checkout)
})

test('with another hash the browser blocks the script, and nothing is drawn', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const other = await merchantPage.gateway.createCheckout({ integrity: 'true' })
  await merchantPage.visit({
    checkout: { integrity: 'true' },
    body: ({ form: placeholder, script, checkout }) =>
      placeholder + script.replace(checkout.integrity, other.integrity),
  })
  expect(lines.join()).toMatch(/digest/)
  expect(await page.evaluate(() => typeof window.wpwl)).toBe('undefined')
  await expect(form.element).toHaveCount(0)
  await expect(page.locator('form.paymentWidgets')).toHaveCount(1)
})

test('what the widget measures with is gone from the page afterwards', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await merchantPage.open({
    brands: 'VISA PAYPAL GOOGLEPAY',
    options: "declined: 'stay'",
    body: ({ options, form: placeholder, script }) =>
      `${options}<section id="own">${placeholder}</section><p>Terms</p>${script}`,
  })
  await form.fill({ ...visa, holder: '800.100.153' })
  await page.setViewportSize({ width: 360, height: 800 })
  await form.pay()
  await expect(form.notice).toBeVisible()
  const found = await page.evaluate(() => ({
    root: [...document.documentElement.children].map(({ localName }) => localName),
    body: [...document.body.children].map(({ localName }) => localName),
    main: [...(document.querySelector('#own')?.children ?? [])].map(({ className }) => className),
    // Samples of text, and what is laid out without being shown.
    unseen: [...document.querySelectorAll('#own *')]
      .filter((each) => each.localName === 'p' || getComputedStyle(each).position === 'fixed')
      .map(({ outerHTML }) => outerHTML),
  }))
  expect(found).toEqual({
    root: ['head', 'body'],
    body: ['main'],
    main: ['wpwl-express', 'row', 'container', 'row', 'container'].map(expect.stringContaining),
    unseen: [],
  })
  for (const frame of [form.numberDocument, form.codeDocument]) {
    await expect(frame.locator('body > p:not(#fault)')).toHaveCount(0)
  }
})
