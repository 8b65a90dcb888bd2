import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import { AN_HOUR_LATER_MS, run } from '../../../server/app/cli/command.fixture.ts'
import { sharedClock } from '../../../server/kernel/timers/clock.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import { payment } from '../../../server/store/testing/sample-rows.ts'
import { beginOf } from '../spans.ts'
import { createSumWork } from '../sum-work.ts'

const newFile = databaseFiles()
const PAID_MS = AN_HOUR_LATER_MS - 5 * HOUR_MS
let file: string
let channel: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`])
const openStore = () => openSqliteStore({ file, committer: { kind: 'inline' } })
const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

beforeAll(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  const psp = (await tillgate(...create, 'psp')).lines[0] ?? ''
  const merchant = (await tillgate(...create, 'merchant', '--parent', psp)).lines[0] ?? ''
  channel = (await tillgate(...create, 'channel', '--parent', merchant)).lines[0] ?? ''
  const store = await openStore()
  const row = payment({ entityId: channel, createdAtMs: PAID_MS, updatedAtMs: PAID_MS })
  await store.commit([{ kind: 'insertPayment', row }])
  const clock = sharedClock({ now: () => AN_HOUR_LATER_MS })
  while (await createSumWork({ store, clock, log: { error: () => undefined } }).run());
  const [sum] = await store.read.paymentSumsOfSpan(channel, 'hour', beginOf(PAID_MS, HOUR_MS))
  const set = { paymentCount: 9 }
  const step = { kind: 'stepPaymentSum', id: sum?.id ?? '', expectedVersion: 1, set } as const
  await store.commit([step])
  await store.close()
})

describe('tillgate sums rebuild', () => {
  it.each([
    [[], '--from is missing'],
    [['--from', 'yesterday'], '--from must be a day such as 2026-11-01'],
    [['--from', '2026-02-30'], '--from must be a day such as 2026-11-01'],
    [['--from', '2026-11-02', '--to', '2026-11-01'], '--to must not be before --from'],
    [['--from', '2020-01-01', '--to', '2026-11-01'], 'at most 367 days'],
  ])('refuses %j', async (words, what) => {
    const { code, complaints } = await tillgate('sums', 'rebuild', ...words)
    expect(code).toBe(2)
    expect(complaints.join()).toContain(what)
  })

  it('makes the sums of some days anew, beside other days', async () => {
    const earlier = ['--from', '2025-12-01', '--to', '2025-12-31']
    expect((await tillgate('sums', 'rebuild', ...earlier)).lines).toEqual([
      '0 hours are summed anew',
    ])
    const { code, lines } = await tillgate('sums', 'rebuild', '--from', day(PAID_MS))
    expect([code, lines]).toEqual([0, ['1 hours are summed anew']])
    const store = await openStore()
    const hourMs = beginOf(PAID_MS, HOUR_MS)
    expect(await store.read.paymentSumsOfSpan(channel, 'hour', hourMs)).toMatchObject([
      { paymentCount: 1 },
    ])
    await store.close()
  })

  it('does so for an entity alone', async () => {
    const words = ['--from', day(PAID_MS), '--entity', channel]
    expect((await tillgate('sums', 'rebuild', ...words)).lines).toEqual(['1 hours are summed anew'])
    const unknown = await tillgate('sums', 'rebuild', '--from', day(PAID_MS), '--entity', 'x')
    expect(unknown.complaints.join()).toContain('there is no entity')
  })
})
