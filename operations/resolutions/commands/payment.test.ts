import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { AN_HOUR_LATER_MS, run } from '../../../server/app/cli/command.fixture.ts'
import { storedDetails } from '../../../server/payments/index.ts'
import { paymentRow } from '../../../server/payments/payment-row.fixture.ts'
import { eventOf } from '../../../server/payments/record/index.ts'
import type { PaymentRow } from '../../../server/store/port.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: randomBytes(32).toString('hex') }
const { id } = paymentRow()
let file: string
let entityId: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`], { env })
const open = () => openSqliteStore({ file, committer: { kind: 'inline' } })

beforeEach(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  const psp = (await tillgate(...create, 'psp')).lines[0] ?? ''
  const merchant = (await tillgate(...create, 'merchant', '--parent', psp)).lines[0] ?? ''
  entityId = (await tillgate(...create, 'channel', '--parent', merchant)).lines[0] ?? ''
})

async function stored(given: Partial<PaymentRow>): Promise<void> {
  const atMs = AN_HOUR_LATER_MS - 2 * DAY_MS
  const { state = 'intent', resultCode = '000.200.000' } = given
  const request = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
  const details = storedDetails({ state, resultCode }, { request })
  const times = { createdAtMs: atMs, updatedAtMs: atMs }
  const row = paymentRow({ entityId, state, resultCode, details, ...times, ...given })
  const store = await open()
  expect(await store.commit([{ kind: 'insertPayment', row }, eventOf(row)])).toEqual({
    applied: true,
  })
  await store.close()
}

const WHY = ['--reason', 'The answer was lost', '--by', 'Jane Jones']
const resolve = (...more: string[]) =>
  tillgate('payment', 'resolve', id, ...WHY, '--evidence', 'Report of 21 November', ...more)

describe('tillgate payment', () => {
  it('writes down an outcome that nobody could find out, and shows who has decided', async () => {
    await stored({})
    const resolved = await resolve('--outcome', 'failed', '--code', '800.100.152')
    expect(resolved).toMatchObject({ code: 0 })
    expect(resolved.lines[0]).toMatch(new RegExp(`^${id} DB failed 800.100.152`))
    expect((await tillgate('payment', 'history', id)).lines).toEqual([
      '2026-11-18 16:00:00+0000 intent 000.200.000',
      '2026-11-20 16:00:00+0000 failed 800.100.152 by Jane Jones; The answer was lost; Report of 21 November',
    ])
    expect(await resolve('--outcome', 'succeeded')).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('is known, and stays')],
    })
  })

  it('refuses what is too young, and words that it does not know', async () => {
    await stored({ createdAtMs: AN_HOUR_LATER_MS })
    expect(await resolve('--outcome', 'failed')).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('from 2026-11-21 16:00:00+0000 on')],
    })
    expect(await resolve('--outcome', 'lost')).toMatchObject({ code: 2 })
    expect(await resolve('--outcome', 'failed', '--code', '000.000.000')).toMatchObject({ code: 2 })
    expect(await resolve('--outcome', 'succeeded', '--code', '800.100.152')).toMatchObject({
      code: 2,
    })
    expect(await tillgate('payment', 'history', 'nobody')).toMatchObject({ code: 1 })
  })

  it('accepts and rejects payments in review', async () => {
    await stored({ state: 'succeeded', resultCode: '000.400.000' })
    const review = (decision: string) =>
      tillgate('payment', 'review', id, '--decision', decision, ...WHY)
    expect((await review('accept')).lines[0]).toMatch(/ DB succeeded 000\.100\.110 /)
    expect(await review('reject')).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('was accepted before')],
    })
    expect(await review('keep')).toMatchObject({ code: 2 })
  })

  it('rejects no payment above the amount of one person', async () => {
    await stored({ state: 'succeeded', resultCode: '000.400.000' })
    const store = await open()
    const entity = await store.read.entity(entityId)
    if (entity === undefined) throw new Error('The channel is gone')
    const settings = JSON.stringify({ secondPersonAbove: { EUR: '50.00' } })
    const { id: channelId, version, name, active } = entity
    await store.commit([
      {
        kind: 'stepEntity',
        id: channelId,
        expectedVersion: version,
        set: { name, active, settings },
      },
    ])
    await store.close()
    expect(await tillgate('payment', 'review', id, '--decision', 'reject', ...WHY)).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('more than one person may move here')],
    })
  })

  it('refunds a rejected debit, whose reversal comes too late', async () => {
    await stored({ state: 'succeeded', resultCode: '000.400.000' })
    await tillgate('payment', 'review', id, '--decision', 'reject', ...WHY)
    const store = await open()
    const family = await store.read.paymentsOfFamily(id)
    expect(family.map(({ paymentType, state }) => `${paymentType} ${state}`)).toEqual([
      'DB succeeded',
      'RF succeeded',
    ])
    await store.close()
  })
})

describe('tillgate check', () => {
  const check = async (nowMs: number) =>
    (await run(['check', '--database', `sqlite:${file}`], { env, nowMs })).lines

  it('names a payment that is in review for seven days, until that ends', async () => {
    await stored({ state: 'succeeded', resultCode: '000.400.000' })
    const line = `review: payment ${id} is in review for seven days: accept or reject it`
    expect(await check(AN_HOUR_LATER_MS)).not.toContain(line)
    expect(await check(AN_HOUR_LATER_MS + 6 * DAY_MS)).toContain(line)
    await tillgate('payment', 'review', id, '--decision', 'reject', ...WHY)
    expect(await check(AN_HOUR_LATER_MS + 6 * DAY_MS)).not.toContain(line)
  })
})
