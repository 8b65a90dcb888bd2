import { describe, expect, it } from 'vitest'
import type { Change, DeliveryRow, DeliveryStep, Store, WebhookRow } from '../port.ts'
import {
  delivery,
  deliveryAttempt,
  deliveryLease,
  notice,
  timeAt,
  webhook,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests, storeOfEachTest } from './open-store.ts'

function insertWebhook(row: WebhookRow): Change {
  return { kind: 'insertWebhook', row }
}

function insertDelivery(row: DeliveryRow): Change {
  return { kind: 'insertDelivery', row }
}

function stepDelivery({ id, version }: DeliveryRow, set: Partial<DeliveryStep>): Change {
  const full = { updatedAtMs: timeAt(1), ...set }
  return { kind: 'stepDelivery', id, expectedVersion: version, set: full }
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

function describeRows(open: () => Promise<Store>): void {
  describe('webhooks', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, and stepped by the one who knows their version', async () => {
      const row = webhook()
      await given(store(), insertWebhook(row))
      expect(await store().read.webhook(row.id)).toEqual(row)
      const set = { state: 'disabled', stateReason: 'gone', failingSinceMs: timeAt(1) } as const
      const step: Change = {
        kind: 'stepWebhook',
        id: row.id,
        expectedVersion: 1,
        set: { ...set, updatedAtMs: timeAt(2) },
      }
      await given(store(), step)
      const after = { ...row, ...set, updatedAtMs: timeAt(2), version: 2 }
      expect(await store().read.webhook(row.id)).toEqual(after)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
    })

    it('are listed for exactly their entity, oldest first, without deleted ones', async () => {
      const of = { entityId: 'listed' }
      const [late, first, gone] = [
        webhook({ ...of, createdAtMs: timeAt(2) }),
        webhook({ ...of, createdAtMs: timeAt(1), state: 'inactive' }),
        webhook({ ...of, state: 'deleted' }),
      ]
      await given(store(), ...[late, first, gone, webhook()].map(insertWebhook))
      expect(await store().read.webhooksOfEntity('listed')).toEqual([first, late])
    })
  })

  describe('calls to addresses of payments and checkouts', () => {
    const store = storeOfAllTests(open)

    it('are listed by their subject, newest first, without those of webhooks', async () => {
      const of = { subjectId: 'called', webhookId: null, url: 'https://shop.example/' }
      const [late, first] = [
        delivery({ ...of, createdAtMs: timeAt(2), state: 'delivered' }),
        delivery({ ...of, createdAtMs: timeAt(1) }),
      ]
      const others = [delivery({ subjectId: 'called' }), delivery({ ...of, subjectId: 'other' })]
      await given(store(), ...[late, first, ...others].map(insertDelivery))
      expect(await store().read.callsOfSubject('called')).toEqual([late, first])
    })
  })

  describe('notices', () => {
    const store = storeOfEachTest(open)
    const of = { webhookId: 'w1', orderKey: 'o' }

    it('are read by webhook in the order of their key, and removed one by one', async () => {
      const rows = [
        notice({ ...of, subjectId: 's2', sequence: 1, id: 'a' }),
        notice({ ...of, subjectId: 's1', sequence: 10, id: 'c' }),
        notice({ ...of, subjectId: 's1', sequence: 9, id: 'd', action: 'UPDATED', body: '{}' }),
        notice({ ...of, orderKey: 'n', subjectId: 's9', id: 'e' }),
      ]
      const inserts = [...rows, notice()].map((row): Change => ({ kind: 'insertNotice', row }))
      await given(store(), ...inserts)
      const { read, commit } = store()
      expect(await read.noticesOf('w1', 10)).toEqual([rows[3], rows[2], rows[1], rows[0]])
      expect(await read.noticesOf('w1', 1)).toEqual([rows[3]])
      await expect(read.noticesOf('w1', 0)).rejects.toThrow(RangeError)
      expect(await commit(inserts.slice(1, 2))).toEqual(conflict('exists', 0))
      const removal: Change = { kind: 'removeNotice', ...of, subjectId: 's1', sequence: 9, id: 'd' }
      await given(store(), removal, removal)
      expect(await read.noticesOf('w1', 10)).toEqual([rows[3], rows[1], rows[0]])
    })

    it('make their webhook a due queue, once', async () => {
      const row = delivery({ webhookId: 'w2' })
      await given(
        store(),
        ...['w3', 'w1', 'w2', 'w1'].map((webhookId): Change => {
          return { kind: 'insertNotice', row: notice({ webhookId, dueAtMs: timeAt(99) }) }
        }),
        insertDelivery(row),
      )
      const queues = async (after: string, limit: number) =>
        (await store().read.dueQueues(timeAt(1), after, limit)).map(({ queue }) => queue)
      expect(await queues('', 10)).toEqual(['w1', 'w2', 'w3'])
      expect(await queues('w1', 1)).toEqual(['w2'])
    })
  })

  describe('the slots of an entity', () => {
    const store = storeOfAllTests(open)
    const of = (slot: number) => webhook({ entityId: 'slots', slot })

    it('have one webhook each, until it is deleted', async () => {
      const first = of(1)
      await given(store(), insertWebhook(first), insertWebhook(of(2)))
      const another = insertWebhook(of(1))
      expect(await store().commit([another])).toEqual(conflict('exists', 0))
      const set = { state: 'deleted', slot: null, updatedAtMs: timeAt(1) } as const
      const step: Change = { kind: 'stepWebhook', id: first.id, expectedVersion: 1, set }
      await given(store(), step, another)
    })

    it('are as many as an entity may have webhooks', async () => {
      await expect(store().commit([insertWebhook(of(21))])).rejects.toThrow()
    })

    it('go to one each of commits at the same time', async () => {
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, at) => store().commit([insertWebhook(of(10 + (at % 3)))])),
      )
      expect(taken.filter(({ applied: isDone }) => isDone)).toHaveLength(3)
    })
  })

  describe('deliveries', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, and stepped by the one who knows their version', async () => {
      const row = delivery({ action: 'CREATED' })
      await given(store(), insertDelivery(row))
      expect(await store().read.delivery(row.id)).toEqual(row)
      const set = { state: 'delivered', attempts: 1, body: '{}' } as const
      await given(store(), stepDelivery(row, set))
      const after = { ...row, ...set, updatedAtMs: timeAt(1), version: 2 }
      expect(await store().read.delivery(row.id)).toEqual(after)
      expect(await store().commit([stepDelivery(row, set)])).toEqual(conflict('version', 0))
    })

    it('keep their attempts in order', async () => {
      const row = delivery()
      const [second, first] = [
        deliveryAttempt(row.id, { attempt: 2 }),
        deliveryAttempt(row.id, { status: null, reason: 'no answer', answer: null }),
      ]
      const inserts = [second, first].map(
        (attempt): Change => ({ kind: 'insertDeliveryAttempt', row: attempt }),
      )
      await given(store(), insertDelivery(row), ...inserts)
      expect(await store().read.deliveryAttempts(row.id)).toEqual([first, second])
      expect(await store().commit(inserts)).toEqual(conflict('exists', 0))
    })

    it('are cancelled while they wait for their first attempt, and not later', async () => {
      const [untried, tried, ended] = [delivery(), delivery(), delivery()]
      const attempt = { kind: 'insertDeliveryAttempt', row: deliveryAttempt(tried.id) } as const
      await given(store(), ...[untried, tried, ended].map(insertDelivery), attempt)
      await given(store(), stepDelivery(ended, { state: 'givenUp' }))
      for (const { id } of [untried, tried, ended]) {
        await given(store(), { kind: 'cancelDelivery', id })
      }
      expect(await store().read.delivery(untried.id)).toBeUndefined()
      expect(await store().read.delivery(tried.id)).toEqual(tried)
      expect(await store().read.delivery(ended.id)).toMatchObject({ state: 'givenUp' })
      await given(store(), { kind: 'cancelDelivery', id: untried.id })
    })

    it('are deleted with their attempts once they have ended, and not before', async () => {
      const row = delivery()
      await given(store(), insertDelivery(row), {
        kind: 'insertDeliveryAttempt',
        row: deliveryAttempt(row.id),
      })
      const deletion: Change = { kind: 'deleteDelivery', id: row.id, beforeMs: timeAt(1) }
      await given(store(), deletion)
      expect(await store().read.delivery(row.id)).toEqual(row)
      await given(store(), stepDelivery(row, { state: 'givenUp' }), deletion)
      expect(await store().read.delivery(row.id)).toMatchObject({ state: 'givenUp' })
      await given(store(), { ...deletion, beforeMs: timeAt(2) }, { ...deletion, id: 'nobody' })
      expect(await store().read.delivery(row.id)).toBeUndefined()
      expect(await store().read.deliveryAttempts(row.id)).toEqual([])
    })

    it('of a webhook are listed newest first, a page at a time', async () => {
      const of = { webhookId: 'logged' }
      const rows = [1, 2, 2, 3].map((at) => delivery({ ...of, createdAtMs: timeAt(at) }))
      await given(store(), ...rows.map(insertDelivery), insertDelivery(delivery()))
      const { read } = store()
      const [first, second, third, last] = rows as [
        DeliveryRow,
        DeliveryRow,
        DeliveryRow,
        DeliveryRow,
      ]
      const all = await read.deliveriesOfWebhook('logged', timeAt(1), timeAt(9), '', 10)
      expect(all).toEqual([last, third, second, first])
      const page = await read.deliveriesOfWebhook('logged', timeAt(2), timeAt(2), third.id, 10)
      expect(page).toEqual([second])
      await expect(read.deliveriesOfWebhook('logged', 0, 1, '', 1001)).rejects.toThrow(RangeError)
    })
  })
}

function describeDueDeliveries(open: () => Promise<Store>): void {
  describe('due deliveries', () => {
    const store = storeOfEachTest(open)
    const late = timeAt(99)

    it('are found by their queue, longest due first, including this moment', async () => {
      const of = { webhookId: 'w1' }
      const rows = [30, 10, 41, 20, 40].map((at) => delivery({ ...of, dueAtMs: timeAt(at) }))
      const done = delivery({ ...of, state: 'delivered' })
      await given(store(), ...[...rows, done, delivery()].map(insertDelivery))
      const due = await store().read.dueDeliveries('w1', timeAt(40), 10)
      expect(due).toEqual([rows[1], rows[3], rows[0], rows[4]])
      expect(await store().read.dueDeliveries('w1', timeAt(40), 1)).toEqual([rows[1]])
      await expect(store().read.dueDeliveries('w1', late, 0)).rejects.toThrow(RangeError)
    })

    it('wait for the earlier ones of their order, also where those are due later', async () => {
      const of = { webhookId: 'w1', orderKey: 'o' }
      const first = delivery({ ...of, dueAtMs: timeAt(50) })
      const second = delivery({ ...of, dueAtMs: timeAt(1) })
      const other = delivery({ webhookId: 'w1', dueAtMs: timeAt(2) })
      await given(store(), ...[first, second, other].map(insertDelivery))
      const due = async (at: number) =>
        idsOf(await store().read.dueDeliveries('w1', timeAt(at), 10))
      expect(await due(40)).toEqual([other.id])
      expect(await due(50)).toEqual([other.id, first.id])
      await given(store(), stepDelivery(first, { state: 'delivered' }))
      expect(await due(40)).toEqual([second.id, other.id])
    })

    it('of one subject go in the order of its versions, whatever their ids are', async () => {
      const of = { webhookId: 'w1', orderKey: 'o' }
      const [second, other, first] = [
        delivery({ ...of, subjectId: 's1', sequence: 2 }),
        delivery({ ...of, subjectId: 's2', sequence: 7 }),
        delivery({ ...of, subjectId: 's1', sequence: 1 }),
      ]
      await given(store(), ...[second, other, first].map(insertDelivery))
      const sent: string[] = []
      for (;;) {
        const due = await store().read.dueDeliveries('w1', late, 10)
        if (due[0] === undefined) break
        expect(due).toHaveLength(1)
        sent.push(due[0].id)
        await given(store(), stepDelivery(due[0], { state: 'delivered' }))
      }
      expect(sent).toEqual([other.id, first.id, second.id])
    })

    it('are deferred behind the first of their order, and no others', async () => {
      const of = { webhookId: 'w1', orderKey: 'o' }
      const rows = [
        delivery({ ...of, dueAtMs: timeAt(5) }),
        delivery({ ...of, dueAtMs: timeAt(1) }),
        delivery({ ...of, dueAtMs: timeAt(70) }),
        delivery({ ...of, state: 'delivered' }),
        delivery({ ...of, webhookId: 'w2' }),
        delivery({ ...of, orderKey: 'other' }),
      ]
      const [first] = rows as [DeliveryRow]
      await given(store(), ...rows.map(insertDelivery))
      await given(store(), { kind: 'deferFollowers', id: first.id, untilMs: timeAt(60) })
      const found = await Promise.all(rows.map(({ id }) => store().read.delivery(id)))
      expect(found).toEqual(
        rows.map((row, at) => (at === 1 ? { ...row, dueAtMs: timeAt(60) } : row)),
      )
    })

    it('are found of the entities whose clock they follow', async () => {
      const of = { webhookId: 'w1' }
      const [mine, later, others] = [
        delivery({ ...of, entityId: 'e1', dueAtMs: timeAt(20) }),
        delivery({ ...of, entityId: 'e1', dueAtMs: timeAt(31) }),
        delivery({ ...of, entityId: 'e3', dueAtMs: timeAt(5) }),
      ]
      const behind = delivery({ ...of, entityId: 'e1', orderKey: others.orderKey })
      await given(store(), ...[mine, later, others, behind].map(insertDelivery))
      const { read } = store()
      expect(await read.dueDeliveriesOf('w1', ['e1', 'e2'], timeAt(30), 10)).toEqual([mine])
      expect(await read.dueDeliveriesOf('w2', ['e1'], timeAt(30), 10)).toEqual([])
      await expect(read.dueDeliveriesOf('w1', [], late, 10)).rejects.toThrow(RangeError)
    })
  })

  describe('queues', () => {
    const store = storeOfEachTest(open)

    it('are found while something in them is due, in alphabetical order after a name', async () => {
      const rows = [
        ...['b', 'a', 'c', 'b'].map((queue) => delivery({ queue, dueAtMs: timeAt(1) })),
        delivery({ queue: 'd', dueAtMs: timeAt(2) }),
        delivery({ queue: 'e', state: 'delivered' }),
      ]
      await given(store(), ...rows.map(insertDelivery))
      const { read } = store()
      const queues = (names: string[]) => names.map((queue) => ({ queue }))
      expect(await read.dueQueues(timeAt(1), '', 10)).toEqual(queues(['a', 'b', 'c']))
      expect(await read.dueQueues(timeAt(2), 'a', 10)).toEqual(queues(['b', 'c', 'd']))
      expect(await read.dueQueues(timeAt(2), '', 2)).toEqual(queues(['a', 'b']))
      expect(await read.dueQueues(timeAt(0) - 1, '', 10)).toEqual([])
    })

    it('are found of the entities whose clock their deliveries follow', async () => {
      const rows = [
        delivery({ queue: 'b', entityId: 'e1' }),
        delivery({ queue: 'a', entityId: 'e2' }),
        delivery({ queue: 'c', entityId: 'e3' }),
        delivery({ queue: 'd', entityId: 'e1', dueAtMs: timeAt(9) }),
      ]
      await given(store(), ...rows.map(insertDelivery))
      const { read } = store()
      const found = await read.dueQueuesOf(['e1', 'e2'], timeAt(1), '', 10)
      expect(found).toEqual([{ queue: 'a' }, { queue: 'b' }])
      expect(await read.dueQueuesOf(['e1', 'e2'], timeAt(1), 'a', 10)).toEqual([{ queue: 'b' }])
    })
  })

  describe('ended deliveries', () => {
    const store = storeOfEachTest(open)

    it('are found below an id and before the time of their last step', async () => {
      const rows = [
        delivery({ state: 'delivered' }),
        delivery(),
        delivery({ state: 'givenUp' }),
        delivery({ state: 'givenUp', updatedAtMs: timeAt(5) }),
        delivery({ state: 'delivered' }),
      ]
      await given(store(), ...rows.map(insertDelivery))
      const before = rows[4]?.id ?? ''
      const found = await store().read.endedDeliveries(before, timeAt(5), 10)
      expect(found).toEqual([rows[0], rows[2]])
      expect(await store().read.endedDeliveries(before, timeAt(6), 1)).toEqual([rows[0]])
    })
  })
}

function describeLeases(open: () => Promise<Store>): void {
  describe('leases of queues', () => {
    const store = storeOfAllTests(open)

    it('are taken by exactly one of two processes', async () => {
      const row = deliveryLease()
      await given(store(), { kind: 'insertDeliveryLease', row })
      const take = (holder: string): Change => ({
        kind: 'takeDeliveryLease',
        queue: row.queue,
        expectedVersion: 1,
        holder,
        untilMs: timeAt(5),
      })
      const results = await Promise.all(['two', 'three'].map((one) => store().commit([take(one)])))
      expect(results).toContainEqual(applied)
      expect(results).toContainEqual(conflict('version', 0))
      const after = await store().read.deliveryLease(row.queue)
      expect(after).toMatchObject({ untilMs: timeAt(5), version: 2 })
    })

    it('are listed queue by queue until they are over', async () => {
      const rows = ['x1', 'x2', 'x3', 'x4'].map((queue, at) =>
        deliveryLease({ queue, untilMs: timeAt(at) }),
      )
      await given(store(), ...rows.map((row): Change => ({ kind: 'insertDeliveryLease', row })))
      const { read } = store()
      expect(await read.heldLeases(timeAt(0), 'x', 10)).toEqual(rows.slice(1))
      expect(await read.heldLeases(timeAt(0) - 1, 'x', 2)).toEqual(rows.slice(0, 2))
      expect(await read.heldLeases(timeAt(0), 'x2', 10)).toEqual(rows.slice(2))
      expect(await read.heldLeases(timeAt(3), 'x', 10)).toEqual([])
    })

    it('are ended by their holder alone', async () => {
      const row = deliveryLease()
      const end = (holder: string): Change => ({
        kind: 'endDeliveryLease',
        queue: row.queue,
        holder,
      })
      await given(store(), { kind: 'insertDeliveryLease', row }, end('another'))
      expect(await store().read.deliveryLease(row.queue)).toEqual(row)
      await given(store(), end(row.holder), end(row.holder))
      expect(await store().read.deliveryLease(row.queue)).toBeUndefined()
    })
  })
}

/** What every engine promises of webhooks and of what is delivered to them. */
export function describeWebhooks(open: () => Promise<Store>): void {
  describeRows(open)
  describeDueDeliveries(open)
  describeLeases(open)
}
