import type { FastifyRequest } from 'fastify'
import { cardNumberFault, isWholeCardNumber } from '../../../common/brands.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { CheckoutSettings } from '../../entities/settings.ts'
import type { Answer } from '../../http/answer.ts'
import { type CallParts, readableEcho, sentParameters, withEcho } from '../../http/call.ts'
import { plainAddress } from '../../http/client-address.ts'
import {
  answerOnce,
  answerTo,
  type KeyEntry,
  keyParts,
  type OnceParts,
  participantsOf,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { RouteAnswer } from '../../http/route.ts'
import { addErrors } from '../../parameters/add-errors.ts'
import { shownText } from '../../parameters/masking.ts'
import { meantParameters } from '../../parameters/meant-parameters.ts'
import type { FlatBody } from '../../parameters/table.ts'
import type { ParameterName } from '../../parameters/tables.ts'
import { validate } from '../../parameters/validate.ts'
import { ParameterValues } from '../../parameters/values.ts'
import type { PrepareParts } from '../../payments/index.ts'
import { expiryErrors } from '../../payments/instruments/index.ts'
import { firstPaymentErrors, storingErrors } from '../../payments/read/index.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../results/refusal.ts'
import type { CheckoutRow, PaymentRow, RegistrationRow } from '../../store/port.ts'
import { type AuthenticatingParts, isAuthenticatedFirst } from '../registrations/index.ts'
import {
  checkoutNdc,
  shopperAuthenticatedAnswer,
  shopperPaymentAnswer,
  shopperRegistrationAnswer,
} from './answer.ts'
import { offeringChannel } from './brand-offer.ts'
import { shopperCheckout } from './find-checkout.ts'
import { notOfferedRefusal, withOneClickSource } from './offered-registrations.ts'
import { keptMerchantValues, terminalCardRefusal } from './prepared-instrument.ts'
import {
  onlyForRegistration,
  type StoringParts,
  storingRefusal,
  submitRegistration,
} from './registration.ts'
import { submitRefusal } from './rules.ts'
import { type CheckoutService, combine } from './service.ts'
import { shownMoneyErrors } from './shown-money.ts'
import { requestOf, storesOnly, wholeRequestOf } from './stored-request.ts'

export interface SubmitParts
  extends Omit<AuthenticatingParts, 'environment'>,
    CallParts,
    OnceParts,
    StoringParts {
  readonly clock: StoringParts['clock']
  readonly checkouts: CheckoutService
  /** Origin of the gateway. */
  readonly baseUrl: string
  readonly issuerCountryOf: PrepareParts['issuerCountryOf']
}

/** A widget's submit, read and validated. */
export interface Submit {
  readonly checkout: CheckoutRow
  /** The merchant's parameters of the checkout. */
  readonly preset: ParameterValues
  readonly channel: UsableEntity
  readonly submitted: ParameterValues
  /** Of the shopper, through trusted proxies. */
  readonly address: string
  /** The parameters as sent: the shopper's answer repeats only these. */
  readonly sent: FlatBody
  readonly ndc: string
  readonly entry: KeyEntry | undefined
}

/** A submit that may be refused for its parameters. */
export interface CombinedSubmit {
  /** The shopper's parameters and the merchant's that apply to them. */
  readonly combined: ParameterValues
  readonly preset: ParameterValues
  readonly channel: UsableEntity
  /** By the channel's clock. */
  readonly nowMs: number
}

/** The two kinds of submits. */
export interface SubmitKind {
  readonly operation: 'checkouts.submit' | 'checkouts.register'
  /** Why a checkout accepts no such submit, independent of its parameters. */
  readonly refusalOf: (
    checkout: CheckoutRow,
    preset: ParameterValues,
    nowMs: number,
  ) => Refusal | undefined
  /** The faults of parameters that the tables cannot find. */
  readonly errorsOf: (submit: CombinedSubmit, parts: SubmitParts) => readonly ParameterError[]
  readonly work: (submit: Submit, parts: SubmitParts) => Promise<Worked>
  /** The shopper's answer if the submit has made a payment. */
  readonly answerOf: (payment: PaymentRow, sent: FlatBody, ndc: string) => Answer
}

/** Pays the checkout. */
export const paymentSubmit: SubmitKind = {
  operation: 'checkouts.submit',
  answerOf: shopperPaymentAnswer,
  refusalOf: (checkout, preset, nowMs) =>
    storesOnly(preset) ? onlyForRegistration : submitRefusal(checkout, nowMs),
  errorsOf({ combined, preset, channel, nowMs }, { issuerCountryOf }) {
    const fixed = terminalCardRefusal(preset, combined.entries())?.parameterErrors
    if (fixed !== undefined) return fixed
    const { brands, checkouts } = channel.settings
    return [
      ...returnAddressErrors(combined, preset, checkouts),
      ...(notOfferedRefusal(combined, preset)?.parameterErrors ?? []),
      ...shownErrors(combined, preset),
      ...firstPaymentErrors(combined, { brands, nowMs, issuerCountryOf }),
    ]
  },
  async work(
    { checkout, preset, channel, submitted, address: shopperAddress, sent, ndc, entry },
    { checkouts },
  ) {
    const address = returnAddressErrors(submitted, preset, channel.settings.checkouts)
    if (address.length > 0) return refuseParameters(address)
    const sourced = withOneClickSource(submitted, preset)
    const paid = await checkouts.submit({
      checkout,
      channel,
      submittedIn: () => sourced,
      requestParticipants: participantsOf(entry),
      shopperAddress,
    })
    return answerTo(paid, (payment) => shopperPaymentAnswer(payment, sent, ndc))
  },
}

/** What is left beside gift cards is compared when these are counted (`gift-card-share.ts`). */
function shownErrors(combined: ParameterValues, preset: ParameterValues) {
  const isRest = combined.has('giftCards.restAmount')
  const asked = { amount: preset.get('amount'), currency: preset.get('currency') }
  return isRest ? [] : shownMoneyErrors(combined, asked)
}

/** Only stores payment details. */
export const registrationSubmit: SubmitKind = {
  operation: 'checkouts.register',
  answerOf: shopperAuthenticatedAnswer,
  refusalOf: storingRefusal,
  errorsOf({ combined, preset, channel, nowMs }, { issuerCountryOf }) {
    const { brands, checkouts } = channel.settings
    return [
      ...returnAddressErrors(combined, preset, checkouts),
      ...storingErrors(combined, { brands, nowMs, issuerCountryOf }),
    ]
  },
  async work(submit, parts) {
    const { sent, ndc, entry, preset, channel, submitted } = submit
    const address = returnAddressErrors(submitted, preset, channel.settings.checkouts)
    if (address.length > 0) return refuseParameters(address)
    const values = await combine(submit.checkout, submitted, parts.vault)
    if (isRefusal(values)) return values
    if (await isAuthenticatedFirst({ channel, values }, parts)) {
      const requestParticipants = participantsOf(entry)
      const { checkout, address: shopperAddress } = submit
      const submittedIn = () => submitted
      const made = await parts.checkouts.submit({
        checkout,
        channel,
        submittedIn,
        requestParticipants,
        shopperAddress,
      })
      return answerTo(made, (payment) => shopperAuthenticatedAnswer(payment, sent, ndc))
    }
    const answerOf = (row: RegistrationRow) => shopperRegistrationAnswer(row, sent, ndc)
    const extraParts = keyParts(entry, answerOf)
    return answerTo(await submitRegistration({ ...submit, extraParts }, parts), answerOf)
  },
}

/** Answers the widget's submit: the checkout id is the credential (R-TOK-2). */
export async function answerSubmit(
  request: FastifyRequest,
  kind: SubmitKind,
  parts: SubmitParts,
): Promise<RouteAnswer> {
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const channel = await parts.access.channelOf(checkout.entityId)
  const profile = isRefusal(channel) ? 'strict' : channel.settings.profile
  const once = {
    // Idempotency keys of shoppers belong to their checkout.
    owner: ['checkout', checkout.id],
    parameters: flat,
    meant: () => meantParameters(flat, kind.operation, profile),
    work: (entry: KeyEntry | undefined) =>
      submit({ checkout, flat, address: plainAddress(request.ip) }, entry, kind, parts),
    answerOf: (payment: PaymentRow) => kind.answerOf(payment, flat, request.ndc),
  }
  return answerOnce(request, once, parts)
}

interface SentSubmit {
  readonly checkout: CheckoutRow
  readonly flat: FlatBody
  /** Of the shopper, through trusted proxies. */
  readonly address: string
}

async function submit(
  { checkout, flat, address }: SentSubmit,
  entry: KeyEntry | undefined,
  kind: SubmitKind,
  parts: SubmitParts,
): Promise<Worked> {
  const ownChannel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(ownChannel)) return ownChannel
  const channel = offeringChannel(ownChannel, checkout)
  const { profile, cardLikeReferences = false } = channel.settings
  const nowMs = parts.clock.of(checkout.entityId)
  const refusal = kind.refusalOf(checkout, requestOf(checkout), nowMs)
  if (refusal !== undefined) {
    const ndc = checkoutNdc(checkout.id, profile)
    const resumed =
      entry === undefined ? await visitResumed({ checkout, flat, address }, ndc, parts) : undefined
    return resumed ?? refusal
  }
  const preset = await wholeRequestOf(checkout, parts.vault)
  if (isRefusal(preset)) return preset
  const stored = keptMerchantValues(preset, flat)
  const { environment } = parts
  const isLeftToServer = channel.settings.registrations?.onlyServerStores === true
  const read = isLeftToServer ? flat.filter(([name]) => name !== 'createRegistration') : flat
  const checked = validate(kind.operation, read, {
    profile,
    environment,
    nowMs,
    cardLikeReferences,
    stored,
  })
  const allErrors = (errors: readonly ParameterError[], submitted: ParameterValues) => {
    const combined = new CombinedValues(submitted, stored)
    const further = kind.errorsOf({ combined, preset, channel, nowMs }, parts)
    return hidePreset(addErrors(errors, further, combined), flat, stored)
  }
  const submitted = checked.ok ? withAddress(checked.values, preset, address) : checked.accepted
  const numberErrors = wholeNumberErrors(submitted, nowMs)
  if (!checked.ok || numberErrors.length > 0) {
    const errors = allErrors([...(checked.ok ? [] : checked.errors), ...numberErrors], submitted)
    return refuseParameters(errors, readableEcho(preset.entries()))
  }
  const ndc = checkoutNdc(checkout.id, profile)
  const sent = { checkout, preset, channel, submitted, address, sent: flat, ndc, entry }
  const worked = await kind.work(sent, parts)
  if (!isRefusal(worked)) return worked
  const { parameterErrors: found } = worked
  const completed =
    found === undefined ? worked : { ...worked, parameterErrors: allErrors(found, submitted) }
  return withEcho(completed, preset)
}

/**
 * The address from which the shopper pays, where the merchant has sent none: block lists, velocity rules and the
 * issuer look at it. No shopper may send it.
 */
function withAddress(
  submitted: ParameterValues,
  preset: ParameterValues,
  address: string,
): ParameterValues {
  const isKnown = preset.sent('customer.ip') !== undefined
  return isKnown ? submitted : submitted.and('customer.ip', address)
}

/**
 * A card number that is none for its length or check digit is refused before anything is recorded, counted or
 * kept: it may be the beginning of one that is being typed, and what is recorded of it can be read
 * (docs/design/page-knowledge.md). A brand that the shopper or the page has named may have rules of its own.
 */
function wholeNumberErrors(submitted: ParameterValues, nowMs: number): readonly ParameterError[] {
  const number = submitted.sent('card.number')
  if (number === undefined || isWholeCardNumber(number)) return []
  const named = submitted.sent('paymentBrand')
  if (named !== undefined && cardNumberFault(number, named) === null) return []
  const message = 'is no card number: its length or its check digit is wrong'
  const ofDate = expiryErrors(submitted, nowMs).map((error) => ({ ...error, value: '' }))
  return [{ name: 'card.number', value: '', message }, ...ofDate]
}

/**
 * The answer that sends the shopper to the provider again, if the payment of the checkout still
 * waits for the shopper, who has returned without a decision and chosen the same brand again. No
 * second payment.
 */
async function visitResumed(
  { checkout, flat }: SentSubmit,
  ndc: string,
  { store }: SubmitParts,
): Promise<Answer | undefined> {
  if (checkout.state !== 'pending' || checkout.paymentId === null) return undefined
  const payment = await store.read.payment(checkout.paymentId)
  const named = flat.find(([name]) => name === 'paymentBrand')?.[1].trim()
  if (payment === undefined || payment.state !== 'pending' || payment.paymentBrand !== named)
    return undefined
  // A card may be another one this time, although its brand is the same.
  const { kind, flow } = paymentBrand(named) ?? {}
  if (kind === 'card' || flow !== 'redirect') return undefined
  return shopperPaymentAnswer(payment, flat, ndc)
}

/** Removes the values that the merchant set from the faults: the shopper must not see them. */
function hidePreset(
  errors: readonly ParameterError[],
  sent: FlatBody,
  preset: ParameterValues,
): readonly ParameterError[] {
  const names = new Set(sent.map(([name]) => name))
  return errors.map((error) =>
    names.has(error.name) && preset.sent(error.name) === undefined
      ? error
      : { ...error, value: '' },
  )
}

/**
 * The parameters of the shopper and the merchant, as they would be paid. When the submit was refused,
 * `has` is also true for invalid parameters, so that further faults can be found.
 */
export class CombinedValues extends ParameterValues {
  readonly #submitted: ParameterValues

  constructor(submitted: ParameterValues, preset: ParameterValues) {
    super(new Map([...submitted.entries(), ...preset.entries()]), [], 'live')
    this.#submitted = submitted
  }

  override has(name: ParameterName): boolean {
    return this.#submitted.has(name) || super.has(name)
  }
}

/**
 * The faults of the return address in a shopper's submit. Everyone who knows the checkout id can send
 * it, so it must be the address of a web page. Only the merchant's server can set the address of an
 * app, and then the shopper's address is ignored.
 */
function returnAddressErrors(
  submitted: ParameterValues,
  preset: ParameterValues,
  { returnOrigins }: CheckoutSettings = {},
): readonly ParameterError[] {
  const address = submitted.sent('shopperResultUrl')
  if (address === undefined || preset.sent('shopperResultUrl') !== undefined) return []
  const fault = faultOf(address, returnOrigins)
  return fault === undefined
    ? []
    : [{ name: 'shopperResultUrl', value: shownText(address), message: fault }]
}

function faultOf(address: string, origins: readonly string[] | undefined): string | undefined {
  if (!URL.canParse(address)) return 'is no address'
  const { protocol, username, password, origin } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return "is not an http or https address: the merchant's server may set another at the checkout's creation"
  }
  if (username !== '' || password !== '') return 'must not carry a user name before its host'
  if (origins === undefined || origins.includes(origin)) return undefined
  return `leads to ${origin}, which is none of the origins that this merchant lets shoppers return to (setting checkouts.returnOrigins)`
}
