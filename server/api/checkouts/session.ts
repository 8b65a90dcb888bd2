import type { FastifyRequest } from 'fastify'
import { AUTHENTICATION_PAGE_PATH } from '../../../common/authentication-wire.ts'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import type { CheckoutRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import type { Access } from '../../wire/entities/access.ts'
import { cardBrandsOf, type EntitySettings } from '../../wire/entities/settings.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { timeOf } from '../../wire/http/entity-time.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import { detailsOf } from '../payments/details.ts'
import type { RegistrationService } from '../registrations/service.ts'
import { shopperCheckout } from './find-checkout.ts'
import { offeredRegistrations } from './offered-registrations.ts'
import { requestOf, storesOnly } from './stored-request.ts'

export interface SessionParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Access
  readonly registrations: RegistrationService
  readonly environment: 'test' | 'live'
  readonly clock: EntityClock
  /** Origin of the gateway. */
  readonly baseUrl: string
}

/** What the widget asks for before it draws its form. */
export async function readSession(
  request: FastifyRequest,
  parts: SessionParts,
): Promise<Answer | Refusal> {
  const { environment, clock } = parts
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const preset = requestOf(checkout)
  const registrations = await offeredRegistrations(preset, parts.registrations)
  const redirect = await authenticationOf(checkout, parts)
  const nowMs = clock.of(checkout.entityId)
  const session = {
    ...widgetSession(checkout, preset, channel.settings, environment, nowMs),
    ...(redirect === undefined ? {} : { redirect }),
    ...(registrations.length === 0 ? {} : { registrations }),
  }
  const meta = { ndc: request.ndc, atMs: timeOf(request, clock) }
  return { status: 200, body: bodyOf('000.000.100', meta, { before: session }) }
}

/**
 * Where the cardholder goes on, if the payment waits for that: also a page that was loaded again in
 * between has to find the way.
 */
async function authenticationOf(
  { state, paymentId }: CheckoutRow,
  { store, baseUrl }: SessionParts,
): Promise<WidgetSession['redirect']> {
  if (state !== 'pending' || paymentId === null) return undefined
  const payment = await store.read.payment(paymentId)
  const redirect = payment === undefined ? undefined : detailsOf(payment).redirect
  return redirect?.url === baseUrl + AUTHENTICATION_PAGE_PATH ? redirect : undefined
}

/** What the widget may know of a checkout. Whoever has the checkout id may read it (R-TOK-2). */
function widgetSession(
  checkout: CheckoutRow,
  request: ParameterValues,
  settings: EntitySettings,
  environment: 'test' | 'live',
  nowMs: number,
): WidgetSession {
  const { state } = checkout
  if (state === 'deleted' || state === 'expired') throw new Error(`No session is ${state}`)
  return {
    checkoutId: checkout.id,
    endpoint: storesOnly(request) ? '/registration' : '/payment',
    state,
    attempted: checkout.paymentId !== null || checkout.registrationId !== null,
    ...optional('amount', amountWithDecimals(request.get('amount'))),
    ...optional('currency', request.get('currency')),
    ...optional('paymentType', request.get('paymentType')),
    ...optional('locale', request.get('locale')),
    ...optional('shopperResultUrl', request.get('shopperResultUrl')),
    expiresInMs: checkout.expiresAtMs - nowMs,
    environment,
    ...(settings.profile === 'legacy' ? { profile: settings.profile } : {}),
    brands: cardBrandsOf(settings),
  }
}

/** `10` and `10.5` are shown as `10.00` and `10.50`: the wire always has two decimals. */
function amountWithDecimals(amount: string | undefined): string | undefined {
  if (amount === undefined) return undefined
  const [integer, fraction = ''] = amount.split('.')
  return `${integer}.${fraction.padEnd(2, '0')}`
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}
