import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { confirmingClock } from '../kernel/timers/clock-guard.ts'
import type { Store } from '../store/port.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { INSTALLATION_ID } from '../store/tables/installation.ts'
import { databaseFiles } from '../store/testing/database-files.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts'
import { addMerchant } from '../testing/merchants.fixture.ts'
import { run } from './cli/command.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

interface Engine {
  readonly name: string
  readonly make: () => Promise<string>
  readonly open: (address: string) => Promise<Store>
}

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async () => `sqlite:${newFile()}`,
    open: (address) =>
      openSqliteStore({ file: address.slice('sqlite:'.length), committer: { kind: 'inline' } }),
  },
  {
    name: 'PostgreSQL',
    make: () => postgres.freshDatabase(),
    open: (url) => openPostgresStore({ url }),
  },
]

/** The time of these tests is not that of the database's server, which a command would ask. */
const withoutOwnTime = ({ time: _time, ...store }: Store): Store => store

/** On PostgreSQL the command would confirm the time of the server, which is not that of the test. */
async function confirm({ store, clock }: TestGateway, address: string): Promise<void> {
  const nowMs = clock.now()
  if (address.startsWith('sqlite:')) {
    const { lines } = await run(['clock', 'confirm', '--database', address], { nowMs })
    expect(lines[0]).toMatch(/^2027-06-08 .* is confirmed; the last time taken for right was 2026-/)
    return
  }
  const row = await store.read.installation(INSTALLATION_ID)
  expect(await store.commit([confirmingClock(row, nowMs)])).toEqual({ applied: true })
}

/** Whether the number of a payment is still stored. */
async function hasNumber({ store }: TestGateway, paymentId: string): Promise<boolean> {
  const payment = await store.read.payment(paymentId)
  return (await store.read.vaultRecord(payment?.vaultRecordId ?? ''))?.sealed !== ''
}

/** One round of due work is over: a channel with a clock of its own has had its turn meanwhile. */
async function roundOfDueWork(gateway: TestGateway): Promise<void> {
  const { channelIds, accessToken } = await addMerchant(gateway, { channels: [{}] })
  const headers = { authorization: `Bearer ${accessToken}` }
  const [entityId = ''] = channelIds
  const { id } = (await gateway.post('/v1/payments', cardPayment(entityId), headers)).body
  await gateway.post('/test/clock', { entityId, advance: 'P200D' }, headers)
  expect(await hasNumber(gateway, id)).toBe(false)
}

async function readiness({ url }: TestGateway) {
  const body = (await (await fetch(`${url}/readyz`)).json()) as { warnings?: readonly string[] }
  return body.warnings ?? []
}

const metricOf = async ({ url }: TestGateway, name: string) =>
  new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1]

describe.each(ENGINES)('a clock that jumps forward by 200 days on $name', ({ make, open }) => {
  it('deletes no number until a command confirms it, and is named everywhere', async () => {
    const address = await make()
    const lines: string[] = []
    const onLogLine = (line: string) => void lines.push(line)
    const first = await startTestGateway({
      store: withoutOwnTime(await open(address)),
      watchesClock: true,
      onLogLine,
    })
    const { id } = (await first.post('/v1/payments', cardPayment(first.demo.entityId))).body
    expect([await readiness(first), await metricOf(first, 'tillgate_clock_doubted')]).toEqual([
      [],
      '0',
    ])
    first.clock.advance(200 * DAY_MS)
    await roundOfDueWork(first)
    expect(await hasNumber(first, id)).toBe(true)
    expect(await readiness(first)).toEqual([expect.stringContaining('The clock is 200 days ahead')])
    expect(await metricOf(first, 'tillgate_clock_doubted')).toBe('1')
    // Payments go on: nothing of them waits for the time.
    const paid = await first.post('/v1/payments', cardPayment(first.demo.entityId))
    expect(paid.body.result.code).toBe('000.100.110')
    await expect
      .poll(async () => (await first.store.read.installation('1'))?.clockHeldAtMs, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0)
    expect(lines.join()).toContain('The clock is 200 days ahead')
    const nowMs = first.clock.now()
    await first.close()

    const { lines: found } = await run(['check', '--database', address], {
      nowMs: nowMs - 200 * DAY_MS,
    })
    expect(found.join('\n')).toContain('review: installation 1 holds due work back')
    expect(found.join('\n')).toContain(`review: payment ${paid.body.id} was made later than now`)

    // The machine starts once more, with its clock set right, and this time somebody confirms the jump.
    const second = await startTestGateway({
      store: withoutOwnTime(await open(address)),
      watchesClock: true,
    })
    expect(await readiness(second)).toEqual([])
    second.clock.advance(200 * DAY_MS)
    await roundOfDueWork(second)
    expect(await hasNumber(second, id)).toBe(true)
    await confirm(second, address)
    await expect.poll(() => hasNumber(second, id), { timeout: 20_000 }).toBe(false)
    expect(await readiness(second)).toEqual([])
    await second.close()
  })
})
