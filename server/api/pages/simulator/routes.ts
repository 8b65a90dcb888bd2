import type { FastifyReply, FastifyRequest } from 'fastify'
import { REDIRECT_PATH, SLIPS_PATH } from '../../../methods/connectors/simulator/pending.ts'
import type { Simulator } from '../../../methods/connectors/simulator/simulator.ts'
import { bodyOfRequest, type ParsedBody, queryOfRequest } from '../../../wire/http/bodies.ts'
import { redirectTo } from '../../../wire/http/redirect.ts'
import type { ServedRoute } from '../../../wire/http/route.ts'
import { isBodyFault } from '../../../wire/parameters/flat-body.ts'
import { readChoice } from './choices.ts'
import { isOpen, type SimulatedPayments } from './described-payment.ts'
import type { SimulatorDocument } from './document.ts'
import { decisionPage, slipPage, unknownPaymentPage, type Visit } from './pages.ts'

export interface SimulatorPageParts extends SimulatedPayments {
  readonly simulator: Pick<Simulator, 'mayDecide' | 'conclude'>
}

const WAITING = 'Nothing is decided: the payment stays pending.'

/** One of the two places where a payment is decided. */
interface Place {
  readonly page: (visit: Visit) => SimulatorDocument
  /** Where the visitor goes with a decision, or without one. */
  readonly leave: (visit: Visit, waits: boolean) => string
}

/** The provider's page: the shopper goes back to the shop, where it has an address. */
const redirectPlace: Place = {
  page: decisionPage,
  leave({ payment, token, returnUrl }, waits) {
    const query = new URLSearchParams({ paymentId: payment.operation.paymentId, token })
    if (waits) query.set('waits', 'true')
    return returnUrl ?? `${REDIRECT_PATH}?${query}`
  },
}

/** The tester of a slip is not the shopper: he stays and sees what came of it. */
const slipPlace: Place = {
  page: slipPage,
  leave({ payment, token }) {
    const query = new URLSearchParams({ token })
    return `${SLIPS_PATH}/${payment.operation.paymentId}?${query}`
  },
}

/**
 * The pages on which a shopper or tester decides about a payment of the simulator. For the test
 * environment only: the address of a payment is enough to decide about it.
 */
export const simulatorPageRoutes: readonly ServedRoute<SimulatorPageParts>[] = [
  page('get', REDIRECT_PATH, (parts) => showing(redirectPlace, parts)),
  page('post', REDIRECT_PATH, (parts) => showing(redirectPlace, parts)),
  page('post', `${REDIRECT_PATH}/decide`, (parts) => deciding(redirectPlace, parts)),
  page('get', `${SLIPS_PATH}/{paymentId}`, (parts) => showing(slipPlace, parts)),
  page('post', `${SLIPS_PATH}/{paymentId}`, (parts) => deciding(slipPlace, parts)),
]

function page(
  method: 'get' | 'post',
  path: string,
  serve: ServedRoute<SimulatorPageParts>['serve'],
): ServedRoute<SimulatorPageParts> {
  const leftOut = 'a page of the simulator, where a payment is decided'
  return { method, path, access: 'open', testOnly: true, docs: { leftOut }, serve }
}

function showing(place: Place, parts: SimulatorPageParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sent = sentBy(request)
    const visit = await visitOf(sent, parts)
    if (visit === undefined) return send(reply, unknownPaymentPage())
    const notice = sent.get('waits') === 'true' ? { notice: WAITING } : {}
    return send(reply, place.page({ ...visit, ...notice }))
  }
}

/** Tells the decision and sends the visitor on (303). */
function deciding(place: Place, parts: SimulatorPageParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sent = sentBy(request)
    const visit = await visitOf(sent, parts)
    if (visit === undefined) return send(reply, unknownPaymentPage())
    const decision = readChoice(sent.get('choice'), sent.get('code'))
    if (decision === 'wait') return redirectTo(reply, place.leave(visit, true))
    if ('fault' in decision) {
      return send(reply, { ...place.page({ ...visit, notice: decision.fault }), status: 400 })
    }
    await tell(visit, decision, parts)
    return redirectTo(reply, place.leave(visit, false))
  }
}

/** A second decision changes nothing: the first one was already sent. */
async function tell(
  { payment }: Visit,
  decision: Parameters<Simulator['conclude']>[1],
  { simulator }: SimulatorPageParts,
): Promise<void> {
  if (isOpen(payment)) await simulator.conclude(payment.operation, decision)
}

/** Finds the payment that somebody may decide about; nothing where the token is not its own. */
async function visitOf(
  sent: ReadonlyMap<string, string>,
  parts: SimulatorPageParts,
): Promise<Visit | undefined> {
  const paymentId = sent.get('paymentId')
  const token = sent.get('token')
  if (paymentId === undefined || token === undefined) return undefined
  if (!parts.simulator.mayDecide(paymentId, token)) return undefined
  const payment = await parts.describe(paymentId)
  if (payment === undefined) return undefined
  return { payment, token, returnUrl: await parts.returnUrlOf(paymentId) }
}

/** What a form, a query or a path sends. A body that cannot be read names no payment. */
function sentBy(request: FastifyRequest): ReadonlyMap<string, string> {
  const sent: ParsedBody =
    request.method === 'POST' ? bodyOfRequest(request) : queryOfRequest(request)
  const values = new Map<string, string>()
  if (!isBodyFault(sent)) for (const [name, value] of sent) values.set(name, value)
  const { paymentId } = request.params as { readonly paymentId?: string }
  return paymentId === undefined ? values : values.set('paymentId', paymentId)
}

function send(reply: FastifyReply, { status, html, csp }: SimulatorDocument): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', csp)
    .send(html)
}
