import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import type { Change, PaymentSumRow, Store } from '../port.ts'
import {
  authentication,
  cardSum,
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
      const entityIds = [entityId, otherId, entityId]
      const part = { span: 'hour', fromMs: hour(5), toMs: hour(7), atMs: hour(5) } as const
      const later = { ...part, fromMs: hour(8), toMs: hour(9) }
      const kept = await store().read.keptSums({ entityIds, parts: [part, later] })
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
      const none = { entityIds: [], parts: [part] }
      await expect(store().read.keptSums(none)).rejects.toThrow(RangeError)
      await expect(store().read.keptSums({ entityIds, parts: [] })).rejects.toThrow(RangeError)
    })

    it('are read as those of spans that their parts belong to, hours beside days', async () => {
      const entityId = nextId()
      const sums = [
        paymentSum({ entityId, spanMs: hour(1) }),
        paymentSum({ entityId, spanMs: hour(2), span: 'day', paymentCount: 5 }),
        paymentSum({ entityId, spanMs: hour(3), paymentCount: 7 }),
      ]
      await given(store(), ...sums.map(insert))
      const parts = [
        { span: 'hour', fromMs: hour(1), toMs: hour(2), atMs: 1 },
        { span: 'day', fromMs: hour(2), toMs: hour(3), atMs: 1 },
        { span: 'hour', fromMs: hour(3), toMs: hour(4), atMs: hour(3) },
      ] as const
      const kept = await store().read.keptSums({ entityIds: [entityId], parts })
      const counts = kept.map(({ spanMs, count }) => [spanMs, count])
      expect(counts.toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
        [1, 7],
        [hour(3), 7],
      ])
    })

    it('count the cards of payments by what is known of their issuers', async () => {
      const entityId = nextId()
      const alike = { entityId, createdAtMs: hour(1) }
      const card = { bin: '420000', last4Digits: '0000', country: 'DE' }
      const known = { ...card, issuer: { bank: 'A "Bank"', phone: '' } }
      const shown = (members: object) => `${JSON.stringify(members)}\n{"wallet":"X"}`
      const rows = [
        payment({ ...alike, details: shown({ card: known }) }),
        payment({ ...alike, details: JSON.stringify({ card: known }) }),
        payment({ ...alike, details: shown({ card: { ...card, issuer: { bank: '' } } }) }),
        payment({ ...alike, details: '{}' }),
        payment({ ...alike, operation: 'refund', paymentType: 'RF' }),
        payment({ ...alike, createdAtMs: hour(2) }),
      ]
      for (const row of rows) await given(store(), { kind: 'insertPayment', row })
      const time = { fromMs: hour(1), toMs: hour(2), stepMs: HOUR_MS }
      const query = { entityIds: [entityId], ...time, maxRows: 10 }
      const { sums, cutAtMs } = await store().read.cardSums(query)
      expect(cutAtMs).toBeUndefined()
      const { currency, state, resultCode } = payment()
      const group = { spanMs: hour(1), currency, state, resultCode }
      const inOrder = sums.toSorted((one, other) => (one.issuer < other.issuer ? -1 : 1))
      expect(inOrder).toEqual([
        { ...group, country: '', issuer: '', count: 1 },
        { ...group, country: 'DE', issuer: '420000', count: 1 },
        { ...group, country: 'DE', issuer: 'A "Bank"', count: 2 },
      ])
      const cut = await store().read.cardSums({ ...query, maxRows: 3 })
      expect(cut).toEqual({ sums: [], cutAtMs: hour(1) + 1 })
    })

    it('keep what is known of cards, which are stepped and read like sums', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const one = cardSum({ entityId, spanMs: hour(1) })
      const other = cardSum({ entityId: otherId, spanMs: hour(2) })
      const rows = [one, other, cardSum({ entityId, spanMs: hour(1), kind: 'issuer' })]
      await given(store(), ...rows.map((row): Change => ({ kind: 'insertCardSum', row })))
      const { read } = store()
      expect(await read.cardSumsOfSpan(otherId, 'hour', hour(2))).toEqual([other])
      const set = { paymentCount: 0 }
      const [, , ofIssuer] = rows
      const id = ofIssuer?.id ?? ''
      await given(store(), { kind: 'stepCardSum', id, expectedVersion: 1, set })
      const part = { span: 'hour', fromMs: hour(1), toMs: hour(3), atMs: hour(1) } as const
      const kept = await read.keptCardSums({ entityIds: [entityId, otherId], parts: [part] })
      const { kind, value, currency, state, resultCode } = one
      expect(kept).toEqual([
        { spanMs: hour(1), kind, value, currency, state, resultCode, count: 4 },
      ])
      const row = { id: entityId, untilMs: hour(1), version: 1 }
      await given(store(), { kind: 'insertCardSumProgress', row })
      expect(await read.cardSumProgressOf([entityId, otherId])).toEqual([row])
      await expect(read.keptCardSums({ entityIds: [entityId], parts: [] })).rejects.toThrow(
        RangeError,
      )
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
