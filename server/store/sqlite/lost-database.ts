import { closeSync, existsSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file next to a database that a gateway has served; its text is for people. */
const MARK = '.served'
const SAYS =
  'A gateway has served the database beside this file. In live no gateway makes a new one in its place\nwhile this file is here: see "A database that is gone" in docs/operations.md.\n'

/** Notes durably that a gateway serves a database file, so that its loss is noticed. */
export function markServed(file: string): void {
  if (existsSync(file + MARK)) return
  const mark = openSync(file + MARK, 'w', 0o600)
  try {
    writeSync(mark, SAYS)
    fsyncSync(mark)
  } finally {
    closeSync(mark)
  }
}

/** Whether a gateway has served a database file here: a backup beside which there is no mark is none of its. */
export function wasServed(file: string): boolean {
  return existsSync(file + MARK)
}

/**
 * Why no new database may be made at a path: it is missing or empty there, and something says that
 * there was one. A gateway that went on with an empty one would know none of its payments.
 */
export function lostDatabase(file: string): string | undefined {
  if (existsSync(file) && statSync(file).size > 0) return undefined
  const evidence = [`${file}${MARK}`, `${file}-wal`, join(dirname(file), 'vault.key')]
  const found = evidence.find((path) => existsSync(path) && statSync(path).size > 0)
  if (found === undefined) return undefined
  const what = existsSync(file) ? 'is empty' : 'is missing'
  return `the database ${file} ${what}, and ${found} says that there was one: mount its disk or bring the file back, put a backup in its place (tillgate restore FILE), or, to begin with an empty database, move ${found} away`
}
