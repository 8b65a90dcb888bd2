import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readlink, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Readable by its owner alone: it holds customers' data. */
const OWNER_ONLY = 0o700

/**
 * Makes a directory for the database and the key of the vault, and those above it that are missing.
 * Rejects with one sentence that names the path and the settings when it cannot be used.
 */
export async function makeDataDirectory(path: string): Promise<void> {
  const directory = resolve(path)
  try {
    await makeMissing(directory)
    await refuseOpenFolder(directory)
    await tryWriting(directory)
  } catch (cause) {
    const fault =
      cause instanceof UnusableDirectory ? cause.message : `${directory} ${whatIsWrong(cause)}`
    throw new Error(`${fault}: ${WAY_OUT}`, { cause })
  }
}

const WAY_OUT =
  'set TILLGATE_DATA_DIR, or the path in TILLGATE_DATABASE_URL, to a directory that the gateway may write'

/** One by one: with `recursive`, Node never stops trying when the system refuses a directory. */
async function makeMissing(directory: string): Promise<void> {
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) await refuseDeadLink(directory)
  if (found?.isDirectory()) return
  if (found !== undefined) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' })
  await makeMissing(dirname(directory))
  await mkdir(directory, { mode: OWNER_ONLY }).catch((error: NodeJS.ErrnoException) => {
    // Another process has made it in the meantime.
    if (error.code !== 'EEXIST') throw error
  })
}

/** A link to a disk that is not mounted: what is made in its place would be elsewhere. */
async function refuseDeadLink(directory: string): Promise<void> {
  const isLink = (await lstat(directory).catch(() => undefined))?.isSymbolicLink()
  if (isLink !== true) return
  const target = await readlink(directory)
  throw new UnusableDirectory(`${directory} is a link to ${target}, which is not there`)
}

/** Writing by every user of the computer: they could put a key or a database of theirs there. */
const WRITABLE_BY_OTHERS = 0o002

/** Rejects, where every user may write a folder, with a sentence that names it; one that is not there is none. */
export async function refuseOpenFolder(directory: string): Promise<void> {
  // Windows keeps no such modes.
  if (process.platform === 'win32') return
  const { mode } = await stat(directory).catch(() => ({ mode: 0 }))
  if ((mode & WRITABLE_BY_OTHERS) === 0) return
  throw new UnusableDirectory(
    `${directory} can be written by every user of this computer (chmod o-w ${directory})`,
  )
}

/** Its message names the directory, or the one above it, that is wrong. */
class UnusableDirectory extends Error {}

/** Writes a file, because permissions do not show a full disk and always allow root. */
async function tryWriting(directory: string): Promise<void> {
  const path = join(directory, `.tillgate-${randomBytes(4).toString('hex')}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.write('.')
  } finally {
    await file.close()
    await unlink(path)
  }
}

function whatIsWrong(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOTDIR':
      return 'is no directory, or lies below a file'
    case 'EACCES':
    case 'EPERM':
      return 'cannot be made or written by this user'
    case 'EROFS':
      return 'is on a file system that is read only'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'is on a disk that is full, or above its quota'
    default:
      return `cannot be made or written (${code})`
  }
}
