import type { KeyInUse } from '../../http/idempotency/idempotency.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { OperationRequestRow } from '../../store/port.ts'

/** The CB or CR that was booked; `gone`: there was nothing to enter any more. */
export type AskedDisputeOutcome = { readonly madeId: string } | 'gone' | Refusal | KeyInUse

/**
 * Enters what a person has asked for of a dispute, and a second one allows: the port between what waits for a
 * second person and the feature that keeps disputes. `load` is asked before each try; `undefined`: it does not
 * wait any more. What `also` answers goes into the same commit. Rejects with the store.
 */
export type EnterAskedDispute = (
  load: () => Promise<OperationRequestRow | undefined>,
  also: (request: OperationRequestRow, madeId: string) => readonly ChangePart[],
) => Promise<AskedDisputeOutcome>
