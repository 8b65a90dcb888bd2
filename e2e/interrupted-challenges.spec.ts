import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../server/testing/server-process.fixture.ts'
import { visa } from './support/card-form.ts'
import { gatewayClient } from './support/gateway-client.ts'
import { issuerIn } from './support/issuer.ts'
import { MerchantPage } from './support/merchant-page.ts'
import type { MerchantServer } from './support/merchant-server.ts'
import {
  approve,
  challengeOn,
  goToGateway,
  PLAIN_CHALLENGE_CARD,
  sendingPage,
  waitForShopper,
} from './support/shopper-redirect.ts'
import { test as base, expect } from './support/test.ts'
import { variants } from './support/variants.ts'

const PAID = '000.100.110'
const CANCELLED = '100.396.101'
const ORDER = 'order-of-jane'
const checkout = { merchantTransactionId: ORDER }

/** A shop with a gateway of its own, which crashes, or whose time moves on. */
interface CrashingShop {
  readonly shop: MerchantPage
  /** Ends the gateway at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again at its address, with what it has written down. */
  restart(): Promise<void>
  /** Moves the gateway's time on, by a duration such as `PT40M`. */
  advance(duration: string): Promise<void>
}

const test = base.extend<{ crashing: CrashingShop }>({
  crashing: async ({ browser, merchantServer }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-crash-'))
    let server = await startServerProcess({ dataDir })
    const context = await browser.newContext()
    await use({
      shop: shopOf(await context.newPage(), server, merchantServer),
      kill: () => server.kill(),
      async restart() {
        server = await startServerProcess({ dataDir, port: Number(new URL(server.url).port) })
      },
      async advance(duration) {
        const headers = { Authorization: `Bearer ${processDemo.accessToken}` }
        const body = new URLSearchParams({ entityId: processDemo.entityId, advance: duration })
        const answer = await fetch(`${server.url}/test/clock`, { method: 'POST', headers, body })
        expect(answer.status).toBe(200)
      },
    })
    await context.close()
    await server.interrupt()
    await rm(dataDir, { recursive: true, force: true })
  },
})

function shopOf(page: Page, server: ServerProcess, merchantServer: MerchantServer): MerchantPage {
  return new MerchantPage(page, gatewayClient(server), merchantServer)
}

/** The order has one payment, which is made. */
async function expectPaidOnce({ gateway }: MerchantPage): Promise<void> {
  const payments = await gateway.paymentsOf(ORDER)
  expect(payments.map(({ result }) => result.code)).toEqual([PAID])
}

const status = (page: Page) => page.locator('#status')

/** The shopper pays in the form, and sees the issuer's question in its dialog. */
async function payIntoChallenge(shop: MerchantPage) {
  const opened = await shop.open({ checkout })
  await shop.form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await shop.form.pay()
  await expect(issuerIn(shop.page).locator('input[inputmode=numeric]')).toBeVisible()
  return opened
}

test('a gateway that crashes in the middle of a challenge in the dialog goes on with it, and one payment is made', async ({
  crashing,
}) => {
  const { shop, kill, restart } = crashing
  const { page } = shop
  const opened = await payIntoChallenge(shop)
  await kill()
  await expect(page.frameLocator('iframe.wpwl-target').locator('#status')).toHaveText(
    'No connection. Trying again…',
  )
  await restart()
  await approve(issuerIn(page))
  await shop.result()
  await shop.expectStatus(opened, PAID)
  await expectPaidOnce(shop)
})

test('a shopper who reloads the shop’s page after the crash meets the challenge again', async ({
  crashing,
}) => {
  const { shop, kill, restart } = crashing
  const { page } = shop
  const opened = await payIntoChallenge(shop)
  await kill()
  await restart()
  await page.reload()
  await approve(issuerIn(page))
  await shop.result()
  await shop.expectStatus(opened, PAID)
  await expectPaidOnce(shop)
})

test('a gateway that crashes while the shopper confirms has one payment, and the shop its outcome', async ({
  crashing,
}) => {
  const { shop, kill, restart } = crashing
  const { page, form } = shop
  const opened = await shop.open({ checkout })
  await form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await form.pay()
  const issuer = issuerIn(page)
  await issuer.locator('input[inputmode=numeric]').fill('123456')
  const confirmed = page.waitForRequest((request) => request.method() === 'POST')
  await issuer.locator('button.primary').click({ noWaitAfter: true })
  await confirmed
  await kill()
  await restart()
  // The simulated issuer is gone with the crash: its frame may be an error page of the browser, which no
  // page can tell from another. The shopper confirms where it is there, and cancels where it is not.
  const isBack = () => page.url().includes('/result')
  const code = issuer.locator('input[inputmode=numeric]')
  await expect(async () => {
    if (!isBack() && (await code.isVisible())) await approve(issuer)
    else if (!isBack()) await page.getByRole('button', { name: 'Cancel' }).click({ timeout: 1000 })
    expect(isBack()).toBe(true)
  }).toPass({ timeout: 45_000 })
  const [payment, ...others] = await shop.gateway.paymentsOf(ORDER)
  expect(others).toEqual([])
  expect([PAID, CANCELLED]).toContain(payment?.result.code)
  await shop.expectStatus(opened, payment?.result.code ?? '')
})

test('a submit that the crash cuts off is paid once, however the shopper tries again', async ({
  crashing,
}) => {
  const { shop, kill, restart } = crashing
  const { page, form } = shop
  const opened = await shop.open({ checkout })
  await form.fill()
  const sent = page.waitForRequest(/\/checkouts\/[^/]+\/payment$/)
  await form.pay()
  await sent
  await kill()
  await restart()
  await expect(async () => {
    if (!page.url().includes('/result')) {
      const isOpen = (await form.element.getAttribute('data-phase')) === 'open'
      if (isOpen) await form.fill()
      if (isOpen) await form.pay()
    }
    expect(page.url()).toContain('/result')
  }).toPass({ timeout: 45_000 })
  await shop.expectStatus(opened, PAID)
  await expectPaidOnce(shop)
})

for (const reloads of variants(['not at all'], ['while the gateway is away', 'when it is back'])) {
  test(`a crash in the middle of a challenge in the whole window, reloaded ${reloads}`, async ({
    crashing,
  }) => {
    const { shop, kill, restart } = crashing
    const { page } = shop
    const payment = await waitForShopper(shop, PLAIN_CHALLENGE_CARD, {
      merchantTransactionId: ORDER,
    })
    await goToGateway(page, sendingPage(shop, payment))
    await challengeOn(page)
    await kill()
    if (reloads === 'while the gateway is away') await page.reload().catch(() => undefined)
    else await expect(status(page)).toHaveText('No connection. Trying again…')
    await restart()
    if (reloads !== 'not at all') await page.reload()
    await approve(await challengeOn(page))
    await shop.result()
    expect((await shop.gateway.read(`/v1/payments/${payment.id}`)).result.code).toBe(PAID)
    await expectPaidOnce(shop)
  })
}

/** The order has one payment, which failed for good, and the shop is told. */
async function expectFailedOnce({ gateway }: MerchantPage): Promise<void> {
  const payments = await gateway.paymentsOf(ORDER)
  expect(payments.map(({ result }) => result.code)).toEqual([expect.stringMatching(/^100\.39/)])
}

test('a challenge in the dialog whose time runs out leads to the shop, also after a reload', async ({
  crashing,
}) => {
  const { shop, advance } = crashing
  const { page, form } = shop
  await payIntoChallenge(shop)
  const address = page.url()
  await advance('PT40M')
  await shop.result()
  await expectFailedOnce(shop)
  await page.goto(address)
  await expect(form.notice).toBeVisible()
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
})

test('a challenge in the whole window whose time runs out leads to the shop after a reload', async ({
  crashing,
}) => {
  const { shop, advance } = crashing
  const { page } = shop
  const order = { merchantTransactionId: ORDER }
  const payment = await waitForShopper(shop, PLAIN_CHALLENGE_CARD, order)
  await goToGateway(page, sendingPage(shop, payment))
  await challengeOn(page)
  await advance('PT40M')
  await page.reload()
  await shop.result()
  await expectFailedOnce(shop)
})

test('a shopper who confirms in one tab and cancels in another comes to the shop in both, with one outcome', async ({
  crashing,
}) => {
  const { shop } = crashing
  const { page } = shop
  const order = { merchantTransactionId: ORDER }
  const payment = await waitForShopper(shop, PLAIN_CHALLENGE_CARD, order)
  const address = sendingPage(shop, payment)
  const second = await page.context().newPage()
  for (const tab of [page, second]) {
    await goToGateway(tab, address)
    await challengeOn(tab)
  }
  await (await challengeOn(page)).locator('input[inputmode=numeric]').fill('123456')
  await Promise.all([
    (await challengeOn(page)).locator('button.primary').click({ noWaitAfter: true }),
    second.getByRole('button', { name: 'Cancel payment' }).click({ noWaitAfter: true }),
  ])
  for (const tab of [page, second]) await tab.waitForURL(/\/result/)
  const payments = await shop.gateway.paymentsOf(ORDER)
  expect(payments).toHaveLength(1)
  const code = payments[0]?.result.code ?? ''
  expect([PAID, CANCELLED]).toContain(code)
  // To the shop's page before it, or to the challenge, which leads to the shop again.
  await page.goBack()
  await expect(page).toHaveURL(/\/result|\/page\//)
  expect((await shop.gateway.read(`/v1/payments/${payment.id}`)).result.code).toBe(code)
})

test('the way back to an older challenge leads to that one, not to the last', async ({
  merchantPage,
}) => {
  const { page, gateway } = merchantPage
  const codeOf = async (id: string) => (await gateway.read(`/v1/payments/${id}`)).result.code
  const older = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD, { amount: '11.00' })
  const newer = await waitForShopper(merchantPage, PLAIN_CHALLENGE_CARD, { amount: '22.00' })
  await goToGateway(page, sendingPage(merchantPage, older))
  await challengeOn(page)
  await goToGateway(page, sendingPage(merchantPage, newer))
  await challengeOn(page)
  await page.goBack()
  await page.goBack()
  await page.reload()
  await expect(page.locator('.amount')).toContainText('11.00')
  await approve(await challengeOn(page))
  await merchantPage.result()
  expect([await codeOf(older.id), await codeOf(newer.id)]).toEqual([PAID, '000.200.000'])
})

test('a checkout that expires while the shopper types is renewed, and what was typed pays', async ({
  crashing,
}) => {
  const { shop, advance } = crashing
  const { page, form, gateway } = shop
  await page.clock.install()
  await page.exposeFunction('makeCheckout', async () => (await gateway.createCheckout()).id)
  const first = await shop.open({
    options: 'createCheckout: () => window.makeCheckout(), onError() { window.failed = true }',
  })
  await form.fill()
  await advance('PT31M')
  await page.clock.fastForward('31:00')
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  expect(await page.evaluate('window.failed')).toBeUndefined()
  await form.pay()
  const { id = '' } = Object.fromEntries(await shop.result())
  expect(id).not.toBe(first.id)
  expect((await gateway.status(id)).result.code).toBe(PAID)
})

test('what was typed for an order pays no other order of the same shop, until it is typed again', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const dear = await gateway.createCheckout({ amount: '4999.00' })
  const checkout = await merchantPage.open()
  await form.fill()
  // A script of the page names the other order in the widget's own submit.
  await page.evaluate((id) => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (
      this: MessagePort,
      message: Record<string, string>,
    ) {
      if (message.kind === 'submit') message.path = `/v1/checkouts/${id}/payment`
      post.call(this, message)
    }
  }, dear.id)
  await form.pay()
  await expect(form.number).toHaveValue('')
  await expect(form.hint('cardNumber')).toHaveText('Enter the card number')
  expect((await gateway.status(dear.id)).result.code).toBe('000.200.000')
  expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
})
