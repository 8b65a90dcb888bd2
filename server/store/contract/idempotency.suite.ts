import { describe, expect, it } from 'vitest'
import type { Change, IdempotencyRow, Store } from '../port.ts'
import { checkout, event, idempotency, payment, timeAt, timer } from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  storeOfAllTests,
  storeOfEachTest,
} from './open-store.ts'

function insertKey(row: IdempotencyRow): Change {
  return { kind: 'insertIdempotency', row }
}

function answerKey({ scope, key }: IdempotencyRow, answer: string): Change {
  return { kind: 'answerIdempotency', scope, key, answer }
}

function deleteKey({ scope, key, expiresAtMs }: IdempotencyRow): Change {
  return { kind: 'deleteIdempotency', scope, key, nowMs: expiresAtMs }
}

function find(store: Store, { scope, key }: IdempotencyRow): Promise<IdempotencyRow | undefined> {
  return store.read.idempotency(scope, key)
}

function describeKeysOfRequests(open: () => Promise<Store>): void {
  describe('idempotency keys', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, running or answered', async () => {
      const running = idempotency({ paymentId: 'p1' })
      const answered = idempotency({ answer: '{"status":200,"body":"{}"}' })
      await given(store(), insertKey(running), insertKey(answered))
      expect(await find(store(), running)).toEqual(running)
      expect(await find(store(), answered)).toEqual(answered)
    })

    it('belong to their scope, and are independent of the same key in another scope', async () => {
      const mine = idempotency({ key: 'order-17' })
      const theirs = idempotency({ key: 'order-17', scope: 'b'.repeat(64) })
      await given(store(), insertKey(mine), insertKey(theirs))
      expect(await find(store(), theirs)).toEqual(theirs)
    })

    it('are case-sensitive', async () => {
      const rows = ['Order', 'order', 'order '].map((key) => idempotency({ key }))
      await given(store(), ...rows.map(insertKey))
      for (const row of rows) expect(await find(store(), row)).toEqual(row)
    })

    it('allow one of 50 parallel requests with the same key to begin', async () => {
      const row = idempotency()
      const requests = Array.from({ length: 50 }, () => payment())
      const results = await Promise.all(
        requests.map((paid) =>
          store().commit([insertKey({ ...row, paymentId: paid.id }), insertPayment(paid)]),
        ),
      )
      const winners = requests.filter((_, at) => results[at]?.applied)
      expect(winners).toHaveLength(1)
      const losers = results.filter((result) => !result.applied)
      expect(losers).toEqual(Array.from({ length: 49 }, () => conflict('exists', 0)))
      const found = await Promise.all(requests.map(({ id }) => store().read.payment(id)))
      expect(found.filter((paid) => paid !== undefined)).toEqual(winners)
      expect((await find(store(), row))?.paymentId).toBe(winners[0]?.id)
    })

    it('undo the whole set when its key already exists, at any position in the set', async () => {
      const [taken, other] = [idempotency(), idempotency()]
      const [paid, due, open] = [payment(), timer(), checkout()]
      await given(store(), insertKey(taken))
      const result = await store().commit([
        insertPayment(paid),
        { kind: 'appendEvent', row: event(paid.id) },
        { kind: 'insertTimer', row: due },
        insertKey(other),
        insertKey({ ...taken, fingerprint: 'f'.repeat(64) }),
        { kind: 'insertCheckout', row: open },
      ])
      expect(result).toEqual(conflict('exists', 4))
      expect(await store().read.payment(paid.id)).toBeUndefined()
      expect(await store().read.events(paid.id)).toEqual([])
      expect(await store().read.timer(due.kind, due.subjectId)).toBeUndefined()
      expect(await find(store(), other)).toBeUndefined()
      expect(await store().read.checkout(open.id)).toBeUndefined()
      expect(await find(store(), taken)).toEqual(taken)
    })
  })
}

function describeAnswers(open: () => Promise<Store>): void {
  describe('idempotency answers', () => {
    const store = storeOfAllTests(open)

    it('are stored once, and a second one conflicts and changes nothing', async () => {
      const row = idempotency()
      await given(store(), insertKey(row))
      await given(store(), answerKey(row, '{"status":200}'))
      expect(await store().commit([answerKey(row, '{"status":500}')])).toEqual(
        conflict('version', 0),
      )
      expect(await find(store(), row)).toEqual({ ...row, answer: '{"status":200}' })
    })

    it('keep every byte', async () => {
      const row = idempotency()
      const answer = JSON.stringify({ status: 200, body: `{"a": "é 漢 🫖 \\\\",\n "b":1.0}` })
      await given(store(), insertKey(row), answerKey(row, answer))
      expect((await find(store(), row))?.answer).toBe(answer)
    })

    it('conflict when the key does not exist or was removed', async () => {
      const row = idempotency()
      expect(await store().commit([answerKey(row, '{}')])).toEqual(conflict('version', 0))
      await given(store(), insertKey(row), deleteKey(row))
      expect(await store().commit([answerKey(row, '{}')])).toEqual(conflict('version', 0))
    })

    it('are stored once when 20 arrive at the same time', async () => {
      const row = idempotency()
      await given(store(), insertKey(row))
      const answers = Array.from({ length: 20 }, (_, index) => `{"number":${index}}`)
      const results = await Promise.all(
        answers.map((answer) => store().commit([answerKey(row, answer)])),
      )
      const won = answers.filter((_, at) => results[at]?.applied)
      expect(won).toHaveLength(1)
      expect((await find(store(), row))?.answer).toBe(won[0])
    })

    it('are undone with the set that they came in', async () => {
      const [row, there] = [idempotency(), payment()]
      await given(store(), insertKey(row), insertPayment(there))
      const late = [answerKey(row, '{}'), insertPayment(there)]
      expect(await store().commit(late)).toEqual(conflict('exists', 1))
      expect(await find(store(), row)).toEqual(row)
    })
  })
}

function describeForgetting(open: () => Promise<Store>): void {
  describe('removing idempotency keys', () => {
    const store = storeOfEachTest(open)

    it('removes them, answered or not, and succeeds when there is none', async () => {
      const rows = [idempotency(), idempotency({ answer: '{}' })]
      await given(store(), ...rows.map(insertKey))
      expect(await store().commit(rows.map(deleteKey))).toEqual(applied)
      for (const row of rows) expect(await find(store(), row)).toBeUndefined()
      expect(await store().commit(rows.map(deleteKey))).toEqual(applied)
    })

    it('does not remove one that replaced another meanwhile', async () => {
      const row = idempotency({ expiresAtMs: timeAt(100) })
      await given(store(), insertKey(row))
      const tooEarly: Change = { ...deleteKey(row), nowMs: timeAt(99) } as Change
      expect(await store().commit([tooEarly])).toEqual(applied)
      expect(await find(store(), row)).toEqual(row)
    })

    it('allows the key to begin again, in the same set too', async () => {
      const row = idempotency({ answer: '{}' })
      const again = { ...row, answer: null, fingerprint: 'f'.repeat(64) }
      await given(store(), insertKey(row))
      await given(store(), deleteKey(row), insertKey(again))
      expect(await find(store(), row)).toEqual(again)
    })

    it('finds expired keys, oldest first, including those that expire at this moment', async () => {
      const rows = [30, 10, 41, 20, 40]
        .map(timeAt)
        .map((expiresAtMs) => idempotency({ expiresAtMs }))
      await given(store(), ...rows.map(insertKey))
      const expired = await store().read.expiredIdempotency(timeAt(40), 10)
      expect(expired.map(({ expiresAtMs }) => expiresAtMs)).toEqual([10, 20, 30, 40].map(timeAt))
      expect(expired[0]).toEqual(rows[1])
      expect(await store().read.expiredIdempotency(timeAt(9), 10)).toEqual([])
    })

    it('finds as many as requested', async () => {
      const rows = Array.from({ length: 1001 }, (_, place) =>
        idempotency({ expiresAtMs: timeAt(place) }),
      )
      await given(store(), ...rows.map(insertKey))
      const { read } = store()
      expect(await read.expiredIdempotency(timeAt(2000), 1)).toEqual(rows.slice(0, 1))
      expect(await read.expiredIdempotency(timeAt(2000), 1000)).toEqual(rows.slice(0, 1000))
      await expect(read.expiredIdempotency(timeAt(2000), 0)).rejects.toThrow(RangeError)
      await expect(read.expiredIdempotency(timeAt(2000), 1001)).rejects.toThrow(RangeError)
    })
  })
}

export function describeIdempotency(open: () => Promise<Store>): void {
  describeKeysOfRequests(open)
  describeAnswers(open)
  describeForgetting(open)
}
