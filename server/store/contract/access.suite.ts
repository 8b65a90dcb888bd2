import { describe, expect, it } from 'vitest'
import type { Change, EntityRow, EntityStep, Store } from '../port.ts'
import { entity, payment, timeAt, token } from '../testing/sample-rows.ts'
import { applied, conflict, given, insertPayment, storeOfAllTests } from './open-store.ts'

/** A step decided on the row as the test wrote it. */
function step(row: EntityRow, set: EntityStep): Change {
  return { kind: 'stepEntity', id: row.id, expectedVersion: row.version, set }
}

export function describeAccess(open: () => Promise<Store>): void {
  describe('entities and tokens that change', () => {
    const store = storeOfAllTests(open)

    async function inserted(columns: Partial<EntityRow> = {}): Promise<EntityRow> {
      const row = entity(columns)
      await given(store(), { kind: 'insertEntity', row })
      return row
    }

    it('keep what a step of an entity does not name', async () => {
      const row = await inserted()
      await given(store(), step(row, { name: 'Coffee house' }))
      const renamed = { ...row, name: 'Coffee house', version: 2 }
      expect(await store().read.entity(row.id)).toEqual(renamed)
      await given(store(), step(renamed, { settings: '{"clock":1}', active: false }))
      const after = { ...renamed, settings: '{"clock":1}', active: false, version: 3 }
      expect(await store().read.entity(row.id)).toEqual(after)
      await given(store(), step(after, { active: true }), step({ ...after, version: 4 }, {}))
      expect(await store().read.entity(row.id)).toEqual({ ...after, active: true, version: 5 })
    })

    it('show a step in every list of entities', async () => {
      const parent = await inserted({ kind: 'psp' })
      const child = await inserted({ parentId: parent.id })
      await given(store(), step(child, { name: 'New' }), step(parent, { name: 'Above' }))
      const [below, above] = [
        { ...child, name: 'New', version: 2 },
        { ...parent, name: 'Above', version: 2 },
      ]
      expect(await store().read.entityPath(child.id)).toEqual([below, above])
      expect(await store().read.childEntities(parent.id)).toEqual([below])
      expect(await store().read.rootEntities()).toContainEqual(above)
    })

    it('conflict when an entity was changed meanwhile or does not exist', async () => {
      const row = await inserted()
      await given(store(), step(row, { name: 'First' }))
      expect(await store().commit([step(row, { name: 'Second' })])).toEqual(conflict('version', 0))
      expect(await store().commit([step(entity(), {})])).toEqual(conflict('version', 0))
      expect((await store().read.entity(row.id))?.name).toBe('First')
    })

    it('accept one of many steps on the same version', async () => {
      const row = await inserted()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) => store().commit([step(row, { name: `n${at}` })])),
      )
      expect(results.filter((result) => result.applied)).toHaveLength(1)
      expect(results[0]).toEqual(applied)
      expect(await store().read.entity(row.id)).toEqual({ ...row, name: 'n0', version: 2 })
    })

    it('remove a token that is deleted, and no other', async () => {
      const row = await inserted()
      const [one, other] = [token(row.id), token(row.id)]
      await given(store(), ...[one, other].map((row) => ({ kind: 'insertToken', row }) as const), {
        kind: 'deleteToken',
        hash: one.hash,
      })
      expect(await store().read.token(one.hash)).toBeUndefined()
      expect(await store().read.tokensOfEntity(row.id)).toEqual([other])
      const again: Change = { kind: 'deleteToken', hash: one.hash }
      expect(await store().commit([again])).toEqual(applied)
    })

    it('note who is shown a token, each once, and when it was last', async () => {
      const row = await inserted()
      const bearer = token(row.id)
      const shown = (userId: string, atMs: number): Change => {
        return { kind: 'noteShownToken', hash: bearer.hash, userId, atMs }
      }
      await given(store(), { kind: 'insertToken', row: bearer })
      await Promise.all(
        [shown('jane', timeAt(20)), shown('jill', timeAt(40)), shown('jane', timeAt(30))].map(
          (change) => given(store(), change),
        ),
      )
      const after = await store().read.token(bearer.hash)
      expect(after?.shownAtMs).toBe(timeAt(40))
      expect(after?.knownTo.split(' ').toSorted()).toEqual(['jane', 'jill'])
      await given(store(), { kind: 'deleteToken', hash: bearer.hash })
      expect(await store().commit([shown('jane', timeAt(50))])).toEqual(conflict('version', 0))
    })

    it('note when a token was last used, and nothing of one that is gone', async () => {
      const row = await inserted()
      const bearer = token(row.id)
      const used = (atMs: number): Change => ({ kind: 'noteUsedToken', hash: bearer.hash, atMs })
      await given(store(), { kind: 'insertToken', row: bearer })
      await Promise.all([20, 40, 30].map((minutes) => given(store(), used(timeAt(minutes)))))
      expect((await store().read.token(bearer.hash))?.lastUsedAtMs).toBe(timeAt(40))
      await given(store(), { kind: 'deleteToken', hash: bearer.hash })
      expect(await store().commit([used(timeAt(50))])).toEqual(applied)
      expect(await store().read.token(bearer.hash)).toBeUndefined()
    })

    it('find the tokens that end within a time, the next one first', async () => {
      const row = await inserted()
      const ends = [30, 10, 20, 40, 50, null].map((minutes) =>
        token(row.id, { expiresAtMs: minutes === null ? null : timeAt(minutes * 1_000_000_000) }),
      )
      await given(store(), ...ends.map((one) => ({ kind: 'insertToken', row: one }) as const))
      const between = (after: number, until: number) =>
        store().read.tokensEndingBetween(
          timeAt(after * 1_000_000_000),
          timeAt(until * 1_000_000_000),
        )
      expect(await between(10, 40)).toEqual([ends[2], ends[0], ends[3]])
      expect(await between(50, 60)).toEqual([])
    })

    it('keep a token whose deletion met a conflict', async () => {
      const row = await inserted()
      const [bearer, there] = [token(row.id), payment()]
      await given(store(), { kind: 'insertToken', row: bearer }, insertPayment(there))
      const late: Change[] = [{ kind: 'deleteToken', hash: bearer.hash }, insertPayment(there)]
      expect(await store().commit(late)).toEqual(conflict('exists', 1))
      expect(await store().read.token(bearer.hash)).toEqual(bearer)
    })
  })
}
