import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../common/durations.ts'
import { sendRefusal } from '../../http/answer.ts'
import { bytesOfBody } from '../../http/bodies.ts'
import { clientOf } from '../../http/client-address.ts'
import type { ServedRoute } from '../../http/route.ts'
import { ClientWindow } from '../../http/throttling/client-window.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { EventIntake, EventsTaken } from './intake.ts'

/**
 * Requests of one address in a minute, and of these for one account: providers send for all merchants from few
 * addresses, and a stranger who knows an account must not use up what its provider may send.
 */
const MAX_OF_CLIENT = 12_000
const MAX_OF_ACCOUNT = 6_000

export interface EventRouteParts {
  readonly eventIntake: EventIntake
  readonly clock: Clock
}

const PATH = '/connectors/events/'

/** The address to enter at the provider of an account. */
export function eventsAddress(baseUrl: string, accountId: string): string {
  return `${baseUrl}${PATH}${accountId}`
}

/** Where providers send what they have to tell of an account. */
export const eventRoutes: readonly ServedRoute<EventRouteParts>[] = [
  {
    method: 'post',
    path: `${PATH}{accountId}`,
    access: 'open',
    bytesBody: true,
    docs: { leftOut: 'between a provider and the gateway, in the form of each provider' },
    serve(parts) {
      const limit = (max: number) => new ClientWindow(parts.clock, { max, periodMs: MINUTE_MS })
      const [clients, accounts] = [limit(MAX_OF_CLIENT), limit(MAX_OF_ACCOUNT)]
      return async (request, reply) => {
        const { accountId } = request.params as { readonly accountId: string }
        const client = clientOf(request.ip)
        const tooMany = clients.admit(client) ?? accounts.admit(`${accountId} ${client}`)
        if (tooMany !== undefined) return sendRefusal(request, reply, tooMany, parts.clock)
        const raw = bytesOfBody(request)
        const taken = await parts.eventIntake.take(accountId, raw, request.headers)
        return sendTaken(request, reply, taken, parts.clock)
      }
    },
  },
]

function sendTaken(
  request: FastifyRequest,
  reply: FastifyReply,
  taken: EventsTaken,
  clock: Clock,
): FastifyReply {
  if (taken.kind !== 'taken') return sendRefusal(request, reply, refusalOf(taken), clock)
  return reply.type('text/plain; charset=utf-8').send(taken.answer)
}

function refusalOf(taken: Exclude<EventsTaken, { readonly kind: 'taken' }>): Refusal {
  switch (taken.kind) {
    case 'busy':
      return tooBusy
    case 'full':
      return inboxFull
    case 'noInbox':
      return noInbox
    case 'refused': {
      const code = taken.status === 401 ? '800.900.300' : '200.300.404'
      return refuse(code, { status: taken.status, description: `The request ${taken.reason}` })
    }
  }
}

const inboxFull = refuse('800.120.100', {
  status: 503,
  retryAfterSeconds: 60,
  description: 'Too many events of this account wait: send them again later',
})

/** The same for an account that is not there: nobody learns which accounts there are. */
const noInbox = refuse('700.400.580', {
  status: 404,
  description: 'No account takes events at this address',
})
