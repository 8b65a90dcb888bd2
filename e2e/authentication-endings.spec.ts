import { CardForm } from './support/card-form.ts'
import { recordConsole } from './support/recordings.ts'
import {
  CHALLENGE,
  payAuthenticated,
  ScriptedAuthentication,
} from './support/scripted-authentication.ts'
import { expect, test } from './support/test.ts'

const FAILED = { state: 'open', attempted: true } as const
const PAGE = '**/v1/threeDSecure/execute'

test('a lost message does not hold the shopper: the session says that there is an outcome', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  await page.clock.install()
  const { scripted, checkout } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  await page.clock.runFor('00:35')
  await expect(page.getByRole('dialog')).toBeVisible()
  scripted.session = FAILED
  await page.clock.runFor('00:11')
  expect((await merchantPage.result()).get('id')).toBe(checkout.id)
})

test('a network that was lost is mentioned, and what was missed is asked for when it is back', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  await page.clock.install()
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.frame()
  scripted.session = 'unreachable'
  await page.clock.runFor('00:11')
  await expect(form.notice).toHaveText(/The connection was interrupted/)
  scripted.session = { state: 'done' }
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await merchantPage.result()
})

test('a page that gives up is left for the shop, at the latest after 20 s', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  await page.clock.install()
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  await scripted.say({ event: 'failed' })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(form.notice).toHaveText(/Checking the status of your payment/)
  await page.clock.runFor('00:25')
  await merchantPage.result()
})

test('an authentication without an end is left for the shop after 12 minutes', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  await page.clock.install()
  const { scripted } = await payAuthenticated(merchantPage, server.url, { action: '/stay' })
  await scripted.say(CHALLENGE)
  await page.clock.fastForward('11:30')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.clock.fastForward('00:45')
  await expect(form.liveRegion).toHaveText(/^Your bank has not answered in time/)
  await expect(form.element).toHaveAttribute('data-phase', 'leaving')
})

test('messages count only from the gateway and from the frame of the form', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  const frame = await scripted.frame()
  await page.evaluate((origin) => {
    const data = { source: 'tillgate-authentication', event: 'done' }
    postMessage(data, '*')
    const own = document.querySelector<HTMLIFrameElement>('.wpwl-target')
    const source = own?.contentWindow ?? null
    // From the frame of the form, of another origin; from the gateway's origin, of another frame.
    dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }))
    dispatchEvent(new MessageEvent('message', { data, source: window, origin }))
    dispatchEvent(new MessageEvent('message', { data: null, source, origin }))
    dispatchEvent(new MessageEvent('message', { data: { event: 'done' }, source, origin }))
  }, server.url)
  await frame.evaluate(() => parent.postMessage('nonsense', '*'))
  await scripted.say({ event: 'hidden' })
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('a policy that blocks the frame opens the page in the whole window', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const lines = recordConsole(page)
  await payAuthenticated(merchantPage, server.url, {
    // The fields stay: a policy that a script of the page adds later.
    options: `onAfterSubmit() {
      const meta = document.createElement('meta')
      meta.httpEquiv = 'Content-Security-Policy'
      meta.content = "frame-src 'self'"
      document.head.append(meta)
    }`,
  })
  await page.waitForURL(PAGE)
  expect(lines.join()).toContain(`frame-src of this page's Content-Security-Policy`)
})

test('a policy that blocks the form of the redirect is named, and the shop shows what is known', async ({
  merchantPage,
  server,
}) => {
  const lines = recordConsole(merchantPage.page)
  const { scripted } = await payAuthenticated(merchantPage, server.url, {
    headers: { 'Content-Security-Policy': "form-action 'self'" },
  })
  await merchantPage.result()
  expect(scripted.opened).toHaveLength(0)
  expect(lines.join()).toContain(`form-action of this page's Content-Security-Policy`)
})

test('a frame that says nothing for 12 s is replaced by the whole window', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  await page.clock.install()
  await payAuthenticated(merchantPage, server.url, {}, { ready: false })
  await expect(page.locator('iframe.wpwl-target')).toHaveCount(1)
  await page.clock.runFor('00:12')
  await page.waitForURL(PAGE)
})

test('without the code of the dialog the page opens in the whole window', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  await page.route('**/v1/static/code/authentication-*', (route) => route.abort())
  await payAuthenticated(merchantPage, server.url)
  await page.waitForURL(PAGE)
})

test('a form that its page has hidden for the payment opens the challenge in the whole window', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url, {
    options: `onAfterSubmit() { document.querySelector('.wpwl-container').style.display = 'none' }`,
  })
  await scripted.say(CHALLENGE)
  await page.waitForURL(PAGE)
})

test('nothing happens any more after unload in the middle of a challenge', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  await page.clock.install()
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  const address = page.url()
  await page.evaluate(() => window.wpwl?.unload())
  await expect(page.locator('iframe, dialog, .wpwl-container')).toHaveCount(0)
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  scripted.session = { state: 'done' }
  await page.clock.fastForward('15:00')
  await expect.poll(() => page.url()).toBe(address)
})

test('a form that is removed and put back in the middle of a challenge shows it again', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  await page.evaluate(() => {
    const container = document.querySelector('.wpwl-container') as Element
    container.remove()
    Object.assign(window, { container })
  })
  await expect(page.locator('iframe.wpwl-target')).toHaveCount(0)
  await page.evaluate(() => {
    const { container } = window as unknown as { container: Element }
    document.querySelector('main')?.append(container)
  })
  await expect.poll(() => scripted.opened.length).toBe(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await scripted.say(CHALLENGE)
  await expect(page.getByRole('dialog')).toBeVisible()
  await scripted.say({ event: 'done' })
  await merchantPage.result()
  await expect(form.element).toHaveCount(0)
})

test('a shopper whose form is removed in the middle of a challenge reaches the result', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  await page.clock.install()
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  await page.evaluate(() => document.querySelector('.wpwl-container')?.remove())
  scripted.session = { state: 'done' }
  await page.clock.runFor('00:11')
  await merchantPage.result()
})

test('a reload in the middle of a challenge goes on with it', async ({ merchantPage, server }) => {
  const { page, form } = merchantPage
  const { scripted, checkout } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  scripted.session = { state: 'pending', attempted: true, redirect: scripted.redirect }
  await page.reload()
  await expect.poll(() => scripted.opened.length).toBe(2)
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  await scripted.say(CHALLENGE)
  await expect(page.getByRole('dialog')).toBeVisible()
  await scripted.say({ event: 'done' })
  expect((await merchantPage.result()).get('id')).toBe(checkout.id)
})

test('another form of the page shows the challenge when the page removes the one that showed it', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const parts = { brands: 'VISA POSTPAY PAYPAL' }
  const { scripted } = await payAuthenticated(merchantPage, server.url, parts)
  await scripted.frame()
  scripted.session = { state: 'pending', attempted: true, redirect: scripted.redirect }
  await page.reload()
  for (const opened of [2, 3, 4]) {
    await expect.poll(() => scripted.opened.length).toBe(opened)
    await scripted.say(CHALLENGE)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('form[data-phase=busy]')).toHaveCount(5 - opened)
    if (opened === 4) break
    await page.evaluate(() =>
      document.querySelector('dialog')?.closest('.wpwl-container')?.remove(),
    )
  }
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('a form that has left the challenge to another shows it again when it is put back alone', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const parts = { brands: 'VISA POSTPAY' }
  const { scripted } = await payAuthenticated(merchantPage, server.url, parts)
  await scripted.say(CHALLENGE)
  scripted.session = { state: 'pending', attempted: true, redirect: scripted.redirect }
  await page.reload()
  await expect.poll(() => scripted.opened.length).toBe(2)
  await scripted.say(CHALLENGE)
  await page.evaluate(() => {
    const first = document.querySelector('dialog')?.closest('.wpwl-container')
    first?.remove()
    Object.assign(window, { first })
  })
  await expect.poll(() => scripted.opened.length).toBe(3)
  await scripted.say(CHALLENGE)
  await page.evaluate(() => {
    const { first } = window as unknown as { first: Element }
    document.querySelector('dialog')?.closest('.wpwl-container')?.replaceWith(first)
  })
  await expect.poll(() => scripted.opened.length).toBe(4)
  await scripted.say(CHALLENGE)
  await expect(page.getByRole('dialog')).toBeVisible()
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('a submit whose answer is lost goes on with the authentication that it began', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const scripted = new ScriptedAuthentication(page, server.url)
  await scripted.script()
  await page.route('**/v1/checkouts/*/payment', (route) => route.abort('connectionreset'))
  await merchantPage.open()
  await form.fill()
  await page.route('**/v1/checkouts/*/session?*', async (route) => {
    const response = await route.fetch()
    const session = { state: 'pending', redirect: scripted.redirect }
    await route.fulfill({ response, json: { ...(await response.json()), ...session } })
  })
  await form.pay()
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('a challenge works in a shadow root', async ({ merchantPage, server }) => {
  const { page, gateway } = merchantPage
  const scripted = new ScriptedAuthentication(page, server.url)
  await scripted.script()
  const checkout = await gateway.createCheckout()
  await merchantPage.visit({ body: () => '<div id="host"></div>' })
  await page.addScriptTag({ url: checkout.script })
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    const place = document.createElement('div')
    root?.append(place)
    window.wpwl?.mount(place, { shopperResultUrl: '/result' })
  })
  const form = new CardForm(page)
  await form.ready()
  await form.fill()
  await form.pay()
  await scripted.say(CHALLENGE)
  await expect(page.getByRole('dialog')).toBeVisible()
  await scripted.say({ event: 'done' })
  expect((await merchantPage.result()).get('id')).toBe(checkout.id)
})

for (const target of ['_top', 'nowhere', 'bank'] as const) {
  test(`paymentTarget ${target} says where the page opens`, async ({ merchantPage, server }) => {
    const { page } = merchantPage
    const { scripted } = await payAuthenticated(merchantPage, server.url, {
      options: `paymentTarget: '${target}', shopperResultTarget: 'result'`,
      body: ({ options, form, script }) =>
        `${options}${form}${script}<iframe name="bank" title="Bank"></iframe>
        <iframe name="result" title="Result"></iframe>`,
    })
    if (target === '_top') return page.waitForURL(PAGE)
    await scripted.frame()
    await expect(page.locator('iframe.wpwl-target')).toHaveCount(target === 'bank' ? 0 : 1)
    await scripted.say(CHALLENGE)
    await expect(page.getByRole('dialog')).toHaveCount(target === 'bank' ? 0 : 1)
    await scripted.say({ event: 'done' })
    const result = page.frameLocator('iframe[name="result"]')
    await expect(result.getByRole('heading')).toHaveText('Back in the shop')
  })
}

test('onLoadThreeDIframe gets the frame, and the option for the window size is sent', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const submitted = page.waitForRequest('**/v1/checkouts/*/payment')
  const { scripted } = await payAuthenticated(merchantPage, server.url, {
    options: `browser: { threeDChallengeWindow: 5 },
      onLoadThreeDIframe() { window.loaded = [...(window.loaded ?? []), this.className] }`,
  })
  await scripted.frame()
  const loaded = () => page.evaluate(() => (window as unknown as { loaded: unknown }).loaded)
  await expect.poll(loaded).toEqual(['wpwl-target'])
  const body = new URLSearchParams((await submitted).postData() ?? '')
  expect(body.get('customer.browser.challengeWindow')).toBe('5')
})
