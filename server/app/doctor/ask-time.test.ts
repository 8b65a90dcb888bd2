import { createSocket } from 'node:dgram'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aheadMs } from './ask-time.ts'
import { clockResult } from './time-checks.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 15)

interface Answering {
  readonly aheadMs: number
  readonly stratum?: number
  /** Answers another request than ours, first. */
  readonly straysFirst?: boolean
}

/** An NTP server whose clock is so far ahead of `NOW_MS`. */
async function ntpServer({ aheadMs: ahead, stratum = 2, straysFirst }: Answering): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (request, { port, address }) => {
    const answer = Buffer.alloc(48)
    answer[0] = 0x24
    answer[1] = stratum
    request.copy(answer, 24, 40, 48)
    const seconds = (NOW_MS + ahead) / 1000 + 2_208_988_800
    for (const at of [32, 40]) {
      answer.writeUInt32BE(Math.floor(seconds), at)
      answer.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4)
    }
    if (straysFirst) {
      const stray = Buffer.from(answer)
      stray[24] = (stray[24] ?? 0) ^ 1
      stray.writeUInt32BE(0, 40)
      socket.send(stray, port, address)
      socket.send(answer.subarray(0, 47), port, address)
    }
    socket.send(answer, port, address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const now = () => NOW_MS

describe('the time of an NTP server', () => {
  it.each([0, 250, -90_000, 86_400_000])('is told to be %i ms ahead', async (ahead) => {
    expect(await aheadMs(await ntpServer({ aheadMs: ahead }), now)).toBeCloseTo(ahead, 0)
  })

  it('is that of the answer to our request alone', async () => {
    const server = await ntpServer({ aheadMs: 500, straysFirst: true })
    expect(await aheadMs(server, now)).toBeCloseTo(500, 0)
  })
})

describe('the check of the clock against it', () => {
  it.each([
    [0, 'good'],
    [999, 'good'],
    [-1_500, 'warning'],
    [60_000, 'problem'],
  ])('of %i ms ahead is %s', async (ahead, state) => {
    const server = await ntpServer({ aheadMs: ahead })
    expect(await clockResult(server, now)).toMatchObject({ state })
  })

  it('is not known where nobody answers, or a server that has no time itself', async () => {
    const server = await ntpServer({ aheadMs: 0, stratum: 16 })
    expect(await clockResult(server, now, 50)).toEqual({
      state: 'unknown',
      found: `${server}: it does not answer`,
    })
  })
})
