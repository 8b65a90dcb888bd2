import { test as base, type Page } from '@playwright/test'
import { type LiveGateway, startLiveGateway } from './live-gateway.ts'

export { expect } from '@playwright/test'

/** Where the shopper is when a payment has a result. */
export const RESULT = '**/result?*'

/** A live gateway of the worker, whose certificate nobody knows. */
export const test = base.extend<object, { readonly live: LiveGateway }>({
  ignoreHTTPSErrors: true,
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const live = await startLiveGateway()
      await use(live)
      await live.close()
    },
    { scope: 'worker' },
  ],
})

export interface ShopPage {
  /** Members of `wpwlOptions`, as source text. */
  readonly options: string
  readonly brands: string
  /** Query of the script's address; a checkout otherwise. */
  readonly script?: string
}

/** Opens a page of a shop, with a checkout of 92.00 EUR; its id. */
export async function visitShop(page: Page, live: LiveGateway, shown: ShopPage): Promise<string> {
  const id = await live.createCheckout()
  const { options, brands, script = `checkoutId=${id}` } = shown
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
    <script>var failures = [], wpwlOptions = {
      onError: (error) => failures.push(error.event + ': ' + error.message), ${options} }</script>
    <form class="paymentWidgets" action="/result" data-brands="${brands}"></form>
    <script src="${live.url}/v1/paymentWidgets.js?${script}"></script>`
  await page.goto(live.shop.serve(html))
  return id
}

/** What `onError` of that page has heard. */
export function failures(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { failures: string[] }).failures)
}
