import type { WidgetSession } from '../../../common/widget-wire.ts'
import type { CheckoutRow } from '../../engine/store/port.ts'
import { cardBrandsOf, type EntitySettings } from '../../wire/entities/settings.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { storesOnly } from './stores-only.ts'

/** What the widget may know of a checkout. Whoever has the checkout id may read it (R-TOK-2). */
export function widgetSession(
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
