import { type disputeUpdate, EVIDENCE_FILES, EVIDENCE_TEXTS } from '../parameters/others.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { moveBalance } from './balance.ts'
import type { Charge, Dispute } from './types.ts'

const ANSWER_WITHIN_S = 7 * 24 * 3_600
/** Stripe's fee of a dispute, in minor units. */
const DISPUTE_FEE = 1_500
/** All texts of the evidence together. */
const MAX_EVIDENCE_LENGTH = 150_000

/** Stripe's test evidence: what the text says decides (docs.stripe.com/testing). */
const WINNING = 'winning_evidence'
const LOSING = 'losing_evidence'

interface Opening {
  /** The issuer asks first, and takes no money. */
  readonly isInquiry: boolean
  readonly reason: string
  readonly amount?: number
}

/** A cardholder disputes a charge. */
export function openDispute(world: World, charge: Charge, opening: Opening): Dispute {
  const { isInquiry, reason, amount = charge.amount_captured } = opening
  const { id, currency, payment_intent } = charge
  const details = charge.payment_method_details
  const card = details.card as { brand?: string } | undefined
  const dispute = world.store.add<Dispute>({
    id: world.newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: id,
    created: world.seconds(),
    currency,
    enhanced_eligibility_types: [],
    evidence: Object.fromEntries([
      ...[...EVIDENCE_TEXTS, ...EVIDENCE_FILES].map((name) => [name, null]),
      ['enhanced_evidence', {}],
    ]),
    evidence_details: {
      due_by: world.seconds() + ANSWER_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: world.livemode,
    metadata: {},
    payment_intent,
    ...(card === undefined
      ? {}
      : {
          payment_method_details: {
            card: {
              brand: card.brand,
              case_type: isInquiry ? 'inquiry' : 'chargeback',
              network: card.brand,
              network_reason_code: reason === 'product_not_received' ? '13.1' : '10.4',
            },
            type: 'card',
          },
        }),
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  } as Dispute)
  charge.disputed = true
  world.events.emit('charge.dispute.created', dispute)
  if (!isInquiry) withdraw(world, dispute)
  world.due.at(dispute.evidence_details.due_by * 1_000, () => passDeadline(world, dispute))
  return dispute
}

function withdraw(world: World, dispute: Dispute): void {
  world.ledger.book(dispute.payment_intent, dispute.currency, 'disputed', dispute.amount)
  move(world, dispute, -dispute.amount, 'dispute', DISPUTE_FEE)
  world.events.emit('charge.dispute.funds_withdrawn', dispute)
}

function move(world: World, dispute: Dispute, amount: number, category: string, fee: number): void {
  const { id, currency, charge } = dispute
  dispute.balance_transactions.push(
    moveBalance(world, {
      amount,
      currency,
      type: 'adjustment',
      category,
      source: id,
      description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${charge}`,
      fee,
    }),
  )
}

function passDeadline(world: World, dispute: Dispute): void {
  if (!needsResponse(dispute)) return
  dispute.evidence_details = { ...dispute.evidence_details, past_due: true }
  endDispute(world, dispute, dispute.status === 'needs_response' ? 'lost' : 'warning_closed')
}

const needsResponse = ({ status }: Dispute) =>
  status === 'needs_response' || status === 'warning_needs_response'

/** The issuer has decided. Won after it was lost is possible: issuers change their minds. */
export function endDispute(
  world: World,
  dispute: Dispute,
  status: 'won' | 'lost' | 'warning_closed',
): void {
  const before = dispute.status
  dispute.status = status
  world.events.emit('charge.dispute.closed', dispute, { status: before })
  if (status !== 'won') return
  world.ledger.book(dispute.payment_intent, dispute.currency, 'disputed', -dispute.amount)
  move(world, dispute, dispute.amount, 'dispute_reversal', -DISPUTE_FEE)
  world.events.emit('charge.dispute.funds_reinstated', dispute)
}

/** `POST /v1/disputes/{id}`. */
export function updateDispute(
  world: World,
  id: string,
  { evidence, metadata, submit = true }: ValuesOf<typeof disputeUpdate>,
): Dispute {
  const dispute = world.store.need('dispute', id)
  if (metadata !== undefined) dispute.metadata = { ...dispute.metadata, ...metadata }
  if (evidence === undefined && metadata !== undefined) return dispute
  if (!needsResponse(dispute)) {
    throw invalid('This dispute is no longer open for evidence: it was submitted, or is closed.')
  }
  stage(world, dispute, evidence ?? {})
  if (submit) submitEvidence(world, dispute)
  else world.events.emit('charge.dispute.updated', dispute)
  return dispute
}

function stage(world: World, dispute: Dispute, given: Readonly<Record<string, string>>): void {
  for (const name of EVIDENCE_FILES) {
    const file = given[name]
    if (file === undefined || file === '') continue
    const { purpose } = world.store.need('file', file, `evidence[${name}]`)
    if (purpose !== 'dispute_evidence') {
      throw invalid(`The file ${file} was not uploaded as dispute evidence.`, {
        param: `evidence[${name}]`,
      })
    }
  }
  const staged = Object.entries(given).map(([name, text]) => [name, text === '' ? null : text])
  const evidence: Record<string, unknown> = { ...dispute.evidence, ...Object.fromEntries(staged) }
  const length = EVIDENCE_TEXTS.reduce((sum, name) => sum + String(evidence[name] ?? '').length, 0)
  if (length > MAX_EVIDENCE_LENGTH) {
    throw invalid('The combined character count of the evidence is over 150,000.', {
      param: 'evidence',
    })
  }
  dispute.evidence = evidence
  const names = [...EVIDENCE_TEXTS, ...EVIDENCE_FILES]
  const has_evidence = names.some((name) => evidence[name] !== null)
  dispute.evidence_details = { ...dispute.evidence_details, has_evidence }
}

function submitEvidence(world: World, dispute: Dispute): void {
  if (!dispute.evidence_details.has_evidence) throw invalid('There is no evidence to submit.')
  const before = dispute.status
  const isInquiry = before === 'warning_needs_response'
  dispute.status = isInquiry ? 'warning_under_review' : 'under_review'
  dispute.evidence_details = { ...dispute.evidence_details, submission_count: 1 }
  world.events.emit('charge.dispute.updated', dispute, { status: before })
  const text = dispute.evidence.uncategorized_text
  if (text === WINNING) endDispute(world, dispute, isInquiry ? 'warning_closed' : 'won')
  if (text === LOSING) endDispute(world, dispute, isInquiry ? 'warning_closed' : 'lost')
}

/** `POST /v1/disputes/{id}/close`: the merchant accepts it. */
export function closeDispute(world: World, id: string): Dispute {
  const dispute = world.store.need('dispute', id)
  if (dispute.status !== 'needs_response') throw invalid('This dispute cannot be closed any more.')
  endDispute(world, dispute, 'lost')
  return dispute
}
