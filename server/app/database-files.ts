import { stat } from 'node:fs/promises'

/** What SQLite keeps beside a database; they get its mode. */
const SIDE_FILES = ['', '-wal', '-shm']

/** Reading by the group and by others. */
const READABLE_BY_OTHERS = 0o044

/**
 * What to say when more than its owner can read a SQLite database, which a new one never allows. An
 * old one is left as it is: the operator may have given it to somebody, such as a backup's user.
 */
export async function openFilesWarning(file: string): Promise<string | undefined> {
  // Windows keeps no such modes.
  if (process.platform === 'win32') return undefined
  const files = SIDE_FILES.map((end) => file + end)
  const readable = await Promise.all(files.map(isReadableByOthers))
  const open = files.filter((_, at) => readable[at])
  if (open.length === 0) return undefined
  return `other users of this computer can read ${open.join(', ')}: chmod 600 keeps the database to the gateway`
}

async function isReadableByOthers(file: string): Promise<boolean> {
  try {
    return ((await stat(file)).mode & READABLE_BY_OTHERS) !== 0
  } catch {
    // It is not there yet.
    return false
  }
}
