import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { MAX_SETTINGS_FILE_BYTES } from './config-file.ts'

/** How long a command may take that prints a secret: a key service in another country, asked twice. */
export const MAX_SECRET_COMMAND_MS = 30_000

/** How many words it has. */
const MAX_SECRET_COMMAND_WORDS = 64

/** A text that was read, perhaps with a sentence for the operator; or why it could not be. Neither holds the text. */
export type ReadText =
  | { readonly text: string; readonly warning?: string }
  | { readonly fault: string }

/**
 * Reads a file of settings or one secret, whole. One that everybody may write is refused: they could put a value of theirs
 * there.
 */
export function readSettingsFile(path: string): ReadText {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const stats = fstatSync(file)
    if (stats.isDirectory()) return { fault: `${path} is a folder` }
    const bytes = Buffer.alloc(MAX_SETTINGS_FILE_BYTES + 1)
    const length = readAll(file, bytes)
    if (length > MAX_SETTINGS_FILE_BYTES) {
      return { fault: `${path} is larger than ${MAX_SETTINGS_FILE_BYTES} bytes` }
    }
    // Windows keeps no such modes.
    const mode = process.platform === 'win32' ? 0 : stats.mode
    if ((mode & 0o002) !== 0) {
      return { fault: `${path} can be written by every user of this computer (chmod o-w ${path})` }
    }
    const text = bytes.toString('utf8', 0, length)
    if ((mode & 0o004) === 0) return { text }
    return {
      text,
      warning: `${path} can be read by every user of this computer: chmod 600 ${path}`,
    }
  } catch (error) {
    return { fault: `${path} ${whatIsWrong(error as NodeJS.ErrnoException)}` }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A pipe gives its text in parts. */
function readAll(file: number, bytes: Buffer): number {
  let length = 0
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, null)
    if (read === 0) break
    length += read
  }
  return length
}

function whatIsWrong({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'is not there'
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read by this user'
    default:
      return `cannot be read (${code})`
  }
}

/**
 * What a program prints. It is started without a shell and without the settings of the gateway, which are not its
 * business; what it says on stderr is not shown, as it may hold the secret.
 */
export function readCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadText {
  const words = wordsOf(command)
  if ('fault' in words) return words
  const [program = '', ...args] = words
  const others = Object.entries(env).filter(([name]) => !name.startsWith('TILLGATE_'))
  const { status, signal, error, stdout } = spawnSync(program, args, {
    env: Object.fromEntries(others),
    shell: false,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: MAX_SECRET_COMMAND_MS,
    maxBuffer: MAX_SETTINGS_FILE_BYTES,
    killSignal: 'SIGKILL',
  })
  const cause = (error as NodeJS.ErrnoException | undefined)?.code
  if (cause === 'ENOENT') return { fault: `${program} is no program that can be found` }
  if (cause === 'EACCES') return { fault: `${program} may not be run by this user` }
  if (cause === 'ENOBUFS') {
    return { fault: `${program} prints more than ${MAX_SETTINGS_FILE_BYTES} bytes` }
  }
  if (cause === 'ETIMEDOUT') {
    return { fault: `${program} took longer than ${MAX_SECRET_COMMAND_MS / 1000} s` }
  }
  if (error !== undefined) return { fault: `${program} cannot be run (${cause})` }
  const ended = signal === null ? `exit code ${status}` : signal
  if (status !== 0) return { fault: `${program} ended with ${ended}: run it by hand to see why` }
  return { text: stdout.toString('utf8') }
}

/** Words between blanks, or a JSON list of them. What a shell would do with quotes is not done here. */
function wordsOf(command: string): readonly string[] | { readonly fault: string } {
  const words = command.startsWith('[') ? listOf(command) : command.split(/\s+/)
  if (words === undefined) return { fault: 'it is no JSON list of texts' }
  if (words.length > MAX_SECRET_COMMAND_WORDS) {
    return { fault: `it has more than ${MAX_SECRET_COMMAND_WORDS} words` }
  }
  if (!command.startsWith('[') && /["'`$\\|<>&;]/.test(command)) {
    return {
      fault:
        'it has a sign that a shell would read, and no shell is started: write it as a JSON list, such as ["program", "an argument"]',
    }
  }
  return words
}

function listOf(text: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    const isList = Array.isArray(list) && list.every((each) => typeof each === 'string')
    return isList && list[0] ? list : undefined
  } catch {
    return undefined
  }
}
