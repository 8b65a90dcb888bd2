import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../server/testing/server-process.fixture.ts'
import { visa } from './support/card-form.ts'
import { issuerIn } from './support/issuer.ts'
import { test as base, expect } from './support/test.ts'

const newDirectory = () => mkdtemp(join(tmpdir(), 'tillgate-e2e-'))

/** A gateway that forwards to another one, whose simulated issuer authenticates. */
const test = base.extend<object, { readonly far: ServerProcess; readonly server: ServerProcess }>({
  far: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const dataDir = await newDirectory()
      const far = await startServerProcess({ dataDir })
      await use(far)
      await far.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ far }, use) => {
      const dataDir = await newDirectory()
      const env = {
        TILLGATE_EXTERNAL_URL: far.url,
        TILLGATE_EXTERNAL_TOKEN: processDemo.accessToken,
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

/** The page of the other gateway, in the frame of our page, in the frame of the widget. */
const farPageOf = (page: Page): FrameLocator => issuerIn(page)

const issuerOf = (page: Page) => farPageOf(page).frameLocator('#challenge iframe')
const codeOf = (page: Page) => issuerOf(page).locator('input[name=code]')

for (const [method, number] of Object.entries({
  'without a method call': '4200000000000018',
  'with a method call': '4200000000000042',
})) {
  test(`a challenge of the other gateway ${method} is answered in the widget, and paid`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    const checkout = await merchantPage.open({ checkout: { testMode: 'EXTERNAL' } })
    await form.fill({ ...visa, number })
    await form.pay()
    await codeOf(page).fill('123456')
    await codeOf(page).press('Enter')
    expect((await merchantPage.result()).get('id')).toBe(checkout.id)
    await merchantPage.expectStatus(checkout, '000.100.112')
  })
}

test('a shopper who cancels at the issuer of the other gateway comes to the shop unpaid', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open({ checkout: { testMode: 'EXTERNAL' } })
  await form.fill({ ...visa, number: '4200000000000018' })
  await form.pay()
  await issuerOf(page).getByRole('button', { name: 'Cancel' }).click()
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '100.396.101')
})
