import type { Money } from '../../../common/money.ts'
import type { PaymentOperation, PaymentType, ProviderReferenceKind } from '../../store/port.ts'
import type { ConnectorAccount } from '../accounts/account.ts'
import type { Instrument } from '../instruments/instrument-kinds.ts'
import type { AccountFinding } from './account-finding.ts'
import type { EventReader } from './acquirer-event.ts'
import type {
  AcceptedDispute,
  Defence,
  EvidenceFacts,
  EvidenceOutcome,
  EvidenceSubmission,
} from './evidence.ts'
import type { FieldTable } from './field-uses.ts'
import type { ToldDispute } from './told-dispute.ts'
import type { FetchedReport, ToldReport } from './told-report.ts'

/**
 * One operation for an acquirer, with all its data. What it does: without `referencedId`, and with the type RB, it
 * charges `instrument`; CP, RV and RF capture, cancel and refund what `rootId` names; a PA with `referencedId` raises its
 * hold by `amount` to `holdAfter`, and without `holdAfter` renews it.
 */
export interface ConnectorOperation {
  readonly paymentId: string
  /** A PA that refers to an earlier one raises or renews its hold (decisions §5). */
  readonly paymentType: PaymentType
  readonly paymentBrand: string
  readonly amount: Money
  /** First payments and rebills. */
  readonly instrument?: Instrument
  /** The payment that is captured, reversed, refunded, rebilled, raised or renewed. */
  readonly referencedId?: string
  /** The stored payment details that it is paid with, or that it makes. */
  readonly registrationId?: string
  /** Of such an operation the first payment of its family. */
  readonly rootId?: string
  /** A capture after which nothing of the hold is captured any more. */
  readonly isLast?: true
  /** Of a raised hold its new total. */
  readonly holdAfter?: Money
  /** What `prepare` has brought. */
  readonly prepared?: readonly NamedByProvider[]
  /** What the merchant sent and answers echo, as wire names and values: nothing secret. */
  readonly request: Readonly<Record<string, string>>
  readonly customParameters: Readonly<Record<string, string>>
  /**
   * Data that the acquirer needs and that must not be stored, as wire names and values: account
   * numbers of sender and recipient, encrypted data of a terminal. Forgotten after the operation
   * was sent.
   */
  readonly confidential?: Readonly<Record<string, string>>
  /** The gateway's own authentication of the cardholder; one of another server is in `request`. */
  readonly authentication?: AuthenticationProof
  /**
   * Of stored details that nobody has paid with: the proof of the authentication at their storing, as wire names and
   * values. It belongs to the agreement, and never to the charge of an amount.
   */
  readonly storedProof?: Readonly<Record<string, string>>
  /** Of a charge after an authentication its id: after a soft decline a payment is charged a second time. */
  readonly afterAuthenticationId?: string
}

/** The proof of a 3-D Secure authentication, for the authorisation (interface document, 3-D Secure). */
export interface AuthenticationProof {
  /** `Y`: authenticated, `A`: attempted, `U`: not possible, and the channel charges anyway. */
  readonly status: string
  /** `01` to `08`. */
  readonly eci?: string
  /** The authentication value (CAVV, AAV): 28 characters. */
  readonly verificationId?: string
  readonly dsTransactionId?: string
  readonly acsTransactionId?: string
  /** Version of the protocol, such as `2.2.0`. */
  readonly version?: string
  /** `01` static, `02` dynamic, `03` out of band, `04` decoupled. */
  readonly authenticationType?: string
  readonly transactionStatusReason?: string
  readonly challengeMandated?: string
}

/** Where the shopper has to go before the outcome is known (interface document, Asynchronous response parameters). */
export interface Redirect {
  readonly url: string
  /** Absent: POST (reference of existing clients, 3-D Secure). */
  readonly method?: 'GET' | 'POST'
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  /** Forms that the page may post before, and need not: see `Precondition`. */
  readonly preconditions?: readonly Precondition[]
}

/** A form that is posted in a hidden frame before the redirect: the method call of an issuer. */
export interface Precondition {
  readonly origin: string
  readonly waitUntil: string
  readonly description: string
  readonly method: 'POST'
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** What is known of a card by its issuer (interface document, Payment response). */
export interface CardFacts {
  readonly issuer: { readonly bank: string; readonly phone: string; readonly website: string }
  readonly type: string
  readonly level: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly regulatedFlag: string
}

/** How a provider calls something, such as the payment; see `ProviderReferenceKind`. */
export interface NamedByProvider {
  readonly kind: ProviderReferenceKind
  readonly value: string
}

/** Data of an acquirer's answer beside its decision. */
export interface ConnectorAnswer {
  /** Kept with the outcome, so that files, events and later operations find the payment; the first 20 count. */
  readonly references?: readonly NamedByProvider[]
  /** The map `resultDetails` of the answer. */
  readonly resultDetails?: Readonly<Record<string, string>>
  /** The issuer's data of the card, as `card` of the answer shows it. */
  readonly cardFacts?: CardFacts
  /** Further fields of the answer by their wire names: `result.avsResponse`, `transactionLinkId`, … */
  readonly shown?: Readonly<Record<string, string>>
}

/**
 * The outcome of an operation (R-UNK-1). `pending`: the shopper or a bank decides, and the connector
 * gets the decision later, or the payment fails when its time is over. `taken`: the acquirer has accepted the
 * operation and carries it out later; only its word, a report or a person ends that. `notSent`: it is certain that the acquirer has received nothing. `unknown`:
 * something may have happened, so it is neither success nor failure and is never repeated blindly.
 */
export type ConnectorOutcome =
  | ({
      readonly kind: 'approved'
      /** A code of the group "success, to be reviewed", where the acquirer says so. */
      readonly reviewCode?: string
      /** The acquirer's own code, where it uses those of the interface document. */
      readonly saidCode?: string
      /** Of the operation, where the acquirer says it: another one than was asked for is no success, and is voided. */
      readonly amount?: Money
      /** Of a hold when it ends at the acquirer, UTC. Absent: as the account or the channel has it. */
      readonly holdUntilMs?: number
    } & ConnectorAnswer)
  | ({
      readonly kind: 'declined'
      readonly code: string
      /** The acquirer reports an approval: a person has to check the money. */
      readonly isApprovedThere?: true
    } & ConnectorAnswer)
  | ({
      readonly kind: 'pending'
      /** A code of the group "pending": 000.200.000 while the shopper is needed. */
      readonly code: string
      readonly redirect?: Redirect
      /**
       * Where the acquirer itself authenticates the cardholder (3-D Secure): `createPageConnector` makes
       * a redirect of it that leads through the gateway's authentication page.
       */
      readonly authenticationRedirect?: Redirect
      /**
       * How long the outcome is waited for, in milliseconds. Then `inquire` is called: where that says `pending` or
       * `notSent` the payment fails, so it says so only where nobody can pay any more. Else it cancels there, and says
       * `unknown` until that is done.
       */
      readonly expiresAfterMs: number
    } & ConnectorAnswer)
  | ({
      readonly kind: 'taken'
      /** How long the acquirer usually takes, in milliseconds. After that a person is told; nothing ends by it. */
      readonly expectedWithinMs: number
    } & ConnectorAnswer)
  | { readonly kind: 'notSent' }
  | { readonly kind: 'unknown' }

/**
 * What a provider calls what `send` will charge. `notSent`: nothing is charged, also where it is not known what was
 * made there.
 */
export type Preparation =
  | { readonly kind: 'prepared'; readonly references: readonly NamedByProvider[] }
  | Extract<ConnectorOutcome, { readonly kind: 'declined' | 'notSent' }>

/** The data of an inquiry about an operation that was sent: all that is stored of it. */
export interface Inquiry {
  readonly operation: Omit<
    ConnectorOperation,
    'instrument' | 'confidential' | 'prepared' | 'storedProof'
  >
  readonly cardHolder?: string
  /** Whether an earlier answer was `pending` or `taken`. */
  readonly isPending: boolean
  /** When its payment was made, UTC, by the clock of the process that made it: it was sent then, or later. */
  readonly sentAtMs: number
  /** What the shopper has brought back in the address; see `Connector.returns`. */
  readonly returned?: Readonly<Record<string, string>>
}

/**
 * The way out where the outcome of a charge can be neither read nor replayed. Everything that has our payment id as
 * its reference is cancelled or paid back there. From then on the payment can only fail here: an approval that is
 * told afterwards is no approval, and what it names is voided too. Only an event ends the payment, or a person.
 */
export interface VoidByReference {
  /**
   * How long after it was sent a charge may still be replayed or be on its way, in milliseconds: it is voided only
   * when the asking process has known of it for longer.
   */
  readonly afterMs: number
  /** Asks for it, by what the provider calls the payment where it has said so. May be repeated; never rejects. */
  readonly send: (inquiry: Inquiry) => Promise<'accepted' | 'unknown'>
}

/** `notFound`: the acquirer does not know the operation; perhaps it is still on its way. */
export type InquiryOutcome = ConnectorOutcome | { readonly kind: 'notFound' }

/** An operation that the acquirer had called done has failed after all. `code`: why, of the catalogue. */
export type LateWord = { readonly kind: 'failedLater'; readonly code: string } & ConnectorAnswer

/** An answer without a waiting request: late, repeated, or after the shopper's visit. */
export type UnsolicitedAnswer = (
  paymentId: string,
  told: ConnectorOutcome | LateWord,
) => Promise<void>

/** The data by which a connector decides whether it can do an operation at all. */
export type OperationKind = Pick<ConnectorOperation, 'paymentType' | 'paymentBrand'> & {
  readonly isReference: boolean
  /** What a reference does. */
  readonly operation?: PaymentOperation
  /** The type of the payment that a reference names. */
  readonly targetType?: PaymentType
  /** Whether the channel has the profile `legacy` (decisions §1). */
  readonly isLegacy?: boolean
  /** Of a first payment, where it is known already. */
  readonly amount?: Money
  /** How often a preauthorisation is to be captured at most, where the merchant says it. */
  readonly captures?: number
}

export interface Unsupported {
  /** 600.200.400 for a type or operation, 600.200.500 for a brand, currency or amount. */
  readonly code: string
  /** A text for the merchant: what is not possible, and what is. */
  readonly description: string
}

/** A way to an acquirer. Implementations must never throw card data. */
export interface Connector {
  /** The id of its account, which payments store. */
  readonly name: string
  /** The account that it sends through; absent: one that the settings of the process make. */
  readonly account?: ConnectorAccount
  /**
   * The code of an approval: 000.000.000 in live, 000.100.112 of a provider's test environment, 000.100.110 of the
   * simulator (decisions §4).
   */
  readonly approvalCode: string
  /**
   * Why it does not do such an operation at all, or `undefined`. Asked before anything is written
   * down; the answer is a refusal, not a failed payment.
   */
  unsupported(operation: OperationKind): Unsupported | undefined
  /**
   * Whether a payment that the merchant starts must follow one with its cardholder. `named`: it names the first
   * one of its series, because the connector has not stored the payment details itself (interface document,
   * standingInstruction.initialTransactionId). `known`: a stored card was paid with or authenticated before, as
   * acquirers require; only where the channel is strict.
   */
  readonly needsSeriesReference?: 'named' | 'known'
  /** It is told the new total of a raised hold, so that one raise has to end before the next one is asked for. */
  readonly raisesToTotal?: true
  /**
   * What the acquirer has taken counts as done at once; where it fails after all, that is booked of its own.
   * Absent: it stays pending until the acquirer tells the result.
   */
  readonly takenIsDone?: boolean
  /**
   * How long after its booking a DB or CD may be reversed, in milliseconds; negative: never. A PA may be reversed while
   * it is open.
   */
  readonly reversalWindowMs: number
  /**
   * How long an operation that was sent may be on its way. Only after that does `notFound` mean that
   * it never arrived.
   */
  readonly maxTransitMs: number
  /**
   * Decides an operation at once when that has no effect outside this process, so that intent and
   * outcome may share a commit. `undefined`: the operation has to be sent.
   */
  decide(operation: ConnectorOperation): ConnectorOutcome | undefined
  /**
   * Makes at the provider what `send` then charges, and moves no money. The intent is durable before this is called,
   * and what it brings is written down before `send` is called, so that every outcome of that can be read.
   */
  prepare?(operation: ConnectorOperation): Promise<Preparation>
  /** Carries the operation out, once. The intent is durable before this is called (R-UNK-2). */
  send(operation: ConnectorOperation): Promise<ConnectorOutcome>
  /**
   * Asks for the outcome of an operation, and may be repeated. It reads; or it replays: sends the very same request
   * under the same key while the provider surely knows that key, so that nothing is done twice. A replay may be the
   * first request that arrives: see docs/connectors.md for how long each may be replayed.
   */
  inquire(inquiry: Inquiry): Promise<InquiryOutcome>
  /**
   * `inquire` may send the request of an intent once more. That is durable before it is called, so that nobody takes
   * it for never sent; it is not called while the same process is sending it.
   */
  readonly replays?: true
  /** Absent: every outcome of a charge can be found by `inquire`. */
  readonly voidByReference?: VoidByReference
  /**
   * Names in the query of the address to which shoppers come back whose values `inquire` needs, such as a result that
   * has to be redeemed. They are written down before it is called.
   */
  readonly returns?: readonly string[]
  /** What its provider is sent of the fields of a payment. Absent: all of them. */
  readonly fields?: FieldTable
  /**
   * Sends evidence of a dispute, within half a minute. Absent: its acquirer takes none on this way. That the
   * evidence is to be sent is durable before this is called; after a crash or an unknown outcome it is called
   * again with the same submission.
   */
  sendEvidence?(submission: EvidenceSubmission): Promise<EvidenceOutcome>
  /** Why it does not take these documents together, as a sentence for the merchant; asked before any is kept or sent. */
  evidenceFault?(documents: readonly EvidenceFacts[]): string | undefined
  /**
   * In which ways a dispute can be contested now, by the acquirer's number of the case; `undefined`: it does not
   * answer. Never rejects. Absent: its acquirer takes any documents, and asks for no reason.
   */
  defences?(caseReference: string): Promise<readonly Defence[] | undefined>
  /**
   * Tells that the merchant accepts a dispute, within half a minute. Absent: its acquirer is not told. That it is
   * accepted is durable before this is called; after a crash or an unknown outcome it is called again.
   */
  acceptDispute?(accepted: AcceptedDispute): Promise<EvidenceOutcome>
  /**
   * Asks the provider whether the account works, by calls that change nothing there. Never rejects. Absent: there is
   * nothing to ask.
   */
  check?(nowMs: number): Promise<readonly AccountFinding[]>
  /**
   * Reads what its provider sends of its own accord. Absent: the account takes nothing, as where the credential that
   * proves events is not set.
   */
  readonly events?: EventReader
  /**
   * Reads a dispute as it is at the provider now, because its events come in any order; `undefined`: it does not
   * answer. Never rejects. Absent: its events say all.
   */
  readDispute?(caseReference: string): Promise<ToldDispute | undefined>
  /**
   * Reads what an event leaves out of the outcome that it tells, by its `restReadBy`; `undefined`: it does not answer.
   * Never rejects. Absent: its events say all.
   */
  readRest?(reference: string): Promise<ConnectorAnswer | undefined>
  /** Fetches a settlement report that an event has told. Never rejects. Absent: people fetch it. */
  fetchReport?(report: ToldReport): Promise<FetchedReport>
  /**
   * Sets the listener for answers that come without an inquiry. Called once, before anything is sent.
   * When the promise of the listener resolves, the answer is stored or logged.
   */
  onUnsolicitedAnswer(listener: UnsolicitedAnswer): void
}
