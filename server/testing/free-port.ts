import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port; `localhost`: on either of its addresses. */
export async function freePort(host: 'localhost' | '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
