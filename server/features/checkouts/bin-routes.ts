import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../common/durations.ts'
import type { BinAnswer } from '../../../common/widget-wire.ts'
import { answerTextOf, bodyOf, sendText } from '../../http/answer.ts'
import { sentParameters } from '../../http/call.ts'
import { clientOf } from '../../http/client-address.ts'
import { timeOf } from '../../http/entity-time.ts'
import type { RouteAnswer, ServedRoute } from '../../http/route.ts'
import { ClientWindow } from '../../http/throttling/client-window.ts'
import type { BinList } from '../../payments/instruments/index.ts'
import { isRefusal, refuseParameters } from '../../results/refusal.ts'
import { shopperCheckout } from './find-checkout.ts'
import type { SessionParts } from './session.ts'

export interface BinParts extends Pick<SessionParts, 'store' | 'access' | 'clock'> {
  /** Origin of the gateway. */
  readonly baseUrl: string
  readonly binList: BinList | undefined
}

/** A number is asked for once, and a shopper may try several cards. */
const MAX_OF_CHECKOUT = 60
/** A mobile network has many shoppers behind one address. */
const MAX_OF_CLIENT = 3_000

/**
 * What issuers say of the first six digits that are typed. Asked by the field of the card number
 * alone, in a body: addresses are written to logs of proxies. No page of another origin may read it.
 */
export const binRoute: ServedRoute<BinParts> = {
  method: 'post',
  path: '/v1/checkouts/{id}/bin',
  access: 'open',
  docs: { leftOut: 'between the secured field of the number and the gateway' },
  serve: (parts) => {
    const { clock } = parts
    const limits = {
      checkouts: new ClientWindow(clock, { max: MAX_OF_CHECKOUT, periodMs: MINUTE_MS }),
      clients: new ClientWindow(clock, { max: MAX_OF_CLIENT, periodMs: MINUTE_MS }),
    }
    return async (request, reply) => {
      const outcome = await answerBin(request, limits, parts)
      return sendText(reply, answerTextOf(request, outcome, parts.clock))
    }
  },
}

async function answerBin(
  request: FastifyRequest,
  { checkouts, clients }: Readonly<Record<'checkouts' | 'clients', ClientWindow>>,
  parts: BinParts,
): Promise<RouteAnswer> {
  const tooMany = clients.admit(clientOf(request.ip))
  if (tooMany !== undefined) return tooMany
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const busy = checkouts.admit(checkout.id)
  if (busy !== undefined) return busy
  const sent = sentParameters(request)
  if (isRefusal(sent)) return sent
  const digits = sent.find(([name]) => name === 'bin')?.[1] ?? ''
  if (!/^\d{6}$/.test(digits)) return noBin
  const found: BinAnswer = parts.binList?.ofSix(digits) ?? {}
  const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
  return { status: 200, body: bodyOf('000.000.100', meta, { before: { ...found } }) }
}

/** Never echoes what was sent: it may be a whole number. */
const noBin = refuseParameters([
  { name: 'bin', value: '', message: 'must be the first six digits of a card number' },
])
