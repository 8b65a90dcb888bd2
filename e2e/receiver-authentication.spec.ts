import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../server/testing/server-process.fixture.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { type AuthenticatingReceiver, startAuthenticatingReceiver } from './support/receiver.ts'
import { test as base, expect } from './support/test.ts'

/** A gateway that forwards to another one, which authenticates on a page of its own. */
const test = base.extend<
  object,
  { readonly receiver: AuthenticatingReceiver; readonly server: ServerProcess }
>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const receiver = await startAuthenticatingReceiver()
      await use(receiver)
      await receiver.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ receiver }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-e2e-'))
      const env = {
        TILLGATE_EXTERNAL_URL: receiver.url,
        TILLGATE_EXTERNAL_TOKEN: 'a-token-of-the-receiver',
        TILLGATE_EXTERNAL_ENTITY: processDemo.entityId,
      }
      const server = await startServerProcess({ dataDir, withShop: true, env })
      await use(server)
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

/** The receiver's page in the frame of our page, which is in the frame of the widget. */
const receiverIn = (page: Page) =>
  page.frameLocator('iframe.wpwl-target').frameLocator('iframe:not([aria-hidden])')

async function payInWidget(merchantPage: MerchantPage) {
  const checkout = await merchantPage.open({ checkout: { testMode: 'EXTERNAL' } })
  await merchantPage.form.fill()
  await merchantPage.form.pay()
  await receiverIn(merchantPage.page).getByRole('heading').waitFor()
  return checkout
}

for (const [name, { link, code }] of Object.entries({
  confirms: { link: 'Confirm', code: '000.100.112' },
  'is refused': { link: 'Refuse', code: '100.380.501' },
})) {
  test(`a shopper who ${name} on the receiver's page in the widget comes to the shop`, async ({
    merchantPage,
    receiver,
  }) => {
    const { page } = merchantPage
    receiver.methodCalls.length = 0
    const checkout = await payInWidget(merchantPage)
    expect(receiver.methodCalls).toHaveLength(1)
    await receiverIn(page).getByRole('link', { name: link }).click()
    expect((await merchantPage.result()).get('id')).toBe(checkout.id)
    await merchantPage.expectStatus(checkout, code)
  })
}

test('a shopper who cancels in the widget comes to the shop, and the payment is pending', async ({
  merchantPage,
}) => {
  const checkout = await payInWidget(merchantPage)
  await merchantPage.page.getByRole('dialog').locator('.wpwl-target-cancel').click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.200.000')
})

test('a shopper whom a server sends comes to the receiver’s page in the whole window, and back', async ({
  merchantPage,
}) => {
  const { page, gateway, server } = merchantPage
  const payment = await gateway.pay('/v1/payments', {
    testMode: 'EXTERNAL',
    paymentBrand: 'VISA',
    'card.number': '4200000000000042',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    shopperResultUrl: `${server.origin}${RESULT_PATH}?order=7`,
  })
  const { url, parameters = [] } = payment.redirect ?? { url: '' }
  const inputs = parameters.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  const form = `<form method="post" action="${url}">${inputs.join('')}<button>Go</button></form>`
  await page.goto(server.serve(`<!doctype html><html lang="en"><title>Shop</title>${form}</html>`))
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'The receiver’s page' }).waitFor()
  await page.getByRole('link', { name: 'Confirm' }).click()
  const resourcePath = `/v1/payments/${payment.id}`
  expect([...(await merchantPage.result())]).toEqual([
    ['order', '7'],
    ['id', payment.id],
    ['resourcePath', resourcePath],
  ])
  expect((await gateway.read(resourcePath)).result.code).toBe('000.100.112')
})
