import type { PaymentType } from '../../engine/store/port.ts'
import type { RiskFacts } from './facts.ts'
import type { ProviderWord } from './rules.ts'

/** What a provider is told of a payment. */
export interface ScreeningRequest {
  readonly paymentId: string
  /** The channel. */
  readonly entityId: string
  readonly paymentType: PaymentType
  readonly facts: RiskFacts
  /**
   * `risk.*` as the merchant sent it, by wire names: the provider's own channel, service, parameters.
   * `risk.orderTimestamp` is always there.
   */
  readonly parameters: Readonly<Record<string, string>>
  readonly customParameters: Readonly<Record<string, string>>
}

/** A service that scores payments. It is told no card number. */
export interface RiskProvider {
  /** As `RiskSettings` names it. */
  readonly name: string
  /**
   * Scores a payment. Whoever asks waits no longer than until `signal` aborts. A rejection counts as
   * silence; it must carry no data of the payment.
   */
  screen(request: ScreeningRequest, signal: AbortSignal): Promise<ProviderWord>
}
