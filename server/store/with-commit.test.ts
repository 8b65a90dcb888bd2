import { expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { ChangeSet } from './port.ts'
import { entity } from './testing/sample-rows.ts'
import { withAdded, withTold } from './with-commit.ts'

const newEntity = (): ChangeSet => [{ kind: 'insertEntity', row: entity({ kind: 'channel' }) }]

it('writes what is added in the same commit', async () => {
  const store = openMemoryStore()
  const added = newEntity()
  const adding = withAdded(store, [() => undefined, async () => added, () => newEntity()])
  expect((await adding.commit(newEntity())).applied).toBe(true)
  expect(await store.read.rootEntities()).toHaveLength(3)
})

it('tells of commits that were applied, and of no other', async () => {
  const told: ChangeSet[] = []
  const telling = withTold(openMemoryStore(), [(changes) => told.push(changes)], () => undefined)
  const changes = newEntity()
  expect((await telling.commit(changes)).applied).toBe(true)
  expect((await telling.commit(changes)).applied).toBe(false)
  expect(told).toEqual([changes])
})

it('answers as applied what a listener fails at, and tells the others', async () => {
  const told: ChangeSet[] = []
  const failures: unknown[] = []
  const fails = () => {
    throw new Error('no more memory')
  }
  const telling = withTold(openMemoryStore(), [fails, (changes) => told.push(changes)], (error) =>
    failures.push(error),
  )
  expect((await telling.commit(newEntity())).applied).toBe(true)
  expect(told).toHaveLength(1)
  expect(failures).toEqual([new Error('no more memory')])
})
