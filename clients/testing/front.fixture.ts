import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a front does with the next request; afterwards it hands all on. */
export type FrontTurn =
  /** The gateway acts, and its answer never arrives. */
  | 'loses its answer'
  /** Nobody acts, and the connection stays open. */
  | 'never answers'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }

export interface Front {
  readonly url: string
  /** Of all requests so far. */
  readonly requests: { method: string; path: string; headers: IncomingHttpHeaders; atMs: number }[]
  readonly turns: FrontTurn[]
  close(): void
}

/** A proxy before a gateway. */
export async function startFront(target: string): Promise<Front> {
  const requests: Front['requests'] = []
  const turns: FrontTurn[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, atMs: performance.now() })
    const turn = turns.shift()
    if (turn === 'never answers') return
    if (typeof turn === 'object') {
      response.writeHead(turn.status, turn.headers).end(turn.body)
      return
    }
    const body = await buffer(request)
    const asked = Object.fromEntries(
      ['authorization', 'content-type', 'idempotency-key'].flatMap((name) =>
        headers[name] === undefined ? [] : [[name, String(headers[name])]],
      ),
    )
    const sent = { method, headers: asked, ...(method === 'POST' && { body }) }
    const answer = await fetch(target + path, sent)
    const text = await answer.text()
    if (turn === 'loses its answer') request.socket.destroy()
    else response.writeHead(answer.status, headersOf(answer)).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    turns,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How long its own connection stays open is no business of the other side. */
function headersOf(answer: Response) {
  const own = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']
  return Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)))
}
