import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecuredField } from '../../../common/widget-wire.ts'
import { frameCsp, renderFrameDocument } from '../../../widget/frames/document.ts'
import type { Clock } from '../../engine/timers/clock.ts'
import { sendRefusal } from '../../wire/http/errors.ts'
import type { ServedRoute } from '../../wire/http/route.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import { isRefusal, refuseParameters } from '../../wire/results/refusal.ts'
import { accepts } from './accepts.ts'
import { compressQuickly } from './appended-brotli.ts'
import { allowedParents, type FrameChannelParts, frameChannel } from './frame-channel.ts'
import { readFrameQuery } from './frame-query.ts'
import { queryText } from './query-text.ts'
import { type StaticFile, serveStaticFile } from './static-file.ts'
import { readScriptTarget, type WidgetScript } from './widget-script.ts'

/** Code of the secured frames, to be put inline. */
export type FrameScripts = Readonly<Record<SecuredField, string>>

export interface PageParts extends FrameChannelParts {
  readonly script: WidgetScript
  readonly frameScripts: FrameScripts
  readonly clock: Clock
}

/** The script and the secured frames: what a shopper's browser loads. */
export const pageRoutes: readonly ServedRoute<PageParts>[] = [
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
]

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
  const checkoutId = queryText(request).get('checkoutId') ?? undefined
  const target = readScriptTarget(checkoutId)
  if (target === undefined) {
    const value = shownText(checkoutId ?? '')
    const fault = { name: 'checkoutId', value, message: 'is not a checkout id' }
    return sendRefusal(request, reply, refuseParameters([fault]), clock)
  }
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

async function serveFrame(request: FastifyRequest, reply: FastifyReply, parts: PageParts) {
  const asked = readFrameQuery(queryText(request))
  if (isRefusal(asked)) return sendRefusal(request, reply, asked, parts.clock)
  const { brands, origins } = await frameChannel(asked.checkoutId, parts)
  const query = { ...asked, parent: allowedParents(asked.parent, origins) }
  const nonce = randomBytes(16).toString('base64url')
  const script = parts.frameScripts[query.field]
  const document = Buffer.from(renderFrameDocument({ query, brands, script, nonce }))
  reply
    .header('content-security-policy', frameCsp({ nonce, parent: query.parent }))
    .header('content-type', 'text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
  if (!accepts(request, 'br')) return reply.send(document)
  return reply.header('content-encoding', 'br').send(await compressQuickly(document))
}
