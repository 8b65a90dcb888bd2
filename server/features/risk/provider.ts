import { once } from 'node:events'
import { MAX_RISK_SCORE } from '../../entities/risk-settings.ts'
import type { PaymentType } from '../../store/port.ts'
import type { RiskFacts } from './facts.ts'
import type { ProviderAnswer } from './rules.ts'

/** What a provider gets of a payment. */
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

/** A service that scores payments. It gets no card number. */
export interface RiskProvider {
  /** As `RiskSettings` names it. */
  readonly name: string
  /**
   * Scores a payment. Whoever asks waits no longer than until `signal` aborts. A rejection counts as
   * silence; it must carry no data of the payment.
   */
  screen(request: ScreeningRequest, signal: AbortSignal): Promise<ProviderAnswer>
}

/** The custom parameter that chooses what the simulated provider says. Test environment only. */
export const RISK_PARAMETER = 'SIMULATOR_risk'

/** "Given return code not valid": what was asked for is nothing that can be simulated. */
const NOTHING_TO_SIMULATE = '600.200.810'

/**
 * A provider that says what `customParameters[SIMULATOR_risk]` asks for: `score:NNN`, `refuse`, or
 * `timeout` to say nothing. Without it the score is 0.
 */
export function createSimulatedProvider(): RiskProvider {
  return {
    name: 'simulator',
    async screen({ customParameters }, signal) {
      const word = simulatedAnswer(customParameters[RISK_PARAMETER])
      if (word.kind === 'silent' && !signal.aborted) await once(signal, 'abort')
      return word
    },
  }
}

function simulatedAnswer(asked: string | undefined): ProviderAnswer {
  if (asked === undefined) return { kind: 'score', score: 0 }
  if (asked === 'timeout') return { kind: 'silent' }
  if (asked === 'refuse') return { kind: 'refused' }
  const score = Number(/^score:(-?\d{1,5})$/.exec(asked)?.[1])
  return Math.abs(score) <= MAX_RISK_SCORE
    ? { kind: 'score', score }
    : { kind: 'refused', code: NOTHING_TO_SIMULATE }
}
