import { checkUnits } from '../facts/currencies.ts'
import type { refundCreate } from '../parameters/others.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid, missingParameter } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { moveBalance } from './balance.ts'
import type { Charge, Refund } from './types.ts'

/** Refunds that are pending end after five minutes; one that fails late does so after twelve days. */
const ENDS_AFTER_MS = 5 * 60_000
const FAILS_AFTER_MS = 12 * 24 * 3_600_000

type CreateParams = Omit<ValuesOf<typeof refundCreate>, 'expand'>

/** `POST /v1/refunds`. */
export function createRefund(world: World, params: CreateParams): Refund {
  const charge = refundedCharge(world, params)
  const open = charge.amount_captured - refundedOf(world, charge)
  if (charge.disputed && !isRefundableDisputed(world, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (open <= 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const { amount = open } = params
  checkUnits(amount, charge.currency)
  if (amount > open) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${open}).`,
      {
        param: 'amount',
      },
    )
  }
  return bookRefund(world, charge, { ...params, amount })
}

function refundedCharge(world: World, params: CreateParams): Charge {
  if (params.payment_intent === undefined && params.charge === undefined) {
    throw missingParameter('charge')
  }
  const { charge: chargeId, payment_intent: intentId } = params
  if (intentId === undefined) return settled(world.store.need('charge', chargeId ?? '', 'charge'))
  const intent = world.store.need('payment_intent', intentId, 'payment_intent')
  if (chargeId !== undefined && chargeId !== intent.latest_charge) {
    throw invalid('The charge does not belong to the payment_intent.', { param: 'charge' })
  }
  if (intent.latest_charge === null) throw withoutCharge(intentId)
  return settled(world.store.need('charge', intent.latest_charge))
}

const withoutCharge = (id: string) =>
  invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  })

function settled(charge: Charge): Charge {
  if (charge.status === 'succeeded' && charge.amount_captured > 0) return charge
  throw withoutCharge(charge.payment_intent)
}

/** What was released of a hold is a refund as well, but takes nothing of what was captured. */
const refundedOf = (world: World, charge: Charge) =>
  world.store
    .all('refund')
    .filter((refund) => refund.charge === charge.id && refund.status !== 'failed')
    .filter((refund) => !isReversal(refund))
    .reduce((sum, { amount }) => sum + amount, 0)

/** Gives back what was held only: no bank can send it back. */
const isReversal = ({ destination_details: to }: Refund) => to?.card.type === 'reversal'

const isRefundableDisputed = (world: World, { id }: Charge) =>
  world.store
    .all('dispute')
    .filter(({ charge }) => charge === id)
    .every(({ is_charge_refundable, status }) => is_charge_refundable || status === 'won')

function bookRefund(
  world: World,
  charge: Charge,
  { amount, metadata, reason }: CreateParams & { readonly amount: number },
): Refund {
  const { currency } = charge
  const isCard = charge.payment_method_details.type === 'card'
  const behaviour = world.instruments.get(charge.payment_method)?.card?.behaviour.refund
  const isPending = behaviour === 'pending' || !isCard
  const refund = makeRefund(world, charge, {
    amount,
    metadata,
    reason,
    status: isPending ? 'pending' : 'succeeded',
  })
  refund.balance_transaction = moveBalance(world, {
    amount: -amount,
    currency,
    type: isCard ? 'refund' : 'payment_refund',
    category: 'refund',
    source: refund.id,
  }).id
  countRefund(world, charge, amount)
  world.events.emit('refund.created', refund)
  world.events.emit('charge.refunded', charge)
  if (isPending) world.due.at(world.nowMs() + ENDS_AFTER_MS, () => endRefund(world, refund))
  if (behaviour === 'failsLater') {
    world.due.at(world.nowMs() + FAILS_AFTER_MS, () => failRefund(world, refund))
  }
  return refund
}

interface NewRefund {
  readonly metadata?: CreateParams['metadata'] | undefined
  readonly reason?: CreateParams['reason'] | undefined
  readonly amount: number
  readonly status: Refund['status']
  readonly isReversal?: boolean
}

function makeRefund(world: World, charge: Charge, made: NewRefund): Refund {
  const { amount, metadata, reason, status, isReversal = false } = made
  const isCard = charge.payment_method_details.type === 'card'
  const card = isReversal
    ? { type: 'reversal' as const }
    : {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund' as const,
      }
  return world.store.add<Refund>({
    id: world.newId(isCard ? 're' : 'pyr'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    ...(isCard ? { destination_details: { card, type: 'card' } } : {}),
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  } as Refund)
}

/**
 * What of a hold is not captured is given back by a refund that nobody has asked for, of the type
 * `reversal`: a client that books every refund that it did not make as made elsewhere is wrong.
 * Only after a partial capture it has a line of the balance.
 */
export function refundRest(world: World, charge: Charge, amount: number): Refund {
  const refund = makeRefund(world, charge, { amount, status: 'succeeded', isReversal: true })
  const { amount_refunded } = charge
  charge.amount_refunded += amount
  charge.refunded = charge.amount_captured === 0
  world.ledger.book(charge.payment_intent, charge.currency, 'released', amount)
  world.events.emit('refund.created', refund)
  world.events.emit('charge.refunded', charge, { amount_refunded })
  return refund
}

function countRefund(world: World, charge: Charge, amount: number): void {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded >= charge.amount
  world.ledger.book(charge.payment_intent, charge.currency, 'refunded', amount)
}

/** A pending refund has reached the shopper. */
function endRefund(world: World, refund: Refund): void {
  if (refund.status !== 'pending') return
  refund.status = 'succeeded'
  delete refund.pending_reason
  tellUpdate(world, refund, 'pending')
}

/** The shopper's bank sends it back, also after it has succeeded. */
export function failRefund(
  world: World,
  refund: Refund,
  reason = 'expired_or_canceled_card',
): void {
  if (refund.status === 'failed' || isReversal(refund)) return
  const before = refund.status
  const charge = world.store.need('charge', refund.charge)
  const transaction = moveBalance(world, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    category: 'refund_failure',
    source: refund.id,
  })
  refund.status = 'failed'
  refund.failure_reason = reason
  refund.failure_balance_transaction = transaction.id
  delete refund.pending_reason
  countRefund(world, charge, -refund.amount)
  tellUpdate(world, refund, before)
  world.events.emit('refund.failed', refund, { status: before })
}

function tellUpdate(world: World, refund: Refund, status: string): void {
  world.events.emit('refund.updated', refund, { status })
  world.events.emit('charge.refund.updated', refund, { status })
}
