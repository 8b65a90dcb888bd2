import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that a system gives to outgoing connections (32768 and up on Linux): one of those can
 * be taken by any connection of another test before the server that gets it listens.
 */
const PORTS = { from: 10_000, before: 32_768 }

/** A free port; `localhost`: on either of its addresses. */
export async function freePort(host: 'localhost' | '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.before)
    if (await isFree(port, host)) return port
  }
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
