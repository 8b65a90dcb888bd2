import type { FastifyRequest } from 'fastify'
import type { CheckoutRow, PaymentRow, RegistrationRow } from '../../engine/store/port.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import type { CheckoutSettings } from '../../wire/entities/settings.ts'
import { type CallParts, readableEcho, sentParameters, withEcho } from '../../wire/http/call.ts'
import type { Outcome } from '../../wire/http/route.ts'
import { type KeyEntry, keyParts, participantsOf } from '../../wire/idempotency/entry.ts'
import { answerOnce, answerTo, type OnceParts, type Worked } from '../../wire/idempotency/once.ts'
import { addErrors } from '../../wire/parameters/add-errors.ts'
import type { FlatBody } from '../../wire/parameters/flat-body.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import type { ParameterName } from '../../wire/parameters/tables.ts'
import { validate } from '../../wire/parameters/validate.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import type { PrepareParts } from '../payments/prepare.ts'
import { firstPaymentErrors, storingErrors } from '../payments/prepare-errors.ts'
import { checkoutNdc, shopperPaymentAnswer, shopperRegistrationAnswer } from './answer.ts'
import { shopperCheckout } from './find-checkout.ts'
import { paidOfferRefusal, withOneClick } from './offered-registrations.ts'
import { beforeTerminalRefusal, keptMerchantValues } from './prepared-instrument.ts'
import {
  isForRegistration,
  type StoringParts,
  storingRefusal,
  submitRegistration,
} from './registration.ts'
import { submitRefusal } from './rules.ts'
import type { CheckoutService } from './service.ts'
import { storesOnly, wholeRequestOf } from './stored-request.ts'

export interface SubmitParts extends CallParts, OnceParts, StoringParts {
  readonly clock: StoringParts['clock']
  readonly checkouts: CheckoutService
  readonly issuerCountryOf: PrepareParts['issuerCountryOf']
}

/** A widget's submit, read and validated. */
export interface Submit {
  readonly checkout: CheckoutRow
  /** The checkout's own parameters. */
  readonly held: ParameterValues
  readonly channel: UsableEntity
  readonly submitted: ParameterValues
  /** The same as it was sent, for the answer to the shopper. */
  readonly sent: FlatBody
  readonly ndc: string
  readonly entry: KeyEntry | undefined
}

/** A submit that may be refused for its parameters. */
export interface JudgedSubmit {
  /** What the shopper sent, and what the merchant prepared beside it. */
  readonly together: ParameterValues
  readonly held: ParameterValues
  readonly channel: UsableEntity
  /** By the channel's clock. */
  readonly nowMs: number
}

/** What a submit is for. */
interface SubmitKind {
  readonly operation: 'checkouts.submit' | 'checkouts.register'
  /** Why a checkout takes no such submit, whatever is in it. */
  readonly refusalOf: (
    checkout: CheckoutRow,
    held: ParameterValues,
    nowMs: number,
  ) => Refusal | undefined
  /** What is wrong with a submit beyond its tables, as far as its parameters tell. */
  readonly errorsOf: (submit: JudgedSubmit, parts: SubmitParts) => readonly ParameterError[]
  readonly work: (submit: Submit, parts: SubmitParts) => Promise<Worked>
}

/** Pays the checkout. */
export const paying: SubmitKind = {
  operation: 'checkouts.submit',
  refusalOf: (checkout, held, nowMs) =>
    storesOnly(held) ? isForRegistration : submitRefusal(checkout, nowMs),
  errorsOf({ together, held, channel, nowMs }, { issuerCountryOf }) {
    const fixed = beforeTerminalRefusal(held, together.entries())?.parameterErrors
    if (fixed !== undefined) return fixed
    const { brands, checkouts } = channel.settings
    return [
      ...returnAddressErrors(together, held, checkouts),
      ...(paidOfferRefusal(together, held)?.parameterErrors ?? []),
      ...firstPaymentErrors(together, { brands, nowMs, issuerCountryOf }),
    ]
  },
  async work({ checkout, held, channel, submitted, sent, ndc, entry }, { checkouts }) {
    const refusal =
      beforeTerminalRefusal(held, submitted.entries()) ?? paidOfferRefusal(submitted, held)
    if (refusal !== undefined) return refusal
    const address = returnAddressErrors(submitted, held, channel.settings.checkouts)
    if (address.length > 0) return refuseParameters(address)
    const paid = await checkouts.submit({
      checkout,
      channel,
      submitted: withOneClick(submitted, held),
      keyParticipants: participantsOf(entry),
    })
    return answerTo(paid, (payment) => shopperPaymentAnswer(payment, sent, ndc))
  },
}

/** Only stores payment details. */
export const storing: SubmitKind = {
  operation: 'checkouts.register',
  refusalOf: storingRefusal,
  errorsOf({ together, held, channel, nowMs }, { issuerCountryOf }) {
    const { brands, checkouts } = channel.settings
    return [
      ...returnAddressErrors(together, held, checkouts),
      ...storingErrors(together, { brands, nowMs, issuerCountryOf }),
    ]
  },
  async work(submit, parts) {
    const { sent, ndc, entry, held, channel, submitted } = submit
    const address = returnAddressErrors(submitted, held, channel.settings.checkouts)
    if (address.length > 0) return refuseParameters(address)
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
): Promise<Outcome> {
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const once = {
    // The keys of its shopper are the checkout's own.
    owner: ['checkout', checkout.id],
    parameters: flat,
    work: (entry: KeyEntry | undefined) => submit({ checkout, flat }, entry, kind, parts),
    answerOf: (payment: PaymentRow) => shopperPaymentAnswer(payment, flat, request.ndc),
  }
  return answerOnce(request, once, parts)
}

interface SentSubmit {
  readonly checkout: CheckoutRow
  readonly flat: FlatBody
}

async function submit(
  { checkout, flat }: SentSubmit,
  entry: KeyEntry | undefined,
  kind: SubmitKind,
  parts: SubmitParts,
): Promise<Worked> {
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const { profile, cardLikeReferences = false } = channel.settings
  const nowMs = parts.clock.of(checkout.entityId)
  const held = await wholeRequestOf(checkout, parts.vault)
  const refusal = kind.refusalOf(checkout, held, nowMs)
  if (refusal !== undefined) return refusal
  const stored = keptMerchantValues(held, flat)
  const { environment } = parts
  const checked = validate(kind.operation, flat, {
    profile,
    environment,
    nowMs,
    cardLikeReferences,
    stored,
  })
  const everyError = (errors: readonly ParameterError[], submitted: ParameterValues) => {
    const together = new SubmittedBeside(submitted, stored)
    const further = kind.errorsOf({ together, held, channel, nowMs }, parts)
    return ownErrors(addErrors(errors, further, together), flat, stored)
  }
  if (!checked.ok) {
    const errors = everyError(checked.errors, checked.accepted)
    return refuseParameters(errors, readableEcho(held.entries()))
  }
  const submitted = checked.values
  const ndc = checkoutNdc(checkout.id, profile)
  const sent = { checkout, held, channel, submitted, sent: flat, ndc, entry }
  const worked = await kind.work(sent, parts)
  if (!isRefusal(worked)) return worked
  const { parameterErrors: found } = worked
  const told =
    found === undefined ? worked : { ...worked, parameterErrors: everyError(found, submitted) }
  return withEcho(told, held)
}

/** A fault may lie in what the merchant has set, whose value is not the shopper's to see. */
function ownErrors(
  errors: readonly ParameterError[],
  sent: FlatBody,
  held: ParameterValues,
): readonly ParameterError[] {
  const names = new Set(sent.map(([name]) => name))
  return errors.map((error) =>
    names.has(error.name) && held.sent(error.name) === undefined ? error : { ...error, value: '' },
  )
}

/**
 * What a shopper sent together with what the merchant holds: as it would be paid. Where the submit was
 * refused it is for finding further faults: `has` is true also of what was sent wrongly.
 */
class SubmittedBeside extends ParameterValues {
  readonly #submitted: ParameterValues

  constructor(submitted: ParameterValues, held: ParameterValues) {
    super(new Map([...submitted.entries(), ...held.entries()]), [], 'live')
    this.#submitted = submitted
  }

  override has(name: ParameterName): boolean {
    return this.#submitted.has(name) || super.has(name)
  }
}

/**
 * What is wrong with the address that a shopper's submit wants to come back to. Whoever has the
 * checkout's id may send it, so it must not lead anywhere else than to a web page: what an app needs
 * the merchant's server sets, and then the shopper's address counts for nothing.
 */
function returnAddressErrors(
  submitted: ParameterValues,
  held: ParameterValues,
  { returnOrigins }: CheckoutSettings = {},
): readonly ParameterError[] {
  const address = submitted.sent('shopperResultUrl')
  if (address === undefined || held.sent('shopperResultUrl') !== undefined) return []
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
