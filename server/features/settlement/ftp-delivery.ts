import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { type AccessOptions, Client } from 'basic-ftp'

/** Where files go by FTP. */
export interface FtpTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** Folder on the server; empty: where the account begins. */
  readonly folder: string
  /** `explicit`: AUTH TLS on the port of FTP. `implicit`: TLS from the first byte. */
  readonly tls: 'none' | 'explicit' | 'implicit'
  /** Certificates that are trusted, in place of those of the system. */
  readonly ca?: string
}

export interface DeliveryParts {
  /** Is told what became of each try. */
  readonly note: (line: string) => void
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

/** How long a connection may say nothing. */
const SILENCE_MS = 30_000
/** Waits between tries, in milliseconds: five tries in all. */
const RETRIES_MS = [1_000, 5_000, 30_000, 120_000] as const

/**
 * Reads `ftp://user@host/folder`, `ftpes://…` (AUTH TLS) or `ftps://…` (TLS at once). The password is no
 * part of it, so that no list of processes shows it.
 */
export function readFtpAddress(
  address: string,
  password: string,
): FtpTarget | { readonly fault: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const tls = url && TLS[url.protocol]
  if (url === undefined || tls === undefined) {
    return { fault: 'must be ftp://user@host/folder, ftpes://… or ftps://…' }
  }
  if (url.password !== '') return { fault: 'must not hold the password' }
  if (url.username === '' || url.hostname === '') return { fault: 'must name a user and a host' }
  return {
    host: url.hostname,
    port: url.port === '' ? (tls === 'implicit' ? 990 : 21) : Number(url.port),
    user: decodeURIComponent(url.username),
    password,
    folder: decodeURIComponent(url.pathname).replace(/^\/|\/$/g, ''),
    tls,
  }
}

const TLS: Readonly<Record<string, FtpTarget['tls']>> = {
  'ftp:': 'none',
  'ftpes:': 'explicit',
  'ftps:': 'implicit',
}

/**
 * Uploads a file under a temporary name, checks its size on the server and renames it, so that the receiver
 * never sees a part of it. Tries again after a failure, each time from the beginning. Returns why the last
 * try failed; nothing when the file is there.
 */
export async function deliverByFtp(
  path: string,
  target: FtpTarget,
  { note, pause = pauseFor }: DeliveryParts,
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const fault = await upload(path, target)
    const name = basename(path)
    if (fault === undefined) {
      note(`try ${tries}: ${name} was delivered to ${target.host}`)
      return undefined
    }
    note(`try ${tries}: ${name} was not delivered to ${target.host}: ${fault}`)
    const waitMs = RETRIES_MS[tries - 1]
    if (waitMs === undefined) return fault
    await pause(waitMs)
  }
}

async function upload(path: string, target: FtpTarget): Promise<string | undefined> {
  const client = new Client(SILENCE_MS)
  const name = basename(path)
  const part = `.${name}.${randomBytes(4).toString('hex')}.part`
  try {
    await client.access(accessOf(target))
    if (target.folder !== '') await client.cd(target.folder)
    await client.uploadFrom(path, part)
    const [sent, stored] = [(await stat(path)).size, await client.size(part)]
    if (stored !== sent) {
      await client.remove(part, true)
      return `the server has ${stored} bytes of ${sent}`
    }
    await replace(client, part, name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    client.close()
  }
}

function accessOf({ host, port, user, password, tls, ca }: FtpTarget): AccessOptions {
  const secure = tls === 'implicit' ? 'implicit' : tls === 'explicit'
  const secureOptions = ca === undefined ? {} : { secureOptions: { ca, host } }
  return { host, port, user, password, secure, ...secureOptions }
}

/** Some servers do not rename onto a file that is there, as it is when the same day is delivered again. */
async function replace(client: Client, part: string, name: string): Promise<void> {
  try {
    await client.rename(part, name)
  } catch {
    await client.remove(name, true)
    await client.rename(part, name)
  }
}
