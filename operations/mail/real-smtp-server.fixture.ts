import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localhostIdentity } from '../../server/testing/certificate.fixture.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { freePort } from '../../server/testing/free-port.ts'

/** How the server speaks TLS: not at all, after STARTTLS, or from the beginning. */
export type ServedTls = 'none' | 'starttls' | 'smtps'

/** aiosmtpd of Debian, which keeps what it is sent in a folder. */
export interface RealSmtpServer {
  readonly url: string
  /** The mails that it has taken, as they were sent. */
  mails(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function startRealSmtpServer(tls: ServedTls): Promise<RealSmtpServer> {
  const base = await mkdtemp(join(tmpdir(), 'real-smtp-'))
  const [cert, key, box] = ['cert.pem', 'key.pem', 'box'].map((name) => join(base, name))
  const identity = await localhostIdentity()
  await writeFile(cert ?? '', identity.cert)
  await writeFile(key ?? '', identity.key)
  const port = await freePort('localhost')
  const ofTls = {
    none: [],
    starttls: ['--tlscert', cert, '--tlskey', key],
    smtps: ['--smtpscert', cert, '--smtpskey', key],
  }[tls]
  const words = ['-n', '-l', `localhost:${port}`, ...ofTls, '-c', 'aiosmtpd.handlers.Mailbox', box]
  const server = spawn('aiosmtpd', words as string[], { stdio: 'ignore' })
  await eventually(() => connected(port))
  return {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://localhost:${port}`,
    async mails() {
      const folder = join(box ?? '', 'new')
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    async close() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function connected(port: number): Promise<void> {
  const socket = createConnection({ port, host: 'localhost' })
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
