import type { Route } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { recordConsole, recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const SUBMIT = '**/v1/checkouts/*/payment'

/** The submit reaches the gateway and is carried out, its answer gets lost on the way back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

const FRAME_FAILED = 'The secure card fields could not be loaded. You have not been charged.'

test('a submit that never arrives can be repeated with the same entries', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open()
  await page.route(SUBMIT, (route) => route.abort('internetdisconnected'))
  await form.fill()
  await form.pay()
  await expect(form.notice).toHaveText(/Checking the status/)
  await expect(form.element).toHaveAttribute('aria-busy', 'true')
  await expect(form.number).toHaveValue('•••• 0000')
  await expect(form.code).toHaveValue('•••')
  await expect(form.notice).toHaveText(/No connection/)
  await expect(form.liveRegion).toHaveText(/No connection/)
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await page.unroute(SUBMIT)
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await expect(form.code).toHaveValue('123')
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(2)
})

test('the outcome of a payment whose answer was lost is read from the session, and the payment is not sent again', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  for (const [holder, code] of [
    ['Jane Jones', '000.100.110'],
    ['800.100.152', '800.100.152'],
  ] as const) {
    const checkout = await merchantPage.open()
    await page.route(SUBMIT, loseAnswer)
    await form.fill({ ...visa, holder })
    await form.pay()
    await merchantPage.result()
    await merchantPage.expectStatus(checkout, code)
    await page.unroute(SUBMIT)
  }
  expect(submits).toHaveLength(2)
})

test('after an error of the gateway the outcome of the payment is asked for', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await page.route(SUBMIT, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
  })
  await form.fill()
  await form.pay()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a session that cannot be read at first can be retried', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const session = '**/session?*'
  await page.route(session, (route) => route.abort('connectionrefused'))
  await page.clock.install()
  const checkout = await merchantPage.visit({
    options: 'onError({ name, event }) { window.failed = [name, event] }',
  })
  const failed = () => expect(form.notice).toHaveText(/could not be loaded/, { timeout: 1000 })
  await expect(async () => {
    await page.clock.fastForward(2000)
    await failed()
  }).toPass()
  expect(await page.evaluate('window.failed')).toEqual(['WidgetError', 'session_failed'])
  await page.unroute(session)
  await form.notice.getByRole('button', { name: 'Try again' }).click()
  await form.ready()
  await expect(form.notice).toHaveCount(0)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a secured field that does not load can be loaded again, and the form pays then', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await page.route('**/pciIframe.html?*card.number*', (route) => route.abort('connectionrefused'))
  await page.clock.install()
  const checkout = await merchantPage.visit({
    options: 'onError(error) { window.failed = error.name }',
  })
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  await page.clock.fastForward(8100)
  const retry = form.group('cardNumber').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  for (const place of [form.notice, form.liveRegion]) await expect(place).toHaveText(FRAME_FAILED)
  expect(await page.evaluate('window.failed')).toBe('PciIframeCommunicationError')
  await page.unroute('**/pciIframe.html?*card.number*')
  await retry.click()
  await form.ready()
  await expect(retry).toHaveCount(0)
  await expect(form.notice).toHaveCount(0)
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a submit that is throttled says so, and can be sent again', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open()
  // The tenth within a minute is a matter of the clock: its answer is given here instead.
  const result = { code: '800.120.100', description: 'too many tries with this checkout' }
  await page.route(SUBMIT, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: { result } }),
  )
  await form.fill()
  await form.pay()
  await expect(form.notice).toHaveText(/try again/i)
  await expect(form.payButton).toBeEnabled()
  await page.unroute(SUBMIT)
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(2)
})

test('a form whose secured fields the policy of the page blocks says so at once, and when the shopper pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  await merchantPage.visit({
    head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`,
    options: 'onError(error) { window.failed = error.message }',
  })
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  await expect(form.notice).toHaveText(FRAME_FAILED)
  const reason = "frame-src of this page's Content-Security-Policy does not allow http://"
  expect(await page.evaluate('window.failed')).toContain(reason)
  expect(lines.join('\n')).toContain(reason)
  await expect(form.group('cvv').getByRole('button', { name: 'Try again' })).toBeVisible()
  await form.pay()
  await expect(form.notice).toHaveText(FRAME_FAILED)
  await expect(form.liveRegion).toHaveText(FRAME_FAILED)
  await expect(form.hints).toHaveCount(0)
})
