import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import type { Money } from '../../../../common/money.ts'
import type { Refusal } from '../../../results/refusal.ts'

/** What the authentication page shows of a payment. */
export interface AuthenticationPage {
  readonly merchantName: string
  readonly amount?: Money
  /** `customer.browser.language`, else the locale of the checkout. */
  readonly language?: string
  /** Origins that may show the page in a frame; absent: any web page. */
  readonly pageOrigins?: readonly string[]
  /** The page of the shop to which the shopper is sent at the end. */
  readonly returnUrl?: string
}

/** What a browser reports when it requests its next step. */
export interface SeenByBrowser {
  readonly methodTimedOut?: boolean
  readonly challengeEnded?: boolean
  /** Wire names and values: `customer.browser.…` and `customer.ip`. */
  readonly browser?: Readonly<Record<string, string>>
}

/**
 * The requests of browsers, issuers and directories about a waiting authentication. The id of a payment
 * and its token identify the shopper's browser; a wrong token and an unknown id get the same refusal.
 */
export interface BrowserAuthentication {
  describe(paymentId: string, token: string): Promise<AuthenticationPage | Refusal>
  next(paymentId: string, token: string, seen: SeenByBrowser): Promise<BrowserStep | Refusal>
  cancel(paymentId: string, token: string): Promise<BrowserStep | Refusal>
  /** The issuer has finished its method call. Unknown and late transactions are ignored. */
  methodDone(transactionId: string): Promise<void>
  /** A result request (RReq) of the directory; the answer is a message (RRes or Erro). */
  receiveResult(transactionId: string, token: string, body: unknown): Promise<object>
}
