import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AccessOptions, Client } from 'basic-ftp'

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

export interface UploadOptions {
  /** An earlier upload may have ended after all: a file of the same name and size is taken as delivered. */
  readonly mayBeThere: boolean
  /** Ends the upload. */
  readonly signal: AbortSignal
}

/** How long a connection may say nothing. */
const SILENCE_MS = 30_000

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
 * never sees a part of it. The temporary name is always the same one, so that nothing is left of an upload
 * that broke off when a later one has ended. Returns why it failed; nothing when the file is there.
 */
export async function uploadByFtp(
  path: string,
  target: FtpTarget,
  { mayBeThere, signal }: UploadOptions,
): Promise<string | undefined> {
  // A process that delivers nothing does not need it.
  const { Client: FtpClient } = await import('basic-ftp')
  const client = new FtpClient(SILENCE_MS)
  const end = () => client.close()
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    await client.access(accessOf(target))
    if (target.folder !== '') await client.cd(target.folder)
    return await uploadTo(client, path, mayBeThere)
  } catch (error) {
    if (signal.aborted) return 'it was ended before it was over'
    return error instanceof Error ? error.message : String(error)
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
}

async function uploadTo(
  client: Client,
  path: string,
  mayBeThere: boolean,
): Promise<string | undefined> {
  const name = basename(path)
  const part = `.${name}.part`
  const { size } = await stat(path)
  if (mayBeThere && (await sizeOf(client, name)) === size) {
    await client.remove(part, true)
    return undefined
  }
  await client.uploadFrom(path, part)
  const stored = await client.size(part)
  if (stored !== size) {
    await client.remove(part, true)
    return `the server has ${stored} bytes of ${size}`
  }
  await replace(client, part, name)
  return undefined
}

/** `undefined` where there is no such file. */
async function sizeOf(client: Client, name: string): Promise<number | undefined> {
  try {
    return await client.size(name)
  } catch (error) {
    // A connection that breaks off closes the client; an answer of the server does not.
    if (!client.closed) return undefined
    throw error
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
