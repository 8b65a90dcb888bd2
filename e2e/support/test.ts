import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import {
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { type GatewayClient, gatewayClient } from './gateway-client.ts'
import { MerchantPage } from './merchant-page.ts'
import { type MerchantServer, startMerchantServer } from './merchant-server.ts'
import { SharedContext } from './shared-context.ts'

interface WorkerFixtures {
  /** Gateway and demo shop as a process of their own, with a fresh data directory. */
  readonly server: ServerProcess
  readonly gateway: GatewayClient
  readonly merchantServer: MerchantServer
  readonly sharedContext: SharedContext
}

interface TestFixtures {
  readonly merchantPage: MerchantPage
}

/** Tests against a running gateway, a demo shop, and pages of a merchant on another site. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-e2e-'))
      const server = await startServerProcess({ dataDir, withShop: true })
      await use(server)
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  gateway: [async ({ server }, use) => use(gatewayClient(server)), { scope: 'worker' }],
  merchantServer: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const server = await startMerchantServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser, server }, use) => {
      const shared = await SharedContext.open(browser, server.url)
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext, server, merchantServer }, use) => {
    await use(sharedContext.context)
    await sharedContext.reset([server.url, server.shopUrl, merchantServer.origin])
  },
  merchantPage: async ({ page, gateway, merchantServer }, use) =>
    use(new MerchantPage(page, gateway, merchantServer)),
})

export { expect } from '@playwright/test'
