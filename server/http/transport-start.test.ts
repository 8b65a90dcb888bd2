import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type RunningSystem, startSystem } from '../app/start.ts'
import type { Config } from '../kernel/settings/config.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
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
  // The threads of the store are the built ones.
  await symlink(
    fileURLToPath(new URL('../../dist/server', import.meta.url)),
    join(folder, 'server'),
  )
  await mkdir(join(folder, 'widget'))
  await mkdir(join(folder, 'number-frame'))
  await mkdir(join(folder, 'authentication-page'))
  await mkdir(join(folder, 'code-frame'))
  await mkdir(join(folder, 'borrowing-frame'))
  await mkdir(join(folder, 'details-frame'))
  await mkdir(join(folder, 'font-frame'))
  await mkdir(join(folder, 'code'))
  await mkdir(join(folder, 'backoffice/assets'), { recursive: true })
  await writeFile(join(folder, 'backoffice/index.html'), '<!doctype html>')
  await writeFile(join(folder, 'widget/paymentWidgets.js'), 'void __TILLGATE_BOOT__')
  await writeFile(join(folder, 'number-frame/frame.js'), 'void 0')
  await writeFile(join(folder, 'authentication-page/page.js'), 'void 0')
  await writeFile(join(folder, 'code-frame/frame.js'), 'void 0')
  await writeFile(join(folder, 'borrowing-frame/frame.js'), 'void 0')
  await writeFile(join(folder, 'details-frame/frame.js'), 'void 0')
  await writeFile(join(folder, 'font-frame/frame.js'), 'void 0')
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
  if ('faults' in config) throw new Error(config.faults.join())
  // Live takes no memory by setting; here nothing has to last.
  return { ...config, database: { engine: 'memory' } }
}

async function startedSystem(env: Record<string, string>): Promise<RunningSystem> {
  const system = await startSystem(await settings(env), dist)
  onTestFinished(() => system.stop())
  return system
}

async function start(env: Record<string, string>): Promise<Config> {
  return (await startedSystem(env)).config
}

/** Certificate and key in files of their own, which the test may replace. */
async function renewable() {
  const [cert, key] = [join(folder, 'renewable-cert.pem'), join(folder, 'renewable-key.pem')]
  await copyFile(join(folder, 'cert.pem'), cert)
  await copyFile(join(folder, 'key.pem'), key)
  return { cert, key, env: { TILLGATE_TLS_CERT: cert, TILLGATE_TLS_KEY: key } }
}

/** Whether a handshake shows this certificate, with the name of the host and without. */
function shows(port: number, { cert: ca }: TlsIdentity): Promise<readonly boolean[]> {
  const shown = async (servername: string | undefined) => {
    const named = servername === undefined ? {} : { servername }
    const to = { host: '127.0.0.1', port, ca, checkServerIdentity: () => undefined, ...named }
    const socket = connect(to)
    const isTrusted = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isTrusted
  }
  return Promise.all([shown('localhost'), shown(undefined)])
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

it('a process whose key is missing does not start, and creates no files', async () => {
  const config = await settings({
    TILLGATE_TLS_CERT: join(folder, 'cert.pem'),
    TILLGATE_TLS_KEY: join(folder, 'absent.pem'),
    TILLGATE_DATA_DIR: join(folder, 'untouched'),
  })
  await expect(startSystem(config, dist)).rejects.toThrow(/^TILLGATE_TLS_KEY is .*cannot be read/)
  expect(await readdir(folder)).not.toContain('untouched')
})

it('a live process that may start without TLS redirects plain HTTP to its base URL, as /readyz explains', async () => {
  const { port } = await start({ TILLGATE_ALLOW_NO_TLS: 'true' })
  const https = { 'x-forwarded-proto': 'https' }
  const sentOn = '307 https://pay.example.com/v1/nowhere?a=1'
  expect([await plainly(port), await plainly(port, https)]).toEqual([sentOn, sentOn])
  const ready = await fetch(`http://localhost:${port}/readyz`, { headers: { connection: 'close' } })
  expect(await ready.json()).toMatchObject({
    warnings: [
      expect.stringContaining('no request is served'),
      expect.stringContaining('cannot take payments'),
    ],
  })
})

it('a live process behind a trusted proxy serves requests that came by https', async () => {
  const { port } = await start({ TILLGATE_TRUST_PROXY: 'loopback' })
  expect(await plainly(port, { 'x-forwarded-proto': 'https' })).toBe('404')
  expect(await plainly(port, { 'x-forwarded-proto': 'http' })).toMatch(/^307 /)
})

it('a renewed certificate is used without a restart, and a broken one is not', async () => {
  const files = await renewable()
  const { config, renewCertificate } = await startedSystem({
    ...files.env,
    TILLGATE_HOST: '127.0.0.1',
  })
  expect(await shows(config.port, identity)).toEqual([true, true])
  const renewed = await localhostIdentity()
  await writeFile(files.cert, renewed.cert)
  await renewCertificate?.()
  // The key is still that of the other certificate.
  expect(await shows(config.port, identity)).toEqual([true, true])
  await writeFile(files.key, renewed.key)
  await renewCertificate?.()
  expect(await shows(config.port, renewed)).toEqual([true, true])
  expect(await shows(config.port, identity)).toEqual([false, false])
})

it('a second port redirects plain HTTP to https, also in the test environment', async () => {
  const tls = {
    TILLGATE_TLS_CERT: join(folder, 'cert.pem'),
    TILLGATE_TLS_KEY: join(folder, 'key.pem'),
  }
  for (const env of ['live', 'test']) {
    const { httpPort } = await start({
      ...tls,
      TILLGATE_ENV: env,
      TILLGATE_SHOP_PORT: '0',
      TILLGATE_TRUST_PROXY: 'loopback',
      TILLGATE_HTTP_PORT: String(await freePort('localhost')),
    })
    const sentOn = '307 https://pay.example.com/v1/nowhere?a=1'
    expect(await plainly(httpPort)).toBe(sentOn)
    expect(await plainly(httpPort, { 'x-forwarded-proto': 'https' })).toBe(sentOn)
    const refused = await fetch(`http://localhost:${httpPort}/v1/payments`, {
      method: 'POST',
      body: new URLSearchParams({ amount: '92.00' }),
      headers: { connection: 'close' },
    })
    expect([refused.status, (await refused.json()).result.code]).toEqual([400, '200.300.404'])
  }
})

it('a second port that is in use prevents the start', async () => {
  const tls = {
    TILLGATE_TLS_CERT: join(folder, 'cert.pem'),
    TILLGATE_TLS_KEY: join(folder, 'key.pem'),
  }
  const { httpPort } = await start({
    ...tls,
    TILLGATE_HTTP_PORT: String(await freePort('localhost')),
  })
  const second = await settings({ ...tls, TILLGATE_HTTP_PORT: String(httpPort) })
  await expect(startSystem(second, dist)).rejects.toThrow('EADDRINUSE')
})
