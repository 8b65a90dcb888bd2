import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOfRequest, type ParsedBody, queryOfRequest } from '../../../server/http/bodies.ts'
import { type PageDocument, sendPage } from '../../../server/http/pages/page-parts.ts'
import { redirectTo } from '../../../server/http/redirect.ts'
import type { ServedRoute } from '../../../server/http/route.ts'
import { isBodyFault } from '../../../server/parameters/flat-body.ts'
import { REDIRECT_PATH, SLIPS_PATH } from '../pending.ts'
import type { Payer } from '../shopper-account.ts'
import type { Simulator } from '../simulator.ts'
import { lateChoice, readChoice } from './choices.ts'
import {
  type DescribedPayment,
  isLateApprovalOpen,
  isOpen,
  type SimulatedPayments,
} from './described-payment.ts'
import { decisionPage, slipPage, unknownPaymentPage, type Visit } from './pages.ts'
import { banksOf, MAX_ACCOUNT_ID } from './payer-fields.ts'

export interface SimulatorPageParts {
  readonly simulatedPayments: SimulatedPayments
  readonly simulator: Pick<Simulator, 'mayDecide' | 'conclude'>
}

const WAITING = 'Nothing is decided: the payment stays pending.'

/** One of the two places where a payment is decided. */
interface Place {
  readonly page: (visit: Visit) => PageDocument
  /** The address of the page itself. */
  readonly stay: (visit: Visit) => string
  /** Where the visitor is sent after a decision. */
  readonly leave: (visit: Visit, waits: boolean) => string
}

/** The provider's page: the shopper goes back to the shop, where it has an address. */
const redirectPlace: Place = {
  page: decisionPage,
  stay: ({ payment, token }) =>
    `${REDIRECT_PATH}?${new URLSearchParams({ paymentId: payment.operation.paymentId, token })}`,
  leave: (visit, waits) => visit.returnUrl ?? withNotice(redirectPlace.stay(visit), waits),
}

/** The tester of a slip is not the shopper: he stays and sees what came of it. */
const slipPlace: Place = {
  page: slipPage,
  stay: ({ payment, token }) =>
    `${SLIPS_PATH}/${payment.operation.paymentId}?${new URLSearchParams({ token })}`,
  leave: (visit, waits) => withNotice(slipPlace.stay(visit), waits),
}

function withNotice(address: string, waits: boolean): string {
  return waits ? `${address}&waits=true` : address
}

/**
 * The pages on which a shopper or tester decides about a payment of the simulator. For the test
 * environment only: the address of a payment is enough to decide about it.
 */
export const simulatorPageRoutes: readonly ServedRoute<SimulatorPageParts>[] = [
  page('get', REDIRECT_PATH, (parts) => showing(redirectPlace, parts)),
  page('post', REDIRECT_PATH, (parts) => showing(redirectPlace, parts)),
  page('post', `${REDIRECT_PATH}/decide`, (parts) => withOpenPayment(redirectPlace, parts)),
  page('get', `${SLIPS_PATH}/{paymentId}`, (parts) => showing(slipPlace, parts)),
  page('post', `${SLIPS_PATH}/{paymentId}`, (parts) => withOpenPayment(slipPlace, parts)),
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
    if (visit === undefined) return sendPage(reply, unknownPaymentPage())
    const notice = sent.get('waits') === 'true' ? { notice: WAITING } : {}
    return sendPage(reply, place.page({ ...visit, ...notice }))
  }
}

/** Sends the decision to the simulator and redirects the visitor (303). */
function withOpenPayment(place: Place, parts: SimulatorPageParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sent = sentBy(request)
    const visit = await visitOf(sent, parts)
    if (visit === undefined) return sendPage(reply, unknownPaymentPage())
    const decision = readChoice(sent.get('choice'), sent.get('code'), payerOf(sent, visit.payment))
    if (decision === 'wait') return redirectTo(reply, place.leave(visit, true))
    if ('fault' in decision) {
      return sendPage(reply, { ...place.page({ ...visit, notice: decision.fault }), status: 400 })
    }
    const isLate = sent.get('choice') === lateChoice.choice
    await sendDecision(visit, decision, isLate, parts)
    // A late approval comes from the provider: the shopper has gone long ago, and the tester stays.
    return redirectTo(reply, isLate ? place.stay(visit) : place.leave(visit, false))
  }
}

/** A second decision changes nothing: the first one was already sent. Only an approval may come late. */
async function sendDecision(
  { payment }: Visit,
  decision: Parameters<Simulator['conclude']>[1],
  isLate: boolean,
  { simulator }: SimulatorPageParts,
): Promise<void> {
  const mayTell = isLate ? isLateApprovalOpen(payment) : isOpen(payment)
  if (mayTell) await simulator.conclude(payment.operation, decision)
}

/** Where the money comes from, as far as the form asks for it. Banks that the form does not offer are ignored. */
function payerOf(sent: ReadonlyMap<string, string>, { operation }: DescribedPayment): Payer {
  const bank = sent.get('bank')
  const accountId = sent.get('accountId')?.slice(0, MAX_ACCOUNT_ID)
  return {
    ...(bank !== undefined && banksOf(operation).includes(bank) ? { bank } : {}),
    ...(accountId ? { accountId } : {}),
  }
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
  const payment = await parts.simulatedPayments.describe(paymentId)
  if (payment === undefined) return undefined
  return { payment, token, returnUrl: await parts.simulatedPayments.returnUrlOf(paymentId) }
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
