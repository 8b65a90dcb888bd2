import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** How long an answer may take, in milliseconds. */
const MAX_WAIT_MS = 3_000
const NTP_PORT = 123
const PACKET_BYTES = 48
/** Version 4, as a client (RFC 5905 section 7.3). */
const ASKS = 0x23
const ANSWERS = 4
/** From here on a server is not synchronised itself. */
const MAX_STRATUM = 15
/** NTP counts from 1900. */
const SECONDS_TO_1970 = 2_208_988_800

/**
 * How far an NTP server is ahead of this machine, in milliseconds (SNTP, RFC 4330 section 5). `server`: a host, and a
 * port where it is another one than 123. Rejects where it gives no time within three seconds.
 */
export async function aheadMs(
  server: string,
  now: () => number,
  maxWaitMs = MAX_WAIT_MS,
): Promise<number> {
  const { hostname, port } = new URL(`udp://${server}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const request = Buffer.alloc(PACKET_BYTES)
  request[0] = ASKS
  // Random in place of a time: an answer to another request is no answer, and nobody learns our clock.
  const mark = randomBytes(8)
  mark.copy(request, 40)
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const sentMs = now()
  try {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const timeout = setTimeout(reject, maxWaitMs, new Error('it does not answer'))
      socket.once('error', reject)
      socket.on('message', (message) => {
        if (!isAnswer(message, mark)) return
        clearTimeout(timeout)
        resolve(message)
      })
      socket.send(request, Number(port || NTP_PORT), host)
    })
    const heardMs = now()
    return (timeIn(answer, 32) - sentMs + (timeIn(answer, 40) - heardMs)) / 2
  } finally {
    socket.close()
  }
}

function isAnswer(message: Buffer, mark: Buffer): boolean {
  if (message.length < PACKET_BYTES) return false
  const [first = 0, stratum = 0] = message
  const isSynchronised = stratum >= 1 && stratum <= MAX_STRATUM
  return (first & 0b111) === ANSWERS && isSynchronised && mark.equals(message.subarray(24, 32))
}

/** A time of a packet in milliseconds since 1970. */
function timeIn(packet: Buffer, at: number): number {
  const fraction = packet.readUInt32BE(at + 4) / 2 ** 32
  return (packet.readUInt32BE(at) - SECONDS_TO_1970 + fraction) * 1000
}
