import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePostgres } from '../../../store/testing/postgres.ts'
import { runCommand } from '../../../testing/command.fixture.ts'
import { cardPayment } from '../../../testing/gateway.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../../testing/server-process.fixture.ts'

const postgres = usePostgres()
let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tillgate-entities-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

interface Installation {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

/** Runs a command and answers the one line that it prints. */
async function tillgate(at: Installation, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(args, at)
  expect({ args, code, output }).toMatchObject({ code: 0 })
  return output.trim()
}

interface Credentials {
  readonly merchant: string
  readonly channel: string
  readonly token: string
}

async function makeMerchant(at: Installation): Promise<Credentials> {
  const create = (kind: string, ...more: string[]) =>
    tillgate(at, 'entity', 'create', '--kind', kind, '--name', `The ${kind}`, ...more)
  const merchant = await create('merchant', '--parent', await create('psp'))
  const channel = await create('channel', '--parent', merchant)
  const token = await tillgate(at, 'token', 'create', '--entity', merchant, '--label', 'Shop')
  return { merchant, channel, token }
}

/** The status and result code that a payment is answered with. */
async function pay(url: string, channel: string, token: string): Promise<string> {
  const response = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    // What a proxy that ends TLS would add: live takes nothing else.
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-proto': 'https' },
    body: new URLSearchParams(cardPayment(channel) as Record<string, string>),
  })
  const { result } = (await response.json()) as { result: { code: string } }
  return `${response.status} ${result.code}`
}

const engines: [string, () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ TILLGATE_DATABASE_URL: await postgres.freshDatabase() })],
]

describe.each(engines)('entities and tokens in live, on %s', (engine, database) => {
  it('are created in an empty database, and the gateway accepts the token', async () => {
    const at = {
      dataDir: join(parent, `live-${engine}`),
      env: {
        ...(await database()),
        TILLGATE_ENV: 'live',
        TILLGATE_BASE_URL: 'https://pay.example.com',
        TILLGATE_TRUST_PROXY: 'loopback',
        TILLGATE_VAULT_KEY: randomBytes(32).toString('hex'),
        TILLGATE_DEMO_ENTITY_ID: '',
        TILLGATE_DEMO_LEGACY_ENTITY_ID: '',
        TILLGATE_DEMO_TOKEN: '',
      },
    }
    const { channel, token } = await makeMerchant(at)
    const gateway = await startServerProcess(at)
    try {
      // The token is taken; no connector that is shipped pays in live.
      expect(await pay(gateway.url, channel, token)).toBe('400 600.200.201')
      expect(await pay(gateway.url, channel, 'another-access-token')).toBe('403 800.900.300')
    } finally {
      await gateway.interrupt()
    }
  }, 300_000)
})

describe.each(engines)('entities and tokens of a running gateway, on %s', (engine, database) => {
  let at: Installation
  let gateway: ServerProcess
  beforeAll(async () => {
    at = { dataDir: join(parent, `test-${engine}`), env: await database() }
    gateway = await startServerProcess(at)
  }, 300_000)
  afterAll(() => gateway?.interrupt(), 60_000)

  it('are changed while it takes payments, and the changes take effect', async () => {
    const { entityId, accessToken } = processDemo
    const load = startLoad(() => pay(gateway.url, entityId, accessToken))
    const { merchant, channel, token } = await makeMerchant(at)
    const now = () => pay(gateway.url, channel, token)
    expect(await now()).toBe('200 000.100.110')

    const set = (...words: string[]) => tillgate(at, 'entity', 'set', merchant, ...words)
    await set('--active', 'false')
    await expect.poll(now, FOLLOWING).toBe('400 500.100.201')
    await set('--active', 'true', '--profile', 'legacy')
    await expect.poll(now, FOLLOWING).toBe('200 000.100.110')
    await tillgate(at, 'token', 'revoke', '--entity', merchant, '--label', 'Shop')
    await expect.poll(now, FOLLOWING).toBe('403 800.900.300')
    const answers = await load.stop()
    expect(answers.length).toBeGreaterThan(20)
    expect(new Set(answers)).toEqual(new Set(['200 000.100.110']))
  }, 300_000)
})

const FOLLOWING = { timeout: 120_000, interval: 100 }

/** From one payment of a client to its next, in milliseconds: the commands are to have a processor, too. */
const PAUSE_MS = 20

/** Does something again and again from several clients, until it is stopped. */
function startLoad(work: () => Promise<string>) {
  const answers: string[] = []
  let stopped = false
  const client = async () => {
    while (!stopped) {
      answers.push(await work())
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const clients = Promise.all(Array.from({ length: 2 }, client))
  return {
    async stop(): Promise<readonly string[]> {
      stopped = true
      await clients
      return answers
    },
  }
}
