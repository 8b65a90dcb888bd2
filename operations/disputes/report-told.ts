import type { Money } from '../../common/money.ts'
import { keptReference } from '../../server/parameters/masking.ts'
import type { ToldDispute } from '../../server/payments/connectors/index.ts'
import { hasOutcome } from '../../server/payments/index.ts'
import { CHARGEABLE_BACK, type ReportToldDispute } from '../../server/payments/record/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { DisputeRow, PaymentRow } from '../../server/store/port.ts'
import { untoldAcceptance } from './acceptances.ts'
import type { Case } from './case.ts'
import {
  committed,
  type DisputeParts,
  loadedOf,
  type Step,
  type WholeDispute,
} from './commit-step.ts'
import { type NamedCase, namedBy, namedByAcquirer, reportedOf } from './reported.ts'
import { arrived, awaitsEvidence } from './steps.ts'
import { evidenceTimerEnd, lastSubmission } from './submissions.ts'
import { reportTold } from './told.ts'

/** Takes what a provider tells of a dispute by its events. */
export function reportToldBy(parts: DisputeParts): ReportToldDispute {
  return async ({ payment, caseReference, name }, load) => {
    const acquirerReference = keptReference(caseReference, parts.vault.keyedHash)
    const done = await committed<WholeDispute>(async () => {
      const family = await familyOf(payment, parts)
      const known = await knownOf(family, acquirerReference, parts)
      // After the case: what is read there is then never older than what another event has told here.
      const told = await load()
      if (told === undefined) return notYet
      const step = await stepOf(told, { family, payment, known, acquirerReference, name }, parts)
      return loadedOf(step, parts)
    }, parts)
    if (done === notYet || done === tooBusy) return { kind: 'later' }
    if (isRefusal(done)) return { kind: 'refused', why: done.description ?? done.code }
    // Without a key no commit meets one.
    const disputed = 'keyInUse' in done ? undefined : done.dispute.paymentId
    const charged = disputed === undefined ? undefined : await parts.store.read.payment(disputed)
    return charged === undefined ? { kind: 'later' } : { kind: 'reported', payment: charged }
  }
}

interface Named {
  /** The payment that is told, and those of its account that belong to it, oldest first. */
  readonly family: readonly PaymentRow[]
  readonly payment: PaymentRow
  readonly known: NamedCase | undefined
  readonly acquirerReference: string
  readonly name: string
}

async function stepOf(
  told: ToldDispute,
  { family, payment, known, acquirerReference, name }: Named,
  parts: DisputeParts,
): Promise<Step | DisputeRow | Refusal> {
  const waiting = known?.given && (await toldOfSent(told, known.given, name, parts))
  if (waiting !== undefined) return waiting
  const report = reportTold(told, known?.given?.dispute)
  if (report === 'early') return notYet
  if (report === 'known') return known?.given?.dispute ?? notYet
  const named = known ?? disputedOf(payment, family, told.amount)
  if (named === undefined) return notYet
  const said = { ...report, madeBy: 'acquirer', note: name }
  return reportedOf({ source: 'acquirer', acquirerReference, report: said }, named, parts)
}

/** What was sent and not answered has arrived: the provider tells that it has it. */
async function toldOfSent(
  told: ToldDispute,
  given: Case,
  name: string,
  parts: DisputeParts,
): Promise<Step | undefined> {
  const { dispute } = given
  const isEnd = told.outcome !== undefined && dispute.outcome === 'accepted'
  if (told.isAnswered !== true && !isEnd) return undefined
  const events = await parts.store.read.disputeEvents(dispute.id)
  const isWaiting = isEnd
    ? untoldAcceptance(dispute, events) !== undefined
    : awaitsEvidence(dispute) && lastSubmission(events) !== undefined
  if (!isWaiting) return undefined
  const said = { madeBy: 'acquirer', note: name, nowMs: parts.clock.of(dispute.entityId) }
  return { decided: arrived(dispute, said), more: [evidenceTimerEnd(dispute.id)] }
}

async function familyOf(
  { familyId, connector }: PaymentRow,
  { store }: DisputeParts,
): Promise<readonly PaymentRow[]> {
  const family = await store.read.paymentsOfFamily(familyId)
  return family.filter((one) => one.connector === connector)
}

/** The dispute of a case: a file, or a person, may have told it of another payment of the family. */
async function knownOf(
  family: readonly PaymentRow[],
  acquirerReference: string,
  parts: DisputeParts,
): Promise<NamedCase | undefined> {
  for (const { id, paymentType } of family) {
    if (!CHARGEABLE_BACK.includes(paymentType)) continue
    const found = await namedBy(id, acquirerReference, parts)
    if (!isRefusal(found) && found.given !== undefined) return namedByAcquirer(found)
  }
  return undefined
}

/**
 * What a new case is about: the payment that the provider names, or of a hold one of its captures: that of the same
 * amount, else the newest one that has as much, else the newest one. `undefined`: it is not as far here.
 */
function disputedOf(
  payment: PaymentRow,
  family: readonly PaymentRow[],
  amount: Money | undefined,
): NamedCase | undefined {
  const now = family.find(({ id }) => id === payment.id) ?? payment
  if (now.paymentType !== 'PA') {
    return hasOutcome(now.state) ? { named: now, given: undefined } : undefined
  }
  const captures = family.filter((one) => one.operation === 'capture' && one.state === 'succeeded')
  const minor = amount?.currency === now.currency ? amount.minor : now.amountMinor
  const named =
    captures.findLast(({ amountMinor }) => amountMinor === minor) ??
    captures.findLast(({ amountMinor }) => amountMinor > minor) ??
    captures.at(-1)
  return named && { named, given: undefined }
}

/** It is told again: its payment, its case or the provider's answer is not there yet. */
const notYet: Refusal = refuse('700.400.580', { description: 'It is not known yet' })
