import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from '../../http/answer.ts'
import { queryText } from '../../http/query-text.ts'
import { redirectTo } from '../../http/redirect.ts'
import type { ServedRoute } from '../../http/route.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { refuse } from '../../results/refusal.ts'
import { RETURN_ROUTE, type ReturningPayment } from '../connectors/return-url.ts'

export interface ReturnRouteParts {
  readonly shopperReturns: {
    /** Whether a token, as in the address that a provider got, belongs to the payment. */
    mayReturn(paymentId: string, token: string): boolean
    find(paymentId: string): Promise<ReturningPayment | undefined>
    /**
     * Asks about the payment; when this resolves, the answer is stored. `query`: of the address to which the shopper
     * has come back.
     */
    returned(paymentId: string, query: URLSearchParams): Promise<void>
  }
  /**
   * Sends the document that takes the shopper back from an authentication, also out of a frame; `undefined`: a
   * redirect does.
   */
  readonly sendBack:
    | ((request: FastifyRequest, reply: FastifyReply, shopUrl: string) => FastifyReply)
    | undefined
  readonly clock: Clock
}

/**
 * Where a provider sends the shopper back to. The outcome is asked for first, so that the shop finds
 * it; then the shopper goes on to the shop's own address (303), by GET as the interface has it.
 */
export const returnRoutes: readonly ServedRoute<ReturnRouteParts>[] = (
  ['get', 'post'] as const
).map((method) => ({
  method,
  path: RETURN_ROUTE,
  access: 'open',
  docs: { leftOut: 'between the gateway and a provider' },
  serve: (parts) => (request, reply) => returnShopper(request, reply, parts),
}))

async function returnShopper(
  request: FastifyRequest,
  reply: FastifyReply,
  { shopperReturns, sendBack, clock }: ReturnRouteParts,
): Promise<FastifyReply> {
  const { paymentId, token } = request.params as {
    readonly paymentId: string
    readonly token: string
  }
  const payment = shopperReturns.mayReturn(paymentId, token)
    ? await shopperReturns.find(paymentId)
    : undefined
  if (payment === undefined) return sendRefusal(request, reply, unknownAddress, clock)
  await shopperReturns.returned(paymentId, queryText(request))
  const { shopUrl, isAuthenticatedThere } = payment
  if (shopUrl === undefined) {
    return reply.type('text/plain; charset=utf-8').send('You can close this page.\n')
  }
  if (sendBack !== undefined && isAuthenticatedThere && !isWholeWindow(request)) {
    return sendBack(request, reply, shopUrl)
  }
  return redirectTo(reply, shopUrl)
}

/** Whether the browser says so. Not all browsers do, and none does over plain HTTP. */
function isWholeWindow({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document'
}

const unknownAddress = refuse('700.400.580', {
  status: 404,
  description: 'This address belongs to no payment: go back to the shop',
})
