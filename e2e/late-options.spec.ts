import { visa } from './support/card-form.ts'
import type { MerchantPage, PageParts } from './support/merchant-page.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** A page whose load event waits for a picture, and that sets its options at load. */
async function visitSlowPage(merchantPage: MerchantPage, optionsAtLoad = '') {
  const { page } = merchantPage
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/slow.png', async (route) => {
    await released
    await route.fulfill({ status: 404 })
  })
  const body: NonNullable<PageParts['body']> = ({ form, script }) =>
    `<script>addEventListener('load', () => {
      ${optionsAtLoad}
      document.body.dataset.loaded = 'yes'
    })</script>${form}${script}<img src="/slow.png" alt="">`
  const checkout = await merchantPage.gateway.createCheckout()
  await page.goto(merchantPage.address({ body }, checkout), { waitUntil: 'commit' })
  await merchantPage.form.framesReady()
  return {
    checkout,
    finishLoading: async () => {
      release()
      await expect(page.locator('body')).toHaveAttribute('data-loaded', 'yes')
    },
  }
}

const note = (name: string) => `${name}() { (window.calls ??= []).push('${name}') }`

const callsOf = ({ page }: MerchantPage) =>
  page.evaluate(() => (window as unknown as { calls?: readonly string[] }).calls ?? [])

test('a form applies options that are set at load, and keeps its frames and entries', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const { checkout, finishLoading } = await visitSlowPage(
    merchantPage,
    `wpwlOptions = {
      locale: 'de', style: 'plain', requireCvv: false, brandDetection: true,
      labels: { cardHolder: 'Inhaber' },
      ${note('onReady')}, ${note('onReadyIframeCommunication')}
    }`,
  )
  await expect(form.payButton).toHaveText('Pay now')
  await form.ready()
  await form.fill()
  expect(await callsOf(merchantPage)).toEqual([])

  await finishLoading()
  await expect(form.payButton).toHaveText('Jetzt bezahlen')
  await expect(page.locator('.wpwl-container')).toHaveAttribute('data-wpwl-style', 'plain')
  await expect(form.element.locator('.wpwl-label-cardHolder')).toHaveText('Inhaber')
  await expect(form.codeFrame).toHaveCount(0)
  await expect(form.group('brand').locator('select')).toBeHidden()
  await expect(form.number).toHaveValue('4200 0000 0000 0000')
  await expect(form.number).toHaveAccessibleName('Kartennummer')
  await expect.poll(() => callsOf(merchantPage)).toContain('onReady')
  const calls = await callsOf(merchantPage)
  expect(calls.filter((name) => name === 'onReady')).toHaveLength(1)
  expect(calls.filter((name) => name === 'onReadyIframeCommunication')).toHaveLength(2)
  await merchantPage.expectPaid(checkout)
})

test('a payment waits for a check that the page sets at load', async ({ merchantPage }) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  const { checkout, finishLoading } = await visitSlowPage(
    merchantPage,
    `wpwlOptions = { onBeforeSubmitCard() {
      (window.calls ??= []).push('asked')
      return window.agrees === true
    } }`,
  )
  await form.fill()
  await form.pay()
  await form.holder.press('Enter')
  await expect(form.element).toHaveAttribute('aria-busy', 'true')
  expect(submits).toHaveLength(0)
  await finishLoading()
  await expect.poll(() => callsOf(merchantPage)).toEqual(['asked'])
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  expect(submits).toHaveLength(0)
  await page.evaluate('agrees = true')
  await merchantPage.expectPaid(checkout)
})

test('a form that is closed while a payment waits for the page stays closed', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  const submits = recordSubmits(page)
  let refuse: () => void = () => undefined
  const isRefused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/session?*', async (route) => {
    await isRefused
    const result = { code: '200.300.404', description: 'No payment session found' }
    await route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { result },
    })
  })
  const { finishLoading } = await visitSlowPage(merchantPage)
  await form.fill()
  await form.pay()
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  refuse()
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  await finishLoading()
  await expect(form.notice).toHaveText(/no longer valid/)
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  expect(submits).toHaveLength(0)
})

test('a page without options that never finishes loading can be paid', async ({ merchantPage }) => {
  const { form, page } = merchantPage
  await page.clock.install()
  const { checkout } = await visitSlowPage(merchantPage)
  await form.fill(visa)
  await page.clock.fastForward('00:11')
  await merchantPage.expectPaid(checkout)
})
