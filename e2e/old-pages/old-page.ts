import type { Page } from '@playwright/test'
import type { CardForm } from '../support/card-form.ts'
import type {
  Checkout,
  GatewayClient,
  Parameters,
  PaymentStatus,
} from '../support/gateway-client.ts'
import type { Markup } from '../support/merchant-page.ts'

/** What a shopper on an old page has at hand. */
export interface Visit {
  readonly page: Page
  readonly form: CardForm
  readonly gateway: GatewayClient
  readonly checkout: Checkout
  /** What the page itself has noted, by `note(...)`. */
  noted(): readonly string[]
  /** Waits for the result page; the status that the shop reads then. */
  result(): Promise<PaymentStatus>
}

/** A page as others have written it for gateways with this interface (reference behaviour §10). */
export interface OldPage {
  /** Its row in the table, and who writes such pages. */
  readonly row: number
  readonly who: string
  readonly checkout?: Parameters
  /** The shopper has a stored Visa and a stored Mastercard. */
  readonly hasSavedCards?: true
  readonly head?: string
  readonly body: (markup: Markup) => string
  /** What the shopper does, and what the page relies on. */
  readonly use: (visit: Visit) => Promise<void>
}

/** The parts of a page that most shops write in this order. */
export function shopPage(
  options: string,
  { brands = 'VISA MASTER AMEX', after = '' }: { brands?: string; after?: string } = {},
): (markup: Markup) => string {
  return ({ script }) => `<script>var wpwlOptions = { ${options} }</script>
    ${script}
    <div id="pay"><form action="/result" class="paymentWidgets" data-brands="${brands}"></form></div>
    ${after}`
}
