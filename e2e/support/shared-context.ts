import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** What the runner gives the contexts that it makes. */
const LOCALE = 'en-US'

/**
 * A context of the browser that the tests of a worker have one after the other. Making one costs half a
 * second of processor time, and another quarter the process for the secured frames, which a page of
 * their site keeps alive here. Every test gets a new page, and a context as if it were new: no cookie,
 * no storage, no permission, nothing in the cache.
 */
export class SharedContext {
  readonly context: BrowserContext
  readonly #keeper: Page
  readonly #devtools: CDPSession

  private constructor(keeper: Page, devtools: CDPSession) {
    this.context = keeper.context()
    this.#keeper = keeper
    this.#devtools = devtools
  }

  /** @param gatewayUrl origin of the secured frames */
  static async open(browser: Browser, gatewayUrl: string): Promise<SharedContext> {
    const context = await browser.newContext({ locale: LOCALE })
    const keeper = await context.newPage()
    await keeper.goto(`${gatewayUrl}/healthz`)
    return new SharedContext(keeper, await context.newCDPSession(keeper))
  }

  /** Leaves nothing behind of what was done on pages of these origins. */
  async reset(origins: readonly string[]): Promise<void> {
    const { context } = this
    const pages = context.pages().filter((page) => page !== this.#keeper)
    await Promise.all(pages.map((page) => page.close()))
    await context.unrouteAll()
    await context.clearPermissions()
    await context.clearCookies()
    for (const origin of origins) {
      await this.#devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    }
    await this.#devtools.send('Network.clearBrowserCache')
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}
