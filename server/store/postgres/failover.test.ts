import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applied, insertPayment } from '../contract/open-store.ts'
import type { Store } from '../port.ts'
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts'
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts'
import { payment } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const limits = { connectMs: 1_000, answerMs: 1_000, outageMs: 30_000, pauseMs: 100 }

let pair: PostgresPair

beforeAll(async () => {
  pair = await startPostgresPair()
}, 240_000)
afterAll(() => pair?.stop())

const open = (): Promise<Store> => openPostgresStore({ url: pair.url, limits })

/** Commits payments without end, each with its outcome. */
function startCommits(stores: readonly Store[]) {
  const acknowledged: string[] = []
  const refused: string[] = []
  const unknown: string[] = []
  let isOver = false
  async function commitAll(store: Store) {
    while (!isOver) {
      const row = payment()
      const result = await store.commit([insertPayment(row)]).catch(({ code }) => code as string)
      if (typeof result !== 'string') (result.applied ? acknowledged : refused).push(row.id)
      else (result === 'commit-failed' ? unknown : refused).push(row.id)
    }
  }
  const running = stores.flatMap((store) => Array.from({ length: 8 }, () => commitAll(store)))
  return {
    ...{ acknowledged, refused, unknown },
    more: (count: number) => {
      const wanted = acknowledged.length + count
      return expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(wanted)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

describe('two gateways on a primary and a standby', () => {
  it('follow a failover, and lose nothing that was acknowledged', {
    timeout: 120_000,
  }, async () => {
    const stores = [await open(), await open()] as const
    const commits = startCommits(stores)
    await commits.more(200)
    await pair.failOver()
    await commits.more(200)
    await commits.stop()
    for (const id of commits.acknowledged) {
      expect((await stores[0].read.payment(id))?.id).toBe(id)
    }
    for (const id of commits.refused) expect(await stores[0].read.payment(id)).toBeUndefined()
    await Promise.all(stores.map((store) => store.close()))
    await pair.rejoin()
  })

  it('acknowledge nothing that the standby does not have', { timeout: 120_000 }, async () => {
    const [store, other] = [await open(), await open()]
    await store.ping()
    await pair.haltStandby()
    const row = payment()
    const committed = store.commit([insertPayment(row)])
    let isAnswered = false
    committed.finally(() => {
      isAnswered = true
    })
    // COMMIT is not answered in time. The store connects anew and leaves the session alone, which waits on.
    const told = () => store.ping().catch(({ message }) => message)
    await expect.poll(told, { timeout: 20_000 }).toContain('A commit waits for a standby')
    expect(await sessionsWhere(WAITS_FOR_STANDBY)).toBe(1)
    expect(await other.read.payment(row.id)).toBeUndefined()
    expect(isAnswered).toBe(false)
    await pair.resumeStandby()
    expect(await committed).toEqual(applied)
    expect(await store.read.payment(row.id)).toEqual(row)
    await Promise.all([store.close(), other.close()])
  })

  it('do not take the transaction of another for their own', { timeout: 120_000 }, async () => {
    // The new primary knows nothing of the first one's transaction, and gives its id to another one.
    const proxies = await Promise.all(pair.urls().map((url) => startFaultProxy(url)))
    const [toPrimary, toStandby] = proxies as [FaultProxy, FaultProxy]
    const hosts = proxies.map(({ url }) => new URL(url).host).join(',')
    const url = toPrimary.url.replace(new URL(toPrimary.url).host, hosts)
    const store = await openPostgresStore({ url, limits: { ...limits, answerMs: 20_000 } })
    await store.ping()
    await pair.haltStandby()
    const row = payment()
    const committed = store.commit([insertPayment(row)])
    await expect.poll(() => sessionsWhere(WAITS_FOR_STANDBY)).toBe(1)
    toStandby.refuse()
    await pair.failOver()
    const other = await open()
    for (let count = 0; count < 50; count += 1) await other.commit([insertPayment(payment())])
    toStandby.serve()
    expect(await committed).toEqual(applied)
    expect(await other.read.payment(row.id)).toEqual(row)
    await Promise.all([store.close(), other.close()])
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await pair.rejoin()
  })

  it('leave a primary that was not told of its failover', { timeout: 120_000 }, async () => {
    const store = await open()
    await store.ping()
    await pair.promoteBeside()
    const row = payment()
    expect(await store.commit([insertPayment(row)])).toEqual(applied)
    // Readers leave it as well, though it still answers them.
    for (let count = 0; count < 8; count += 1) expect(await store.read.payment(row.id)).toEqual(row)
    const late = await open()
    expect(await late.read.payment(row.id)).toEqual(row)
    await Promise.all([store.close(), late.close()])
  })
})

const WAITS_FOR_STANDBY = `wait_event = 'SyncRep'`

async function sessionsWhere(condition: string): Promise<number> {
  const [row] = await pair.run(`SELECT count(*) FROM pg_stat_activity WHERE ${condition}`)
  return Number(row?.count)
}
