import type { Money } from '../../../../common/money.ts'
import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import type { StoredCard } from '../../../payments/authenticate/index.ts'

/** Default time for a decoupled authentication, in minutes. */
export const DECOUPLED_MINUTES = 60

/** An entry of the directory's list: a range of enrolled cards, and how they are authenticated. */
export interface CardRange {
  /** The highest version of the protocol that issuer and 3DS server both support. */
  readonly version: '2.1.0' | '2.2.0'
  /** The URL of the issuer's method call before the authentication; absent: there is none. */
  readonly methodUrl?: string
}

/** The data for an authentication request: of the payment, the card and the shopper's browser. */
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
  /** The name that the issuer shows, where neither settings nor request have one. */
  readonly merchantName: string
  /** By the channel's clock. */
  readonly nowMs: number
  /** The URL to which the directory sends its result: only the directory knows it. */
  readonly serverUrl: string
  /** The URL to which the issuer's page sends the browser back. */
  readonly notificationUrl: string
  /** `Y`: the method call is done, `N`: it has not finished, `U`: the issuer has no method call. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** The stored card that it is paid with. */
  readonly registration?: StoredCard
  /** Replaces the one of the request: `04` after a soft decline. */
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
  /** A text of the issuer for the cardholder, at most 128 characters. */
  readonly cardholderInfo?: string
  readonly challengeMandated?: string
  /** The data elements of the answer that could not be read; its status could. */
  readonly fault?: string
}

/** The result of an authentication request to a directory. */
export type Authenticated =
  | { readonly kind: 'result'; readonly result: AuthenticationResult }
  | {
      readonly kind: 'challenge'
      readonly acsUrl: string
      readonly acsTransId: string
      readonly dsTransId: string
      readonly challengeMandated?: string
      readonly authenticationType?: string
      readonly cardholderInfo?: string
    }
  /** The issuer asks the cardholder outside of the browser, and sends a result (RReq) later. */
  | {
      readonly kind: 'decoupled'
      readonly acsTransId: string
      readonly dsTransId: string
      /** How long the cardholder has. */
      readonly waitMs: number
      readonly cardholderInfo?: string
    }
  | {
      readonly kind: 'failed'
      readonly reason: 'timeout' | 'unreachable' | 'erro' | 'notAMessage'
      /** Of an answer that could not be read: its wrong data elements. */
      readonly fault?: string
    }

/** How the payment continues (R-3DS-2). */
export type Verdict = { readonly kind: 'charge' } | { readonly kind: 'fail'; readonly code: string }

/** Authenticates cardholders at a directory (EMV 3-D Secure, 3DS Server). Nothing here rejects. */
export interface ThreeDsServer {
  /** Whether the acquirer of a connector, given by its name, accepts the proofs of the directory. */
  serves(connector: string): boolean
  /**
   * The range of a card number, found in memory in less than a microsecond. `undefined`: the card is not
   * enrolled. `unknown`: the directory has sent no list since the start, so any card may be enrolled.
   */
  rangeOf(
    cardNumber: string,
    customParameters: Readonly<Record<string, string>>,
  ): CardRange | 'unknown' | undefined
  /**
   * Decides at once where the directory is in this process, so that nothing leaves it. `undefined`: the
   * directory has to be asked.
   */
  decide(input: AuthenticationInput): Authenticated | undefined
  /** Asks the directory, once. */
  authenticate(input: AuthenticationInput): Promise<Authenticated>
  /**
   * Asks the directory for the card ranges that have changed, when its list is a day old. A directory
   * that does not answer leaves the list as it is and is asked again with the next call.
   */
  refreshRanges(): Promise<void>
}
