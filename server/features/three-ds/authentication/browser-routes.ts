import type { FastifyRequest } from 'fastify'
import {
  type BrowserStep,
  CANCEL_PATH,
  NEXT_STEP_PATH,
  RESULTS_PATH,
} from '../../../../common/authentication-wire.ts'
import { MINUTE_MS } from '../../../../common/durations.ts'
import { answerTextOf, sendText } from '../../../http/answer.ts'
import { jsonOfRawBody } from '../../../http/bodies.ts'
import { idOfPath } from '../../../http/call.ts'
import { clientOf } from '../../../http/client-address.ts'
import type { RouteAnswer, ServedRoute } from '../../../http/route.ts'
import { ClientWindow } from '../../../http/throttling/client-window.ts'
import type { Clock } from '../../../kernel/timers/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../../results/refusal.ts'
import type { BrowserAuthentication } from './browser-authentication.ts'
import { credentialsIn, type PaymentCredentials, seenIn, sentValues } from './browser-values.ts'

export interface AuthenticationRouteParts {
  readonly authentications: BrowserAuthentication
  readonly clock: Clock
}

/** A page sends about 20 requests a minute; many shoppers of a mobile network share one address. */
const MAX_STEPS_OF_CLIENT = 3_000
/** Enough for two tabs and some reloads. */
const MAX_STEPS_OF_PAYMENT = 120
/** High, because all results of a directory come from a few addresses. */
const MAX_RESULTS_OF_CLIENT = 60_000

/** The routes for the script of the authentication page, and the one for results of the directory (RReq). */
export const authenticationRoutes: readonly ServedRoute<AuthenticationRouteParts>[] = [
  stepRoute(NEXT_STEP_PATH, ({ id, token }, values, request, { authentications }) =>
    authentications.next(id, token, seenIn(values, request)),
  ),
  stepRoute(CANCEL_PATH, ({ id, token }, _values, _request, { authentications }) =>
    authentications.cancel(id, token),
  ),
  {
    method: 'post',
    path: `${RESULTS_PATH}/{id}`,
    access: 'open',
    rawBody: true,
    docs: { leftOut: 'between the directory server of 3-D Secure and the gateway' },
    serve: (parts) => {
      const clients = new ClientWindow(parts.clock, {
        max: MAX_RESULTS_OF_CLIENT,
        periodMs: MINUTE_MS,
      })
      return async (request, reply) => {
        const outcome = clients.admit(clientOf(request.ip)) ?? (await receiveResult(request, parts))
        return sendText(reply, answerTextOf(request, outcome, parts.clock))
      }
    },
  },
]

type FindStep = (
  credentials: PaymentCredentials,
  values: ReadonlyMap<string, string>,
  request: FastifyRequest,
  parts: AuthenticationRouteParts,
) => Promise<BrowserStep | Refusal>

function stepRoute(path: string, find: FindStep): ServedRoute<AuthenticationRouteParts> {
  return {
    method: 'post',
    path,
    access: 'open',
    docs: { leftOut: 'between the authentication page and the gateway' },
    serve: (parts) => {
      const limits = {
        clients: new ClientWindow(parts.clock, { max: MAX_STEPS_OF_CLIENT, periodMs: MINUTE_MS }),
        payments: new ClientWindow(parts.clock, { max: MAX_STEPS_OF_PAYMENT, periodMs: MINUTE_MS }),
      }
      return async (request, reply) => {
        const outcome = await findStep(request, { find, parts, ...limits })
        return sendText(reply, answerTextOf(request, outcome, parts.clock))
      }
    },
  }
}

async function findStep(
  request: FastifyRequest,
  {
    find,
    parts,
    clients,
    payments,
  }: {
    readonly find: FindStep
    readonly parts: AuthenticationRouteParts
    readonly clients: ClientWindow
    readonly payments: ClientWindow
  },
): Promise<RouteAnswer> {
  const client = clientOf(request.ip)
  const tooMany = clients.admit(client)
  if (tooMany !== undefined) return tooMany
  const values = sentValues(request)
  if (isRefusal(values)) return values
  const credentials = credentialsIn(values)
  if (credentials === undefined) return noPayment
  // By address as well: otherwise a stranger who knows an id could use up the shopper's requests.
  const busy = payments.admit(`${credentials.id} ${client}`)
  if (busy !== undefined) return busy
  const step = await find(credentials, values, request, parts)
  return isRefusal(step) ? step : { status: 200, body: { ...step } }
}

/** The same answer for a wrong token and an unknown id, like in the service. */
const noPayment: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'These are no id and token of a payment that is being authenticated',
})

/** The service answers every body with a message, even a body that is not JSON. */
async function receiveResult(
  request: FastifyRequest,
  { authentications }: AuthenticationRouteParts,
): Promise<RouteAnswer> {
  const [transactionId = '', token = ''] = idOfPath(request).split('.', 2)
  const answer = await authentications.receiveResult(transactionId, token, jsonOfRawBody(request))
  return { status: 200, text: JSON.stringify(answer) }
}
