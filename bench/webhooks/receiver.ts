import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { Received, ReceiverOrder } from './received.ts'

/**
 * Servers of merchants in a process of their own: one for each path `/0`, `/1` …. Over plain sockets, for
 * the reason that the load generator gives. Answers 200 with an empty body.
 */
const HEAD_END = Buffer.from('\r\n\r\n')
const OK = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')

let hanging = new Set<string>()
let ids = new Map<string, Set<string>>()
let calls = 0
let lastAtMs = new Map<string, number>()

const server = createServer((socket) => {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    received = takeCalls(socket, received)
  })
  socket.on('error', () => socket.destroy())
})

/** Answers the whole requests in the buffer; the rest of it. */
function takeCalls(socket: Socket, received: Buffer): Buffer {
  let rest = received
  for (;;) {
    const headEnd = rest.indexOf(HEAD_END)
    if (headEnd === -1) return rest
    const head = rest.toString('latin1', 0, headEnd)
    const bodyStart = headEnd + HEAD_END.length
    const end = bodyStart + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (rest.length < end) return rest
    take(socket, head, rest.subarray(bodyStart, end))
    rest = rest.subarray(end)
  }
}

const TEST = Buffer.from('{"type":"test"')

function take(socket: Socket, head: string, body: Buffer): void {
  if (body.indexOf(TEST) === 0) {
    socket.write(OK)
    return
  }
  const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'))
  if (hanging.has(path)) return
  const id = /\r\nwebhook-id: *(\S+)/i.exec(head)?.[1] ?? ''
  const known = ids.get(path) ?? new Set()
  ids.set(path, known)
  calls += 1
  if (!known.has(id)) lastAtMs.set(path, Date.now())
  known.add(id)
  socket.write(OK)
}

process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'begin') {
    hanging = new Set(order.hanging)
    ids = new Map()
    lastAtMs = new Map()
    calls = 0
  }
  const { user, system } = process.cpuUsage()
  const paths = [...ids].map(([path, known]) => ({
    path,
    events: known.size,
    lastAtMs: lastAtMs.get(path) ?? 0,
  }))
  process.send?.({ calls, paths, cpuSeconds: (user + system) / 1e6 } satisfies Received)
})

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
