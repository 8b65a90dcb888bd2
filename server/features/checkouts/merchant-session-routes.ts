import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../common/durations.ts'
import { answerTextOf, bodyOf, sendText } from '../../http/answer.ts'
import { sentParameters } from '../../http/call.ts'
import { clientOf } from '../../http/client-address.ts'
import { timeOf } from '../../http/entity-time.ts'
import type { RouteAnswer, ServedRoute } from '../../http/route.ts'
import { ClientWindow } from '../../http/throttling/client-window.ts'
import type { AskMerchantSession } from '../../payments/instruments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import { shopperCheckout } from './find-checkout.ts'
import { submitRefusal } from './rules.ts'
import type { SessionParts } from './session.ts'

export interface MerchantSessionParts extends Pick<SessionParts, 'store' | 'access' | 'clock'> {
  /** Origin of the gateway. */
  readonly baseUrl: string
  /** `undefined`: the operator has no merchant identity certificate. */
  readonly askMerchantSession: AskMerchantSession | undefined
}

/** One for each time that the sheet is opened. */
const MAX_OF_CHECKOUT = 20
/** A mobile network has many shoppers behind one address. */
const MAX_OF_CLIENT = 600

/**
 * The merchant session that Apple's script asks a page for before it shows its sheet. The domain is the
 * one of the page that asks (`Origin`), which a page cannot choose; Apple takes those that the operator
 * has registered.
 */
export const merchantSessionRoute: ServedRoute<MerchantSessionParts> = {
  method: 'post',
  path: '/v1/checkouts/{id}/apple-pay-session',
  access: 'open',
  docs: { leftOut: 'between the widget and the gateway' },
  serve: (parts) => {
    const { clock } = parts
    const limits = {
      checkouts: new ClientWindow(clock, { max: MAX_OF_CHECKOUT, periodMs: MINUTE_MS }),
      clients: new ClientWindow(clock, { max: MAX_OF_CLIENT, periodMs: MINUTE_MS }),
    }
    return async (request, reply) => {
      // The merchant's page asks, whose origin may be any.
      reply.header('access-control-allow-origin', '*')
      const outcome = await answerSession(request, limits, parts)
      return sendText(reply, answerTextOf(request, outcome, clock))
    }
  },
}

async function answerSession(
  request: FastifyRequest,
  { checkouts, clients }: Readonly<Record<'checkouts' | 'clients', ClientWindow>>,
  parts: MerchantSessionParts,
): Promise<RouteAnswer> {
  const tooMany = clients.admit(clientOf(request.ip))
  if (tooMany !== undefined) return tooMany
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const busy = checkouts.admit(checkout.id)
  if (busy !== undefined) return busy
  // No sheet for what cannot be paid: the shopper would confirm it in vain.
  const closed = submitRefusal(checkout, parts.clock.of(checkout.entityId))
  if (closed !== undefined) return closed
  const { askMerchantSession: ask } = parts
  if (ask === undefined) return notSetUp
  const sent = sentParameters(request)
  if (isRefusal(sent)) return sent
  const domain = domainOf(request.headers.origin)
  if (domain === undefined) return noOrigin
  const validationUrl = sent.find(([name]) => name === 'validationUrl')?.[1] ?? ''
  const named = sent.find(([name]) => name === 'displayName')?.[1]
  const displayName = named || (await parts.access.merchantNameOf(checkout.entityId))
  const answer = await ask({ validationUrl, domain, displayName })
  switch (answer.kind) {
    case 'address':
      return notOfApple
    case 'session': {
      const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
      const before = { merchantSession: answer.session }
      return { status: 200, body: bodyOf('000.000.100', meta, { before }) }
    }
    case 'unreachable':
      request.log.warn({ reason: answer.reason }, 'Apple gave no merchant session')
      return noSession('no usable answer came')
    case 'declined':
      request.log.warn({ status: answer.status, domain }, 'Apple refused a merchant session')
      return noSession(
        `it answered with HTTP ${answer.status}: the domain ${domain} must be registered for the merchant identifier`,
      )
  }
}

function domainOf(origin: string | undefined): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' ? hostname : undefined
}

const notSetUp: Refusal = refuse('600.200.201', {
  description:
    'This gateway has no merchant identity certificate of Apple Pay, so it gets no merchant session',
})

const noOrigin: Refusal = refuseParameters([
  { name: 'Origin', value: '', message: 'must be sent by a page with an https address' },
])

/** The address is not echoed: it came from a page and leads anywhere. */
const notOfApple: Refusal = refuseParameters([
  { name: 'validationUrl', value: '', message: "must be an address of Apple's payment servers" },
])

function noSession(why: string): Refusal {
  return refuse('900.100.700', {
    status: 502,
    description: `Apple gave no merchant session: ${why}`,
  })
}
