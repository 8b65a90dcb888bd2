import type { ParameterValues } from '../../parameters/values.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { AuthenticationRow, Change, ConfidentialRow, PaymentRow } from '../../store/port.ts'
import type { FirstPayment, PreparedPayment } from '../charge/prepared-payment.ts'
import type { AuthenticationProof, Redirect } from '../connectors/connector.ts'

/** An authentication before the charge of a payment, as the first commit stores it. */
export interface PlannedAuthentication {
  readonly row: AuthenticationRow
  /** Absent: nothing secret is needed for the charge. */
  readonly confidential?: ConfidentialRow
  /** The page for the shopper, if the authentication needs the browser. */
  readonly redirect: Redirect
}

/** An authentication that the payment waits for, or one that has already ended. */
export type BegunAuthentication =
  | { readonly planned: PlannedAuthentication }
  | { readonly authenticated: FrictionlessAuthentication }

/** What the stage authenticate decides; `undefined`: the payment is charged without authentication. */
export type AuthenticationDecision =
  | BegunAuthentication
  /** It is charged; after a soft decline (300.100.100) it is authenticated and charged again. */
  | { readonly afterSoftDecline: () => PlannedAuthentication }
  /** It is charged without authentication, and its answers show that. */
  | { readonly resultDetails: Readonly<Record<string, string>> }
  | { readonly faultCode: string }
  | Refusal
  | undefined

/** An authentication that has ended before the first commit of its payment. */
export interface FrictionlessAuthentication {
  /** In the state `passed` or `failed`. */
  readonly row: AuthenticationRow
  readonly end: OutcomeOfAuthentication
}

/** What the end of an authentication means for its payment. */
export interface OutcomeOfAuthentication {
  readonly outcome:
    | {
        readonly kind: 'passed'
        readonly proof: AuthenticationProof
        /** After a soft decline (300.100.100) the cardholder is authenticated again, and it is charged again. */
        readonly afterSoftDecline?: () => PlannedAuthentication
      }
    /** For a payment that only authenticates: it ends with this code. */
    | { readonly kind: 'onlyAuthenticated'; readonly code: string }
    | { readonly kind: 'failed'; readonly code: string }
  /** Members of the payment's answer: `threeDSecure.*`. */
  readonly shown: Readonly<Record<string, string>>
  readonly resultDetails: Readonly<Record<string, string>>
}

/** How an authentication ended, and how its payment continues. */
export interface AuthenticationEnd extends OutcomeOfAuthentication {
  /** The id of its row, which must still be the payment's latest authentication. */
  readonly authenticationId: string
  /** Its changes in the commit that ends the wait, from its current row; `undefined`: it has ended before. */
  changes(): Promise<readonly Change[] | undefined>
}

/** A payment whose authentication has ended; the end is durable. */
export interface EndedAuthentication {
  readonly payment: PaymentRow
  /** The payment after its charge, if there is one; it never rejects. */
  readonly charged: Promise<PaymentRow>
}

/** Ends the wait of a payment. Rejects when the store fails. */
export type EndAuthentication = (
  payment: PaymentRow,
  end: AuthenticationEnd,
  requestParticipants?: readonly CommitParticipant[],
) => Promise<EndedAuthentication>

/** The stage between screen and charge; implemented in `features/three-ds/authentication/`. */
export interface AuthenticateStage {
  /** Decides synchronously where no authentication is needed, so a plain payment awaits no promise. */
  decide(
    prepared: PreparedPayment,
    first: FirstPayment,
  ): AuthenticationDecision | Promise<AuthenticationDecision>
  /** Whether a card that is only stored can be authenticated: 3-D Secure is on, and the card is enrolled. */
  canAuthenticate(values: ParameterValues, connectorName: string): boolean
  /**
   * Continues a payment whose wait is durable, as far as possible without the shopper's browser.
   * `end` ends its wait. Returns the payment as it is stored afterwards. Never rejects.
   */
  begin(
    payment: PaymentRow,
    requestParticipants: readonly CommitParticipant[],
    end: EndAuthentication,
  ): Promise<PaymentRow>
}

/** What the gateway knows of a stored card. */
export interface StoredCard {
  readonly storedAtMs: number
  /** Of the payment with which it was stored; absent: not authenticated. */
  readonly authentication?: PriorAuthentication
}

/** An authentication of the cardholder that later ones refer to. */
export interface PriorAuthentication {
  readonly acsTransactionId: string
  /** `false`: the issuer asked nothing. */
  readonly wasChallenged: boolean
  readonly atMs: number
}
