import { DAY_MS } from '../../common/durations.ts'
import { formatAmount, type Money } from '../../common/money.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import { moneyOfStored } from '../../server/payments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type { DisputeStage, OperationRequestRow, PaymentRow } from '../../server/store/port.ts'
import type { Case, Decided, DisputeReport, StandingChargeback } from './case.ts'
import { shareOfStanding, sumOf } from './case-money.ts'

/** What an acquirer has told a person, by letter or in its portal. */
export type ToldByHand = Omit<
  DisputeReport,
  'nowMs' | 'madeBy' | 'note' | 'isNew' | 'changesAmount'
>

/** What a person enters of a dispute. */
export interface EnteredByHand {
  readonly paymentId: string
  /** The acquirer's number of the case: one dispute for each. */
  readonly acquirerReference: string
  readonly told: ToldByHand
  readonly reason: string
  readonly by: string
  /** Names who enters it: the same person cannot be the second one. */
  readonly byId: string
}

/**
 * Why a person may not enter a step, `undefined` where it changes nothing. Whatever an acquirer reports is a
 * fact; of what people enter, no more than was booked may be charged back. A refund before it is no hindrance:
 * shoppers do get their money twice, and the dispute is flagged.
 */
export function refusedByHand(
  charged: PaymentRow,
  given: Case | undefined,
  { told, decided }: { readonly told: ToldByHand; readonly decided: Decided | undefined },
): Refusal | undefined {
  if (decided === undefined) {
    return refuse('700.400.402', {
      description:
        'This is nothing new of the dispute: it is as far already, or further. Read it to see its stage and outcome',
    })
  }
  const standing = given?.standing ?? []
  const isOther = decided.booked.length === 0 && isOtherAmount(told, standing)
  if (isOther) return toldOtherwise(told, standing)
  const { bookedMinor, reversedMinor, chargedBackMinor } = charged
  const standingMinor = shareOfStanding(standing, charged)
  const openMinor = bookedMinor - reversedMinor - chargedBackMinor + standingMinor
  if (decided.dispute.shareMinor <= openMinor) return undefined
  return refuse('700.300.600', {
    description:
      'This is more than is open to be charged back. Enter what the acquirer has taken, or import its file: what an acquirer reports itself is taken as it is',
  })
}

/** Whether a person names another amount than the bank has: no step of the dispute moves the difference. */
function isOtherAmount({ amount }: ToldByHand, standing: readonly StandingChargeback[]): boolean {
  const [first] = standing
  if (amount === undefined || first === undefined) return false
  return amount.minor !== sumOf(standing) || amount.currency !== first.chargeback.currency
}

function toldOtherwise({ amount }: ToldByHand, standing: readonly StandingChargeback[]): Refusal {
  const currency = standing[0]?.chargeback.currency ?? ''
  const has = amountText({ minor: sumOf(standing), currency })
  const entered = amount === undefined ? '' : `, and not ${amountText(amount)}`
  return refuse('700.400.402', {
    description: `The acquirer has told already that ${has} are charged back in this case${entered}. What it has taken beside that is booked by its settlement file; leave the amount out to enter another fact`,
  })
}

function amountText(money: Money): string {
  return `${formatAmount(money)} ${money.currency}`
}

/** Who answers for a step, why, and what is kept of it for a second person. */
export type AskedStep = Pick<OperationRequestRow, 'reason' | 'askedBy' | 'askedById' | 'report'>

/** What is kept of what a person has entered. */
export function askedStepOf(entered: EnteredByHand): AskedStep {
  const { acquirerReference, told, reason, by: askedBy, byId: askedById } = entered
  return { reason, askedBy, askedById, report: JSON.stringify({ acquirerReference, told }) }
}

/** The request that goes with a step: what it moves, and who has asked for it. `undefined`: it moves no money. */
export function requestOf(
  asked: AskedStep,
  { charged, decided }: { readonly charged: PaymentRow; readonly decided: Decided },
  { ordinal, nowMs }: { readonly ordinal: number; readonly nowMs: number },
): OperationRequestRow | undefined {
  const [booked] = decided.booked
  if (booked === undefined) return undefined
  // The limit of the second person is in the payment's currency.
  const isOwn = booked.currency === charged.currency
  const ownMinor = decided.booked.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    id: newObjectId(nowMs),
    paymentId: charged.id,
    familyId: charged.familyId,
    ordinal,
    entityId: charged.entityId,
    paymentType: booked.paymentType === 'CR' ? 'CR' : 'CB',
    amountMinor: isOwn ? ownMinor : charged.amountMinor,
    currency: charged.currency,
    ...asked,
    state: 'made',
    decidedBy: null,
    decisionReason: null,
    madeId: booked.id,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
}

/** What was entered, of a request that waited for a second person. */
export function enteredOf(request: OperationRequestRow): EnteredByHand {
  const { paymentId, reason, askedBy: by, askedById: byId, report } = request
  if (report === null) throw new Error(`The request ${request.id} is about no dispute`)
  // Written by `requestOf` only.
  const kept = JSON.parse(report) as Pick<EnteredByHand, 'acquirerReference' | 'told'>
  return { paymentId, ...kept, reason, by, byId }
}

/** What parameters of `disputes.enter` say that the acquirer has told. */
export function toldIn(values: ParameterValues, nowMs: number): ToldByHand | Refusal {
  const amount = values.sent('amount') === undefined ? undefined : moneyOfStored(values, 'DB')
  if (isRefusal(amount)) return amount
  const outcome = values.get('disputeOutcome') as 'won' | 'lost' | undefined
  const reasonCode = values.get('disputeReason')
  const resultCode = values.get('disputeCode')
  const respondByMs = endOfDay(values.get('respondBy'))
  if (respondByMs !== undefined && respondByMs <= nowMs)
    return isOver(values.get('respondBy') ?? '')
  return {
    stage: values.get('stage') as DisputeStage,
    ...(outcome === undefined ? {} : { outcome }),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(resultCode === undefined ? {} : { resultCode }),
    ...(amount === undefined ? {} : { amount }),
    ...(respondByMs === undefined ? {} : { respondByMs }),
  }
}

/** The whole day counts, UTC. */
function endOfDay(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) + DAY_MS
}

function isOver(day: string): Refusal {
  const message =
    'is over: give the last day on which an answer counts, or nothing where none is asked for'
  return refuseParameters([{ name: 'respondBy', value: day, message }])
}
