import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** As many as Linux follows. */
const MAX_LINKS = 40

/**
 * The path that a path leads to through links, also where nothing is there yet: a file is not made through a link
 * with `wx`, and without it gets a mode that others may read. Throws the system's errors where a directory
 * is missing, and `ELOOP`.
 */
export function endOfLinks(path: string): string {
  let end = path
  for (let links = 0; links <= MAX_LINKS; links++) {
    const target = linkTarget(end)
    if (target === undefined) return end
    end = resolve(realpathSync(dirname(end)), target)
  }
  throw Object.assign(new Error(`${path} has too many links`), { code: 'ELOOP' })
}

/** `undefined`: no link, or nothing there. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Windows says UNKNOWN of a file that is no link.
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes(code)) return undefined
    throw error
  }
}
