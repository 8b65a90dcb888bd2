import { expect, type Page } from '@playwright/test'
import { CardForm } from './card-form.ts'
import type { Checkout, GatewayClient, Parameters } from './gateway-client.ts'
import { type Headers, type MerchantServer, RESULT_PATH } from './merchant-server.ts'

/** Shorter than a test may take, so that a failure can say what the page shows in place of the result. */
const RESULT_WAIT_MS = 40_000

/** The pieces of markup that a merchant puts into a page. */
export interface Markup {
  /** `<script>` that declares `wpwlOptions`; empty without options. */
  readonly options: string
  /** The placeholder form. */
  readonly form: string
  /** The script tag of the widget. */
  readonly script: string
  readonly checkout: Checkout
}

export interface PageParts {
  /** Parameters of the checkout's creation. */
  readonly checkout?: Parameters
  /** Members of `wpwlOptions`, as source text. */
  readonly options?: string
  /** `data-brands`; empty: without the attribute. */
  readonly brands?: string
  readonly action?: string
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  /** Empty: the browser lays the page out as those of before the standards ("quirks mode"). */
  readonly doctype?: string
  /** Further content of the head. */
  readonly head?: string
  readonly headers?: Headers
  /** Content of the body, where it is not options, form and script in this order. */
  readonly body?: (markup: Markup) => string
}

/** Small hand-written pages of a merchant, each with a checkout of its own. */
export class MerchantPage {
  readonly page: Page
  readonly gateway: GatewayClient
  readonly server: MerchantServer
  readonly form: CardForm

  constructor(page: Page, gateway: GatewayClient, server: MerchantServer) {
    this.page = page
    this.gateway = gateway
    this.server = server
    this.form = new CardForm(page)
  }

  /** Creates a checkout, serves a page for it and goes there. */
  async visit(parts: PageParts = {}): Promise<Checkout> {
    const checkout = await this.gateway.createCheckout(parts.checkout)
    await this.page.goto(this.address(parts, checkout))
    return checkout
  }

  /** As `visit`, until the shopper can type. */
  async open(parts: PageParts = {}): Promise<Checkout> {
    const checkout = await this.visit(parts)
    await this.form.ready()
    return checkout
  }

  /** Serves a page for a checkout; its address. */
  address(parts: PageParts, checkout: Checkout): string {
    return serveMerchantPage(this.server, parts, checkout)
  }

  /** Resolves on the result page, with the query that the widget gave it. */
  async result(): Promise<URLSearchParams> {
    const isResult = (url: URL) => url.pathname === RESULT_PATH
    try {
      await this.page.waitForURL(isResult, { timeout: RESULT_WAIT_MS })
    } catch (error) {
      throw new Error(`No result page: ${error}\n${await shownTexts(this.page)}`)
    }
    return new URL(this.page.url()).searchParams
  }

  /** Pays with what is in the form and expects this result code. */
  async expectPaid(checkout: Checkout, code = '000.100.110'): Promise<void> {
    await this.form.pay()
    await this.result()
    await this.expectStatus(checkout, code)
  }

  async expectStatus(checkout: Checkout, code: string): Promise<void> {
    expect((await this.gateway.status(checkout.id)).result.code).toBe(code)
  }
}

/** Serves a page for a checkout; its address. */
export function serveMerchantPage(
  server: MerchantServer,
  parts: PageParts,
  checkout: Checkout,
): string {
  const markup = markupOf(parts, checkout)
  const { body = inOrder, head = '', lang = 'en', dir = 'ltr', doctype = '<!doctype html>' } = parts
  const html = `${doctype}<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Checkout</title>${head}</head>
    <body><main><h1>Checkout</h1>${body(markup)}</main></body></html>`
  return server.serve(html, parts.headers)
}

/** Address and text of each frame of a page. */
async function shownTexts(page: Page): Promise<string> {
  const texts = page.frames().map(async (frame) => {
    const text = await frame.locator('body').innerText({ timeout: 1_000 })
    return `${frame.url()}: ${text}`
  })
  const shown = await Promise.allSettled(texts)
  return shown.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)).join('\n')
}

function markupOf(parts: PageParts, checkout: Checkout): Markup {
  const { options, brands = 'VISA MASTER AMEX', action = RESULT_PATH } = parts
  const brandsAttribute = brands === '' ? '' : ` data-brands="${brands}"`
  const integrity =
    checkout.integrity === '' ? '' : ` integrity="${checkout.integrity}" crossorigin="anonymous"`
  return {
    options: options === undefined ? '' : `<script>var wpwlOptions = { ${options} }</script>`,
    form: `<form class="paymentWidgets" action="${action}"${brandsAttribute}></form>`,
    script: `<script src="${checkout.script}"${integrity}></script>`,
    checkout,
  }
}

function inOrder({ options, form, script }: Markup): string {
  return options + form + script
}
