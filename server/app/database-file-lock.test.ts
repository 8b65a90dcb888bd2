import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../kernel/settings/config.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import { openWriter } from '../store/sqlite/connection.ts'
import { lockDatabaseFile } from './database-file-lock.ts'
import { startSystem } from './start.ts'

let dataDir: string
let file: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-sole-'))
  file = join(dataDir, 'tillgate.db')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const dist = new URL('../../dist/', import.meta.url)

function config(env: Record<string, string> = {}): Config {
  const read = readConfig({
    TILLGATE_DATA_DIR: dataDir,
    TILLGATE_PORT: '18391',
    TILLGATE_SHOP_PORT: '0',
    ...env,
  })
  if ('faults' in read) throw new Error(read.faults.join())
  return read
}

describe('a SQLite file', () => {
  it('serves one gateway, and a second one does not start and says why', async () => {
    const first = await lockDatabaseFile(file)
    await expect(startSystem(config(), dist)).rejects.toThrow(
      `another gateway runs on ${file}, and a SQLite file serves one: end that one, set TILLGATE_DATA_DIR`,
    )
    first.release()
  })

  it('is free again when a start fails', async () => {
    // The address of a documentation network is no address of any machine.
    await expect(startSystem(config({ TILLGATE_HOST: '192.0.2.1' }), dist)).rejects.toThrow()
    const next = await lockDatabaseFile(file)
    next.release()
  })

  it('is recognised as the same file under another name', async () => {
    await writeFile(file, '')
    const link = join(dataDir, 'link.db')
    await symlink(file, link)
    const first = await lockDatabaseFile(file)
    await expect(lockDatabaseFile(link)).rejects.toThrow('another gateway runs')
    first.release()
  })

  it('can be used by commands while a gateway runs on it', async () => {
    const gateway = await lockDatabaseFile(file)
    const command = openWriter(file)
    command.exec('CREATE TABLE written (value INTEGER)')
    command.close()
    gateway.release()
  })

  it('is free at once when its gateway is killed', async () => {
    const holder = spawn(process.execPath, ['-e', HOLDS, driver, `${file}.gateway`])
    await once(holder.stdout, 'data')
    await expect(lockDatabaseFile(file)).rejects.toThrow('another gateway runs')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const next = await lockDatabaseFile(file)
    next.release()
  })
})

const driver = createRequire(import.meta.url).resolve('better-sqlite3')

/** Another process that holds the lock until it is killed. */
const HOLDS = `
  const Database = require(process.argv[1])
  globalThis.lock = new Database(process.argv[2])
  globalThis.lock.exec('BEGIN EXCLUSIVE')
  console.log('held')
  setInterval(() => {}, 1000)`
