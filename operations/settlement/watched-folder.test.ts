import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import {
  keyedHash,
  NOW_MS,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'
import { importFolder } from './watched-folder.ts'

describe('the watched folder', () => {
  let shop: SettledShop
  let folder: string
  const logged: string[] = []

  beforeEach(async () => {
    shop = await settledShop()
    folder = await mkdtemp(join(tmpdir(), 'settlement-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    logged.length = 0
  })

  const look = (settlementFolder: string | null = folder) =>
    importFolder({
      settlementFolder,
      store: shop.store,
      keyedHash,
      clock: sharedClock({ now: () => NOW_MS }),
      log: {
        warn: (_: object, text: string) => logged.push(text),
        error: (_: object, text: string) => logged.push(text),
      } as never,
    })

  /** Puts a file that was written an hour ago, or just now. */
  async function put(name: string, text: string, { format = 'tillgate', isNew = false } = {}) {
    const place = join(folder, shop.account.id, format)
    await mkdir(place, { recursive: true })
    await writeFile(join(place, name), text)
    const seconds = NOW_MS / 1000 - (isNew ? 0 : 3600)
    await utimes(join(place, name), seconds, seconds)
    return place
  }

  const file = () => tillgateFile([settledLine(shop.account, { payout_reference: '' })])
  const files = () => shop.store.read.settlementFilesOf(shop.account.id, '9', 10)

  it('has its files imported and moved', async () => {
    const place = await put('day.csv', file())
    expect(await look()).toBe(false)
    expect(await files()).toMatchObject([{ name: 'day.csv', state: 'imported' }])
    expect(await readdir(place)).toEqual(['imported'])
    expect(await readdir(join(place, 'imported'))).toEqual(['day.csv'])
    expect(logged).toEqual(['a settlement file was imported'])
  })

  it('keeps a refused file beside what is wrong with it', async () => {
    const place = await put('day.csv', file().slice(0, -40))
    await look()
    expect(await files()).toEqual([])
    const reason = await readFile(join(place, 'refused', 'day.csv.txt'), 'utf8')
    expect(reason).toMatch(/^line \d: /)
    expect(logged).toEqual(['a settlement file was refused'])
  })

  it('refuses a format that does not exist', async () => {
    const place = await put('day.csv', file(), { format: 'other' })
    await look()
    expect(await readFile(join(place, 'refused', 'day.csv.txt'), 'utf8')).toBe(
      'there is no format other\n',
    )
  })

  it('keeps files that may be taken later: of an account that is not made yet, or of lines that are being imported', async () => {
    const place = join(folder, 'LATER1@simulator', 'tillgate')
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'day.csv'), file())
    await utimes(join(place, 'day.csv'), 0, 0)
    await look()
    expect(await readdir(place)).toEqual(['day.csv'])
    expect(logged).toEqual(['settlement files wait, because there is no such account'])
    const own = await put('day.csv', file())
    const interrupted = shop.import(`${file()}\n`, {
      onProgress: (step) => {
        if (step === 'written') throw new Error('interrupted')
      },
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    await look()
    expect(await readdir(own)).toEqual(['day.csv'])
  })

  it('is told in the log where it cannot be read', async () => {
    await writeFile(join(folder, 'file'), '')
    await look(join(folder, 'file'))
    expect(logged).toEqual(['a folder for settlement files cannot be read'])
  })

  it('leaves files alone that may still be written', async () => {
    await put('day.csv', file(), { isNew: true })
    await put('.day.csv.part', file())
    await put('later.part', file())
    await look()
    expect(await files()).toEqual([])
  })

  it('is looked at by several processes, which import a file once', async () => {
    await put('day.csv', file())
    await Promise.all([look(), look()])
    expect(await files()).toHaveLength(1)
  })

  it('may be missing, or not named', async () => {
    expect(await look(join(folder, 'nothing'))).toBe(false)
    expect(await look(null)).toBe(false)
  })
})
