import type { Money } from '../../common/money.ts'
import type { PaymentType } from '../store/port.ts'

/** Card data on its way to an acquirer. Lives in memory only, never in logs or at rest. */
export interface CardInstrument {
  readonly number: string
  /** `01` to `12`. */
  readonly expiryMonth: string
  /** Four digits. */
  readonly expiryYear: string
  readonly holder?: string
  /** Sensitive authentication data: gone after the authorisation (PCI DSS 3.3.1). */
  readonly cvv?: string
}

/** One operation for an acquirer, whole in itself. */
export interface ConnectorOperation {
  readonly paymentId: string
  readonly paymentType: PaymentType
  readonly paymentBrand: string
  readonly amount: Money
  /** First payments only. */
  readonly card?: CardInstrument
  /** References only: the payment that is captured, reversed or refunded. */
  readonly referencedId?: string
  readonly customParameters: Readonly<Record<string, string>>
}

/**
 * What became of an operation (R-UNK-1). `notSent`: surely nothing happened outside. `unknown`:
 * something may have happened, so it is neither success nor failure and is never repeated blindly.
 */
export type ConnectorOutcome =
  | { readonly kind: 'approved'; readonly resultDetails?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'declined'
      readonly code: string
      readonly resultDetails?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'notSent' }
  | { readonly kind: 'unknown' }

/** What is asked about an operation that was sent before: all that is known of it but the card. */
export interface Inquiry {
  readonly operation: Omit<ConnectorOperation, 'card'>
  readonly cardHolder?: string
}

/** `notFound`: the acquirer does not know the operation; perhaps it is still on its way. */
export type InquiryOutcome = ConnectorOutcome | { readonly kind: 'notFound' }

/** An answer that nobody waits for: late, or said a second time. */
export type UnaskedAnswer = (paymentId: string, outcome: ConnectorOutcome) => void

/** A way to an acquirer. Implementations must never throw card data. */
export interface Connector {
  readonly name: string
  /** The code of an approval: 000.100.110 for the simulator, 000.000.000 in live (decisions §4). */
  readonly approvalCode: string
  /** How long after its booking a DB or CD may be reversed. A PA may be reversed while it is open. */
  readonly reversalWindowMs: number
  /**
   * How long an operation that was sent may be on its way. Only after that does `notFound` mean that
   * it never arrived.
   */
  readonly longestTransitMs: number
  /**
   * Decides an operation at once when that has no effect outside this process, so that intent and
   * outcome may share a commit. `undefined`: the operation has to be sent.
   */
  decide(operation: ConnectorOperation): ConnectorOutcome | undefined
  /** Carries the operation out, once. The intent is durable before this is called (R-UNK-2). */
  send(operation: ConnectorOperation): Promise<ConnectorOutcome>
  /** Asks what became of an operation. Changes nothing and may be repeated at will. */
  inquire(inquiry: Inquiry): Promise<InquiryOutcome>
  /** Names who hears of answers that nobody waits for. Called once, before anything is sent. */
  onUnaskedAnswer(listener: UnaskedAnswer): void
}
