import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Asked {
  readonly method: string
  readonly path: string
  /** Of the form, or of the query. */
  readonly fields: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

// biome-ignore lint/suspicious/noExplicitAny: a wrong server writes what it likes
type Tree = any

export interface WrongReply {
  status: number
  readonly headers: Map<string, string>
  /** Of an answer in JSON; what it is changed to is sent. */
  body: Tree
}

/** How a server is wrong: it reads requests wrongly, or answers wrongly. */
export interface Wrong {
  /** What it answers without a look at the request; `undefined`: it looks. */
  readonly instead?: (asked: Asked) => WrongReply | undefined
  readonly request?: (asked: Asked) => void
  readonly answer?: (reply: WrongReply, asked: Asked) => void
}

/** A server that does as a gateway does, but for what is wrong with it; its address. */
export function startWrongServer(gatewayUrl: string, wrong: Wrong): Promise<string> {
  return listen(async (method, url, headers, body) => {
    const { pathname, searchParams } = new URL(url, gatewayUrl)
    const isForm = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
    const fields = isForm ? new URLSearchParams(body) : searchParams
    const asked = { method, path: pathname, fields, headers }
    const instead = wrong.instead?.(asked)
    if (instead !== undefined) return { ...instead, text: JSON.stringify(instead.body) }
    wrong.request?.(asked)
    const names = ['authorization', 'content-type', 'idempotency-key']
    const kept = names.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
    )
    const query = isForm || `${fields}` === '' ? '' : `?${fields}`
    const sent = method === 'POST' ? { body: isForm ? `${fields}` : body } : {}
    const response = await fetch(`${gatewayUrl}${pathname}${query}`, {
      method,
      // It ends TLS before a live one.
      headers: { ...Object.fromEntries(kept), 'x-forwarded-proto': 'https' },
      ...sent,
    })
    const bytes = await response.text()
    const passed = ['content-type', 'idempotent-replayed']
    const reply: WrongReply = {
      status: response.status,
      headers: new Map([...response.headers].filter(([name]) => passed.includes(name))),
      body: treeOf(bytes),
    }
    wrong.answer?.(reply, asked)
    const answered = reply.body === undefined ? bytes : JSON.stringify(reply.body)
    return { status: reply.status, headers: reply.headers, text: answered }
  })
}

/** A server that answers everything alike; its address. */
export function startDullServer(status: number, body: Tree): Promise<string> {
  const headers = new Map([['content-type', 'application/json']])
  return listen(async () => ({ status, headers, text: JSON.stringify(body) }))
}

type Answering = (
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  body: string,
) => Promise<{ status: number; headers: ReadonlyMap<string, string>; text: string }>

async function listen(answer: Answering): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const reply = await answer(method, url, headers, await text(request))
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(reply.text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function treeOf(bytes: string): Tree {
  try {
    return JSON.parse(bytes)
  } catch {
    return undefined
  }
}
