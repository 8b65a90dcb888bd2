import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureTimerOf, hourOf } from '../../features/number-retention/number-retention.ts'
import type { Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { bundleForNode, type NodeBundle } from '../../store/testing/node-bundle.ts'
import { cardPayment, nextId, timeAt, vaultKey } from '../../store/testing/sample-rows.ts'
import { run } from './command.fixture.ts'
import { fillStore } from './sample-database.fixture.ts'

const newFile = databaseFiles()

const openFile = (file: string) => openSqliteStore({ file, committer: { kind: 'inline' } })

async function filledFile(): Promise<string> {
  const file = newFile()
  await fillStore(await openFile(file))
  return file
}

const backup = (from: string, to: string, ...more: string[]) =>
  run(['backup', to, ...more, '--database', `sqlite:${from}`])

const restore = (backupFile: string, to: string, ...more: string[]) =>
  run(['restore', backupFile, ...more, '--database', `sqlite:${to}`])

const check = (file: string) => run(['check', '--database', `sqlite:${file}`])

describe('tillgate backup', () => {
  let bundle: NodeBundle
  beforeAll(async () => {
    bundle = await bundleForNode({ worker: 'server/store/sqlite/worker.ts' })
  })
  afterAll(() => bundle.remove())

  it('contains every payment that was acknowledged before it began, also under load', async () => {
    const file = await filledFile()
    const store = await openSqliteStore({
      file,
      committer: { kind: 'worker', url: bundle.url('worker') },
    })
    const load = await startLoad(store)
    await load.acknowledges(200)
    const before = [...load.acknowledged]
    const target = newFile()
    const done = await backup(file, target)
    const during = load.acknowledged.length
    await load.stop()
    await store.close()
    expect(done).toMatchObject({ code: 0, complaints: [] })
    expect(during).toBeGreaterThan(before.length)

    expect(await check(target)).toMatchObject({ code: 0 })
    const restored = newFile()
    expect(await restore(target, restored)).toMatchObject({ code: 0 })
    const copy = await openFile(restored)
    for (const id of before) expect(await copy.read.payment(id)).toBeDefined()
    await copy.close()
  })

  it('writes one file that only its owner can read, and says where the vault key is', async () => {
    const target = newFile()
    const { lines } = await backup(await filledFile(), target)
    expect(lines.join('\n')).toContain('vault.key')
    expect((await stat(target)).mode & 0o777).toBe(0o600)
    const siblings = await readdir(dirname(target))
    expect(siblings.filter((name) => name.startsWith(basename(target)))).toEqual([basename(target)])
  })

  it('replaces a file only with the option for it', async () => {
    const file = await filledFile()
    const target = newFile()
    await writeFile(target, 'the only copy of something')
    expect(await backup(file, target)).toMatchObject({
      code: 1,
      complaints: [
        `tillgate backup: ${target} is there already: name another file, or give --force`,
      ],
    })
    expect(await readFile(target, 'utf8')).toBe('the only copy of something')
    expect(await backup(file, target, '--force')).toMatchObject({ code: 0 })
    expect(await check(target)).toMatchObject({ code: 0 })
  })
})

describe('tillgate restore', () => {
  it('installs the backup and keeps the old database next to it', async () => {
    const [file, saved] = [await filledFile(), newFile()]
    await backup(file, saved)
    const later = await openFile(file)
    const key = vaultKey()
    await later.commit([{ kind: 'insertVaultKey', row: key }])
    await later.close()

    const { code, lines } = await restore(saved, file)
    expect(code).toBe(0)
    const kept = `${file}.before-restore-20261120-160000`
    expect(lines).toContain(`The old database is kept as ${kept}`)
    expect(await hasKey(file, key.id)).toBe(false)
    expect(await hasKey(kept, key.id)).toBe(true)
    expect(await check(file)).toMatchObject({ code: 0 })
  })

  it('refuses while a gateway has the database open, also an idle one', async () => {
    const [file, saved] = [await filledFile(), newFile()]
    await backup(file, saved)
    const running = await openFile(file)
    const refused = await restore(saved, file)
    expect(refused.code).toBe(1)
    expect(refused.complaints).toEqual([
      `tillgate restore: ${file} is in use: stop the gateway first`,
    ])
    await running.ping()
    await running.close()
    expect(await restore(saved, file)).toMatchObject({ code: 0 })
  })

  it('does not change the database when the backup is damaged or breaks a rule', async () => {
    const [file, saved] = [await filledFile(), newFile()]
    await writeFile(saved, 'not a database, but long enough to look at'.repeat(100))
    expect(await restore(saved, file)).toMatchObject({ code: 1 })
    expect(await check(file)).toMatchObject({ code: 0 })

    const wrong = newFile()
    const store = await openFile(wrong)
    const key = vaultKey()
    await store.commit([{ kind: 'insertVaultKey', row: key }])
    await store.commit(cardPayment(key.id))
    await store.close()
    const refused = await restore(wrong, file)
    expect(refused.complaints).toEqual([
      'tillgate restore: the backup has 2 problems; --force restores it all the same',
    ])
    expect(await restore(wrong, file, '--force')).toMatchObject({ code: 0 })
  })

  it('replaces an unreadable database only with the option for it', async () => {
    const [file, saved] = [newFile(), newFile()]
    await backup(await filledFile(), saved)
    await writeFile(file, 'once a database, overwritten by something'.repeat(100))
    await writeFile(`${file}-wal`, 'its log')
    const refused = await restore(saved, file)
    expect(refused.complaints).toEqual([expect.stringContaining('cannot be read')])
    expect(await restore(saved, file, '--force')).toMatchObject({ code: 0 })
    expect(await check(file)).toMatchObject({ code: 0 })
    expect(await readFile(`${file}.before-restore-20261120-160000-wal`, 'utf8')).toBe('its log')
  })
})

async function hasKey(file: string, id: string): Promise<boolean> {
  const store = await openFile(file)
  const keys = await store.read.vaultKeys()
  await store.close()
  return keys.some((key) => key.id === id)
}

/** Payments of a channel that is there, one after the other from several clients. */
async function startLoad(store: Store) {
  const [root] = await store.read.rootEntities()
  const channel = await channelBelow(store, root?.id ?? '')
  const key = vaultKey()
  const hour = hourOf({ entityId: channel, createdAtMs: timeAt(0) })
  await store.commit([{ kind: 'insertVaultKey', row: key }, ensureTimerOf(hour)])
  const acknowledged: string[] = []
  let stopped = false
  let heard = () => {}
  const pay = async () => {
    while (!stopped) {
      const id = nextId()
      await store.commit(cardPayment(key.id, { id, entityId: channel }))
      acknowledged.push(id)
      heard()
    }
  }
  const clients = Array.from({ length: 8 }, pay)
  return {
    acknowledged,
    async acknowledges(count: number) {
      while (acknowledged.length < count) {
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      }
    },
    async stop() {
      stopped = true
      await Promise.all(clients)
    },
  }
}

async function channelBelow(store: Store, id: string): Promise<string> {
  for (const child of await store.read.childEntities(id)) {
    if (child.kind === 'channel') return child.id
    const found = await channelBelow(store, child.id)
    if (found !== '') return found
  }
  return ''
}
