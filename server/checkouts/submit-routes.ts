import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UsableEntity } from '../entities/access.ts'
import { readableEcho, sentParameters, withEcho } from '../http/call.ts'
import { sendRefusal } from '../http/errors.ts'
import type { KeyEntry } from '../idempotency/entry.ts'
import { answerOnce, type Worked } from '../idempotency/once.ts'
import type { FlatBody } from '../parameters/flat-body.ts'
import { validate } from '../parameters/validate.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { isRefusal, type Refusal, refuseParameters } from '../results/refusal.ts'
import type { CheckoutRow } from '../store/port.ts'
import { checkoutNdc } from './answer.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { requestOf } from './service.ts'
import { shopperCheckout } from './shopper-checkout.ts'

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
  readonly ndc: string
  readonly entry: KeyEntry | undefined
}

/** What kind of submit a route takes, and what it does with it. */
export interface SubmitKind {
  readonly endpoint: '/payment' | '/registration'
  readonly operation: 'checkouts.submit' | 'checkouts.register'
  readonly work: (submit: Submit) => Promise<Worked>
}

/** The widget's submit: the checkout id is the credential (R-TOK-2). */
export function submitRoute(
  app: FastifyInstance,
  kind: SubmitKind,
  parts: CheckoutRouteParts,
): void {
  app.post<WithId>(`/v1/checkouts/:id${kind.endpoint}`, async (request, reply) => {
    const sent = await readSubmit(request, request.params.id, parts)
    if (isRefusal(sent)) return sendRefusal(request, reply, sent, parts.clock)
    const once = {
      // The keys of its shopper are the checkout's own.
      owner: ['checkout', sent.checkout.id],
      parameters: sent.flat,
      work: (entry: KeyEntry | undefined) => submit(sent, entry, kind, parts),
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
  { operation, work }: SubmitKind,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const { profile } = channel.settings
  const held = requestOf(checkout)
  const { environment } = parts
  const checked = validate(operation, flat, { profile, environment, stored: held })
  if (!checked.ok) return refuseParameters(checked.errors, readableEcho(held.entries()))
  const ndc = checkoutNdc(checkout.id, profile)
  const worked = await work({ checkout, held, channel, submitted: checked.values, ndc, entry })
  return isRefusal(worked) ? withEcho(worked, held) : worked
}
