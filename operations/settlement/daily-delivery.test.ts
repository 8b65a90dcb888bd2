import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { createEntityClocks } from '../../server/entities/entity-clocks.ts'
import { createTimers, type Timers } from '../../server/kernel/timers/timers.ts'
import { VaultError } from '../../server/kernel/vault/aead.ts'
import { openVault, type Vault } from '../../server/kernel/vault/vault.ts'
import type { ReconciliationDeliveryRow } from '../../server/store/port.ts'
import { createDailyDelivery, type DailyDelivery } from './daily-delivery.ts'
import { writeReconciliation } from './deliveries.ts'
import { deliveryDueAtMs, MAX_DELIVERY_MS, MAX_TRIES_OF_DAY, waitAfterMs } from './delivery-plan.ts'
import { FTP_PASSWORD, FTP_USER, type FtpServer, startFtpServer } from './ftp-server.fixture.ts'
import {
  fileWith,
  NOW_MS,
  type SettledShop,
  settledLine,
  settledShop,
  tillgateFile,
} from './settlement.fixture.ts'
import { removeTarget, setTarget } from './targets.ts'

/** Of the import: its file is due on the next day. */
const DAY = new Date(NOW_MS).toISOString().slice(0, 10)
const NEXT_DAY = new Date(NOW_MS + DAY_MS).toISOString().slice(0, 10)

let server: FtpServer
let shop: SettledShop
let nowMs: number
let clocks: ReturnType<typeof createEntityClocks>
let vault: Vault
let timers: Timers
let delivery: DailyDelivery
const vaultKey = randomBytes(32)
const logged: string[] = []

beforeAll(async () => {
  server = await startFtpServer()
})
afterAll(() => server.close())

/** A shop with one settled payment, and its target from that day on at 4:00. */
beforeEach(async () => {
  server.files.clear()
  server.begun.length = 0
  server.faults.length = 0
  logged.length = 0
  nowMs = NOW_MS
  shop = await settledShop()
  const { id } = await shop.pay()
  const settled = await shop.import(tillgateFile([settledLine(shop.account, { payment_id: id })]))
  expect(settled.kind).toBe('imported')
  clocks = createEntityClocks({ now: () => nowMs })
  const { store } = shop
  vault = await openVault({ store, masterKey: vaultKey, clock: clocks })
  startProcess()
  await set()
})

/** A process that delivers, in place of the one before. */
function startProcess(): void {
  const { store } = shop
  const log = {
    error: (_fields: object, line: string) => void logged.push(line),
    warn: (_fields: object, line: string) => void logged.push(line),
  } as never
  delivery = createDailyDelivery({ store, vault, clock: clocks, log })
  const handlers = { reconciliationDelivery: delivery.onTimer }
  timers = createTimers({ store, clock: clocks, log, handlers })
}

const set = (more: { firstDay?: string; folder?: string } = {}) =>
  setTarget(
    {
      entity: { id: shop.merchantId },
      address: `ftp://${FTP_USER}@127.0.0.1:${server.port}/${more.folder ?? ''}`,
      password: FTP_PASSWORD,
      hour: 4,
      firstDay: more.firstDay ?? DAY,
    },
    { store: shop.store, vault, clock: clocks },
  )

/** Moves the time, does what is due then, and waits until the timer is held for no delivery any more. */
async function at(timeMs: number): Promise<void> {
  nowMs = timeMs
  await timers.runDue()
  const heldUntilMs = timeMs + MAX_DELIVERY_MS + MINUTE_MS
  const dueAtMs = async () =>
    (await shop.store.read.timer('reconciliationDelivery', shop.merchantId))?.dueAtMs
  await expect.poll(dueAtMs).not.toBe(heldUntilMs)
}

/** A try to the target whose process has not said what became of it. */
function underWaySince(startedAtMs: number): ReconciliationDeliveryRow {
  return {
    entityId: shop.merchantId,
    day: DAY,
    attempt: 1,
    address: `ftp://${FTP_USER}@127.0.0.1:${server.port}/`,
    startedAtMs,
    endedAtMs: null,
    outcome: null,
    bytes: null,
    fault: null,
  }
}

const tries = (): Promise<readonly ReconciliationDeliveryRow[]> =>
  shop.store.read.reconciliationDeliveries(shop.merchantId, 100)

const outcomes = async () => (await tries()).map(({ day, outcome }) => `${day} ${outcome}`)

const nameOf = (day: string) => `reconciliation_${shop.merchantId}_${day}.csv`
const dueMs = deliveryDueAtMs({ nextDay: DAY, hour: 4 })

it('a password that the vault does not open is told once an hour, and nothing is tried with it', async () => {
  vault = await openVault({ store: shop.store, masterKey: vaultKey, clock: clocks })
  vault = {
    ...vault,
    openCredential: () => {
      throw new VaultError('altered')
    },
  }
  startProcess()
  nowMs = deliveryDueAtMs({ nextDay: DAY, hour: 4 })
  for (let minute = 0; minute < 90; minute++) {
    await timers.runDue()
    nowMs += MINUTE_MS
  }
  expect(server.begun).toEqual([])
  expect(logged).toHaveLength(2)
  expect(logged[0]).toContain('the password of its target does not open; set the target again')
})

describe('the reconciliation file of a day', () => {
  it('is delivered at the hour of the target on the following day, and logged', async () => {
    await at(dueMs - 1)
    expect(await tries()).toEqual([])
    await at(dueMs)
    const text = server.files.get(nameOf(DAY))?.toString() ?? ''
    expect(text.split('\n')).toHaveLength(3)
    expect(await tries()).toEqual([
      expect.objectContaining({
        day: DAY,
        attempt: 1,
        outcome: 'delivered',
        bytes: Buffer.byteLength(text),
        startedAtMs: dueMs,
        address: expect.not.stringContaining(FTP_PASSWORD),
      }),
    ])
    await at(dueMs + DAY_MS)
    expect(await outcomes()).toEqual([`${NEXT_DAY} delivered`, `${DAY} delivered`])
    expect(server.begun).toHaveLength(2)
  })

  it('is tried again over hours, always under the same name', async () => {
    server.faults.push('breaksOff', 'losesBytes', 'breaksOff', 'breaksOff')
    let dueAtMs = dueMs
    for (let tried = 1; tried <= 4; tried += 1) {
      await at(dueAtMs)
      expect(await tries()).toHaveLength(tried)
      expect(server.files.has(nameOf(DAY))).toBe(false)
      dueAtMs += waitAfterMs(tried) ?? 0
    }
    await at(dueAtMs - 1)
    expect(await tries()).toHaveLength(4)
    await at(dueAtMs)
    expect(dueAtMs - dueMs).toBe(21 * MINUTE_MS + HOUR_MS)
    expect([...server.files.keys()]).toEqual([nameOf(DAY)])
    expect((await outcomes())[0]).toBe(`${DAY} delivered`)
    expect(new Set(server.begun)).toEqual(new Set([`.${nameOf(DAY)}.part`]))
    expect(logged).toHaveLength(4)
  })

  it('is tried again by the test clock of its merchant, each try at its time', async () => {
    server.faults.push('breaksOff', 'losesBytes')
    const dueAtMs = async () =>
      (await shop.store.read.timer('reconciliationDelivery', shop.merchantId))?.dueAtMs ?? 0
    // As a move of the clock does: to the next due time, and on when its work is done.
    for (let tried = 1; tried <= 3; tried += 1) {
      clocks.raiseOffset(shop.merchantId, (await dueAtMs()) - nowMs)
      await timers.runDue()
      expect(await tries()).toHaveLength(tried)
    }
    expect((await tries()).map(({ startedAtMs }) => startedAtMs - dueMs).toReversed()).toEqual([
      0,
      MINUTE_MS,
      6 * MINUTE_MS,
    ])
    expect((await outcomes())[0]).toBe(`${DAY} delivered`)
  })

  it('is delivered with those of later days, in their order, when the gateway was away', async () => {
    await at(dueMs + 2 * DAY_MS)
    await at(dueMs + 2 * DAY_MS)
    await at(dueMs + 2 * DAY_MS)
    expect((await tries()).map(({ day }) => day).toReversed()).toEqual([
      DAY,
      NEXT_DAY,
      new Date(NOW_MS + 2 * DAY_MS).toISOString().slice(0, 10),
    ])
  })

  it('is given up after three days of failures, and later days go on', async () => {
    await set({ folder: 'nothing' })
    let dueAtMs = dueMs
    for (let tried = 1; tried <= MAX_TRIES_OF_DAY; tried += 1) {
      await at(dueAtMs)
      dueAtMs += waitAfterMs(tried) ?? 0
    }
    expect(dueAtMs - dueMs).toBeGreaterThan(3 * DAY_MS)
    expect(logged.at(-1)).toContain('given up')
    const target = await shop.store.read.reconciliationTarget(shop.merchantId)
    expect(target?.nextDay).toBe(NEXT_DAY)
  })

  it('is not sent again where the process ended after the rename', async () => {
    const path = await fileWith('', { name: nameOf(DAY) })
    const { merchantId, store } = shop
    await writeReconciliation({ id: merchantId, kind: 'merchant' }, { day: DAY, path }, store)
    server.files.set(nameOf(DAY), await readFile(path))
    const row = underWaySince(dueMs - HOUR_MS)
    await store.commit([{ kind: 'insertReconciliationDelivery', row }])
    await at(dueMs)
    expect((await tries())[0]).toMatchObject({ attempt: 2, outcome: 'delivered' })
    expect(server.begun).toEqual([])
  })

  it('waits while another process may still be delivering it', async () => {
    const row = underWaySince(dueMs)
    await shop.store.commit([{ kind: 'insertReconciliationDelivery', row }])
    nowMs = dueMs
    await timers.runDue()
    expect(server.begun).toEqual([])
    // That one had renamed its file, and ended before it could write its outcome.
    nowMs = dueMs + 31 * MINUTE_MS
    await timers.runDue()
    await expect.poll(async () => (await outcomes())[0]).toBe(`${DAY} delivered`)
  })

  it('goes to the new target when it was set anew, and nowhere when it was removed', async () => {
    await set({ folder: 'reports', firstDay: NEXT_DAY })
    await at(dueMs)
    expect(await tries()).toEqual([])
    expect(await removeTarget(shop.merchantId, shop.store)).toBe(true)
    expect(await removeTarget(shop.merchantId, shop.store)).toBe(false)
    await at(dueMs + 2 * DAY_MS)
    expect(server.begun).toEqual([])
  })

  it('ends when the process does, and is tried by the next one', async () => {
    nowMs = dueMs
    await Promise.all([timers.runDue(), delivery.close()])
    startProcess()
    await at(dueMs + HOUR_MS)
    expect((await outcomes())[0]).toBe(`${DAY} delivered`)
  })
})
