import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../engine/timers/clock.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { idOfPath } from '../../wire/http/call.ts'
import { sendRefusal } from '../../wire/http/errors.ts'
import type { OpenRoute, ServedRoute } from '../../wire/http/route.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'
import { accepts } from './accepts.ts'
import { allowedParents, type FrameChannelParts, frameChannel } from './frame-channel.ts'
import type { FrameDocuments } from './frame-documents.ts'
import { readFrameQuery } from './frame-query.ts'
import { queryText } from './query-text.ts'
import { type StaticFile, serveStaticFile } from './static-file.ts'
import { ENTITY_ID, readScriptTarget, type WidgetScript } from './widget-script.ts'

export interface PageParts extends FrameChannelParts {
  readonly script: WidgetScript
  readonly frameDocuments: FrameDocuments
  readonly clock: Clock
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
 * `?parent=…&after=…`: whether a secured field that was in the page before this checkout was made may pay
 * it. The field asks for itself, by the origins that the browser has held it to, and by the checkout
 * that it has paid before, or the channel that the script has named: what was typed for one merchant must not pay another.
 */
async function answerFrame(request: FastifyRequest, parts: PageParts): Promise<Answer | Refusal> {
  const query = queryText(request)
  const { entityId, origins } = await frameChannel({ checkoutId: idOfPath(request) }, parts)
  if (entityId === undefined) return unknownCheckout
  const after = query.get('after') ?? ''
  const name = ENTITY_ID.test(after) ? 'entityId' : 'checkoutId'
  const before = await frameChannel({ [name]: after }, parts)
  if ((before.entityId ?? entityId) !== entityId) return otherChannel
  const parent = query.get('parent') ?? ''
  if (allowedParents(parent, origins) !== parent) return otherPages
  const meta = { ndc: request.ndc, atMs: parts.clock.now() }
  return { status: 200, body: bodyOf('000.000.100', meta) }
}

const unknownCheckout: Refusal = {
  ...refuse('200.300.404', { description: 'No payment session found: there is no such checkout' }),
  status: 404,
}

const otherChannel: Refusal = refuse('200.300.404', {
  description: 'The secured field has been filled in for a checkout of another channel',
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

async function serveFrame(request: FastifyRequest, reply: FastifyReply, parts: PageParts) {
  const asked = readFrameQuery(queryText(request))
  if (isRefusal(asked)) return sendRefusal(request, reply, asked, parts.clock)
  const { brands, origins, usesBinList } = await frameChannel(asked, parts)
  const parent = allowedParents(asked.parent, origins)
  const document = parts.frameDocuments(asked, { parent, brands, usesBinList })
  reply
    .header('content-security-policy', document.policy)
    .header('content-type', 'text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
  if (!accepts(request, 'br')) return reply.send(document.text())
  return reply.header('content-encoding', 'br').send(await document.brotli())
}
