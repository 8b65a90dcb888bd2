import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../common/durations.ts'
import type { Access } from '../../server/entities/access.ts'
import { findDemoChannel } from '../../server/entities/demo-traces.ts'
import type { CheckoutService } from '../../server/features/checkouts/index.ts'
import { answerTextOf, bodyOf, sendText } from '../../server/http/answer.ts'
import { clientOf } from '../../server/http/client-address.ts'
import { queryText } from '../../server/http/query-text.ts'
import type { RouteAnswer, ServedRoute } from '../../server/http/route.ts'
import { ClientWindow } from '../../server/http/throttling/client-window.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { ParameterValues } from '../../server/parameters/values.ts'
import { isRefusal, refuse } from '../../server/results/refusal.ts'
import type { Store } from '../../server/store/port.ts'

export interface GalleryParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'channelOf'>
  readonly checkouts: Pick<CheckoutService, 'create'>
  readonly clock: Clock
}

/** Answers 204: the page stays in its state when the widget sends the shopper back to the shop. */
export const STAY_PATH = '/docs/gallery/stay'
/** Also in browser/gallery.mjs. */
const CHECKOUTS_PATH = '/docs/gallery/checkouts'

/** A person who looks at the states one after the other needs fewer. */
const MAX_CHECKOUTS_OF_CLIENT = 60

const PAYING = ParameterValues.of([
  ['amount', '92.00'],
  ['currency', 'EUR'],
  ['paymentType', 'DB'],
])
const STORING = ParameterValues.of([['createRegistration', 'true']])

/** What the page of the gallery asks for beside what every page with the widget does. */
export const galleryRoutes: readonly ServedRoute<GalleryParts>[] = [
  {
    method: 'post',
    path: CHECKOUTS_PATH,
    access: 'open',
    testOnly: true,
    docs: { leftOut: 'between a page of the reference and the gateway' },
    serve(parts) {
      const limit = { max: MAX_CHECKOUTS_OF_CLIENT, periodMs: MINUTE_MS }
      const clients = new ClientWindow(parts.clock, limit)
      return async (request, reply) => {
        const outcome = clients.admit(clientOf(request.ip)) ?? (await open(request, parts))
        return sendText(reply, answerTextOf(request, outcome, parts.clock))
      }
    },
  },
  {
    method: 'get',
    path: STAY_PATH,
    access: 'open',
    testOnly: true,
    docs: { leftOut: 'the address that forms of the gallery return to' },
    serve: () => (_request, reply) => reply.code(204).send(),
  },
]

/** `POST /docs/gallery/checkouts?stores=1`: a checkout of the demo merchant, whose token no page may know. */
async function open(
  request: FastifyRequest,
  { store, access, checkouts, clock }: GalleryParts,
): Promise<RouteAnswer> {
  const entityId = await findDemoChannel(store)
  if (entityId === undefined) return noDemo
  const channel = await access.channelOf(entityId)
  if (isRefusal(channel)) return channel
  const isStoring = queryText(request).get('stores') === '1'
  const created = await checkouts.create(channel, isStoring ? STORING : PAYING)
  if (!('id' in created)) throw new Error('A checkout without a key met a key in use')
  const meta = { ndc: request.ndc, atMs: clock.now() }
  return { status: 200, body: bodyOf('000.200.100', meta, { before: { id: created.id } }) }
}

const noDemo = {
  ...refuse('200.300.404', { description: 'This gateway has no demo merchant' }),
  status: 404,
}
