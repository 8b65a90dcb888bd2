import { minorDigitsOf } from '../../common/money.ts'
import type { ToldDispute } from '../../server/payments/connectors/told-dispute.ts'
import { type JsonObject, memberAt, memberOf, textAt } from '../shared/json.ts'
import { moneyFromStripe } from './currencies.ts'
import { environmentFault, type StripeSteps } from './steps.ts'

type Place = Pick<ToldDispute, 'stage' | 'outcome' | 'isAnswered'>

/**
 * Where a case is, by its status (docs.stripe.com/api/disputes/object). An inquiry that is closed was not followed by
 * a chargeback. Stripe tells none of the later stages: its first decision is the last one.
 */
const PLACES: Readonly<Record<string, Place>> = {
  warning_needs_response: { stage: 'inquiry' },
  warning_under_review: { stage: 'inquiry', isAnswered: true },
  warning_closed: { stage: 'inquiry', outcome: 'won' },
  needs_response: { stage: 'firstChargeback' },
  under_review: { stage: 'representment' },
  won: { outcome: 'won' },
  lost: { outcome: 'lost' },
}

/** What a dispute of Stripe says; `undefined`: of a status that moves no money here, or without an amount. */
export function disputeOf(dispute: JsonObject): ToldDispute | undefined {
  const caseReference = textAt(dispute, 'id')
  const status = textAt(dispute, 'status') ?? ''
  const place = Object.hasOwn(PLACES, status) ? PLACES[status] : undefined
  const currency = textAt(dispute, 'currency')?.toUpperCase() ?? ''
  const value = memberOf(dispute, 'amount')
  const isMoney = typeof value === 'number' && minorDigitsOf(currency) !== undefined
  const amount = isMoney ? moneyFromStripe(value, currency) : undefined
  if (caseReference === undefined || place === undefined || amount === undefined) return undefined
  const reasonCode =
    textAt(dispute, 'payment_method_details.card.network_reason_code') ?? textAt(dispute, 'reason')
  const dueBy = memberAt(dispute, 'evidence_details.due_by')
  return {
    caseReference,
    stage: stageOfEnd(dispute),
    ...place,
    amount,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(typeof dueBy === 'number' && dueBy > 0 ? { respondByMs: dueBy * 1000 } : {}),
  }
}

/** A case that has ended, with or without an answer of the merchant. */
function stageOfEnd(dispute: JsonObject): 'representment' | 'firstChargeback' {
  const submissions = memberAt(dispute, 'evidence_details.submission_count')
  return typeof submissions === 'number' && submissions > 0 ? 'representment' : 'firstChargeback'
}

/** Reads a dispute as it is now. */
export async function readDisputeAtStripe(
  id: string,
  steps: Pick<StripeSteps, 'client' | 'environment'>,
): Promise<ToldDispute | undefined> {
  const answer = await steps.client.get(`/v1/disputes/${encodeURIComponent(id)}`)
  if (answer.kind !== 'object' || textAt(answer.object, 'id') !== id) return undefined
  return environmentFault(answer.object, steps) === undefined ? disputeOf(answer.object) : undefined
}
