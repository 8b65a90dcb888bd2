import { checkChargeAmount, checkUnits } from '../facts/currencies.ts'
import { declineError } from '../facts/declines.ts'
import type { Charge, PaymentIntent } from '../objects/types.ts'
import type {
  paymentIntentCancel,
  paymentIntentCapture,
  paymentIntentIncrement,
} from '../parameters/intents.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { ApiError, invalid, unexpectedState } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { captureBooked, release } from './money.ts'

const MAX_INCREMENTS = 10
const MAX_CAPTURES = 50

interface Held {
  readonly intent: PaymentIntent
  readonly charge: Charge
  readonly card: {
    capture_before: number
    amount_authorized: number
    readonly multicapture: { readonly status: string }
    readonly incremental_authorization: { readonly status: string }
  }
}

function heldIntent(world: World, id: string, verb: string): Held {
  const intent = world.store.need('payment_intent', id)
  if (intent.status !== 'requires_capture' || intent.latest_charge === null) {
    throw unexpectedState(
      `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with the status requires_capture can be.`,
      { payment_intent: structuredClone(intent) },
    )
  }
  const charge = world.store.need('charge', intent.latest_charge)
  return { intent, charge, card: charge.payment_method_details.card as Held['card'] }
}

/** `POST /v1/payment_intents/{id}/capture`. */
export function capture(
  world: World,
  id: string,
  params: ValuesOf<typeof paymentIntentCapture>,
): PaymentIntent {
  const { intent, charge, card } = heldIntent(world, id, 'captured')
  const { amount_to_capture: amount = intent.amount_capturable, final_capture: isFinal = true } =
    params
  const hasMany = card.multicapture.status === 'available'
  if (!isFinal && !hasMany) {
    throw invalid('final_capture can only be false where multicapture is available.', {
      param: 'final_capture',
    })
  }
  // Nothing may be captured by a last capture after others: it releases the rest.
  const isEnd = amount === 0 && isFinal && charge.amount_captured > 0
  if (!isEnd) checkUnits(amount, intent.currency, 'amount_to_capture')
  if (amount > intent.amount_capturable) {
    throw invalid(
      'The amount_to_capture must be less than or equal to the amount_capturable of the PaymentIntent.',
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  }
  const count = capturesOf(world, charge)
  if (count >= MAX_CAPTURES) throw invalid('A PaymentIntent can be captured up to 50 times.')
  if (params.metadata !== undefined) intent.metadata = { ...intent.metadata, ...params.metadata }
  captureBooked(world, intent, charge, { amount, isFinal })
  return intent
}

const capturesOf = (world: World, { id }: Charge) =>
  world.store
    .all('balance_transaction')
    .filter(({ source, type }) => source === id && type === 'charge').length

/** `POST /v1/payment_intents/{id}/cancel`. */
export function cancel(
  world: World,
  id: string,
  params: ValuesOf<typeof paymentIntentCancel>,
): PaymentIntent {
  const intent = world.store.need('payment_intent', id)
  if (
    intent.status === 'succeeded' ||
    intent.status === 'canceled' ||
    intent.status === 'processing'
  ) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: structuredClone(intent) },
    )
  }
  const charge =
    intent.latest_charge === null ? undefined : world.store.find('charge', intent.latest_charge)
  release(world, intent, charge, params.cancellation_reason ?? null)
  return intent
}

/** `POST /v1/payment_intents/{id}/increment_authorization`: `amount` is the new total. */
export function increment(
  world: World,
  id: string,
  params: ValuesOf<typeof paymentIntentIncrement>,
): PaymentIntent {
  const { intent, charge, card } = heldIntent(world, id, 'incremented')
  if (card.incremental_authorization.status !== 'available') {
    throw invalid('This PaymentIntent does not support incremental authorization.')
  }
  const { amount } = params
  if (amount <= intent.amount) {
    throw invalid('The amount must be greater than the amount that is authorized already.', {
      param: 'amount',
    })
  }
  checkChargeAmount(amount, intent.currency)
  const counted = increments.get(intent) ?? 0
  if (counted >= MAX_INCREMENTS) throw invalid('An authorization can be incremented 10 times.')
  increments.set(intent, counted + 1)
  const instrument = world.instruments.get(charge.payment_method)
  const decline =
    world.current.decline ??
    (instrument?.card?.behaviour.declinesIncrement ? 'insufficient_funds' : undefined)
  // The hold stays as it was.
  if (decline !== undefined)
    throw new ApiError(402, { ...declineError(decline), charge: charge.id })
  const more = amount - intent.amount
  world.ledger.book(intent.id, intent.currency, 'authorised', more)
  Object.assign(intent, { amount, amount_capturable: intent.amount_capturable + more })
  charge.amount = amount
  card.amount_authorized = amount
  if (params.metadata !== undefined) intent.metadata = { ...intent.metadata, ...params.metadata }
  world.events.emit('payment_intent.amount_capturable_updated', intent)
  return intent
}

const increments = new WeakMap<PaymentIntent, number>()
