import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { TlsIdentity } from '../http/transport-certificate.ts'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { freePort } from '../testing/free-port.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let folder: string
let identities: readonly [TlsIdentity, TlsIdentity]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-renewed-'))
  identities = [await localhostIdentity(), await localhostIdentity()]
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A line of the unit of systemd, for this checkout in the place of the installed package. */
function documentedLine(name: 'ExecStart' | 'ExecReload'): string {
  const text = readFileSync(join(ROOT, 'deploy/tillgate.service'), 'utf8')
  const line = new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1]
  if (line === undefined) throw new Error(`deploy/tillgate.service has no ${name}`)
  const installed = '/opt/tillgate/node_modules/tillgate/'
  return line.replace('/usr/bin/node', process.execPath).replace(installed, '')
}

function put(files: { readonly cert: string; readonly key: string }, identity: TlsIdentity): void {
  writeFileSync(files.cert, identity.cert)
  writeFileSync(files.key, identity.key)
}

/** A live gateway with a certificate of its own, started by a command. */
async function started(command: string, env: Readonly<Record<string, string>> = {}) {
  const own = mkdtempSync(join(folder, 'gateway-'))
  const files = { cert: join(own, 'cert.pem'), key: join(own, 'key.pem') }
  put(files, identities[0])
  const port = await freePort('localhost')
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: ROOT,
    // A group of its own, to end what is left of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TILLGATE_ENV: 'live',
      TILLGATE_BASE_URL: 'https://pay.example.com',
      TILLGATE_VAULT_KEY: randomBytes(32).toString('hex'),
      TILLGATE_DATA_DIR: join(own, 'data'),
      TILLGATE_PORT: String(port),
      TILLGATE_TLS_CERT: files.cert,
      TILLGATE_TLS_KEY: files.key,
      TILLGATE_LOG_LEVEL: 'info',
      ...env,
    },
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} cannot be started`)
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  const printed = outputOf(child)
  await expect.poll(printed).toContain('Ctrl-C')
  return { pid, port, files, printed, hasEnded: () => child.exitCode ?? child.signalCode }
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return () => text
}

/** The certificate that a handshake shows, as its fingerprint. */
async function shown(port: number): Promise<string> {
  const socket = connect({ host: 'localhost', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

const fingerprintOf = ({ cert }: TlsIdentity) => new X509Certificate(cert).fingerprint256

const LIMIT = { timeout: 120_000 }

it('a gateway that is started and reloaded as documented serves the renewed certificate (R-OPS-1)', async () => {
  const gateway = await started(documentedLine('ExecStart'))
  expect(await shown(gateway.port)).toBe(fingerprintOf(identities[0]))
  put(gateway.files, identities[1])
  const reload = documentedLine('ExecReload').replace('$MAINPID', String(gateway.pid))
  expect(spawnSync('sh', ['-c', reload]).status).toBe(0)
  await expect.poll(() => shown(gateway.port), LIMIT).toBe(fingerprintOf(identities[1]))
  expect(gateway.hasEnded()).toBeNull()
  expect(gateway.printed()).toContain('The certificate was read again')
}, 300_000)

it('a gateway whose npm was ended by SIGHUP goes on with the renewed certificate, and says so', async () => {
  const gateway = await started('npm start')
  expect(gateway.printed()).toContain('npm has started this process')
  put(gateway.files, identities[1])
  process.kill(gateway.pid, 'SIGHUP')
  await expect.poll(() => shown(gateway.port), LIMIT).toBe(fingerprintOf(identities[1]))
  expect(gateway.hasEnded()).toBe('SIGHUP')
  expect(gateway.printed()).toMatch(
    /npm has ended, and the gateway goes on as process \d+: start node/,
  )
}, 300_000)

it('a renewal that fails is seen in log, /readyz and metric, and the earlier certificate stays (R-OPS-1)', async () => {
  const httpPort = await freePort('localhost')
  const env = { TILLGATE_HTTP_PORT: String(httpPort) }
  const gateway = await started(documentedLine('ExecStart'), env)
  const asked = async (path: string) => (await fetch(`http://localhost:${httpPort}${path}`)).text()
  put(gateway.files, { cert: identities[1].cert, key: identities[0].key })
  process.kill(gateway.pid, 'SIGHUP')
  await expect.poll(() => asked('/readyz'), LIMIT).toContain('the earlier one is served')
  expect(await asked('/metrics')).toContain('\ntillgate_certificate_outdated 1\n')
  expect(gateway.printed()).toContain('The certificate was not read again')
  expect(await shown(gateway.port)).toBe(fingerprintOf(identities[0]))
  put(gateway.files, identities[1])
  process.kill(gateway.pid, 'SIGHUP')
  await expect.poll(() => asked('/readyz'), LIMIT).not.toContain('the earlier one is served')
  expect(await asked('/metrics')).toContain('\ntillgate_certificate_outdated 0\n')
}, 300_000)

it('a live gateway behind a proxy does not end on SIGHUP', async () => {
  const behindProxy = {
    TILLGATE_TLS_CERT: '',
    TILLGATE_TLS_KEY: '',
    TILLGATE_TRUST_PROXY: 'loopback',
  }
  const gateway = await started(documentedLine('ExecStart'), behindProxy)
  process.kill(gateway.pid, 'SIGHUP')
  await expect
    .poll(gateway.printed, LIMIT)
    .toContain('SIGHUP: there is no certificate to read again')
  const health = await fetch(`http://localhost:${gateway.port}/healthz`)
  expect(health.status).toBe(200)
}, 300_000)
