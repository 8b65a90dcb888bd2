import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cardPaymentForm, type Target } from '../load/requests.ts'
import { quantile } from '../measure/statistics.ts'
import { textTable } from '../measure/table.ts'
import { built, type ServerUnderTest, startGateway } from '../servers.ts'
import type { HostileOrder, HostileState } from './order.ts'

/**
 * One address, or eleven networks, open 10,000 connections and do nothing useful with them, while another one pays
 * (R-AV-1). Nothing is asserted about time; a payment that is refused fails it. Linux only: the other
 * address is 127.0.0.2.
 */
const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
  },
})
const connections = Number(options.connections)
const sliceMs = 1000 * Number(options.seconds)

/** Between two payments of the polite client, in milliseconds. */
const PAY_EVERY_MS = 20

const HEAD = 'POST /v1/payments HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
/** So many fill a port with as many connections as each address may have. */
const NETWORKS = 11

const ATTACKS: Readonly<Record<string, string | undefined>> = {
  nobody: undefined,
  'says nothing': '',
  'half-sent headers': `${HEAD}a: b\r\n`,
  'half-sent headers from 11 networks': `${HEAD}a: b\r\n`,
  'half-sent bodies': `${HEAD}content-length: 1000000\r\n\r\n${' '.repeat(200_000)}`,
  'answers not read': 'GET /v1/resultcodes HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3),
}

const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-hostile-'))
const gateway = await startGateway({ dataDir })
try {
  const rows = []
  for (const [attack, sent] of Object.entries(ATTACKS)) rows.push(await measured(attack, sent))
  const columns = ['paid', 'p50 ms', 'p99 ms', 'longest ms', 'RSS MiB', 'opened']
  console.log(textTable([[`${connections} connections`, ...columns], ...rows]))
} finally {
  await gateway.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measured(attack: string, sent: string | undefined): Promise<string[]> {
  const hostile =
    sent === undefined
      ? undefined
      : await startHostileClient(gateway.target, sent, attack.includes('networks') ? NETWORKS : 0)
  const { tookMs, rssMib } = await payWhile(gateway)
  const opened = hostile?.opened() ?? 0
  await hostile?.stop()
  const ascending = tookMs.sort((a, b) => a - b)
  const shown = [0.5, 0.99, 1].map((share) => quantile(ascending, share).toFixed(1))
  return [attack, String(tookMs.length), ...shown, rssMib.toFixed(0), String(opened)]
}

/** Pays again and again on connections of its own; the memory of the gateway at its highest. */
async function payWhile({ target, pid }: ServerUnderTest) {
  const tookMs: number[] = []
  let rssMib = 0
  const endMs = performance.now() + sliceMs
  while (performance.now() < endMs) {
    const beginMs = performance.now()
    await pay(target)
    tookMs.push(performance.now() - beginMs)
    rssMib = Math.max(rssMib, rssMibOf(pid))
    await pause(PAY_EVERY_MS)
  }
  return { tookMs, rssMib }
}

async function pay(target: Target): Promise<void> {
  const sent = request({
    ...target,
    localAddress: '127.0.0.2',
    agent: false,
    path: '/v1/payments',
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  sent.end(cardPaymentForm(target))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  if (response.statusCode !== 200) throw new Error(`A payment was answered ${response.statusCode}`)
  await once(response, 'end')
}

async function startHostileClient({ port }: Target, sent: string, networks: number) {
  const child = fork(built('hostile-client.js'))
  let state: HostileState = { opened: 0, open: 0 }
  child.on('message', (message) => {
    state = message as HostileState
  })
  const order: HostileOrder = { port, connections, sent, networks }
  child.send(order)
  while (state.opened < connections) await once(child, 'message')
  return {
    opened: () => state.opened,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function rssMibOf(pid: number): number {
  const [, kib = '0'] =
    /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
