import type { KeyInUse } from '../../server/http/idempotency/idempotency.ts'
import {
  asksTooMuch,
  type EnterAskedDispute,
  needsSecondPerson,
} from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow } from '../../server/store/port.ts'
import {
  type AskedStep,
  askedStepOf,
  type EnteredByHand,
  enteredOf,
  refusedByHand,
  requestOf,
} from './by-hand.ts'
import type { Decided } from './case.ts'
import { committed, type DisputeParts, loadedOf, type WholeDispute } from './commit-step.ts'
import { namedBy, reportedOf } from './reported.ts'

/** What a person has entered, and a second one has to allow. */
export interface WaitingRequest {
  readonly waiting: OperationRequestRow
}

/** What a person has entered or brought: the step of its dispute, and the request that goes with one that moves money. */
interface PlannedByHand {
  readonly decided: Decided
  readonly request: OperationRequestRow | undefined
}

/**
 * Takes what a person enters in the place of the acquirer, within limits. Where it moves more than the
 * merchant's limit for one person, it waits for a second one.
 */
export function enter(
  entered: EnteredByHand,
  parts: DisputeParts,
  extra: (after: WholeDispute | WaitingRequest) => readonly ChangePart[] = () => [],
): Promise<WholeDispute | WaitingRequest | Refusal | KeyInUse> {
  return committed<WholeDispute | WaitingRequest>(async () => {
    const planned = await plannedByHand(entered, parts)
    if (isRefusal(planned)) return planned
    const { decided, request } = planned
    const asked = request === undefined ? [] : [partOfRequest(request)]
    if (request?.state === 'waiting') {
      const result = { waiting: request }
      return { result, parts: [...asked, ...extra(result)] }
    }
    return loadedOf({ decided }, parts, (after) => [...asked, ...extra(after)])
  }, parts)
}

/** Enters what a second person allows. */
export function enterAsked(parts: DisputeParts): EnterAskedDispute {
  return async (load, also) => {
    const done = await committed<{ readonly madeId: string }>(async () => {
      const request = await load()
      if (request === undefined) return noLongerAsked
      const planned = await plannedByHand(enteredOf(request), parts)
      if (isRefusal(planned)) return planned
      const { decided } = planned
      const [booked] = decided.booked
      if (booked === undefined) return movesNothing
      const loaded = await loadedOf({ decided }, parts, () => also(request, booked.id))
      return isRefusal(loaded) ? loaded : { ...loaded, result: { madeId: booked.id } }
    }, parts)
    return done === noLongerAsked ? 'gone' : done
  }
}

/** What a person enters, as it is now. */
async function plannedByHand(
  entered: EnteredByHand,
  parts: DisputeParts,
): Promise<PlannedByHand | Refusal> {
  const { paymentId, acquirerReference, told, by, reason } = entered
  const found = await namedBy(paymentId, acquirerReference, parts)
  if (isRefusal(found)) return found
  const { given } = found
  // The dispute may be that of the refund, or of the payment, whichever of them is named now. All is decided on
  // the rows of one read: the limits must hold for what is committed.
  const charged = given?.charged ?? found.named
  const report = { ...told, madeBy: by, note: reason }
  const step = await reportedOf({ source: 'manual', acquirerReference, report }, found, parts)
  if (isRefusal(step)) return step
  const decided = 'decided' in step ? step.decided : undefined
  const refusal = refusedByHand(charged, given, { told, decided })
  if (refusal !== undefined) return refusal
  if (decided === undefined) throw new Error('A step that changes nothing is refused')
  return withRequest(askedStepOf(entered), { charged, decided }, parts)
}

/** The request that goes with a step, and whether it waits for a second person. */
export async function withRequest(
  asked: AskedStep,
  { charged, decided }: { readonly charged: PaymentRow; readonly decided: Decided },
  { store, clock, access }: DisputeParts,
): Promise<PlannedByHand | Refusal> {
  const before = await store.read.operationRequestsOfFamily(charged.familyId)
  const nowMs = clock.of(charged.entityId)
  const tooMuch = asksTooMuch(before, { paymentId: charged.id, nowMs })
  if (tooMuch !== undefined) return tooMuch
  const place = { ordinal: before.length, nowMs }
  const request = requestOf(asked, { charged, decided }, place)
  if (request === undefined) return { decided, request }
  const { amountMinor: minor, currency } = request
  const settings = await access.settingsOf(charged.entityId)
  const safeMs = clock.safeNow(charged.entityId)
  const known = { settings, before, nowMs: safeMs }
  const waits = needsSecondPerson({ minor, currency }, known)
  return { decided, request: waits ? { ...request, state: 'waiting', madeId: null } : request }
}

export function partOfRequest(row: OperationRequestRow): ChangePart {
  return { owner: 'operationRequest', changes: [{ kind: 'insertOperationRequest', row }] }
}

/** Another person has decided, or the time for it is over. */
const noLongerAsked: Refusal = refuse('700.400.580', {
  description: 'There is nothing to decide any more',
})

/** An acquirer has reported meanwhile what was asked for. */
const movesNothing: Refusal = refuse('700.400.402', {
  description: 'This moves no money any more: the dispute has changed since it was asked for',
})
