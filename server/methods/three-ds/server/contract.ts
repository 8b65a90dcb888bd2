import type { Money } from '../../../../common/money.ts'
import type { ThreeDSecureSettings } from '../../../wire/entities/settings.ts'

/** An entry of the directory's list: cards that can be authenticated, and how. */
export interface CardRange {
  /** The highest version of the protocol that issuer and 3DS server both speak. */
  readonly version: '2.1.0' | '2.2.0'
  /** Where the issuer looks at the browser before the authentication; absent: it does not. */
  readonly methodUrl?: string
}

/** What an authentication is asked with: of a payment, its card, its shopper's browser. */
export interface AuthenticationInput {
  /** `threeDSServerTransID`, a UUID. */
  readonly transactionId: string
  readonly version: CardRange['version']
  readonly card: {
    readonly number: string
    readonly expiryMonth: string
    readonly expiryYear: string
    readonly holder?: string
  }
  readonly brand: string
  readonly paymentType: string
  readonly amount: Money
  /** Wire names and values of the request, those of the browser among them. */
  readonly values: Readonly<Record<string, string>>
  readonly settings: ThreeDSecureSettings
  /** As the issuer shows it, where neither settings nor request name one. */
  readonly merchantName: string
  /** By the channel's clock. */
  readonly nowMs: number
  /** Where the directory sends its result: only the directory knows this address. */
  readonly serverUrl: string
  /** Where the issuer's page sends the browser back to. */
  readonly notificationUrl: string
  /** `Y`: the issuer has looked at the browser, `N`: it has not finished, `U`: it has no such page. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** In place of the request's own: `04` after a soft decline. */
  readonly challengeIndicator?: string
}

/** How an authentication ended (ARes or RReq). */
export interface AuthenticationResult {
  readonly transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I'
  readonly version: string
  readonly eci?: string
  readonly authenticationValue?: string
  readonly acsTransId?: string
  readonly dsTransId?: string
  readonly transStatusReason?: string
  readonly authenticationType?: string
  /** `01` cancelled by the cardholder, `04` out of time, … (EMV 3DS, challengeCancel). */
  readonly challengeCancel?: string
  readonly cardholderInfo?: string
  readonly challengeMandated?: string
}

/** What a directory answered to an authentication request. */
export type Authenticated =
  | { readonly kind: 'result'; readonly result: AuthenticationResult }
  | {
      readonly kind: 'challenge'
      readonly acsUrl: string
      readonly acsTransId: string
      readonly dsTransId: string
      readonly challengeMandated?: string
      readonly authenticationType?: string
    }
  /** The issuer asks the cardholder outside of the browser, and will say. */
  | {
      readonly kind: 'decoupled'
      readonly acsTransId: string
      readonly dsTransId: string
      /** How long the cardholder has. */
      readonly waitMs: number
    }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'unreachable' | 'erro' | 'notAMessage' }

/** What becomes of the payment (R-3DS-2). */
export type Verdict = { readonly kind: 'charge' } | { readonly kind: 'fail'; readonly code: string }

/** Authenticates cardholders at a directory (EMV 3-D Secure, 3DS Server). Nothing here rejects. */
export interface ThreeDsServer {
  /** Whether the proofs of its directory are worth something at a connector, by the connector's name. */
  serves(connector: string): boolean
  /**
   * `undefined`: the card is not enrolled. `unknown`: the directory has sent no list since the start, so
   * any card may be. By the list in memory, in less than a microsecond.
   */
  rangeOf(
    cardNumber: string,
    customParameters: Readonly<Record<string, string>>,
  ): CardRange | 'unknown' | undefined
  /**
   * Decides at once, where that has no effect outside: its directory is in this process. `undefined`: the
   * directory has to be asked.
   */
  decide(input: AuthenticationInput): Authenticated | undefined
  /** Asks the directory, once. */
  authenticate(input: AuthenticationInput): Promise<Authenticated>
  /**
   * Asks the directory for the card ranges that have changed, when its list is a day old. A directory
   * that is away leaves the list as it is and is asked again with the next call.
   */
  refreshRanges(): Promise<void>
}
