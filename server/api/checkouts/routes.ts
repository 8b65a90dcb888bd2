import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import type { CheckoutRow } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { bodyOf } from '../../wire/http/answer.ts'
import { type Caller, type CallParts, validateCall, withEcho } from '../../wire/http/call.ts'
import { timeOf } from '../../wire/http/entity-time.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, keyParts, participantsOf } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type OnceParts, type Worked } from '../../wire/idempotency/once.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import { paymentAnswer } from '../payments/answer.ts'
import { firstPaymentErrors } from '../payments/prepare-errors.ts'
import type { RegistrationService } from '../registrations/service.ts'
import { checkoutAnswer, checkoutNdc } from './answer.ts'
import { checkoutChangeRoutes } from './change-routes.ts'
import { requestOf } from './kept-request.ts'
import {
  offeredRegistrations,
  offerRefusal,
  paidOfferRefusal,
  withOneClick,
} from './offered-registrations.ts'
import { unpayable, unpayableErrors } from './payable.ts'
import { beforeTerminalRefusal } from './prepared-instrument.ts'
import { isForRegistration } from './registration.ts'
import { checkoutRegistrationRoutes } from './registration-routes.ts'
import { returnAddressErrors } from './return-address.ts'
import { submitRefusal } from './rules.ts'
import type { CheckoutParts, CheckoutService } from './service.ts'
import { widgetSession } from './session.ts'
import { shopperPaymentAnswer } from './shopper-answer.ts'
import { shopperCheckout } from './shopper-checkout.ts'
import { statusRoute } from './status-routes.ts'
import { storesOnly } from './stores-only.ts'
import { type JudgedSubmit, type Submit, submitRoute } from './submit-routes.ts'

export interface CheckoutRouteParts extends CallParts, CheckoutParts, OnceParts {
  readonly checkouts: CheckoutService
  readonly registrations: RegistrationService
  readonly clock: EntityClock
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `/v1/checkouts`, `/v1/checkouts/{id}`, its `/payment` and the widget's session (decisions §2, §6). */
export function checkoutRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  const { clock } = parts

  app.post('/v1/checkouts', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) => create(caller, entry, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

  checkoutChangeRoutes(app, parts)
  checkoutRegistrationRoutes(app, parts)

  const work = (submit: Submit) => pay(submit, parts)
  const kind = { endpoint: '/payment', operation: 'checkouts.submit' } as const
  const errorsOf = (judged: JudgedSubmit) => payingErrors(judged, parts)
  submitRoute(app, { ...kind, refusalOf: payingRefusal, errorsOf, work }, parts)

  statusRoute(
    app,
    '/payment',
    async (checkout, ndc) => {
      const payment = await parts.checkouts.latestPayment(checkout)
      return payment && paymentAnswer(payment, ndc)
    },
    parts,
  )

  app.get<WithId>('/v1/checkouts/:id/session', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const session = await readSession(request, request.params.id, parts)
    if (isRefusal(session)) return sendRefusal(request, reply, session, clock)
    const meta = { ndc: request.ndc, atMs: timeOf(request, clock) }
    const body = bodyOf('000.000.100', meta, { before: { ...session } })
    return send(reply, { status: 200, body })
  })
}

async function create(
  caller: Caller,
  entry: KeyEntry | undefined,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const nowMs = parts.clock.of(caller.usable?.entity.id ?? caller.token.entityId)
  const call = validateCall(caller, 'checkouts.create', parts, (accepted) =>
    unpayableErrors(accepted, nowMs),
  )
  if (isRefusal(call)) return call
  const channel = await parts.access.channelFor(call, call.values)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const { profile } = channel.settings
  const refusal =
    unpayable(call.values, { nowMs, profile }, parts) ??
    (await offerRefusal(
      call.values.entries(),
      { token: call.token, channelId: channel.entity.id },
      parts,
    ))
  if (refusal !== undefined) return withEcho(refusal, call.values)
  const answerOf = (checkout: CheckoutRow) =>
    checkoutAnswer('000.200.100', checkout, checkoutNdc(checkout.id, profile), checkout.integrity)
  const extraParts = keyParts(entry, answerOf)
  const created = await parts.checkouts.create(channel, call.values, extraParts)
  return 'keyInUse' in created ? created : answerOf(created)
}

function payingRefusal(
  checkout: CheckoutRow,
  held: ParameterValues,
  nowMs: number,
): Refusal | undefined {
  return storesOnly(held) ? isForRegistration : submitRefusal(checkout, nowMs)
}

function payingErrors(
  { together, held, channel, nowMs }: JudgedSubmit,
  { issuerCountryOf }: CheckoutRouteParts,
): readonly ParameterError[] {
  const fixed = beforeTerminalRefusal(held, together.entries())?.parameterErrors
  if (fixed !== undefined) return fixed
  const { brands, checkouts } = channel.settings
  return [
    ...returnAddressErrors(together, held, checkouts),
    ...(paidOfferRefusal(together, held)?.parameterErrors ?? []),
    ...firstPaymentErrors(together, { brands, nowMs, issuerCountryOf }),
  ]
}

async function pay(
  { checkout, held, channel, submitted, sent, ndc, entry }: Submit,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const refusal =
    beforeTerminalRefusal(held, submitted.entries()) ?? paidOfferRefusal(submitted, held)
  if (refusal !== undefined) return refusal
  const address = returnAddressErrors(submitted, held, channel.settings.checkouts)
  if (address.length > 0) return refuseParameters(address)
  const values = withOneClick(submitted, held)
  const keyParticipants = participantsOf(entry)
  const paid = await parts.checkouts.submit({
    checkout,
    channel,
    submitted: values,
    keyParticipants,
  })
  if (isRefusal(paid) || 'keyInUse' in paid) return paid
  return shopperPaymentAnswer(paid, sent, ndc)
}

async function readSession(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<WidgetSession | Refusal> {
  const checkout = await shopperCheckout(request, id, parts)
  if (isRefusal(checkout)) return checkout
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const held = requestOf(checkout)
  const registrations = await offeredRegistrations(held, parts.registrations)
  const nowMs = parts.clock.of(checkout.entityId)
  return {
    ...widgetSession(checkout, held, channel.settings, parts.environment, nowMs),
    ...(registrations.length === 0 ? {} : { registrations }),
  }
}
