import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { startSystem } from '../process/start.ts'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { freePort } from '../testing/free-port.ts'
import type { TlsIdentity } from './transport-certificate.ts'

let folder: string
let dist: URL
let identity: TlsIdentity
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-transport-'))
  dist = pathToFileURL(`${folder}/`)
  identity = await localhostIdentity()
  await mkdir(join(folder, 'widget'))
  await mkdir(join(folder, 'frame'))
  await writeFile(join(folder, 'widget/paymentWidgets.js'), 'void __TILLGATE_BOOT__')
  await writeFile(join(folder, 'frame/frame.js'), 'void 0')
  await writeFile(join(folder, 'cert.pem'), identity.cert)
  await writeFile(join(folder, 'key.pem'), identity.key)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function settings(env: Record<string, string>): Promise<Config> {
  const config = readConfig({
    TILLGATE_ENV: 'live',
    TILLGATE_BASE_URL: 'https://pay.example.com',
    TILLGATE_VAULT_KEY: randomBytes(32).toString('hex'),
    TILLGATE_PORT: String(await freePort('localhost')),
    TILLGATE_DATA_DIR: join(folder, 'data'),
    TILLGATE_LOG_LEVEL: 'silent',
    ...env,
  })
  if ('fault' in config) throw new Error(config.fault)
  // Live takes no memory by setting; here nothing has to last.
  return { ...config, database: { engine: 'memory' } }
}

async function start(env: Record<string, string>): Promise<Config> {
  const config = await settings(env)
  const system = await startSystem(config, dist)
  onTestFinished(() => system.stop())
  return config
}

/** Status and Location that a plain request gets. */
async function plainly(port: number, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://localhost:${port}/v1/nowhere?a=1`, {
    headers: { connection: 'close', ...headers },
    redirect: 'manual',
  })
  return `${answer.status} ${answer.headers.get('location') ?? ''}`.trim()
}

it('a process with certificate and key serves https on both addresses of localhost', async () => {
  const tls = {
    TILLGATE_TLS_CERT: join(folder, 'cert.pem'),
    TILLGATE_TLS_KEY: join(folder, 'key.pem'),
  }
  const { port } = await start(tls)
  for (const host of ['127.0.0.1', 'localhost']) {
    const options = { host, port, servername: 'localhost', ca: identity.cert, agent: false }
    const sent = request({ ...options, path: '/healthz' }).end()
    const [answer] = await once(sent, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(200)
  }
})

it('a process whose key is missing does not start, and leaves nothing behind', async () => {
  const config = await settings({
    TILLGATE_TLS_CERT: join(folder, 'cert.pem'),
    TILLGATE_TLS_KEY: join(folder, 'absent.pem'),
    TILLGATE_DATA_DIR: join(folder, 'untouched'),
  })
  await expect(startSystem(config, dist)).rejects.toThrow(/^TILLGATE_TLS_KEY is .*cannot be read/)
  expect(await readdir(folder)).not.toContain('untouched')
})

it('a live process without TLS sends plain HTTP to its base URL, and /readyz tells why', async () => {
  const { port } = await start({})
  const https = { 'x-forwarded-proto': 'https' }
  const sentOn = '307 https://pay.example.com/v1/nowhere?a=1'
  expect([await plainly(port), await plainly(port, https)]).toEqual([sentOn, sentOn])
  const ready = await fetch(`http://localhost:${port}/readyz`, { headers: { connection: 'close' } })
  expect(await ready.json()).toMatchObject({
    warnings: [expect.stringContaining('no request is served')],
  })
})

it('a live process behind the proxy that it trusts serves what came to it by https', async () => {
  const { port } = await start({ TILLGATE_TRUST_PROXY: 'loopback' })
  expect(await plainly(port, { 'x-forwarded-proto': 'https' })).toBe('404')
  expect(await plainly(port, { 'x-forwarded-proto': 'http' })).toMatch(/^307 /)
})
