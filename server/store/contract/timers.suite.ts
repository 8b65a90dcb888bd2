import { describe, expect, it } from 'vitest'
import type { Change, Store, TimerClaim, TimerRow } from '../port.ts'
import { checkout, payment, timeAt, timer } from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  storeOfAllTests,
  storeOfEachTest,
} from './open-store.ts'

const LEASE_MS = 60_000

function insertTimer(row: TimerRow): Change {
  return { kind: 'insertTimer', row }
}

/** A claim decided on the row as it was read. */
function claim(row: TimerRow): Change {
  return {
    kind: 'stepTimer',
    timer: row.kind,
    subjectId: row.subjectId,
    expectedVersion: row.version,
    dueAtMs: row.dueAtMs + LEASE_MS,
    attempts: row.attempts + 1,
  }
}

function claimed(row: TimerRow): TimerRow {
  return {
    ...row,
    dueAtMs: row.dueAtMs + LEASE_MS,
    attempts: row.attempts + 1,
    version: row.version + 1,
  }
}

function endTimer(row: TimerRow, expectedVersion: number | null = row.version): Change {
  return { kind: 'endTimer', timer: row.kind, subjectId: row.subjectId, expectedVersion }
}

function find(store: Store, { kind, subjectId }: TimerRow): Promise<TimerRow | undefined> {
  return store.read.timer(kind, subjectId)
}

function describeClaims(open: () => Promise<Store>): void {
  describe('claims of timers', () => {
    const store = storeOfAllTests(open)

    it('move the timer on by the lease and raise its version', async () => {
      const row = timer()
      await given(store(), insertTimer(row))
      expect(await find(store(), row)).toEqual(row)
      await given(store(), claim(row))
      expect(await find(store(), row)).toEqual(claimed(row))
    })

    it('succeed for exactly one of two claimers of the same version', async () => {
      const row = timer()
      await given(store(), insertTimer(row))
      const results = await Promise.all([
        store().commit([claim(row)]),
        store().commit([claim(row)]),
      ])
      expect(results.filter((result) => result.applied)).toHaveLength(1)
      expect(results).toContainEqual(conflict('version', 0))
      expect(await find(store(), row)).toEqual(claimed(row))
    })

    it('find a timer that only had to be there as the first one left it', async () => {
      const row = timer()
      const { kind, subjectId, entityId, dueAtMs, createdAtMs } = row
      const ensure = (dueAt: number): Change => ({
        kind: 'ensureTimer',
        ...{ timer: kind, subjectId, entityId, dueAtMs: dueAt, createdAtMs },
      })
      const [first, second] = [ensure(dueAtMs), ensure(dueAtMs + LEASE_MS)]
      const results = await Promise.all(
        [[first, second], [second]].map((set) => store().commit(set)),
      )
      expect(results).toEqual([applied, applied])
      expect(await find(store(), row)).toEqual(row)
    })

    it('refuse steps and ends by a holder of an older version', async () => {
      const row = timer()
      const stale = claimed(row)
      await given(store(), insertTimer(row), claim(row), claim(stale))
      expect(await store().commit([endTimer(stale)])).toEqual(conflict('version', 0))
      expect(await store().commit([claim(stale)])).toEqual(conflict('version', 0))
      expect(await find(store(), row)).toEqual(claimed(stale))
    })

    it('claim nothing when there is no timer', async () => {
      expect(await store().commit([claim(timer())])).toEqual(conflict('version', 0))
    })

    it('undo the rest of a set that was decided on an older version', async () => {
      const row = timer()
      await given(store(), insertTimer(row), claim(row))
      const paid = payment()
      const late = [insertPayment(paid), endTimer(row)]
      expect(await store().commit(late)).toEqual(conflict('version', 1))
      expect(await store().read.payment(paid.id)).toBeUndefined()
    })

    it('refuse an invalid time', async () => {
      const row = timer()
      await given(store(), insertTimer(row))
      const never = { ...claim(row), dueAtMs: Number.NaN } as Change
      await expect(store().commit([never])).rejects.toMatchObject({ code: 'invalid-change' })
      expect(await find(store(), row)).toEqual(row)
    })
  })
}

function describeEnds(open: () => Promise<Store>): void {
  describe('ends of timers', () => {
    const store = storeOfAllTests(open)

    it('remove the timer', async () => {
      const row = timer()
      await given(store(), insertTimer(row))
      await given(store(), endTimer(row))
      expect(await find(store(), row)).toBeUndefined()
      expect(await store().commit([endTimer(row)])).toEqual(conflict('version', 0))
    })

    it('may omit the version, and then end any timer and accept none', async () => {
      const row = timer()
      await given(store(), insertTimer(row), claim(row))
      expect(await store().commit([endTimer(row, null)])).toEqual(applied)
      expect(await find(store(), row)).toBeUndefined()
      expect(await store().commit([endTimer(row, null)])).toEqual(applied)
    })

    it('do not affect other kinds of the same subject, nor other subjects', async () => {
      const expiry = timer({ kind: 'checkoutExpiry' })
      const recovery = timer({ subjectId: expiry.subjectId })
      const other = timer({ kind: 'checkoutExpiry' })
      await given(store(), ...[expiry, recovery, other].map(insertTimer))
      await given(store(), claim(recovery), endTimer(expiry, null))
      expect(await find(store(), expiry)).toBeUndefined()
      expect(await find(store(), recovery)).toEqual(claimed(recovery))
      expect(await find(store(), other)).toEqual(other)
    })

    it('allow a new timer of the same subject, in the same set too', async () => {
      const row = timer()
      const next = { ...row, dueAtMs: row.dueAtMs + 1 }
      await given(store(), insertTimer(row), claim(row))
      await given(store(), endTimer(row, null), insertTimer(next))
      expect(await find(store(), row)).toEqual(next)
    })

    it('are undone with their set', async () => {
      const row = timer()
      const there = checkout()
      await given(store(), insertTimer(row), { kind: 'insertCheckout', row: there })
      const late: Change[] = [endTimer(row), { kind: 'insertCheckout', row: there }]
      expect(await store().commit(late)).toEqual(conflict('exists', 1))
      expect(await find(store(), row)).toEqual(row)
    })
  })
}

function describeDueTimers(open: () => Promise<Store>): void {
  describe('due timers', () => {
    const store = storeOfEachTest(open)

    it('are returned longest due first, including this moment and excluding later ones', async () => {
      const rows = [30, 10, 41, 20, 40].map(timeAt).map((dueAtMs) => timer({ dueAtMs }))
      await given(store(), ...rows.map(insertTimer))
      const due = await store().read.dueTimers(timeAt(40), 10)
      expect(due.map(({ dueAtMs }) => dueAtMs)).toEqual([10, 20, 30, 40].map(timeAt))
      expect(due[0]).toEqual(rows[1])
      expect(await store().read.dueTimers(timeAt(9), 10)).toEqual([])
    })

    it('are as many as requested', async () => {
      const rows = Array.from({ length: 1001 }, (_, place) => timer({ dueAtMs: timeAt(place) }))
      await given(store(), ...rows.map(insertTimer))
      expect(await store().read.dueTimers(timeAt(2000), 1)).toEqual(rows.slice(0, 1))
      expect(await store().read.dueTimers(timeAt(2000), 1000)).toEqual(rows.slice(0, 1000))
      await expect(store().read.dueTimers(timeAt(2000), 0)).rejects.toThrow(RangeError)
      await expect(store().read.dueTimers(timeAt(2000), 1001)).rejects.toThrow(RangeError)
    })

    it('are hidden while they are claimed, and return when the lease is over', async () => {
      const row = timer({ dueAtMs: timeAt(100) })
      await given(store(), insertTimer(row), claim(row))
      expect(await store().read.dueTimers(timeAt(100) + LEASE_MS - 1, 10)).toEqual([])
      expect(await store().read.dueTimers(timeAt(100) + LEASE_MS, 10)).toEqual([claimed(row)])
    })

    it('are all claimed exactly once by concurrent claimers', async () => {
      const rows = Array.from({ length: 40 }, () => timer({ dueAtMs: timeAt(1) }))
      await given(store(), ...rows.map(insertTimer))
      const claimers = await Promise.all([1, 2, 3, 4].map(() => claimAll(store(), timeAt(1))))
      const subjects = claimers.flat().sort()
      expect(subjects).toEqual(rows.map(({ subjectId }) => subjectId).sort())
    })
  })
}

function describeBatchClaims(open: () => Promise<Store>): void {
  describe('claims of due timers', () => {
    const store = storeOfEachTest(open)
    const untilMs = timeAt(100) + LEASE_MS
    const claimDue = (more: Partial<TimerClaim> = {}) =>
      store().claimTimers({ dueAtMs: timeAt(40), untilMs, limit: 10, ...more })

    it('step each timer to the end of the lease and answer it as it is then', async () => {
      const rows = [30, 10, 41, 20, 40].map(timeAt).map((dueAtMs) => timer({ dueAtMs }))
      await given(store(), ...rows.map(insertTimer))
      const due = [rows[1], rows[3], rows[0], rows[4]] as TimerRow[]
      expect(await claimDue()).toEqual(
        due.map((row) => ({ ...row, dueAtMs: untilMs, attempts: 1, version: 2 })),
      )
      expect(await find(store(), rows[0] as TimerRow)).toMatchObject({ attempts: 1, version: 2 })
      expect(await find(store(), rows[2] as TimerRow)).toEqual(rows[2])
      expect(await claimDue()).toEqual([])
      expect((await claimDue({ dueAtMs: untilMs, limit: 1 }))[0]?.subjectId).toBe(
        rows[2]?.subjectId,
      )
    })

    it('take the timers that are longest due, as many as requested', async () => {
      const rows = Array.from({ length: 30 }, (_, place) => timer({ dueAtMs: timeAt(place) }))
      await given(store(), ...rows.map(insertTimer))
      const claimed = await claimDue({ limit: 20 })
      expect(claimed.map(({ subjectId }) => subjectId)).toEqual(
        rows.slice(0, 20).map(({ subjectId }) => subjectId),
      )
      await expect(claimDue({ limit: 0 })).rejects.toThrow(RangeError)
      await expect(claimDue({ limit: 1001 })).rejects.toThrow(RangeError)
    })

    it('of claimers at the same time have different timers, and together all', async () => {
      const rows = Array.from({ length: 400 }, () => timer({ dueAtMs: timeAt(1) }))
      await given(store(), ...rows.map(insertTimer))
      const claimer = async () => {
        const won: string[] = []
        for (;;) {
          const claimed = await claimDue({ limit: 16 })
          won.push(...claimed.map(({ subjectId }) => subjectId))
          if (claimed.length === 0 && (await claimDue({ limit: 1 })).length === 0) return won
        }
      }
      const claimers = await Promise.all([claimer(), claimer(), claimer(), claimer()])
      expect(claimers.flat().sort()).toEqual(rows.map(({ subjectId }) => subjectId).sort())
    })

    it('refuse a step and an end that were decided before', async () => {
      const row = timer({ dueAtMs: timeAt(1) })
      await given(store(), insertTimer(row))
      await claimDue()
      expect(await store().commit([claim(row)])).toEqual(conflict('version', 0))
      expect(await store().commit([endTimer(row)])).toEqual(conflict('version', 0))
    })

    it('leave out timers of some entities, and take only those of others', async () => {
      const [one, two, none] = [
        timer({ entityId: 'e1', dueAtMs: timeAt(3) }),
        timer({ entityId: 'e2', dueAtMs: timeAt(2) }),
        timer({ dueAtMs: timeAt(1) }),
      ]
      await given(store(), ...[one, two, none].map(insertTimer))
      const ids = (rows: readonly TimerRow[]) => rows.map(({ subjectId }) => subjectId)
      expect(ids(await claimDue({ exceptEntityIds: ['e1', 'e2'] }))).toEqual([none.subjectId])
      expect(ids(await claimDue({ entityIds: ['e1', 'e3'] }))).toEqual([one.subjectId])
      expect(ids(await claimDue({ entityIds: ['e2', 'e1'] }))).toEqual([two.subjectId])
      await expect(claimDue({ entityIds: [] })).rejects.toThrow(RangeError)
    })
  })
}

function describeTimersOfEntities(open: () => Promise<Store>): void {
  describe('timers that follow the clock of an entity', () => {
    const store = storeOfEachTest(open)

    it('keep their entity through every claim', async () => {
      const row = timer({ kind: 'registrationExpiry', entityId: 'e1' })
      await given(store(), insertTimer(row), claim(row))
      expect(await find(store(), row)).toEqual(claimed(row))
    })

    it('are found by their entities, longest due first and as many as requested', async () => {
      const [late, first, later, other, nobodys] = [
        timer({ entityId: 'e1', dueAtMs: timeAt(20) }),
        timer({ entityId: 'e2', dueAtMs: timeAt(10), kind: 'pendingPayment' }),
        timer({ entityId: 'e1', dueAtMs: timeAt(31) }),
        timer({ entityId: 'e3', dueAtMs: timeAt(5) }),
        timer({ dueAtMs: timeAt(5) }),
      ]
      await given(store(), ...[late, first, later, other, nobodys].map(insertTimer))
      const { read } = store()
      expect(await read.dueTimersOf(['e1', 'e2', 'e4'], timeAt(30), 10)).toEqual([first, late])
      expect(await read.dueTimersOf(['e1', 'e2'], timeAt(30), 1)).toEqual([first])
      expect(await read.dueTimersOf(['e1'], timeAt(31), 10)).toEqual([late, later])
      expect(await read.dueTimersOf(['e4'], timeAt(31), 10)).toEqual([])
    })

    it('are due by the clock of the process like any other', async () => {
      const rows = [timer({ entityId: 'e1', dueAtMs: timeAt(1) }), timer({ dueAtMs: timeAt(2) })]
      await given(store(), ...rows.map(insertTimer))
      expect(await store().read.dueTimers(timeAt(2), 10)).toEqual(rows)
    })

    it('are read within the limits of a list', async () => {
      const { read } = store()
      const many = Array.from({ length: 1001 }, (_, at) => `e${at}`)
      for (const refused of [
        read.dueTimersOf(['e1'], timeAt(1), 0),
        read.dueTimersOf(['e1'], timeAt(1), 1001),
        read.dueTimersOf([], timeAt(1), 10),
        read.dueTimersOf(many, timeAt(1), 10),
      ]) {
        await expect(refused).rejects.toThrow(RangeError)
      }
    })
  })
}

/** Claims what is due until nothing is; answers the subjects that it won. */
async function claimAll(store: Store, nowMs: number): Promise<string[]> {
  const won: string[] = []
  for (;;) {
    const due = await store.read.dueTimers(nowMs, 5)
    if (due.length === 0) return won
    for (const row of due) {
      if ((await store.commit([claim(row)])).applied) won.push(row.subjectId)
    }
  }
}

export function describeTimers(open: () => Promise<Store>): void {
  describeClaims(open)
  describeEnds(open)
  describeDueTimers(open)
  describeBatchClaims(open)
  describeTimersOfEntities(open)
}
