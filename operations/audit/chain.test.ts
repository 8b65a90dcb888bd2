import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuditEntryRow, Store } from '../../server/store/port.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { entryFault, following, INSTALLATION } from './chain.ts'
import { type Checkpoint, readCheckpoint, signedCheckpoint } from './checkpoint.ts'
import { createAuditLog } from './log.ts'
import { verifyChains } from './verify.ts'

const AT_MS = Date.UTC(2026, 10, 20, 15)

/** A chain of so many entries. */
function chainOf(length: number, rootId = INSTALLATION): AuditEntryRow[] {
  const rows: AuditEntryRow[] = []
  for (let count = 1; count <= length; count++) {
    const entry = {
      rootId,
      atMs: AT_MS + count,
      entityId: rootId,
      actor: 'jane@shop.example',
      action: 'payments.resolve',
      request: 'POST /admin/v1/payments/{id}/resolution',
      subject: `payment ${count}`,
      address: null,
      result: 'asked',
      facts: '[["outcome","failed"]]',
    }
    rows.push(following(rows.at(-1), entry))
  }
  return rows
}

/** A store whose audit log has these rows, whatever they are. */
async function logOf(rows: readonly AuditEntryRow[]): Promise<Store> {
  const store = openMemoryStore()
  await store.commit(rows.map((row) => ({ kind: 'appendAuditEntry', row }) as const))
  return store
}

async function faultsOf(rows: readonly AuditEntryRow[], checkpoint?: Checkpoint) {
  const faults: string[] = []
  for await (const chain of verifyChains(await logOf(rows), checkpoint))
    faults.push(...chain.faults)
  return faults
}

describe('the chain of the audit log', () => {
  it('that nobody has touched has no fault', async () => {
    expect(await faultsOf([...chainOf(1200), ...chainOf(3, 'another root')])).toEqual([])
  })

  it('shows each change of each column of each entry', () => {
    const columns = Object.keys(chainOf(1)[0] ?? {}) as (keyof AuditEntryRow)[]
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.constantFrom(...columns), (at, column) => {
        const rows = chainOf(5)
        const row = rows[at] as AuditEntryRow
        const changed = { ...row, [column]: typeof row[column] === 'number' ? 77 : 'changed' }
        const after = rows.with(at, changed)
        return after.some((each, place) => entryFault(after[place - 1], each) !== undefined)
      }),
    )
  })

  it('shows a change also where its own hash was made new', async () => {
    const rows = chainOf(4)
    const [first, second] = rows as [AuditEntryRow, AuditEntryRow]
    const forged = following(first, { ...second, actor: 'somebody else' })
    expect(await faultsOf(rows.with(1, forged))).toEqual([
      '3 does not name the entry before it: one of them was changed, moved or put in',
    ])
  })

  it('shows a removed entry, at its beginning or in its middle', async () => {
    expect(await faultsOf(chainOf(4).slice(1))).toEqual([
      '2 follows on 0: entries between them are gone',
    ])
    expect(await faultsOf(chainOf(4).toSpliced(1, 2))).toEqual([
      '4 follows on 1: entries between them are gone',
    ])
  })

  it('shows two entries that have changed places', async () => {
    const [one, two, three] = chainOf(3) as [AuditEntryRow, AuditEntryRow, AuditEntryRow]
    const swapped = [one, { ...three, sequence: 2 }, { ...two, sequence: 3 }]
    expect(await faultsOf(swapped)).toHaveLength(2)
  })

  it('needs a checkpoint to show what was cut off its end, or as a whole', async () => {
    const vault = { keyedHash: (text: string) => Buffer.from(text).toString('hex').slice(-64) }
    const rows = [...chainOf(4), ...chainOf(2, 'another root')]
    const ends = [rows[3], rows[5]] as AuditEntryRow[]
    const chains = ends.map(({ rootId, sequence, hash }) => ({ rootId, sequence, hash }))
    const made = signedCheckpoint({ madeAt: 'now', chains }, vault)
    const checkpoint = readCheckpoint(JSON.stringify(made), vault)
    expect(await faultsOf(rows, checkpoint)).toEqual([])
    expect(await faultsOf(rows.slice(0, 3))).toEqual([])
    expect(await faultsOf(rows.slice(0, 3), checkpoint)).toEqual([
      '4 of the checkpoint is not there: the end was cut off',
      '2 of the checkpoint is not there: the end was cut off',
    ])
    const rewritten = [
      ...chainOf(4).slice(0, 3),
      following(rows[2], { ...ends[0], actor: 'x' } as AuditEntryRow),
    ]
    expect(await faultsOf([...rewritten, ...rows.slice(4)], checkpoint)).toEqual([
      '4 is not the one that the checkpoint has: it was changed',
    ])
  })

  it('takes no checkpoint that was changed, and nothing else', () => {
    const vault = { keyedHash: (text: string) => Buffer.from(text).toString('hex').slice(-64) }
    const made = signedCheckpoint({ madeAt: 'now', chains: [] }, vault)
    expect(readCheckpoint(JSON.stringify(made), vault)).toEqual(made)
    expect(readCheckpoint(JSON.stringify({ ...made, madeAt: 'later' }), vault)).toBeUndefined()
    for (const text of ['', '{}', 'null', '[]', '{"madeAt":"now","chains":[1],"signature":"00"}']) {
      expect(readCheckpoint(text, vault)).toBeUndefined()
    }
  })
})

describe('the audit log', () => {
  it('that several processes write at the same time is one chain', async () => {
    const store = openMemoryStore()
    const clock = { now: () => AT_MS }
    const logs = [1, 2, 3].map(() => createAuditLog({ store, clock }))
    const action = { entityId: undefined, actor: 'a', action: 'b', request: 'c' }
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        logs[at % 3]?.record({ ...action, subject: `${at}` }, 'asked'),
      ),
    )
    const rows = await store.read.auditEntriesAfter(INSTALLATION, 0, 1000)
    expect(rows).toHaveLength(60)
    expect(await faultsOf(rows)).toEqual([])
  })
})
