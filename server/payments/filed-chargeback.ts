import type { Money } from '../../common/money.ts'
import type { ChangeSet } from '../store/port.ts'

/** What was taken from the merchant in a case, or given back. */
export interface MoneyOfCase {
  readonly isReversal: boolean
  readonly amount: Money
}

/** A chargeback of a payment, or the reversal of one, as a file of the acquirer reports it: a fact. */
export interface FiledChargeback {
  readonly paymentId: string
  /** The acquirer's number of the case. */
  readonly caseReference: string
  readonly isReversal: boolean
  readonly amount: Money
  /** All that files have reported for the case, in any order, this time included. */
  readonly told: readonly MoneyOfCase[]
  /** The reason of the card network; `null`: the file names none. */
  readonly reasonCode: string | null
  /** 000.100.2xx for that reason. */
  readonly resultCode: string
  /** Where it is reported, in words. */
  readonly note: string
}

/** `gone`: there was nothing to report any more. `busy`: try again later. */
export type FiledOutcome = 'reported' | 'gone' | 'busy' | { readonly refused: string }

/**
 * Reports a chargeback of a file: the port between files of acquirers and the feature that keeps disputes.
 * `load` is asked before each try; `undefined`: nothing is to be reported any more. What `also` answers goes
 * into the commit of the dispute, also where the report changes nothing of it. Rejects with the store.
 */
export type ReportFiledChargeback = (
  load: () => Promise<FiledChargeback | undefined>,
  also: (disputeId: string) => ChangeSet,
) => Promise<FiledOutcome>
