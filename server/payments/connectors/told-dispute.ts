import type { Money } from '../../../common/money.ts'
import type { DisputeOutcome, DisputeStage } from '../../store/port.ts'

/** What a provider says of a dispute: a fact. */
export interface ToldDispute {
  /** The provider's number of the case, as its settlement files have it too. */
  readonly caseReference: string
  /** Absent: the stage that the case is in, whichever that is. */
  readonly stage?: DisputeStage
  /** Absent: it goes on. */
  readonly outcome?: Exclude<DisputeOutcome, 'open'>
  /** The provider has the merchant's answer: the bank decides now. */
  readonly isAnswered?: true
  /** The card network's own reason, such as `10.4`; absent: it says none. */
  readonly reasonCode?: string
  /** What is disputed, or given back; absent: it does not say it. */
  readonly amount?: Money
  /** When the merchant's answer must be there, UTC. */
  readonly respondByMs?: number
}
