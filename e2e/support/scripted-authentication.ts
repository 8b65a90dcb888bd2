import { expect, type Frame, type Page } from '@playwright/test'
import {
  AUTHENTICATION_PAGE_PATH,
  type AuthenticationPageMessage,
} from '../../common/authentication-wire.ts'
import type { PaymentAnswer, WidgetSession } from '../../common/widget-wire.ts'
import type { MerchantPage, PageParts } from './merchant-page.ts'

type Message = AuthenticationPageMessage extends infer Each
  ? Each extends { source: string }
    ? Omit<Each, 'source'>
    : never
  : never

/** What stands in for the issuer's page. */
const challengePage = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
  <title>Issuer</title><style>body { margin: 16px; font: 16px sans-serif }</style>
  <h1>Issuer</h1><label>Code <input></label> <button>Confirm</button>
  <script>
    window.heard = []
    addEventListener('message', ({ data, origin }) => window.heard.push([data, origin]))
    window.say = (message) => parent.postMessage({ source: 'tillgate-authentication', ...message }, '*')
  </script>`

const waiting: PaymentAnswer['result'] = { code: '000.200.000', description: 'transaction pending' }

/**
 * A gateway whose submit answers that the cardholder has to authenticate, and whose authentication page
 * says what a test tells it: for what the real page says seldom, late or never.
 */
export class ScriptedAuthentication {
  readonly page: Page
  /** Forms that were posted to the page. */
  readonly opened: URLSearchParams[] = []
  /** What the session of the checkout says, beside what the gateway knows. */
  session: Partial<WidgetSession> | 'unreachable' = { state: 'processing' }
  readonly #gatewayUrl: string

  constructor(page: Page, gatewayUrl: string) {
    this.page = page
    this.#gatewayUrl = gatewayUrl
  }

  get redirect(): NonNullable<PaymentAnswer['redirect']> {
    const parameters = [
      { name: 'id', value: 'payment' },
      { name: 'token', value: 'secret' },
    ]
    return { url: this.#gatewayUrl + AUTHENTICATION_PAGE_PATH, parameters }
  }

  /** @param says whether the page says that it is ready */
  async script(says: { readonly ready: boolean } = { ready: true }): Promise<void> {
    const { page } = this
    await page.route('**/v1/checkouts/*/payment', (route) =>
      route.fulfill({
        json: { id: 'payment', result: waiting, redirect: this.redirect },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await page.route(`**${AUTHENTICATION_PAGE_PATH}`, (route) => {
      this.opened.push(new URLSearchParams(route.request().postData() ?? ''))
      const ready = says.ready ? `<script>say({ event: 'ready' })</script>` : ''
      const turn = `<script>window.turn = ${this.opened.length}</script>`
      return route.fulfill({ body: challengePage + turn + ready, contentType: 'text/html' })
    })
    await page.route('**/v1/checkouts/*/session?*', async (route) => {
      if (this.opened.length === 0) return route.continue()
      if (this.session === 'unreachable') return route.abort('connectionreset')
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...this.session } })
    })
  }

  /** The page in its frame, and not the one that a later one is about to replace. */
  async frame(): Promise<Frame> {
    const find = () =>
      this.page.frames().find((frame) => frame.url().endsWith(AUTHENTICATION_PAGE_PATH))
    const isLast = async () => {
      const page = find()?.evaluate(() => (window as unknown as { turn?: number }).turn)
      // Between two pages there is nothing to ask.
      const turn = await page?.catch(() => undefined)
      return turn !== undefined && turn === this.opened.length
    }
    await expect.poll(isLast).toBe(true)
    return find() as Frame
  }

  async say(message: Message): Promise<void> {
    const frame = await this.frame()
    await frame.evaluate((text) => {
      ;(window as unknown as { say(message: unknown): void }).say(JSON.parse(text))
    }, JSON.stringify(message))
  }

  /** Messages that the page has got. */
  async heard(): Promise<unknown> {
    return (await this.frame()).evaluate(() => (window as unknown as { heard: unknown }).heard)
  }
}

export const CHALLENGE = { event: 'challenge', width: 390, height: 400 } as const

/** Opens a page of a merchant and pays with a card whose issuer wants the cardholder. */
export async function payAuthenticated(
  merchantPage: MerchantPage,
  gatewayUrl: string,
  parts: PageParts = {},
  says?: { readonly ready: boolean },
) {
  const scripted = new ScriptedAuthentication(merchantPage.page, gatewayUrl)
  await scripted.script(says)
  const checkout = await merchantPage.open(parts)
  await merchantPage.form.fill()
  await merchantPage.form.pay()
  return { scripted, checkout }
}
