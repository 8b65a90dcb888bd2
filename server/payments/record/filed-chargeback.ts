import type { Money } from '../../../common/money.ts'
import type { ChangeSet, OperationRequestRow } from '../../store/port.ts'

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
  /** The person who has brought it; absent: the acquirer itself has. */
  readonly broughtBy?: Brought
}

/** Who has brought a file, or matched its line: what moves counts as entered by hand. */
interface Brought {
  readonly by: string
  /** As `askedById` of a request. */
  readonly byId: string
  /** What is kept of it with the request, as JSON. */
  readonly place: string
  /** A second person has agreed. */
  readonly isAgreed: boolean
}

/** What a report writes beside the dispute. */
interface AlsoFiled {
  /** `madeId`: the first chargeback or reversal that is booked with it, if one is. */
  reported(disputeId: string, madeId: string | undefined): ChangeSet
  /** In the place of a dispute: it waits for a second person. */
  waiting(): ChangeSet
}

/** `waiting`: for a second person. `gone`: there was nothing to report any more. `busy`: try again later. */
export type FiledOutcome = 'reported' | 'waiting' | 'gone' | 'busy' | { readonly refused: string }

/**
 * Reports a chargeback of a file: the port between files of acquirers and the feature that keeps disputes.
 * `load` is asked before each try; `undefined`: nothing is to be reported any more. What `also` answers goes
 * into the commit of the dispute, also where the report changes nothing of it. Rejects with the store.
 */
export type ReportFiledChargeback = (
  load: () => Promise<FiledChargeback | undefined>,
  also: AlsoFiled,
) => Promise<FiledOutcome>

/**
 * Decides about what was brought and waits for a second person: the port between the list of what waits and the
 * feature that reads files. `decided` answers the step of the request, for the same commit; `undefined`: the
 * request is not about a file. Rejects with the store.
 */
export interface DecideAskedFile {
  accept(
    load: () => Promise<OperationRequestRow | undefined>,
    decided: (request: OperationRequestRow, madeId: string | null) => ChangeSet,
  ): Promise<FiledOutcome>
  /** What a rejection writes of the file. */
  rejected(request: OperationRequestRow): Promise<ChangeSet>
}

/** Whether a request is about a line of a file that a person has brought. */
export function isOfFile({ report }: Pick<OperationRequestRow, 'report'>): boolean {
  return report !== null && 'filed' in (JSON.parse(report) as object)
}
