import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { createNumberKeyFolder } from '../../store/number-key-folder.ts'
import { createNumberKeyRotation, prepareNumberKeys } from './number-key-rotation.ts'
import { openVault } from './vault.ts'

let directory: string
let folder: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-watch-'))
  folder = join(directory, 'keys')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A running gateway on a database beside whose keys are files of a folder. */
async function running() {
  const time = { nowMs: Date.UTC(2026, 10, 20) }
  const clock = { now: () => time.nowMs }
  const store = { ...openMemoryStore(), numberKeys: createNumberKeyFolder(folder) }
  const parts = { store, masterKey: randomBytes(32), clock }
  const vault = await openVault(parts)
  await prepareNumberKeys(vault)
  const row = await vault.sealCard('shop', { id: 'a', pan: '4200000000000000', nowMs: time.nowMs })
  await store.commit([{ kind: 'insertVaultRecord', row }])
  const said: string[] = []
  const log = {
    error: (fields: object, text: string) =>
      void said.push(`error ${text} ${JSON.stringify(fields)}`),
    warn: (fields: object, text: string) =>
      void said.push(`warn ${text} ${JSON.stringify(fields)}`),
  }
  const rotation = createNumberKeyRotation({ ...parts, vault, log })
  return {
    said,
    warnings: () => rotation.warnings(),
    async minuteGoesBy(minutes = 1) {
      for (let minute = 0; minute < minutes; minute++) {
        time.nowMs += MINUTE_MS
        await rotation.run()
      }
    },
    /** As a new process does. */
    async openedAfterRestart() {
      const again = await openVault(parts)
      await prepareNumberKeys(again)
      return again.openCard(await again.keysOf('shop'), row)
    },
  }
}

describe('number keys that are lost under a running gateway', () => {
  it.each<readonly [string, (path: string) => Promise<void>]>([
    ['a removed folder', () => rm(folder, { recursive: true })],
    ['a removed key', (path) => rm(path)],
    ['an emptied key', (path) => truncate(path, 0)],
    ['another text', (path) => writeFile(path, '{}')],
  ])('are written again, and told once: %s', async (_, lose) => {
    const { said, warnings, minuteGoesBy, openedAfterRestart } = await running()
    const [name = ''] = await readdir(folder)
    await minuteGoesBy()
    expect([said, warnings()]).toEqual([[], []])
    await lose(join(folder, name))
    await minuteGoesBy(3)
    expect(said).toEqual([
      expect.stringMatching(`^error Keys of card .* written them again.*${name}`),
    ])
    expect(warnings()).toEqual([
      expect.stringMatching(/^Keys of card numbers were gone or damaged/),
    ])
    expect(await openedAfterRestart()).toBe('4200000000000000')
    await minuteGoesBy(HOUR_MS / MINUTE_MS)
    expect([said.length, warnings()]).toEqual([1, []])
  })

  it('are told once while their folder cannot be used, and once when it can be again', async () => {
    const { said, warnings, minuteGoesBy, openedAfterRestart } = await running()
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'a file in its place')
    await minuteGoesBy(5)
    expect(said).toEqual([expect.stringContaining(`${folder}, which has the keys of card numbers`)])
    expect(warnings()).toEqual([
      expect.stringMatching(/cannot be used.*the log says where and why/),
    ])
    expect(warnings().join()).not.toContain(folder)
    await rm(folder)
    await rename(`${folder}.away`, folder)
    await minuteGoesBy(5)
    expect(said.slice(1)).toEqual([expect.stringMatching(/^warn .* can be used again/)])
    expect(warnings()).toEqual([])
    expect(await openedAfterRestart()).toBe('4200000000000000')
  })
})
