import { connect, type Socket } from 'node:net'
import type { HostileOrder } from './order.ts'

/**
 * Keeps a number of connections open that never do what they have begun, until it is told to end. What
 * the gateway ends is opened again, as an attacker would.
 */

/** How many connections are opened in one turn, and how often there is a turn, in milliseconds. */
const OPENED_AT_ONCE = 250
const TURN_MS = 50

const sockets = new Set<Socket>()
let opened = 0

process.once('disconnect', () => process.exit())
process.once('message', (order: HostileOrder) => {
  setInterval(() => {
    const missing = Math.min(OPENED_AT_ONCE, order.connections - sockets.size)
    for (let one = 0; one < missing; one++) open(order)
    process.send?.({ opened, open: sockets.size })
  }, TURN_MS)
})

function open({ port, sent, networks }: HostileOrder): void {
  opened++
  const from = networks === 0 ? {} : { localAddress: `127.1.${1 + (opened % networks)}.1` }
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, ...from })
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  // It notices that it was ended, and reads nothing else.
  socket.on('end', () => socket.destroy())
  socket.on('connect', () => socket.write(sent))
}
