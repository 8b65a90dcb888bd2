import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type {
  AuthenticationRow,
  Change,
  ConfidentialRow,
  PaymentRow,
} from '../../engine/store/port.ts'
import type { AuthenticationProof, Redirect } from '../../methods/connectors/connector.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import type { FirstPayment } from './prepare.ts'
import type { PreparedPayment } from './prepared-payment.ts'

/** An authentication that comes before the charge of a payment, as the first commit writes it down. */
export interface PlannedAuthentication {
  readonly row: AuthenticationRow
  /** Absent: nothing secret is needed for the charge. */
  readonly confidential?: ConfidentialRow
  /** Where the shopper has to go, should his browser be needed. */
  readonly redirect: Redirect
}

/** An authentication that the payment waits for; or one that is over already. */
export type BegunAuthentication =
  | { readonly planned: PlannedAuthentication }
  | { readonly authenticated: FrictionlessAuthentication }

/** What the authenticate step decides about a first payment; `undefined`: it is charged without it. */
export type AuthenticationDecision =
  | BegunAuthentication
  /** It is charged; after a soft decline (300.100.100) it is authenticated and charged once more. */
  | { readonly afterSoftDecline: () => PlannedAuthentication }
  | { readonly faultCode: string }
  | Refusal
  | undefined

/** An authentication that is over before anything of its payment is written down. */
export interface FrictionlessAuthentication {
  /** In the state `passed` or `failed`. */
  readonly row: AuthenticationRow
  readonly end: OutcomeOfAuthentication
}

/** What the end of an authentication means for its payment. */
export interface OutcomeOfAuthentication {
  readonly outcome:
    | { readonly kind: 'passed'; readonly proof: AuthenticationProof }
    /** Of a payment that only authenticates: it is over with this code. */
    | { readonly kind: 'onlyAuthenticated'; readonly code: string }
    | { readonly kind: 'failed'; readonly code: string }
  /** What the answer shows of it: `threeDSecure.*`. */
  readonly shown: Readonly<Record<string, string>>
  readonly resultDetails: Readonly<Record<string, string>>
}

/** How an authentication ended: what becomes of its payment. */
export interface AuthenticationEnd extends OutcomeOfAuthentication {
  /** Its row, which must still be the latest one of the payment. */
  readonly authenticationId: string
  /** Its own changes in the commit of the end, from its row as it is now; `undefined`: it has ended. */
  changes(): Promise<readonly Change[] | undefined>
}

/** A payment whose authentication has ended, durably. */
export interface EndedAuthentication {
  readonly payment: PaymentRow
  /** The charge, where it goes on; it never rejects. */
  readonly charged: Promise<PaymentRow>
}

/** Ends the wait of a payment. Rejects when the store does not take it. */
export type EndAuthentication = (
  payment: PaymentRow,
  end: AuthenticationEnd,
  keyParticipants?: readonly CommitParticipant[],
) => Promise<EndedAuthentication>

/** The step between screen and charge, as `api/authentication/` does it. */
export interface AuthenticateStep {
  /** Decides at once for a payment that needs no authentication: it waits for no promise. */
  decide(
    prepared: PreparedPayment,
    first: FirstPayment,
  ): AuthenticationDecision | Promise<AuthenticationDecision>
  /** Whether a card that is only stored can be authenticated: 3-D Secure is on, and it is enrolled. */
  canAuthenticate(values: ParameterValues, connectorName: string): boolean
  /**
   * Goes on with a payment whose wait is durable, as far as it can without the shopper's browser;
   * answers it as it is stored then. Never rejects.
   */
  begin(payment: PaymentRow, keyParticipants: readonly CommitParticipant[]): Promise<PaymentRow>
  /** Sets what ends a wait. Called once, before the first payment. */
  onEnd(end: EndAuthentication): void
}
