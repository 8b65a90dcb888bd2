import type { Page } from '@playwright/test'
import { ButtonForm } from './support/button-form.ts'
import { recordSubmits } from './support/recordings.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

const SUBMIT = '**/v1/checkouts/*/payment'

/** Time passes in the page until a locator shows what is expected. */
async function runUntil(page: Page, expected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor('00:10')
    await expected()
  }).toPass()
}

test('a shopper who is offline is told so, and pays when he is back', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  await page.clock.install()
  const checkout = await merchantPage.open()
  await form.fill()
  await page.context().setOffline(true)
  // The code of the submit was fetched while he typed.
  await form.pay()
  await runUntil(page, () =>
    expect(form.notice).toHaveText(/^The connection was lost/, { timeout: 500 }),
  )
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await page.context().setOffline(false)
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  await runUntil(page, () => expect(form.notice).toHaveCount(0, { timeout: 500 }))
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await merchantPage.expectPaid(checkout)
  expect(submits).toHaveLength(2)
})

test('a payment whose answer was lost while the shopper went offline leads to its result when he is back', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  await page.clock.install()
  const checkout = await merchantPage.open()
  await form.fill()
  await page.route(SUBMIT, async (route) => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await form.pay()
  await runUntil(page, () =>
    expect(form.notice).toHaveText(/^The connection was lost/, { timeout: 500 }),
  )
  await page.context().setOffline(false)
  await page.clock.resume()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
  expect(submits).toHaveLength(1)
})

test('a gateway that takes connections and answers nothing does not hold the form', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await page.route('**/session?*', () => new Promise(() => {}))
  await page.clock.install()
  const checkout = await merchantPage.visit({
    options: 'onError({ name, event }) { window.failed = [name, event] }',
  })
  await runUntil(page, () =>
    expect(form.notice).toHaveText(/could not be loaded/, { timeout: 500 }),
  )
  expect(await page.evaluate('window.failed')).toEqual(['WidgetError', 'session_failed'])
  await page.unroute('**/session?*')
  await form.notice.getByRole('button', { name: 'Try again' }).click()
  await form.ready()
  await form.fill()
  await page.clock.resume()
  await merchantPage.expectPaid(checkout)
})

test('secured fields that still load are called empty, not missing', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/pciIframe.html?*', async (route) => {
    await held
    await route.continue()
  })
  const checkout = await merchantPage.gateway.createCheckout()
  await page.goto(merchantPage.address({}, checkout), { waitUntil: 'commit' })
  await expect(form.payButton).toHaveAttribute('data-amount', /\d/)
  await form.pay()
  await expect(form.hint('cardNumber')).toHaveText('Enter the card number')
  await expect(form.notice).toHaveCount(0)
  load()
  await form.framesReady()
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('Enter in the code field of a stored card that still loads counts when it is there', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  // The page hears the greeting of the field late.
  await page.addInitScript(() => {
    if (window !== top) return
    const listen = window.addEventListener
    const wait = new Promise<void>((resolve) => Object.assign(window, { letLoad: resolve }))
    Object.assign(window, {
      addEventListener(type: string, listener: (event: Event) => void) {
        const late = (event: Event) => void wait.then(() => listener(event))
        listen.call(window, type, type === 'message' ? late : listener)
      },
    })
  })
  const checkout = await merchantPage.visit({
    checkout: offer,
    options: 'registrations: { requireCvv: true }',
  })
  const code = page
    .locator('.wpwl-form-registrations iframe[name="card.cvv"]')
    .contentFrame()
    .locator('input')
  await code.fill('123')
  await code.press('Enter')
  await page.evaluate('letLoad()')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('two forms that are submitted in one task make one checkout and one payment', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const made: string[] = []
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.exposeFunction('makeCheckout', async () => {
    await asked
    const { id } = await gateway.createCheckout()
    made.push(id)
    return id
  })
  const checkout = { id: '', integrity: '', script: gateway.scriptWithoutCheckout }
  const options =
    "layout: 'stacked', checkout: { amount: 92 }, createCheckout: () => window.makeCheckout()"
  await page.goto(merchantPage.address({ options, brands: 'VISA POSTPAY' }, checkout))
  const other = new ButtonForm(page, 'virtualAccount-POSTPAY')
  await form.framesReady()
  await expect(other.payButton).toBeVisible()
  await form.fill()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.wpwl-button-pay')) one.click()
  })
  await expect(other.notice).toHaveText(/^A payment for this order is already under way/)
  answer()
  await merchantPage.result()
  expect(made).toHaveLength(1)
  expect(submits).toHaveLength(1)
})

test('a form that the page removes while its own check is under way sends nothing', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  await merchantPage.visit({
    brands: 'POSTPAY',
    options: `onBeforeSubmitVirtualAccount: () => new Promise((agree) => { window.agree = agree })`,
  })
  const { element, payButton } = new ButtonForm(page, 'virtualAccount-POSTPAY')
  await expect(payButton).toHaveAttribute('data-amount', /\d/)
  await payButton.click()
  await page.waitForFunction('window.agree')
  await page.evaluate(async () => {
    window.wpwl?.unload()
    const { agree } = window as unknown as { agree(answer: boolean): void }
    agree(true)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(element).toHaveCount(0)
  expect(submits).toHaveLength(0)
})
