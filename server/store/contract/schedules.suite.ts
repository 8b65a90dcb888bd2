import { describe, expect, it } from 'vitest'
import type { ScheduleRow, Store } from '../port.ts'
import { nextId, schedule, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const insert = (row: ScheduleRow) => ({ kind: 'insertSchedule', row }) as const

export function describeSchedules(open: () => Promise<Store>): void {
  describe('schedules', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written', async () => {
      const row = schedule({
        endsAtMs: timeAt(9),
        retryAtMs: timeAt(3),
        lastPaymentId: nextId(),
        pastDueSinceMs: timeAt(2),
        cardLookAtMs: timeAt(4),
        pauseReason: 'merchant',
      })
      await given(store(), insert(row))
      expect(await store().read.schedule(row.id)).toEqual(row)
      expect(await store().read.schedule('nothing')).toBeUndefined()
    })

    it('change only what a step names, in the version that it was decided on', async () => {
      const row = schedule()
      await given(store(), insert(row))
      const set = {
        runState: 'waiting',
        runs: 1,
        nextRunAtMs: null,
        state: 'paused',
        pauseReason: 'cardExpired',
        pastDueSinceMs: timeAt(1),
        cardLookAtMs: timeAt(3),
        updatedAtMs: timeAt(2),
      } as const
      const step = { kind: 'stepSchedule', id: row.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await store().read.schedule(row.id)).toEqual({ ...row, ...set, version: 2 })
    })

    it('of a registration are listed oldest first, from a place on', async () => {
      const registrationId = nextId()
      const rows = [1, 2, 3].map(() => schedule({ registrationId }))
      await given(store(), ...rows.toReversed().map(insert), insert(schedule()))
      const { read } = store()
      expect(await read.schedulesOf(registrationId, '', 1000)).toEqual(rows)
      expect(await read.schedulesOf(registrationId, rows[0]?.id ?? '', 1)).toEqual([rows[1]])
      await expect(read.schedulesOf(registrationId, '', 0)).rejects.toThrow(RangeError)
    })

    it('have one plan of a chain that is active or paused', async () => {
      for (const state of ['active', 'paused'] as const) {
        const first = schedule({ state: 'replaced' })
        const second = schedule({ chainId: first.id, state })
        await given(store(), insert(first), insert(second))
        expect(await store().read.currentSchedule(first.id)).toEqual(second)
        expect(await store().read.currentSchedule(second.id)).toBeUndefined()
      }
    })

    it('of a registration that have not ended are listed oldest first', async () => {
      const registrationId = nextId()
      const states = ['paused', 'ended', 'active', 'replaced', 'descheduled', 'active'] as const
      const rows = states.map((state) => schedule({ registrationId, state }))
      await given(store(), ...rows.toReversed().map(insert), insert(schedule()))
      const { read } = store()
      const current = [rows[0], rows[2], rows[5]]
      expect(await read.currentSchedulesOf(registrationId, 1000)).toEqual(current)
      expect(await read.currentSchedulesOf(registrationId, 2)).toEqual(current.slice(0, 2))
      await expect(read.currentSchedulesOf(registrationId, 0)).rejects.toThrow(RangeError)
    })
  })
}
