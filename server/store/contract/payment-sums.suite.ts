import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import type { Change, PaymentSumRow, Store } from '../port.ts'
import {
  authentication,
  checkout,
  entity,
  nextId,
  payment,
  paymentSum,
  timeAt,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

/** The begin of the n-th hour. */
const hour = (at: number) => timeAt(0) - (timeAt(0) % HOUR_MS) + at * HOUR_MS

const insert = (row: PaymentSumRow): Change => ({ kind: 'insertPaymentSum', row })

export function describePaymentSums(open: () => Promise<Store>): void {
  describe('kept sums of payments', () => {
    const store = storeOfAllTests(open)

    it('are read for each span of a channel, and stepped', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const one = paymentSum({ entityId, spanMs: hour(1) })
      const day = paymentSum({ entityId, spanMs: hour(0), span: 'day' })
      await given(store(), ...[one, day, paymentSum({ entityId: otherId })].map(insert))
      const { read } = store()
      expect(await read.paymentSumsOfSpan(entityId, 'hour', hour(1))).toEqual([one])
      expect(await read.paymentSumsOfSpan(entityId, 'day', hour(0))).toEqual([day])
      const set = { paymentCount: 0, amountMinor: 0 }
      const step = { kind: 'stepPaymentSum', id: one.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await store().commit([insert(one)])).toEqual(conflict('exists', 0))
      expect(await read.paymentSumsOfSpan(entityId, 'hour', hour(1))).toEqual([
        { ...one, ...set, version: 2 },
      ])
    })

    it('are added up over channels, without those of zero', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const alike = { spanMs: hour(5), authentication: 'passed' } as const
      await given(
        store(),
        ...[
          paymentSum({ entityId, ...alike }),
          paymentSum({ entityId: otherId, ...alike, paymentCount: 1, amountMinor: 1 }),
          paymentSum({ entityId, spanMs: hour(6), paymentCount: 0, amountMinor: 0 }),
          paymentSum({ entityId, spanMs: hour(7) }),
          paymentSum({ entityId, spanMs: hour(5), span: 'day' }),
          paymentSum(alike),
        ].map(insert),
      )
      const query = { entityIds: [entityId, otherId, entityId], span: 'hour' } as const
      const kept = await store().read.keptSums({ ...query, fromMs: hour(5), toMs: hour(7) })
      expect(kept).toEqual([
        {
          spanMs: hour(5),
          paymentType: 'DB',
          operation: 'first',
          state: 'succeeded',
          resultCode: '000.100.110',
          paymentBrand: 'VISA',
          currency: 'EUR',
          authentication: 'passed',
          count: 3,
          amountMinor: 18401,
        },
      ])
      const none = { ...query, entityIds: [], fromMs: 0, toMs: 1 }
      await expect(store().read.keptSums(none)).rejects.toThrow(RangeError)
    })

    it('have changes that are not in them yet, by channel and hour', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const change = (ofId: string, at: number) => ({
        entityId: ofId,
        spanMs: hour(at),
        id: nextId(),
      })
      const first = change(entityId, 1)
      const second = change(entityId, 1)
      const later = change(entityId, 2)
      const other = change(otherId, 0)
      const insertChange = (row: typeof first): Change => ({ kind: 'insertPaymentSumChange', row })
      await given(store(), ...[later, other, second, first].map(insertChange))
      const { read } = store()
      expect(await read.nextPaymentSumChange(entityId, 0)).toEqual(first)
      expect(await read.nextPaymentSumChange(entityId, hour(1))).toEqual(later)
      expect(await read.nextPaymentSumChange(entityId, hour(2))).toEqual(other)
      expect(await read.nextPaymentSumChange(otherId, hour(0))).toBeUndefined()
      expect(await read.paymentSumChangesOf(entityId, hour(1), 9)).toEqual([first, second])
      expect(await read.paymentSumChangesOf(entityId, hour(1), 1)).toEqual([first])
      await expect(read.paymentSumChangesOf(entityId, hour(1), 0)).rejects.toThrow(RangeError)
      const both = [otherId, entityId]
      expect(await read.oldestPaymentSumChange(both, hour(0), hour(3))).toEqual(first)
      expect(await read.oldestPaymentSumChange(both, hour(2), hour(3))).toEqual(later)
      expect(await read.oldestPaymentSumChange([otherId], hour(1), hour(3))).toBeUndefined()
      await expect(read.oldestPaymentSumChange([], 0, 1)).rejects.toThrow(RangeError)
      const removal = { kind: 'removePaymentSumChange', ...first } as const
      expect(await store().commit([removal])).toEqual(applied)
      expect(await store().commit([removal])).toEqual(applied)
      expect(await read.paymentSumChangesOf(entityId, hour(1), 9)).toEqual([second])
    })

    it('are of channels, which are found in the order of their ids', async () => {
      const ids = [nextId(), nextId(), nextId()]
      for (const [at, id] of ids.entries()) {
        const row = entity({ id, kind: at === 1 ? 'psp' : 'channel' })
        await given(store(), { kind: 'insertEntity', row })
      }
      const [first = '', , last = ''] = ids
      const { read } = store()
      const before = `${first.slice(0, -1)}`
      const found = async (afterId: string, limit: number) =>
        (await read.channelsAfter(afterId, limit)).map(({ id }) => id)
      expect((await found(before, 1000)).filter((id) => ids.includes(id))).toEqual([first, last])
      expect(await found(first, 1)).toEqual([last])
      await expect(read.channelsAfter('', 0)).rejects.toThrow(RangeError)
    })

    it('have a place for each channel, from which they go on', async () => {
      const [one, other] = [nextId(), nextId()]
      const row = { id: one, untilMs: timeAt(1), version: 1 }
      await given(store(), { kind: 'insertPaymentSumProgress', row })
      const set = { untilMs: timeAt(2) }
      const step = { kind: 'stepPaymentSumProgress', id: one, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      const { read } = store()
      const after = { ...row, ...set, version: 2 }
      expect(await read.paymentSumProgress(one)).toEqual(after)
      expect(await read.paymentSumProgressOf([one, other])).toEqual([after])
      await expect(read.paymentSumProgressOf([])).rejects.toThrow(RangeError)
    })

    it('stand beside the checkouts of channels, newest first, of one moment by their ids', async () => {
      const [one, other] = [nextId(), nextId()]
      const made = (entityId: string, at: number) => checkout({ entityId, createdAtMs: timeAt(at) })
      const rows = [made(one, 1), made(other, 2), made(one, 2), made(one, 2), made(other, 3)]
      for (const row of [...rows, checkout()]) await given(store(), { kind: 'insertCheckout', row })
      const [oldest, first, second, third, newest] = rows
      const { read } = store()
      const ids = [one, other, one]
      const all = await read.checkoutsOfEntities(ids, timeAt(4), '', 9)
      expect(all).toEqual([newest, third, second, first, oldest])
      expect(await read.checkoutsOfEntities(ids, timeAt(4), '', 2)).toEqual([newest, third])
      const place = [timeAt(2), second?.id ?? ''] as const
      expect(await read.checkoutsOfEntities(ids, ...place, 9)).toEqual([first, oldest])
      expect(await read.checkoutsOfEntities([one], ...place, 9)).toEqual([oldest])
      await expect(read.checkoutsOfEntities([], 0, '', 9)).rejects.toThrow(RangeError)
      await expect(read.checkoutsOfEntities([one], 0, '', 0)).rejects.toThrow(RangeError)
    })

    it('begin with the first payment of a channel, and know the state of its authentication', async () => {
      const entityId = nextId()
      const authenticated = payment({ entityId, createdAtMs: timeAt(5) })
      const row = authentication(authenticated, { state: 'passed' })
      const first = { ...payment({ entityId, createdAtMs: timeAt(3) }) }
      await given(
        store(),
        { kind: 'insertPayment', row: { ...authenticated, authenticationId: row.id } },
        { kind: 'insertAuthentication', row },
        { kind: 'insertPayment', row: first },
      )
      const { read } = store()
      expect(await read.nextPaymentOf(entityId, 0)).toEqual(first)
      expect(await read.nextPaymentOf(entityId, first.createdAtMs)).toEqual(first)
      expect((await read.nextPaymentOf(entityId, first.createdAtMs + 1))?.id).toBe(authenticated.id)
      expect(await read.nextPaymentOf(nextId(), 0)).toBeUndefined()
      const query = { entityIds: [entityId], fromMs: 0, toMs: timeAt(9), stepMs: HOUR_MS }
      const statesOf = async (more = {}) => {
        const { sums } = await read.paymentSums({ ...query, maxRows: 10, ...more })
        return sums.map(({ authentication: state, count }) => `${state} ${count}`).sort()
      }
      expect(await statesOf()).toEqual([' 2'])
      expect(await statesOf({ byAuthentication: true })).toEqual([' 1', 'passed 1'])
    })
  })
}
