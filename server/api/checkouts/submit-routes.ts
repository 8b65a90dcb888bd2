import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CheckoutRow, PaymentRow } from '../../engine/store/port.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import { readableEcho, sentParameters, withEcho } from '../../wire/http/call.ts'
import { sendRefusal } from '../../wire/http/errors.ts'
import type { KeyEntry } from '../../wire/idempotency/entry.ts'
import { answerOnce, type Worked } from '../../wire/idempotency/once.ts'
import { addErrors } from '../../wire/parameters/add-errors.ts'
import type { FlatBody } from '../../wire/parameters/flat-body.ts'
import { validate } from '../../wire/parameters/validate.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import { checkoutNdc } from './answer.ts'
import { standingBeside } from './prepared-instrument.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { wholeRequestOf } from './sealed-request.ts'
import { shopperPaymentAnswer } from './shopper-answer.ts'
import { shopperCheckout } from './shopper-checkout.ts'
import { SubmittedBeside } from './submitted-beside.ts'

interface WithId {
  readonly Params: { readonly id: string }
}

/** A widget's submit, read and validated. */
export interface Submit {
  readonly checkout: CheckoutRow
  /** The checkout's own parameters. */
  readonly held: ParameterValues
  readonly channel: UsableEntity
  readonly submitted: ParameterValues
  /** The same as it came: what a shopper is told of his own. */
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

/** What kind of submit a route takes, and what it does with it. */
export interface SubmitKind {
  readonly endpoint: '/payment' | '/registration'
  readonly operation: 'checkouts.submit' | 'checkouts.register'
  /** Why a checkout takes no such submit, whatever is in it. */
  readonly refusalOf: (
    checkout: CheckoutRow,
    held: ParameterValues,
    nowMs: number,
  ) => Refusal | undefined
  /** What is wrong with a submit beyond its tables, as far as its parameters tell. */
  readonly errorsOf: (submit: JudgedSubmit) => readonly ParameterError[]
  readonly work: (submit: Submit) => Promise<Worked>
}

/** The widget's submit: the checkout id is the credential (R-TOK-2). */
export function submitRoute(
  app: FastifyInstance,
  kind: SubmitKind,
  parts: CheckoutRouteParts,
): void {
  app.post<WithId>(`/v1/checkouts/:id${kind.endpoint}`, async (request, reply) => {
    // Forms without card fields submit from the merchant's page, whose origin may be any.
    reply.header('access-control-allow-origin', '*')
    const sent = await readSubmit(request, request.params.id, parts)
    if (isRefusal(sent)) return sendRefusal(request, reply, sent, parts.clock)
    const once = {
      // The keys of its shopper are the checkout's own.
      owner: ['checkout', sent.checkout.id],
      parameters: sent.flat,
      work: (entry: KeyEntry | undefined) => submit(sent, entry, kind, parts),
      answerOf: (payment: PaymentRow) => shopperPaymentAnswer(payment, sent.flat, request.ndc),
    }
    return answerOnce(request, reply, once, parts)
  })
}

interface SentSubmit {
  readonly checkout: CheckoutRow
  readonly flat: FlatBody
}

async function readSubmit(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<SentSubmit | Refusal> {
  const checkout = await shopperCheckout(request, id, parts)
  if (isRefusal(checkout)) return checkout
  const flat = sentParameters(request)
  return isRefusal(flat) ? flat : { checkout, flat }
}

async function submit(
  { checkout, flat }: SentSubmit,
  entry: KeyEntry | undefined,
  kind: SubmitKind,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const { profile, cardLikeReferences = false } = channel.settings
  const nowMs = parts.clock.of(checkout.entityId)
  const held = await wholeRequestOf(checkout, parts.vault)
  const refusal = kind.refusalOf(checkout, held, nowMs)
  if (refusal !== undefined) return refusal
  const stored = standingBeside(held, flat)
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
    const further = kind.errorsOf({ together, held, channel, nowMs })
    return ownErrors(addErrors(errors, further, together), flat, stored)
  }
  if (!checked.ok) {
    const errors = everyError(checked.errors, checked.accepted)
    return refuseParameters(errors, readableEcho(held.entries()))
  }
  const submitted = checked.values
  const ndc = checkoutNdc(checkout.id, profile)
  const worked = await kind.work({ checkout, held, channel, submitted, sent: flat, ndc, entry })
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
