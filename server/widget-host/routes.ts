import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AskingFrame, frameOrderRefusal } from '../features/checkouts/index.ts'
import { type Answer, bodyOf, sendRefusal } from '../http/answer.ts'
import { idOfPath } from '../http/call.ts'
import { accepts } from '../http/pages/accepts.ts'
import { acceptHeader } from '../http/pages/page-parts.ts'
import { queryText } from '../http/query-text.ts'
import type { OpenRoute, ServedRoute } from '../http/route.ts'
import type { EntityClock } from '../kernel/timers/clock.ts'
import { shownText } from '../parameters/masking.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import { allowedParents, type FrameChannelParts, frameChannel } from './frame-channel.ts'
import type { FrameDocuments } from './frame-documents.ts'
import { readFrameQuery } from './frame-query.ts'
import { type StaticFile, serveStaticFile } from './static-file.ts'
import { readScriptTarget, type WidgetScript } from './widget-script.ts'

export interface PageParts extends FrameChannelParts {
  readonly script: WidgetScript
  readonly frameDocuments: FrameDocuments
  readonly clock: EntityClock
  readonly environment: 'test' | 'live'
}

/** The script and the secured frames: what a shopper's browser loads. */
export const pageRoutes: readonly OpenRoute<PageParts>[] = [
  {
    method: 'get',
    path: '/v1/paymentWidgets.js',
    access: 'open',
    docs: { leftOut: 'the script of the widget, which pages embed' },
    serve: (parts) => (request, reply) => serveScript(request, reply, parts),
  },
  {
    method: 'get',
    path: '/v1/pciIframe.html',
    access: 'open',
    docs: { leftOut: 'between the widget and its secured fields' },
    serve: (parts) => (request, reply) => serveFrame(request, reply, parts),
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/frame',
    access: 'checkout',
    docs: { leftOut: 'between a secured field and the gateway' },
    answer: answerFrame,
  },
  {
    method: 'get',
    path: '/v1/fastcheckout/integrity',
    access: 'open',
    anyOrigin: true,
    docs: {
      id: 'readFastCheckoutIntegrity',
      tag: 'Checkouts',
      summary: 'Read the hash of the script for fast checkout',
      description:
        'For the `integrity` attribute of a script that is loaded without a checkout id, with `crossorigin="anonymous"`: a browser that gets another script blocks it. With `?entityId=` it is the hash of the script that names this channel. It changes with every version of the widget, so read it when you render the page.',
      answers: ['FastCheckoutIntegrity'],
    },
    answer(request, { script, clock }) {
      const query = queryText(request)
      query.delete('checkoutId')
      const target = readScriptTarget(query)
      if (typeof target === 'string') return noId(target, query)
      const integrity = script.integrity(target)
      const meta = { ndc: request.ndc, atMs: clock.now() }
      return { status: 200, body: bodyOf('000.000.100', meta, { before: { integrity } }) }
    },
  },
]

/**
 * `?parent=…&opened=…&entityId=…&after=…`: whether a secured field may pay a checkout that its document does not
 * name. The field asks for itself, by the origins that the browser has held it to, by what the gateway has
 * written into its document, and by the checkout that it has paid before: what was typed for one order must
 * not pay another.
 */
async function answerFrame(request: FastifyRequest, parts: PageParts): Promise<Answer | Refusal> {
  const { store, environment, clock } = parts
  const query = queryText(request)
  const checkout = await store.read.checkout(idOfPath(request))
  if (checkout === undefined) return unknownCheckout
  const { origins } = await frameChannel({ checkoutId: checkout.id }, parts)
  const named = async (name: string): Promise<AskingFrame['opened']> => {
    const id = query.get(name)
    return id ? ((await store.read.checkout(id)) ?? 'unknown') : undefined
  }
  const frame = {
    opened: await named('opened'),
    entityId: query.get('entityId') || undefined,
    paid: await named('after'),
  }
  const refusal = frameOrderRefusal(frame, checkout, clock.of(checkout.entityId))
  if (refusal !== undefined) return refusal
  // The setting pageOrigins ties nothing: another merchant of this gateway may have named the same page.
  const isTied = frame.opened !== undefined || frame.entityId !== undefined
  if (environment === 'live' && !isTied) return nothingTies
  const parent = query.get('parent') ?? ''
  if (allowedParents(parent, origins) !== parent) return otherPages
  const meta = { ndc: request.ndc, atMs: clock.now() }
  return { status: 200, body: bodyOf('000.000.100', meta) }
}

const unknownCheckout: Refusal = {
  ...refuse('200.300.404', { description: 'No payment session found: there is no such checkout' }),
  status: 404,
}

const nothingTies: Refusal = refuse('200.300.404', {
  description:
    'Nothing ties this secured field to the channel: name the channel in the address of the script (paymentWidgets.js?entityId=…)',
})

const otherPages: Refusal = refuse('200.300.404', {
  description:
    'The channel of this checkout lets only pages of other origins show the secured fields (setting checkouts.pageOrigins)',
})

/** The languages and the fetched code of the widget, each file at an address of its own. */
export function fileRoutes(files: readonly StaticFile[]): readonly ServedRoute<unknown>[] {
  return files.map((file) => ({
    method: 'get',
    path: file.path,
    access: 'open',
    docs: { leftOut: 'a file of the widget' },
    serve: () => serveStaticFile(file),
  }))
}

async function serveScript(request: FastifyRequest, reply: FastifyReply, parts: PageParts) {
  const { script, clock } = parts
  const query = queryText(request)
  const target = readScriptTarget(query)
  if (typeof target === 'string') return sendRefusal(request, reply, noId(target, query), clock)
  // A script with an integrity attribute is fetched with CORS; the page may be anywhere.
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-type', 'text/javascript; charset=utf-8')
    .header('cache-control', 'private, max-age=1800')
    .header('vary', 'accept-encoding')
  if (accepts(request, 'br')) {
    return reply.header('content-encoding', 'br').send(await script.brotli(target))
  }
  if (accepts(request, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(await script.gzip(target))
  }
  return reply.send(script.text(target))
}

function noId(name: 'checkoutId' | 'entityId', query: URLSearchParams): Refusal {
  const value = shownText(query.get(name) ?? '')
  const kind = name === 'checkoutId' ? 'a checkout id' : 'the id of a channel'
  return refuseParameters([{ name, value, message: `is not ${kind}` }])
}

function timeOfFrame(owner: string | undefined, { clock }: PageParts): number {
  return owner === undefined ? clock.now() : clock.of(owner)
}

async function serveFrame(request: FastifyRequest, reply: FastifyReply, parts: PageParts) {
  const asked = readFrameQuery(queryText(request))
  if (isRefusal(asked)) return sendRefusal(request, reply, asked, parts.clock)
  const channel = await frameChannel(asked, parts)
  const { brands, origins, usesBinList, entityId: owner } = channel
  const parent = allowedParents(asked.parent, origins)
  const { checkoutId } = asked
  const entityId = checkoutId === undefined ? asked.entityId : undefined
  const accept = acceptHeader(request)
  // Only an expiry date is judged by it.
  const atMs = asked.field === 'card.expiry' ? timeOfFrame(owner, parts) : undefined
  const fontOrigins = channel.fontOrigins?.filter(
    (origin) => parts.environment === 'test' || origin.startsWith('https:'),
  )
  const known = { parent, brands, usesBinList, checkoutId, entityId, accept, atMs, fontOrigins }
  const document = parts.frameDocuments(asked, known)
  reply
    .header('content-security-policy', document.policy)
    // A page with a Cross-Origin-Embedder-Policy frames only documents that have one themselves, and say who may.
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-type', 'text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
  if (!accepts(request, 'br')) return reply.send(document.text())
  return reply.header('content-encoding', 'br').send(await document.brotli())
}
