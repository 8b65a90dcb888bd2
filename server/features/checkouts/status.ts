import type { FastifyRequest } from 'fastify'
import { type Answer, bodyOf } from '../../http/answer.ts'
import { type Caller, type CallParts, idOfPath, sentParameters } from '../../http/call.ts'
import type { Asked } from '../../http/route.ts'
import { validate } from '../../parameters/validate.ts'
import { detailsOf, paymentAnswer } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { CheckoutRow, PaymentRow, Store } from '../../store/port.ts'
import {
  authenticatedAnswer,
  type RegistrationService,
  registrationAnswer,
} from '../registrations/index.ts'
import { namedCheckout, setNdcOfCheckout } from './find-checkout.ts'
import { endResultCall } from './result-call.ts'
import { outcomeOf, statusRefusal, unknownCheckout } from './rules.ts'
import type { CheckoutService } from './service.ts'
import { requestOf, storesOnly } from './stored-request.ts'

export interface StatusParts extends CallParts {
  readonly store: Store
  readonly checkouts: Pick<CheckoutService, 'latestPayment'>
  readonly registrations: Pick<RegistrationService, 'find'>
}

/** One of the two addresses at which the status of a checkout is read. */
interface StatusKind {
  readonly endpoint: '/payment' | '/registration'
  /** The result of the last try; `undefined` before the first. */
  readonly answerOf: (
    checkout: CheckoutRow,
    ndc: string,
    parts: StatusParts,
  ) => Promise<Answer | undefined>
}

export const paymentStatus: StatusKind = {
  endpoint: '/payment',
  async answerOf(checkout, ndc, { checkouts }) {
    const payment = await checkouts.latestPayment(checkout)
    return payment && paymentAnswer(payment, ndc)
  },
}

export const registrationStatus: StatusKind = {
  endpoint: '/registration',
  async answerOf(checkout, ndc, { checkouts, registrations }) {
    const payment = await checkouts.latestPayment(checkout)
    const id = payment === undefined ? checkout.registrationId : storedBy(payment)
    const row = id === null ? undefined : await registrations.find(id)
    if (row !== undefined) return registrationAnswer(row, ndc)
    return payment && authenticatedAnswer(payment, ndc)
  },
}

/** What a payment that authenticates a cardholder has stored. */
function storedBy(payment: PaymentRow): string | null {
  const { registrationId = null } = detailsOf(payment)
  return payment.state === 'succeeded' ? registrationId : null
}

/** The status of a checkout for the merchant's server, as long as it is readable. */
export async function readStatus(
  asked: Asked<Caller>,
  kind: StatusKind,
  parts: StatusParts,
): Promise<Answer | Refusal> {
  const checkout = await namedCheckout(asked, parts)
  if (isRefusal(checkout)) return checkout
  const { ndc, log } = asked.request
  return statusOf(checkout, { kind, ndc, log, isForMerchant: true }, parts)
}

/** The status without credentials, in the `legacy` profile only (decisions §1). */
export async function readStatusWithoutToken(
  request: FastifyRequest,
  kind: StatusKind,
  parts: StatusParts,
): Promise<Answer | Refusal> {
  const checkout = await checkoutForAnyone(request, parts)
  if (isRefusal(checkout)) return checkout
  const { ndc, log } = request
  return statusOf(checkout, { kind, ndc, log, isForMerchant: false }, parts)
}

interface StatusRead {
  readonly kind: StatusKind
  readonly ndc: string
  readonly log: FastifyRequest['log']
  readonly isForMerchant: boolean
}

async function statusOf(
  checkout: CheckoutRow,
  asked: StatusRead,
  parts: StatusParts,
): Promise<Answer | Refusal> {
  const { kind, ndc, log, isForMerchant } = asked
  const { throttling, checkouts = {} } = await parts.access.settingsOf(checkout.entityId)
  const tooMany = await parts.throttle.admitStatusRead(checkout.id, throttling)
  if (tooMany !== undefined) return tooMany
  const refusal = statusRefusal(checkout, checkouts, parts.clock.of(checkout.entityId))
  if (refusal !== undefined) return isForMerchant ? withOutcome(refusal, checkout) : refusal
  const other = endpointRefusal(checkout, kind)
  if (other !== undefined) return other
  const answer = await kind.answerOf(checkout, ndc, parts)
  if (checkout.resultCallId !== null) await noteRead(checkout, log, parts)
  return answer ?? notAttemptedAnswer(checkout, ndc)
}

/** A status is answered also when the store does not write: its shop may then be called all the same. */
async function noteRead(
  checkout: CheckoutRow,
  log: StatusRead['log'],
  parts: StatusParts,
): Promise<void> {
  try {
    await endResultCall(checkout, parts)
  } catch (err) {
    log.warn({ checkoutId: checkout.id, err }, 'the call to the shop is not ended')
  }
}

/** At the other endpoint the status would never change. */
function endpointRefusal(checkout: CheckoutRow, { endpoint }: StatusKind): Refusal | undefined {
  const own = storesOnly(requestOf(checkout)) ? '/registration' : '/payment'
  return own === endpoint ? undefined : otherEndpoint[own]
}

const otherEndpoint: Readonly<Record<StatusKind['endpoint'], Refusal>> = {
  '/payment': refuse('200.300.404', {
    description:
      'No payment session found: this checkout is for a payment, read its status at /payment',
  }),
  '/registration': refuse('200.300.404', {
    description:
      'No payment session found: this checkout only stores payment details, read its status at /registration',
  }),
}

async function checkoutForAnyone(
  request: FastifyRequest,
  { store, access, environment, clock }: StatusParts,
): Promise<CheckoutRow | Refusal> {
  const checkout = await store.read.checkout(idOfPath(request))
  const profile = checkout && (await access.settingsOf(checkout.entityId)).profile
  if (checkout === undefined || profile !== 'legacy') return headerNeeded
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const nowMs = clock.of(checkout.entityId)
  const checked = validate('status', flat, { profile, environment, nowMs })
  if (!checked.ok) return refuseParameters(checked.errors)
  const named = checked.values.get('entityId')
  const fits = named === undefined || (await access.isWithin(checkout.entityId, named))
  if (!fits) return unknownCheckout
  await setNdcOfCheckout(request, checkout, access)
  return checkout
}

/** The same for known and unknown checkouts: an answer must not reveal that one exists. */
const headerNeeded: Refusal = refuse('800.900.300', {
  status: 401,
  description:
    'Send the header Authorization: Bearer <access token>. The legacy profile accepts status reads without it',
})

function notAttemptedAnswer(checkout: CheckoutRow, ndc: string): Answer {
  return {
    status: 200,
    body: bodyOf(
      '000.200.000',
      { ndc, atMs: checkout.updatedAtMs },
      { before: { id: checkout.id } },
    ),
  }
}

/**
 * The refusal of a status that is no longer readable, for the merchant's server: it names the payment of
 * a paid checkout and where to read it, so that no order is lost when a shopper closes the browser
 * (decisions §6). Never for a shopper, who knows the checkout id too.
 */
function withOutcome(refusal: Refusal, checkout: CheckoutRow): Refusal {
  const outcome = outcomeOf(checkout)
  if (outcome === undefined) return refusal
  const { member, id, path, sentence } = outcome
  return {
    ...refusal,
    description: `${refusal.description}. ${sentence} at GET ${path}`,
    leadsTo: { [member]: id, resourcePath: path },
  }
}
