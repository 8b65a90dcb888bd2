import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { connectorAccount, entity } from '../store/testing/sample-rows.ts'
import { namedElsewhere } from './named-elsewhere.ts'

/** A merchant with a channel, each with an account, and one of another merchant. */
async function tree() {
  const store = openMemoryStore()
  const merchant = entity({ kind: 'merchant' })
  const channel = entity({ kind: 'channel', parentId: merchant.id })
  const other = entity({ kind: 'merchant' })
  const [above, own, foreign] = [merchant, channel, other].map(({ id }) => connectorAccount(id))
  await store.commit([
    ...[merchant, channel, other].map((row) => ({ kind: 'insertEntity', row }) as const),
    ...[above, own, foreign].flatMap((row) =>
      row === undefined ? [] : [{ kind: 'insertConnectorAccount', row } as const],
    ),
  ])
  const fault = async (entityId: string, account = '') =>
    (await namedElsewhere(store, entityId, { routing: [{ account }] }))?.fault
  return { merchant, channel, above, own, foreign, fault }
}

describe('an account that settings route to', () => {
  it('is of the entity, of one above it or of one below it', async () => {
    const { merchant, channel, above, own, fault } = await tree()
    for (const { id } of [merchant, channel]) {
      expect(await fault(id, above?.id)).toBeUndefined()
      expect(await fault(id, own?.id)).toBeUndefined()
    }
  })

  it('is refused when it is of another merchant, or of none', async () => {
    const { channel, foreign, fault } = await tree()
    for (const id of [foreign?.id, `simulator:${'0'.repeat(32)}`]) {
      expect(await fault(channel.id, id)).toContain(`routing names ${id}`)
    }
  })

  it('may be one that the settings of the process make, which is in no table', async () => {
    const { channel, fault } = await tree()
    for (const id of ['simulator', `gateway:${'a'.repeat(32)}`]) {
      expect(await fault(channel.id, id)).toBeUndefined()
    }
  })
})
