import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Paths of database files that are not there yet; all are removed after the tests around. */
export function databaseFiles(): () => string {
  let directory: string
  let count = 0
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tillgate-store-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  return () => {
    count += 1
    return join(directory, `${count}.db`)
  }
}
