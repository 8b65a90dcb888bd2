import type {
  FiledChargeback,
  FiledOutcome,
  MoneyOfCase,
  ReportFiledChargeback,
} from '../../server/payments/record/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { DisputeRow, PaymentRow } from '../../server/store/port.ts'
import {
  bookedOf,
  committed,
  type DisputeParts,
  type Done,
  loadedOf,
  type Step,
  type WholeDispute,
} from './commit-step.ts'
import { partOfRequest, type WaitingRequest, withRequest } from './entered.ts'
import { openedByFile, toldByFile } from './filed.ts'
import { namedBy, namedByAcquirer, reportedOf } from './reported.ts'
import { confirmed } from './steps.ts'

/** Takes what a file of the acquirer reports. What a person has brought counts as entered by hand. */
export function reportFiled(parts: DisputeParts): ReportFiledChargeback {
  return async (load, also) => {
    const done = await committed<WholeDispute | WaitingRequest>(async () => {
      const found = await filedStep(load, parts)
      if (isRefusal(found)) return found
      const { step, filed, charged } = found
      const booked = 'decided' in step ? step.decided.booked : []
      const mark = ({ dispute }: WholeDispute): ChangePart => {
        return { owner: 'settlement', changes: also.reported(dispute.id, booked[0]?.id) }
      }
      const { broughtBy } = filed
      if (broughtBy === undefined || broughtBy.isAgreed || !('decided' in step)) {
        return loadedOf(step, parts, (after) => [mark(after)])
      }
      const { by: askedBy, byId: askedById, place: report } = broughtBy
      const asked = { reason: filed.note, askedBy, askedById, report }
      const planned = await withRequest(asked, { charged, decided: step.decided }, parts)
      if (isRefusal(planned)) return planned
      const { request } = planned
      const counted = request === undefined ? [] : [partOfRequest(request)]
      if (request?.state !== 'waiting') {
        return loadedOf(step, parts, (after) => [...counted, mark(after)])
      }
      const waiting = { owner: 'settlement', changes: also.waiting() }
      return { result: { waiting: request }, parts: [...counted, waiting] }
    }, parts)
    return filedOutcome(done)
  }
}

/** What a file says of a case, as it is now. */
interface FoundFiled {
  readonly step: Step | DisputeRow
  readonly filed: FiledChargeback
  readonly charged: PaymentRow
}

async function filedStep(
  load: Parameters<ReportFiledChargeback>[0],
  parts: DisputeParts,
): Promise<FoundFiled | Refusal> {
  const { store, clock } = parts
  const sought = await load()
  if (sought === undefined) return noLongerFiled
  const { paymentId, caseReference } = sought
  const found = await namedBy(paymentId, caseReference, parts)
  if (isRefusal(found)) return found
  // After the dispute: what another line has told since then steps it, and this commit conflicts.
  const filed = await load()
  if (filed === undefined) return noLongerFiled
  const from = { source: 'acquirer', acquirerReference: caseReference } as const
  const known = found.given?.dispute
  const charged = found.given?.charged ?? found.named
  const foundWith = (step: Step | DisputeRow | Refusal) =>
    isRefusal(step) ? step : { step, filed, charged }
  if (known === undefined) {
    return foundWith(await reportedOf({ ...from, report: openedByFile(filed) }, found, parts))
  }
  const payment = (await store.read.payment(known.casePaymentId)) ?? found.named
  const booked = (await bookedOf(known, store)).map(moneyOf)
  const told = toldByFile(filed, { stage: known.stage, booked, payment })
  const step = told && (await reportedOf({ ...from, report: told }, namedByAcquirer(found), parts))
  if (step !== undefined && step !== known) return foundWith(step)
  const said = { madeBy: 'acquirer', note: filed.note, nowMs: clock.of(known.entityId) }
  return foundWith({ decided: confirmed(known, said), isQuiet: true })
}

function moneyOf({ paymentType, amountMinor: minor, currency }: PaymentRow): MoneyOfCase {
  return { isReversal: paymentType === 'CR', amount: { minor, currency } }
}

function filedOutcome(done: Awaited<Done> | WaitingRequest): FiledOutcome {
  if (done === noLongerFiled) return 'gone'
  // Without a key no commit meets one.
  if (done === tooBusy || 'keyInUse' in done) return 'busy'
  if (isRefusal(done)) return { refused: done.description ?? done.code }
  return 'waiting' in done ? 'waiting' : 'reported'
}

/** Another process has reported it, or a person has matched the line to another payment. */
const noLongerFiled: Refusal = refuse('700.400.580', {
  description: 'There is nothing to report any more',
})
