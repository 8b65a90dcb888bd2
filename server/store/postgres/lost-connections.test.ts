import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applied, given, insertPayment } from '../contract/open-store.ts'
import type { PaymentRow, Store } from '../port.ts'
import { type CommitFault, type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts'
import { usePostgres } from '../testing/postgres.ts'
import { cardPayment, payment, vaultKey } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'

// It ends the sessions of everybody.
const postgres = usePostgres({ own: true })

/** Short enough that no test waits long, and outages last as long as a test wants. */
const limits = { connectMs: 1_000, answerMs: 1_000, outageMs: 30_000, pauseMs: 100 }

let proxy: FaultProxy
let store: Store

beforeEach(async () => {
  proxy = await startFaultProxy(await postgres.freshDatabase())
  store = await openPostgresStore({ url: proxy.url, limits })
})
afterEach(async () => {
  await store.close()
  await proxy.close()
})

describe('a connection that is lost during COMMIT', () => {
  it.each<[string, CommitFault]>([
    ['before COMMIT arrives', 'cutBefore'],
    ['after COMMIT arrived and before it is answered', 'cutAfter'],
    ['by falling silent after COMMIT arrived', 'muteAfter'],
  ])('%s: the set is applied once, and its commit resolves', async (_name, fault) => {
    await store.ping()
    const row = payment()
    const struck = proxy.atNextCommit(fault)
    const result = await store.commit([insertPayment(row)])
    await struck
    // A second try of what was committed would have met its own row.
    expect(result).toEqual(applied)
    expect(await store.read.payment(row.id)).toEqual(row)
  })

  it('affects the sets of its transaction only', async () => {
    const rows = Array.from({ length: 50 }, () => payment())
    const struck = proxy.atNextCommit('cutAfter')
    const results = await Promise.all(rows.map((row) => store.commit([insertPayment(row)])))
    await struck
    expect(results).toEqual(rows.map(() => applied))
    for (const row of rows) expect(await store.read.payment(row.id)).toEqual(row)
  })
})

describe('sessions that are ended under load', () => {
  it('lose nothing that was acknowledged, and nothing twice', async () => {
    const key = vaultKey()
    await given(store, { kind: 'insertVaultKey', row: key })
    const acknowledged: string[] = []
    const refused: string[] = []
    const rows = Array.from({ length: 1_000 }, () => payment())
    async function commitNext(): Promise<void> {
      for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
        const committed = store.commit(cardPayment(key.id, { id: row.id, familyId: row.id }))
        const outcome = await committed.catch(({ code }) => ({ applied: false, code }))
        if (outcome.applied) acknowledged.push(row.id)
        else if (!('code' in outcome) || outcome.code !== 'commit-failed') refused.push(row.id)
        if (acknowledged.length % 100 === 50) await postgres.run(END_SESSIONS)
      }
    }
    await Promise.all(Array.from({ length: 32 }, commitNext))
    expect(acknowledged.length).toBeGreaterThan(500)
    for (const id of acknowledged) expect((await store.read.payment(id))?.id).toBe(id)
    for (const id of refused) expect(await store.read.payment(id)).toBeUndefined()
    expect(await store.read.postingsOfFamily(acknowledged[0] as string)).toHaveLength(2)
  })
})

describe('a network that loses all packets', () => {
  it('delays commits and reads until it works again, without a restart', async () => {
    await store.ping()
    const impatient = await openPostgresStore({
      url: proxy.url,
      limits: { ...limits, outageMs: 1 },
    })
    const row = payment()
    proxy.fallSilent()
    const committed = store.commit([insertPayment(row)])
    const read = store.read.payment(row.id)
    // By then both have lost their connections.
    await expect(impatient.read.payment(row.id)).rejects.toMatchObject(UNAVAILABLE)
    proxy.serve()
    expect(await committed).toEqual(applied)
    expect([undefined, row]).toContainEqual(await read)
    expect(await store.read.payment(row.id)).toEqual(row)
    await impatient.close()
  })
})

describe('a database that cannot be reached', () => {
  it('fails commits and reads as unavailable after a while, and works when it is back', async () => {
    const impatient = await openPostgresStore({
      url: proxy.url,
      limits: { ...limits, outageMs: 200 },
    })
    await impatient.ping()
    proxy.refuse()
    const lost = payment()
    // Together: one that fails while the other is awaited would be an unhandled rejection.
    await Promise.all([
      expect(impatient.commit([insertPayment(lost)])).rejects.toMatchObject(UNAVAILABLE),
      expect(impatient.read.payment(lost.id)).rejects.toMatchObject(UNAVAILABLE),
    ])
    proxy.serve()
    const kept = await committedAtLast(impatient)
    expect(await impatient.read.payment(kept.id)).toEqual(kept)
    expect(await impatient.read.payment(lost.id)).toBeUndefined()
    await impatient.close()
  })

  it('fails a ping at once, while commits and reads still wait', async () => {
    await store.ping()
    const row = payment()
    proxy.refuse()
    const committed = store.commit([insertPayment(row)])
    const read = store.read.payment(row.id)
    await expect(store.ping()).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('The database cannot be reached: '),
    })
    proxy.serve()
    expect(await committed).toEqual(applied)
    expect([undefined, row]).toContainEqual(await read)
    await store.ping()
  })

  it('is waited for once, by all connections together', async () => {
    const impatient = await openPostgresStore({
      url: proxy.url,
      limits: { ...limits, outageMs: 1 },
    })
    const reads = () => Array.from({ length: 8 }, () => impatient.read.payment('0'.repeat(32)))
    await Promise.all(reads())
    proxy.refuse()
    await expect(impatient.read.payment('0'.repeat(32))).rejects.toMatchObject(UNAVAILABLE)
    const failed = await Promise.allSettled(reads())
    // The failure of the one attempt, not of one for each connection.
    expect(new Set(failed.map((one) => (one as PromiseRejectedResult).reason)).size).toBe(1)
    await impatient.close()
  })
})

const UNAVAILABLE = { code: 'unavailable' }

/** Tries until the store has noticed that its database is back. */
async function committedAtLast(of: Store): Promise<PaymentRow> {
  const row = payment()
  const result = await of.commit([insertPayment(row)]).catch(() => undefined)
  return result?.applied ? row : committedAtLast(of)
}

const END_SESSIONS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'tillgate'`
