import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { AuditedAction } from '../entities/audit-log.ts'
import type { Store } from '../store/port.ts'
import { entity } from '../store/testing/sample-rows.ts'
import { audited } from './audited-command.ts'
import type { CommandContext, Words } from './command.ts'

/** An audit log that remembers in which order it was written, beside the commits of the command. */
function arrange(words: Partial<Words> = {}, fails: (result: string) => boolean = () => false) {
  const written: string[] = []
  const actions: AuditedAction[] = []
  const complaints: string[] = []
  const context = {
    auditLog: () => ({
      async record(action: AuditedAction, result: string) {
        if (fails(result)) throw new Error('disk full')
        actions.push(action)
        written.push(result)
      },
    }),
    complain: (line: string) => complaints.push(line),
  } as unknown as CommandContext
  const all: Words = { command: 'token create', options: {}, operands: [], ...words }
  const store = openMemoryStore()
  const run = <Result>(work: (store: Store) => Promise<Result>) =>
    audited(store, { words: all, context }, work)
  const change = async (used: Store) => {
    await used.commit([{ kind: 'insertEntity', row: entity() }])
    written.push('changed')
  }
  return { store, run, change, written, actions, complaints }
}

describe('a command', () => {
  it('that changes something is written down before its first change, and at its end', async () => {
    const { run, change, written } = arrange()
    await run(async (store) => {
      await change(store)
      await change(store)
      return 0
    })
    expect(written).toEqual(['asked', 'changed', 'changed', 'done'])
  })

  it('that fails after a change, or answers 1, has failed', async () => {
    const { run, change, written } = arrange()
    const failing = run(async (store) => {
      await change(store)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await run(async (store) => {
      await change(store)
      return 1
    })
    expect(written.filter((each) => each !== 'changed')).toEqual([
      'asked',
      'failed',
      'asked',
      'failed',
    ])
  })

  it('that only reads is not written down', async () => {
    const { run, written } = arrange()
    await run((store) => store.read.rootEntities())
    expect(written).toEqual([])
  })

  it('changes nothing where it cannot be written down', async () => {
    const { run, change, store } = arrange({}, () => true)
    await expect(run(change)).rejects.toThrow('disk full')
    expect(await store.read.rootEntities()).toEqual([])
  })

  it('stays done where its end cannot be written down, and says so', async () => {
    const { run, change, complaints } = arrange({}, (result) => result === 'done')
    await run(change)
    expect(complaints).toEqual([
      'tillgate: the end of the command is not in the audit log: disk full',
    ])
  })

  it('is about the entity that it names, and shows its words but not the database', async () => {
    const named = { entity: 'e1', label: 'office', database: 'postgres://u:secret@h/d' }
    const { run, change, actions } = arrange({ options: named, operands: ['4200000000000000'] })
    await run(change)
    expect(actions[0]).toMatchObject({
      entityId: 'e1',
      action: 'token.create',
      request: 'tillgate token create',
      facts: [
        ['--entity', 'e1'],
        ['--label', 'office'],
        ['', '420000***0000'],
      ],
    })
  })
})
