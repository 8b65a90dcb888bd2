import type { Page, Route } from '@playwright/test'
import { TODAY } from '../scripts/rounds.mjs'
import type { MerchantPage } from './support/merchant-page.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

/** `TILLGATE_PROPERTY_SEED` draws other patterns, as for the property tests. */
const SEED = Number(process.env.TILLGATE_PROPERTY_SEED ?? 1)
/** Every day runs another third of the patterns. */
const PATTERNS = [0, 1, 2, 3, 4, 5]
const isOfToday = (pattern: number) => pattern % 3 === TODAY % 3
const ACTIONS = 12

/** The same numbers for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What becomes of a submit on its way. */
const fates: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.continue(),
  (route) => route.abort('internetdisconnected'),
  async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
  },
  async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fulfill({ response })
  },
]

/** What a shopper, his browser or a script of the page does, by name. All in one task of the page. */
const actions: Readonly<Record<string, () => void>> = {
  clickCard: () => document.querySelector<HTMLElement>('.wpwl-form-card .wpwl-button-pay')?.click(),
  clickOther: () =>
    document.querySelector<HTMLElement>('.wpwl-form-virtualAccount .wpwl-button-pay')?.click(),
  callForCard: () => window.wpwl?.executePayment('wpwl-container-card'),
  callForOther: () => window.wpwl?.executePayment('.wpwl-container.wpwl-container-virtualAccount'),
  requestSubmit: () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('.wpwl-form'))
      form.requestSubmit()
  },
  submitEvent: () => {
    const event = () => new Event('submit', { bubbles: true, cancelable: true })
    for (const form of document.querySelectorAll('.wpwl-form')) form.dispatchEvent(event())
  },
  restore: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  offline: () => dispatchEvent(new Event('offline')),
  online: () => dispatchEvent(new Event('online')),
  putBack: () => {
    const container = document.querySelector('.wpwl-container-virtualAccount')
    const parent = container?.parentElement
    container?.remove()
    if (container) parent?.append(container)
  },
  mountAnew: () => {
    const place = document.querySelector('#place')
    if (place === null) return
    window.wpwl?.unmount(place)
    window.wpwl?.mount(place)
  },
}

/** Counts the submits of a page that are under way at the same time. */
function watchSubmits(chosen: () => (route: Route) => Promise<void>) {
  const counts = { sent: 0, atOnce: 0, most: 0 }
  const handler = async (route: Route) => {
    counts.sent++
    counts.atOnce++
    counts.most = Math.max(counts.most, counts.atOnce)
    // The page may be gone before its answer.
    await chosen()(route).catch(() => undefined)
    counts.atOnce--
  }
  return { counts, handler }
}

/** Lets the page work between two bursts. */
async function waitForFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

const isLeft = (page: Page) => new URL(page.url()).pathname === RESULT_PATH

/** Pays if nothing has: the result page follows, or a form that was built since says that the order is paid. */
async function endWithResult({ page, form }: MerchantPage): Promise<void> {
  page.setDefaultTimeout(5000)
  await expect(async () => {
    if (isLeft(page) || (await page.locator('form[data-phase=closed]').count()) > 0) return
    await expect(form.element).toHaveAttribute('data-phase', 'open', { timeout: 1000 })
    await form.fill()
    await form.pay()
    await page.waitForURL(({ pathname }) => pathname === RESULT_PATH)
  }).toPass({ timeout: 45_000 })
}

for (const makes of [false, true]) {
  for (const pattern of variants(
    PATTERNS.filter(isOfToday),
    PATTERNS.filter((one) => !isOfToday(one)),
  )) {
    const seed = SEED * 1000 + pattern * 2 + Number(makes)
    test(`an order is paid once, ${makes ? 'in checkouts that the page makes' : 'in a checkout with an id'}, seed ${seed}`, async ({
      merchantPage,
    }) => {
      const { page, form, gateway } = merchantPage
      const random = randomNumbers(seed)
      const pick = <Item>(items: readonly Item[]): Item =>
        items[Math.floor(random() * items.length)] as Item
      // No long digits: a reference that looks like a card number is refused.
      const now = Date.now().toString(36)
      const order = { merchantTransactionId: `order-${seed}-p${process.pid}-t${now}` }
      const { counts, handler } = watchSubmits(() => pick(fates))
      await page.exposeFunction(
        'makeCheckout',
        async () => (await gateway.createCheckout(order)).id,
      )
      const brands = 'VISA MASTER POSTPAY'
      const body = ({ options, form, script }: { options: string; form: string; script: string }) =>
        `${options}<div id="place">${form}</div>${script}`
      const checkout = makes
        ? { id: '', integrity: '', script: gateway.scriptWithoutCheckout }
        : await gateway.createCheckout(order)
      const options = makes
        ? 'checkout: { amount: 92, currency: "EUR" }, createCheckout: () => window.makeCheckout()'
        : ''
      // Mounted forms have no `action`.
      const parts = { brands, body, options: `shopperResultUrl: '${RESULT_PATH}', ${options}` }
      await page.goto(merchantPage.address(parts, checkout))
      await form.ready()
      await form.fill()
      await page.route('**/v1/checkouts/*/payment', handler)
      const done: string[] = []
      for (let step = 0; step < ACTIONS && !isLeft(page); step++) {
        const names = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
          pick(Object.keys(actions)),
        )
        done.push(...names)
        // The page may leave in the middle.
        for (const name of names) await page.evaluate(actions[name] as () => void).catch(() => {})
        const frames = Math.floor(random() * 4)
        await page.evaluate(waitForFrames, frames).catch(() => {})
      }
      await page.unroute('**/v1/checkouts/*/payment')
      await endWithResult(merchantPage)
      expect(counts.most, done.join()).toBeLessThanOrEqual(1)
      expect(await gateway.paymentsOf(order.merchantTransactionId), done.join()).toHaveLength(1)
    })
  }
}
