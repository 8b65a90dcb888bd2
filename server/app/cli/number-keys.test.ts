import { existsSync } from 'node:fs'
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import {
  createNumberKeyRotation,
  prepareNumberKeys,
} from '../../kernel/vault/number-key-rotation.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import { createNumberKeyFolder, numberKeyFolder } from '../../store/number-key-folder.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { markServed } from '../../store/sqlite/lost-database.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { AN_HOUR_LATER_MS, run } from './command.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres({ own: true })

/** Of what has nothing to say. */
const silence = {
  error: (fields: object) => expect(fields).toBe('nothing'),
  warn: (fields: object) => expect(fields).toBe('nothing'),
}

const KEY = 'c4'.repeat(32)
const masterKey = Buffer.from(KEY, 'hex')
const PANS: Record<string, string> = { deleted: '4200000000000000', kept: '5454545454545454' }

/** A gateway's vault on a database file, which is closed at the end. */
async function withVault<Result>(
  file: string,
  work: (parts: Awaited<ReturnType<typeof openParts>>) => Promise<Result>,
): Promise<Result> {
  const parts = await openParts(file)
  try {
    return await work(parts)
  } finally {
    await parts.store.close()
  }
}

async function openParts(file: string) {
  const time = { nowMs: AN_HOUR_LATER_MS }
  const clock = { now: () => time.nowMs }
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const vault = await openVault({ store, masterKey, clock })
  const log = silence
  const rotation = createNumberKeyRotation({ store, vault, clock, log })
  return {
    store,
    vault,
    opened: async (id: string) => {
      const row = await store.read.vaultRecord(id)
      return row && vault.openCard(await vault.keysOf('shop'), row)
    },
    daysGoBy: async (days: number) => {
      for (let day = 0; day < days; day++) {
        time.nowMs += DAY_MS
        await rotation.run()
      }
    },
  }
}

const OTHER_KEY = JSON.stringify({ id: '0123456789ab', periodFromMs: 1, wrapped: 'x' })

/** Changes one character of the wrapped key. */
async function alter(path: string): Promise<void> {
  const key = JSON.parse(await readFile(path, 'utf8'))
  const wrapped = (key.wrapped[0] === 'A' ? 'B' : 'A') + key.wrapped.slice(1)
  await writeFile(path, JSON.stringify({ ...key, wrapped }))
}

/** A database with two numbers, as a gateway leaves it. */
async function fileWithNumbers(): Promise<string> {
  const file = newFile()
  markServed(file)
  await withVault(file, async ({ store, vault }) => {
    for (const [id, pan] of Object.entries(PANS)) {
      const row = await vault.sealCard('shop', { id, pan, nowMs: AN_HOUR_LATER_MS })
      expect(await store.commit([{ kind: 'insertVaultRecord', row }])).toEqual({ applied: true })
    }
  })
  return file
}

const command = (file: string, ...args: string[]) =>
  run([...args, '--database', `sqlite:${file}`], { env: { TILLGATE_VAULT_KEY: KEY } })

/** Every byte of the database, its log and its keys. */
async function bytesOf(file: string): Promise<string> {
  const folder = numberKeyFolder(file)
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const texts = [file, `${file}-wal`, ...paths].map((path) =>
    readFile(path, 'latin1').catch(() => ''),
  )
  return (await Promise.all(texts)).join('')
}

describe('the key of a card number', () => {
  it('is destroyed within 61 days of the deletion: a backup of before does not open', async () => {
    const file = await fileWithNumbers()
    const backup = newFile()
    expect((await command(file, 'backup', backup)).lines.join('\n')).toContain(
      numberKeyFolder(file),
    )
    const [key] = await createNumberKeyFolder(numberKeyFolder(file)).all()
    expect(await bytesOf(file)).toContain(key?.wrapped)
    await withVault(file, async ({ store, opened, daysGoBy }) => {
      await store.commit([{ kind: 'wipeVaultRecord', id: 'deleted' }])
      await daysGoBy(61)
      expect(await opened('kept')).toBe(PANS.kept)
      expect(await opened('deleted')).toBeUndefined()
    })
    expect(await bytesOf(file)).not.toContain(key?.wrapped)
    await cp(numberKeyFolder(file), numberKeyFolder(backup), { recursive: true })
    await withVault(backup, async ({ store, opened }) => {
      expect((await store.read.vaultRecord('deleted'))?.sealed).not.toBe('')
      expect(await opened('deleted')).toBeUndefined()
    })
  })

  it('is kept for a backup of 30 days, which opens when it is restored', async () => {
    const file = await fileWithNumbers()
    const backup = newFile()
    await withVault(file, async ({ daysGoBy, opened }) => {
      await daysGoBy(29)
      expect((await command(file, 'backup', backup)).code).toBe(0)
      await daysGoBy(30)
      expect(await opened('kept')).toBe(PANS.kept)
    })
    expect(await command(file, 'restore', backup)).toMatchObject({ code: 0, complaints: [] })
    await withVault(file, async ({ vault, opened, daysGoBy }) => {
      await prepareNumberKeys(vault)
      for (const [id, pan] of Object.entries(PANS)) expect(await opened(id)).toBe(pan)
      await daysGoBy(120)
      for (const [id, pan] of Object.entries(PANS)) expect(await opened(id)).toBe(pan)
    })
  })

  it('is found when a link to the database is restored, which stays a link', async () => {
    const file = await fileWithNumbers()
    const [link, backup] = [newFile(), newFile()]
    await symlink(file, link)
    expect((await command(link, 'backup', backup)).code).toBe(0)
    const restored = await command(link, 'restore', backup)
    expect([restored.code, restored.lines.join()]).toEqual([0, expect.not.stringMatching('review')])
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    await withVault(link, async ({ vault, opened }) => {
      await prepareNumberKeys(vault)
      expect(await opened('kept')).toBe(PANS.kept)
    })
  })

  it('is copied to another engine with the database', async () => {
    const file = await fileWithNumbers()
    const url = await postgres.freshDatabase()
    const dataDir = `${newFile()}-data`
    const env = { TILLGATE_VAULT_KEY: KEY, TILLGATE_DATA_DIR: dataDir }
    const back = newFile()
    const copied = [
      await run(['copy', '--from', `sqlite:${file}`, '--to', url], { env }),
      await run(['check', '--database', url], { env }),
    ]
    expect(copied.map(({ code }) => code)).toEqual([0, 0])
    // As after a crash of the server: the data directory has them.
    const store = await openPostgresStore({ url })
    for (const { id } of await store.numberKeys.all()) await store.numberKeys.destroy(id)
    await store.close()
    expect((await run(['copy', '--from', url, '--to', `sqlite:${back}`], { env })).code).toBe(0)
    await withVault(back, async ({ opened }) => {
      for (const [id, pan] of Object.entries(PANS)) expect(await opened(id)).toBe(pan)
    })
  })
})

describe('a key of card numbers that is lost', () => {
  it('refuses a start with its file, is named by check, and comes back with the folder', async () => {
    const file = await fileWithNumbers()
    const folder = numberKeyFolder(file)
    await rename(folder, `${folder}.elsewhere`)
    await withVault(file, async ({ vault }) => {
      const refusal = prepareNumberKeys(vault)
      await expect(refusal).rejects.toThrow(`${folder}/`)
      await expect(refusal).rejects.toThrow('bring back the folder')
      // So that it can be moved back.
      expect(existsSync(folder)).toBe(false)
    })
    const { code, lines } = await command(file, 'check')
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(
      /problem: number_key \w{12}: .*\.key is missing; 2 card numbers open with/,
    )
    await rename(`${folder}.elsewhere`, folder)
    expect((await command(file, 'check')).lines.join()).not.toContain('number_key')
    await withVault(file, async ({ vault, opened }) => {
      await prepareNumberKeys(vault)
      for (const [id, pan] of Object.entries(PANS)) expect(await opened(id)).toBe(pan)
    })
  })

  it('is to be reviewed beside a backup, which has the folder of keys beside it when it is used', async () => {
    const file = await fileWithNumbers()
    const backup = newFile()
    await command(file, 'backup', backup)
    const { code, lines } = await command(backup, 'check')
    expect([code, lines.join('\n')]).toEqual([
      0,
      expect.stringMatching(/review: number_key \w{12}/),
    ])
  })

  it.each<readonly [string, (path: string) => Promise<unknown>, RegExp]>([
    ['empty', (path) => writeFile(path, ''), /\.key is empty/],
    ['torn', (path) => truncate(path, 40), /\.key is torn or was overwritten/],
    ['that of another key', (path) => writeFile(path, OTHER_KEY), /holds 0123456789ab/],
    ['a folder', async (path) => [await rm(path), await mkdir(path)], /cannot be read \(EISDIR\)/],
  ])('is said to be what it is: %s', async (_, damage, what) => {
    const file = await fileWithNumbers()
    const [name = ''] = await readdir(numberKeyFolder(file))
    await damage(join(numberKeyFolder(file), name))
    await withVault(file, async ({ vault }) => {
      await expect(prepareNumberKeys(vault)).rejects.toThrow(what)
      await expect(prepareNumberKeys(vault)).rejects.toThrow(
        `bring back the folder ${numberKeyFolder(file)} from`,
      )
    })
    const { code, lines } = await command(file, 'check')
    expect([code, lines.join('\n')]).toEqual([1, expect.stringMatching(what)])
  })

  it('refuses a start where it was altered', async () => {
    const file = await fileWithNumbers()
    const [name = ''] = await readdir(numberKeyFolder(file))
    await alter(join(numberKeyFolder(file), name))
    await withVault(file, ({ vault }) =>
      expect(prepareNumberKeys(vault)).rejects.toThrow(
        `${name} does not open with the key of the vault`,
      ),
    )
  })

  it('is used under another name, and destroyed under it', async () => {
    const file = await fileWithNumbers()
    const folder = numberKeyFolder(file)
    const [name = ''] = await readdir(folder)
    await rename(join(folder, name), join(folder, `copy of ${name}.old`))
    await withVault(file, async ({ vault, opened, daysGoBy }) => {
      await prepareNumberKeys(vault)
      expect(await opened('kept')).toBe(PANS.kept)
      await daysGoBy(92)
    })
    expect((await readdir(folder)).join()).not.toContain(name)
  })

  it('is made anew where no number needs it, as that of the next period', async () => {
    const file = await fileWithNumbers()
    const folder = numberKeyFolder(file)
    const [used = ''] = await readdir(folder)
    await withVault(file, async ({ daysGoBy }) => daysGoBy(8))
    for (const name of await readdir(folder)) if (name !== used) await rm(join(folder, name))
    const { code, lines } = await command(file, 'check')
    expect([code, lines.join('\n')]).toEqual([
      0,
      expect.stringMatching(/note: number_key \w{12}: .* is missing; no card number needs it/),
    ])
    await withVault(file, async ({ vault, opened, daysGoBy }) => {
      await prepareNumberKeys(vault)
      await daysGoBy(120)
      for (const [id, pan] of Object.entries(PANS)) expect(await opened(id)).toBe(pan)
    })
    expect((await command(file, 'check')).lines.join()).not.toContain('number_key')
  })

  it('is no reason for a refusal without words when its folder is a file or a dead link', async () => {
    const file = await fileWithNumbers()
    const folder = numberKeyFolder(file)
    await rename(folder, `${folder}.elsewhere`)
    await writeFile(folder, '')
    await withVault(file, ({ vault }) =>
      expect(prepareNumberKeys(vault)).rejects.toThrow(
        `${folder}, which has the keys of card numbers, cannot be read: it is no directory`,
      ),
    )
    expect((await command(file, 'check')).code).toBe(1)
    await rm(folder)
    await symlink(`${folder}.not-mounted`, folder)
    await withVault(file, ({ vault }) =>
      expect(prepareNumberKeys(vault)).rejects.toThrow(
        `the folder is a link to ${folder}.not-mounted, which is not there`,
      ),
    )
  })

  it('takes its numbers with it when a person gives them up, and no others', async () => {
    const file = await fileWithNumbers()
    await rm(numberKeyFolder(file), { recursive: true })
    await withVault(file, async ({ store, vault }) => {
      const row = await vault.sealCard('shop', { id: 'later', pan: '4111111111111111', nowMs: 1 })
      await store.commit([{ kind: 'insertVaultRecord', row }])
    })
    const counted = await command(file, 'numbers', 'give-up')
    expect(counted.lines).toEqual(['1 key missing; 2 card numbers would be deleted with --delete'])
    const done = await command(file, 'numbers', 'give-up', '--delete')
    expect(done.lines).toEqual(['1 key missing; 2 card numbers deleted'])
    await withVault(file, async ({ vault, opened }) => {
      await prepareNumberKeys(vault)
      expect(await opened('kept')).toBeUndefined()
      expect(await opened('later')).toBe('4111111111111111')
    })
    expect((await command(file, 'check')).code).toBe(0)
  })
})
