import type { FastifyRequest } from 'fastify'
import { AUTHENTICATION_PAGE_PATH } from '../../../common/authentication-wire.ts'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import type { Access, UsableEntity } from '../../entities/access.ts'
import { cardBrandsOf, type EntitySettings } from '../../entities/settings.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import { idOfPath } from '../../http/call.ts'
import { timeOf } from '../../http/entity-time.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { detailsOf } from '../../payments/index.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import type { RegistrationService } from '../registrations/index.ts'
import { amountTexts } from './amount-texts.ts'
import { offeringChannel } from './brand-offer.ts'
import { shopperCheckout } from './find-checkout.ts'
import { widgetGiftCards } from './gift-card-answer.ts'
import { type GiftCardShare, shareOf } from './gift-card-share.ts'
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
  /** Live only: the wallets that the operator has set up. */
  readonly liveWallets: WidgetSession['wallets'] | undefined
}

/** The data that the widget loads before it draws its form. */
export async function readSession(
  request: FastifyRequest,
  parts: SessionParts,
): Promise<Answer | Refusal> {
  const { environment, clock, store } = parts
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return withState(checkout, await store.read.checkout(idOfPath(request)))
  const ownChannel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(ownChannel)) return ownChannel
  const channel = offeringChannel(ownChannel, checkout)
  const { brands, brandRules } = channel.settings
  const preset = requestOf(checkout)
  const nowMs = clock.of(checkout.entityId)
  const creditor = await creditorOf(channel, parts.access)
  const { settings } = channel
  const stored = await offeredRegistrations(preset, parts.registrations, settings, nowMs)
  const registrations = stored.filter(({ brand }) => brands.includes(brand))
  const redirect = await authenticationOf(checkout, parts)
  const declinedCode = await declinedCodeOf(checkout, parts)
  const share = await shareOf({ checkout, channel }, parts)
  const mayDelete = channel.settings.registrations?.shopperMayDelete ?? false
  const session = {
    ...widgetSession(checkout, preset, channel.settings, environment, nowMs),
    ...(brandRules === undefined ? {} : { brandOffer: brands }),
    ...(parts.liveWallets === undefined ? {} : { wallets: parts.liveWallets }),
    ...writtenAmount(request, preset),
    ...(share === undefined ? {} : restOf(share, languagesOf(request, preset))),
    ...knownOfShopper(preset, channel.settings),
    ...(redirect === undefined ? {} : { redirect }),
    ...optional('declinedCode', declinedCode),
    ...(creditor === undefined ? {} : { creditor }),
    ...(registrations.length === 0 ? {} : { registrations }),
    ...(mayDelete && registrations.length > 0 ? { mayDeleteRegistrations: true as const } : {}),
  }
  const meta = { ndc: request.ndc, atMs: timeOf(request, clock) }
  return { status: 200, body: bodyOf('000.000.100', meta, { before: session }) }
}

/** What a form may ask for besides; all of the billing address. */
const ASKED_OF_SHOPPER = new Set([
  'createRegistration',
  'customer.givenName',
  'customer.surname',
  'customer.birthDate',
  'customer.identificationDocId',
])

/**
 * The refusal of a checkout that has expired says whether it was paid, as its session did until then: the
 * shopper who comes back must not read that nothing was charged.
 */
function withState(refusal: Refusal, checkout: CheckoutRow | undefined): Refusal {
  const isDecided = checkout !== undefined && checkout.state !== 'deleted'
  return isDecided ? { ...refusal, leadsTo: { state: checkout.state } } : refusal
}

/** Only the names, but for the country, on which the form of an address depends: the id of a checkout is in many logs. */
function knownOfShopper(
  preset: ParameterValues,
  { registrations }: EntitySettings,
): Pick<WidgetSession, 'known' | 'billingCountry'> {
  // Where only the server stores it has decided, also by saying nothing.
  const decided = registrations?.onlyServerStores === true ? ['createRegistration'] : []
  const names = [...new Set([...preset.entries().map(([name]) => name), ...decided])]
  const known = names.filter((name) => name.startsWith('billing.') || ASKED_OF_SHOPPER.has(name))
  return known.length === 0
    ? {}
    : { known, ...optional('billingCountry', preset.get('billing.country')) }
}

/** Whom the mandate of a SEPA direct debit names. */
export async function creditorOf(
  { entity, settings }: UsableEntity,
  access: Access,
): Promise<WidgetSession['creditor']> {
  if (!settings.brands.includes('DIRECTDEBIT_SEPA')) return undefined
  const { creditorName, creditorId } = settings.directDebit ?? {}
  const name = creditorName ?? (await access.merchantNameOf(entity.id))
  return { name, ...optional('id', creditorId) }
}

/** With gift cards the shopper pays the rest: every form of the page shows it, and its submit names it. */
function restOf(
  share: GiftCardShare,
  languages: readonly (string | undefined)[],
): Pick<WidgetSession, 'amount' | 'amountTexts' | 'giftCards'> {
  const giftCards = widgetGiftCards(share, languages)
  return { ...giftCards.rest, giftCards }
}

/** In the languages of `?language=` and of the checkout. */
function writtenAmount(
  request: FastifyRequest,
  preset: ParameterValues,
): Pick<WidgetSession, 'amountTexts'> {
  const amount = amountWithDecimals(preset.get('amount'))
  const currency = preset.get('currency')
  if (amount === undefined || currency === undefined) return {}
  return { amountTexts: amountTexts(amount, currency, languagesOf(request, preset)) }
}

/** The language that the page will probably show, and that of the checkout. */
function languagesOf({ url }: Pick<FastifyRequest, 'url'>, preset: ParameterValues) {
  const asked = new URLSearchParams(url.split('?')[1]).get('language') ?? undefined
  return [asked, preset.get('locale')]
}

/**
 * Where the cardholder continues, if the payment waits for that: a page that was reloaded during
 * the authentication also needs it.
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

/**
 * Why the last payment was declined, for a shopper who stays in the form: after an authentication, or where
 * the answer was lost, no answer to a submit has told it.
 */
async function declinedCodeOf(
  { state, paymentId }: CheckoutRow,
  { store }: SessionParts,
): Promise<string | undefined> {
  if (state !== 'open' || paymentId === null) return undefined
  const payment = await store.read.payment(paymentId)
  return payment?.state === 'failed' ? payment.resultCode : undefined
}

/** The data of a checkout for the widget. Anyone who has the checkout id may read it (R-TOK-2). */
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
    atMs: nowMs,
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
