import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const MAX_START_MS = 10_000

/** A user of this system, for as long as the server runs. */
export const REAL_USER = `tillgate-ftp-${process.pid}`
export const REAL_PASSWORD = 'a password of the shop'

/** vsftpd of Debian, with a user whose folder is its own. */
export interface RealFtpServer {
  readonly port: number
  /** The user's files. */
  readonly folder: string
  close(): Promise<void>
}

interface Identity {
  readonly cert: string
  readonly key: string
}

/**
 * Starts vsftpd as its package runs it, as root: with a user of the system whose password PAM checks, in a folder
 * that it cannot leave, and with TLS the reuse of its session for data, which it insists on by default.
 */
export async function startRealFtpServer(
  tls: { readonly mode: 'explicit' | 'implicit'; readonly identity: Identity } | undefined,
): Promise<RealFtpServer> {
  const base = await mkdtemp(join(tmpdir(), 'real-ftp-'))
  const folder = join(base, 'files')
  await mkdir(join(folder, 'in'), { recursive: true })
  addUser(folder)
  const { uid, gid } = idsOf(REAL_USER)
  for (const each of [folder, join(folder, 'in')]) await chown(each, uid, gid)
  await chmod(base, 0o755)
  const port = await freePort()
  const config = join(base, 'vsftpd.conf')
  await writeFile(config, await settingsOf({ base, folder, port, tls }))
  const server = spawn('vsftpd', [config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  await listening(server, port, () => said)
  return {
    port,
    folder,
    async close() {
      server.kill()
      command('userdel', [REAL_USER])
      await rm(base, { recursive: true, force: true })
    },
  }
}

function addUser(home: string): void {
  const hash = command('openssl', ['passwd', '-6', REAL_PASSWORD])
  command('useradd', ['-M', '-d', home, '-s', '/bin/sh', '-p', hash, REAL_USER])
}

function command(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} has failed: ${stderr}`)
  return stdout.trim()
}

async function settingsOf({
  base,
  folder,
  port,
  tls,
}: {
  base: string
  folder: string
  port: number
  tls: Parameters<typeof startRealFtpServer>[0]
}): Promise<string> {
  const settings: Record<string, string | number> = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'NO',
    local_enable: 'YES',
    pam_service_name: 'vsftpd',
    write_enable: 'YES',
    local_root: folder,
    chroot_local_user: 'YES',
    allow_writeable_chroot: 'YES',
    secure_chroot_dir: base,
    // Containers have no namespaces to give.
    isolate: 'NO',
    isolate_network: 'NO',
    seccomp_sandbox: 'NO',
  }
  if (tls !== undefined) {
    const [cert, key] = [join(base, 'cert.pem'), join(base, 'key.pem')]
    await writeFile(cert, tls.identity.cert)
    await writeFile(key, tls.identity.key, { mode: 0o600 })
    Object.assign(settings, {
      ssl_enable: 'YES',
      rsa_cert_file: cert,
      rsa_private_key_file: key,
      force_local_logins_ssl: 'YES',
      force_local_data_ssl: 'YES',
      implicit_ssl: tls.mode === 'implicit' ? 'YES' : 'NO',
    })
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const idOf = (flag: '-u' | '-g') =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

/** Waits until it takes connections; rejects with what it has said where it ends before. */
async function listening(server: ChildProcess, port: number, said: () => string): Promise<void> {
  const endMs = Date.now() + MAX_START_MS
  while (Date.now() < endMs) {
    if (server.exitCode !== null) break
    if (await isOpen(port)) return
    await wait(50)
  }
  throw new Error(`vsftpd does not start: ${said()}`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
