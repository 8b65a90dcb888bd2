import { describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import {
  authorised,
  checkout,
  entity,
  event,
  payment,
  posting,
  succeeded,
  timeAt,
  token,
  vaultKey,
  vaultRecord,
} from '../testing/sample-rows.ts'
import { given, insertPayment, storeOfEachTest } from './open-store.ts'

export function describeReads(open: () => Promise<Store>): void {
  describe('reads', () => {
    const store = storeOfEachTest(open)

    it('return nothing for unknown ids', async () => {
      const { read } = store()
      const single = [
        read.payment,
        read.checkout,
        read.entity,
        read.token,
        read.vaultRecord,
        read.registration,
        read.giftCard,
        read.quota,
      ]
      for (const find of single) expect(await find('nothing')).toBeUndefined()
      const many = [
        read.entityPath,
        read.childEntities,
        read.tokensOfEntity,
        read.events,
        read.postingsOfFamily,
        read.paymentsOfFamily,
      ]
      for (const list of many) expect(await list('nothing')).toEqual([])
      expect(await read.rootEntities()).toEqual([])
      expect(await read.timer('checkoutExpiry', 'nothing')).toBeUndefined()
      expect(await read.idempotency('nothing', 'nothing')).toBeUndefined()
      expect(await read.vaultKeys()).toEqual([])
    })

    it('return rows as they were written', async () => {
      const [owner, key] = [entity({ active: false }), vaultKey()]
      const open = checkout({ registrationId: 'r1' })
      const [record, bearer] = [vaultRecord(key.id), token(owner.id)]
      const paid = authorised({ checkoutId: open.id, maximumCaptures: 98, finalisedBy: 'last' })
      const referring = payment({ merchantTransactionId: 'order-1' })
      await given(
        store(),
        { kind: 'insertEntity', row: owner },
        { kind: 'insertToken', row: bearer },
        { kind: 'insertVaultKey', row: key },
        { kind: 'insertVaultRecord', row: record },
        { kind: 'insertCheckout', row: open },
        insertPayment(paid),
        insertPayment(referring),
      )
      const { read } = store()
      expect(await read.entity(owner.id)).toEqual(owner)
      expect(await read.token(bearer.hash)).toEqual(bearer)
      expect(await read.vaultKeys()).toEqual([key])
      expect(await read.vaultRecord(record.id)).toEqual(record)
      expect(await read.checkout(open.id)).toEqual(open)
      expect(await read.payment(paid.id)).toEqual(paid)
      expect(await read.payment(referring.id)).toEqual(referring)
    })

    it('return a family oldest first, whatever its references are', async () => {
      const first = authorised({ createdAtMs: timeAt(1) })
      const capture = succeeded({
        paymentType: 'CP',
        referencedId: first.id,
        createdAtMs: timeAt(2),
      })
      const refund = succeeded({
        paymentType: 'RF',
        referencedId: capture.id,
        familyId: first.id,
        createdAtMs: timeAt(3),
      })
      await given(store(), ...[first, payment(), capture, refund].map(insertPayment))
      expect(await store().read.paymentsOfFamily(first.id)).toEqual([first, capture, refund])
      expect(await store().read.paymentsOfFamily(capture.id)).toEqual([])
    })

    it('return events by sequence and postings as they were booked', async () => {
      const row = succeeded()
      const events = [2, 1, 10].map((sequence) => event(row.id, { sequence }))
      const legs = [
        posting(row, { account: 'shopper', amountMinor: -10_000_000_000 }),
        posting(row, { account: 'captured' }),
      ]
      await given(
        store(),
        insertPayment(row),
        ...events.map((row) => ({ kind: 'appendEvent', row }) as const),
        ...legs.map((row) => ({ kind: 'appendPosting', row }) as const),
      )
      const sequences = (await store().read.events(row.id)).map(({ sequence }) => sequence)
      expect(sequences).toEqual([1, 2, 10])
      expect(await store().read.postingsOfFamily(row.id)).toEqual(legs)
    })

    it('return an entity with its parents up to the root', async () => {
      const psp = entity({ kind: 'psp' })
      const division = entity({ kind: 'division', parentId: psp.id })
      const merchant = entity({ kind: 'merchant', parentId: division.id })
      const channel = entity({ kind: 'channel', parentId: merchant.id })
      const tree = [psp, division, merchant, channel]
      await given(store(), ...tree.map((row) => ({ kind: 'insertEntity', row }) as const))
      expect(await store().read.entityPath(channel.id)).toEqual([channel, merchant, division, psp])
      expect(await store().read.entityPath(psp.id)).toEqual([psp])
      expect(await store().read.rootEntities()).toEqual([psp])
    })

    it('list children and tokens of exactly one entity, oldest first', async () => {
      const [one, other] = [entity(), entity()]
      const children = [3, 1, 2]
        .map(timeAt)
        .map((createdAtMs) => entity({ parentId: one.id, createdAtMs }))
      const tokens = [3, 1, 2].map(timeAt).map((createdAtMs) => token(one.id, { createdAtMs }))
      await given(
        store(),
        ...[one, other, ...children, entity({ parentId: other.id })].map(
          (row) => ({ kind: 'insertEntity', row }) as const,
        ),
        ...[...tokens, token(other.id)].map((row) => ({ kind: 'insertToken', row }) as const),
      )
      const oldestFirst = (rows: readonly { createdAtMs: number }[]) =>
        rows.toSorted((a, b) => a.createdAtMs - b.createdAtMs)
      expect(await store().read.childEntities(one.id)).toEqual(oldestFirst(children))
      expect(await store().read.tokensOfEntity(one.id)).toEqual(oldestFirst(tokens))
    })

    it('list no more than their limit', async () => {
      const roots = Array.from({ length: 101 }, () => entity())
      const parent = roots[0] as (typeof roots)[0]
      const children = Array.from({ length: 1001 }, () => entity({ parentId: parent.id }))
      await given(
        store(),
        ...[...roots, ...children].map((row) => ({ kind: 'insertEntity', row }) as const),
      )
      expect(await store().read.rootEntities()).toEqual(roots.slice(0, 100))
      expect(await store().read.childEntities(parent.id)).toEqual(children.slice(0, 1000))
    })
  })
}
