import { once } from 'node:events'
import { MAX_RISK_SCORE } from '../../wire/entities/risk-settings.ts'
import type { RiskProvider } from './provider.ts'
import type { ProviderWord } from './rules.ts'

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
      const word = simulatedWord(customParameters[RISK_PARAMETER])
      if (word.kind === 'silent' && !signal.aborted) await once(signal, 'abort')
      return word
    },
  }
}

function simulatedWord(asked: string | undefined): ProviderWord {
  if (asked === undefined) return { kind: 'score', score: 0 }
  if (asked === 'timeout') return { kind: 'silent' }
  if (asked === 'refuse') return { kind: 'refused' }
  const score = Number(/^score:(-?\d{1,5})$/.exec(asked)?.[1])
  return Math.abs(score) <= MAX_RISK_SCORE
    ? { kind: 'score', score }
    : { kind: 'refused', code: NOTHING_TO_SIMULATE }
}
