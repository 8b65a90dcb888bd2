import { describe, expect, it } from 'vitest'
import type { ChangePart } from '../store/commit-parts.ts'
import type { CommitResult } from '../store/port.ts'
import { decideAndCommit } from './decide-and-commit.ts'

const change = { kind: 'deleteToken', hash: 'some' } as const
const part = (owner: string): ChangePart => ({ owner, changes: [change] })

/** A store that answers conflicts until it takes what it is given, and a clock that notes its pauses. */
function conflicting(times: number, at = 0) {
  const pauses: number[] = []
  let commits = 0
  const commit = async (): Promise<CommitResult> => {
    commits += 1
    return commits > times ? { applied: true } : { applied: false, reason: 'version', at }
  }
  const clock = { pause: async (maxMs: number) => void pauses.push(maxMs) }
  return { parts: { store: { commit }, clock }, pauses, commits: () => commits }
}

describe('decideAndCommit', () => {
  it('decides again after pauses that grow up to 50 ms', async () => {
    const { parts, pauses } = conflicting(9)
    let loads = 0
    const done = await decideAndCommit(parts, {
      load: async () => ++loads,
      decide: (loaded) => ({ result: `done ${loaded}`, parts: [part('row')] }),
    })
    expect(done).toBe('done 10')
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50])
  })

  it('gives up after 100 tries', async () => {
    const { parts, pauses, commits } = conflicting(1000)
    const done = await decideAndCommit(parts, {
      load: async () => undefined,
      decide: () => ({ result: 'done', parts: [part('row')] }),
    })
    expect([done, commits(), pauses.length]).toEqual([undefined, 100, 99])
  })

  it('writes nothing when the decision has no parts', async () => {
    const { parts, pauses, commits } = conflicting(1)
    const done = await decideAndCommit(parts, {
      load: async () => false,
      decide: (loaded) => ({ result: loaded }),
    })
    expect([done, commits(), pauses.length]).toEqual([false, 0, 0])
  })

  it('names the owner of the change that met the conflict', async () => {
    const { parts, commits } = conflicting(1, 2)
    const nothing = { owner: 'nothing', changes: [] }
    const met: (string | undefined)[] = []
    await decideAndCommit(parts, {
      load: async (conflict) => void met.push(conflict?.owner),
      decide: () => ({ result: true, parts: [part('a'), part('b'), nothing, part('c')] }),
    })
    expect([met, commits()]).toEqual([[undefined, 'c'], 2])
  })

  it('returns the result that is set for a conflict', async () => {
    const { parts, commits } = conflicting(1)
    const done = await decideAndCommit(parts, {
      load: async () => undefined,
      decide: () => ({ result: 'done', parts: [part('key')] }),
      onConflict: ({ owner }) => (owner === 'key' ? 'taken' : undefined),
    })
    expect([done, commits()]).toEqual(['taken', 1])
  })

  it('rejects when a part exceeds a limit unexpectedly', async () => {
    const commit = async (): Promise<CommitResult> => ({ applied: false, reason: 'limit', at: 0 })
    const done = decideAndCommit(
      { store: { commit }, clock: {} },
      { load: async () => undefined, decide: () => ({ result: true, parts: [part('payment')] }) },
    )
    await expect(done).rejects.toThrow('a change of payment that the rules had allowed')
  })
})
