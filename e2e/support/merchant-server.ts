import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TlsIdentity } from '../../server/http/transport-certificate.ts'

export type Headers = Readonly<Record<string, string>>

/** A web server with hand-written pages, on another site than the gateway's `localhost`. */
export interface MerchantServer {
  readonly origin: string
  /** Puts a page on the server; its address, which is new each time. */
  serve(html: string, headers?: Headers): string
  close(): Promise<void>
}

/** Where forms send the shopper when the payment has a result. */
export const RESULT_PATH = '/result'
/** Answers 204: the browser stays on the page that it wanted to leave. */
export const STAY_PATH = '/stay'

const resultPage =
  '<!doctype html><html lang="en"><title>Result</title><h1>Back in the shop</h1></html>'

/** @param identity for pages over TLS */
export async function startMerchantServer(identity?: TlsIdentity): Promise<MerchantServer> {
  const pages = new Map<string, { readonly html: string; readonly headers: Headers }>([
    [RESULT_PATH, { html: resultPage, headers: {} }],
  ])
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://merchant')
    const page = pages.get(pathname)
    if (page === undefined) {
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers })
    response.end(page.html)
  }
  const server = identity ? createTlsServer(identity, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  const origin = `http${identity ? 's' : ''}://127.0.0.1:${address.port}`
  return {
    origin,
    serve(html, headers = {}) {
      const path = `/page/${pages.size}`
      pages.set(path, { html, headers })
      return origin + path
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
