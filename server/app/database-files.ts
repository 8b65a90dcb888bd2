import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopbackAddress } from '../http/client-address.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { transportOf } from '../store/postgres/transport-of.ts'

/** The file of a SQLite database, and what SQLite keeps beside it, which gets its mode. */
export function filesOfDatabase(file: string): readonly string[] {
  return ['', '-wal', '-shm'].map((end) => file + end)
}

/** Reading and writing by the group and by others. */
const OPEN_TO_OTHERS = 0o066

/**
 * What to say when more than its owner can read or write a SQLite database, which a new one never allows. An
 * old one is left as it is: the operator may have given it to somebody, such as a backup's user.
 */
export async function openFilesWarning(file: string): Promise<string | undefined> {
  const open = await openOnes(filesOfDatabase(file))
  if (open.length === 0) return undefined
  return `other users of this computer can read or write ${open.join(', ')}: chmod 600 keeps the database to the gateway`
}

/**
 * The same of files with keys, which may not be there, and of folders of such files with what is in them. They
 * are made for their owner alone.
 */
export async function openKeysWarning(
  files: readonly string[],
  folders: readonly string[],
): Promise<string | undefined> {
  const within = await Promise.all(folders.map(pathsIn))
  const open = await openOnes([...files, ...folders, ...within.flat()])
  if (open.length === 0) return undefined
  return `other users of this computer can read or write ${open.join(', ')}, where keys are: chmod go-rwx keeps them to the gateway`
}

async function openOnes(paths: readonly string[]): Promise<readonly string[]> {
  // Windows keeps no such modes.
  if (process.platform === 'win32') return []
  const areOpen = await Promise.all(paths.map(isOpenToOthers))
  return paths.filter((_, at) => areOpen[at])
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  // It is not there, or cannot be read, which the keys in it say.
  const names = await readdir(folder).catch((): string[] => [])
  return names.map((name) => join(folder, name))
}

async function isOpenToOthers(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & OPEN_TO_OTHERS) !== 0
  } catch {
    // It is not there yet.
    return false
  }
}

/** A database on another host without TLS: whoever is between sees personal data and can change money. */
export function databaseWarning(database: Config['database']): string | undefined {
  if (database.engine !== 'postgres') return undefined
  const { hosts, security } = transportOf(database.url)
  if (security === 'checked' || hosts.every(isThisMachine)) return undefined
  const { variable } = SETTINGS.database
  const what =
    security === 'plain'
      ? `${variable} names another host without TLS: passwords and personal data can be read on the way`
      : `${variable} names another host whose certificate is not checked: anybody on the way can stand in for it`
  return `${what}; add ?sslmode=verify-full`
}

/** Also the folder of a local socket. */
function isThisMachine(host: string): boolean {
  return host === '' || host === 'localhost' || host.startsWith('/') || isLoopbackAddress(host)
}
