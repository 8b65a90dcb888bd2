import { randomBytes } from 'node:crypto'
import { link, open, readFile, readlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { makeDataDirectory } from '../settings/data-directory.ts'
import { VaultError } from './aead.ts'

/** What is asked of a store. */
interface StoreOfKeys {
  readonly read: { vaultKeys(): Promise<readonly unknown[]> }
}

/** In the data directory, where no setting has the key. */
export const VAULT_KEY_FILE = 'vault.key'

/**
 * The master key of the vault: the setting; without one (test environment only) the file `vault.key`
 * of the data directory, which the first start makes, readable by its owner alone. A database in
 * memory gets a key that is forgotten with it. A database that has keys gets no new one: it would open none of
 * them.
 */
export async function masterKeyOf(
  config: Pick<Config, 'vaultKey' | 'vaultKeyPart' | 'dataDir' | 'database'>,
  store: StoreOfKeys,
): Promise<Buffer> {
  if (config.vaultKey !== null) return ofParts(config.vaultKey, config.vaultKeyPart)
  if (config.database.engine === 'memory') return randomBytes(32)
  const found = await readKeyFile(config.dataDir)
  if (found !== undefined) return found
  const hasKeys = (await store.read.vaultKeys()).length > 0
  if (!hasKeys) return makeKeyFile(config.dataDir)
  // Another process may have made both meanwhile.
  const made = await readKeyFile(config.dataDir)
  if (made !== undefined) return made
  throw new VaultError(
    `${join(config.dataDir, VAULT_KEY_FILE)} is missing, and the database has keys that only it opens: bring the file back from where it is kept, or set TILLGATE_VAULT_KEY to what it holds`,
  )
}

/**
 * The key of two parts, each of which one person has: neither says anything of the key (PCI DSS 3.7.6). `null`: there is
 * one part, which is the key.
 */
export function ofParts(key: Buffer, part: Buffer | null): Buffer {
  if (part === null) return key
  return Buffer.from(key.map((byte, at) => byte ^ (part[at] ?? 0)))
}

/** Where the master key comes from, for messages. */
export function masterKeyName({ vaultKey, dataDir }: Pick<Config, 'vaultKey' | 'dataDir'>): string {
  return vaultKey === null ? join(dataDir, VAULT_KEY_FILE) : 'TILLGATE_VAULT_KEY'
}

async function readKeyFile(dataDir: string): Promise<Buffer | undefined> {
  const path = join(dataDir, VAULT_KEY_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new VaultError(
      `${path}, which holds the key of the vault, cannot be read (${error.code}): let the gateway's user read it, or set TILLGATE_VAULT_KEY`,
    )
  })
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}\n?$/.test(text))
    throw new VaultError(
      `${path} holds no vault key, which is 64 digits 0-9a-f: bring the file back from where it is kept, or set TILLGATE_VAULT_KEY; without it stored cards cannot be opened`,
    )
  return Buffer.from(text.trim(), 'hex')
}

/**
 * Writes and syncs the key under another name first, then links it: no process can read half a key, and
 * two first starts at the same time use the same key.
 */
async function makeKeyFile(dataDir: string): Promise<Buffer> {
  await makeDataDirectory(dataDir)
  const path = join(dataDir, VAULT_KEY_FILE)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const key = randomBytes(32)
  await writeSynced(draft, `${key.toString('hex')}\n`)
  try {
    await link(draft, path)
    await syncDirectory(dataDir)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const winner = await readKeyFile(dataDir)
    if (winner === undefined) throw await deadLink(path, error)
    return winner
  } finally {
    await unlink(draft)
  }
}

/** What is there and cannot be read is a link to a file that is missing. */
async function deadLink(path: string, cause: unknown): Promise<Error> {
  const target = await readlink(path)
  return new VaultError(
    `${path}, which holds the key of the vault, is a link to ${target}, which is not there: mount its disk or bring the file back; for a first start, remove the link`,
    { cause },
  )
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the file's name durable: payments that need the key may be durable right after. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
