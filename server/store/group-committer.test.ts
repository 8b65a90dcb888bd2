import { describe, expect, it } from 'vitest'
import { StoreError } from './errors.ts'
import {
  type BatchWriter,
  COMMIT_LIMITS,
  type CommitLimits,
  GroupCommitter,
  type SetResult,
  type TakenSet,
} from './group-committer.ts'
import type { ChangeSet } from './port.ts'

interface Taken extends TakenSet {
  readonly changes: ChangeSet
}

interface Answer {
  readonly resolve: (outcomes: readonly SetResult[]) => void
  readonly reject: (reason: StoreError) => void
}

/** A writer that answers a batch only when the test says so. */
function slowWriter(atOnce = 1) {
  const batches: ChangeSet[][] = []
  const answers: Answer[] = []
  let noticed = 0
  let notice = () => {}
  const writer: BatchWriter<Taken> = {
    atOnce,
    take: (changes) => ({ changes, chars: JSON.stringify(changes).length }),
    write: (batch) => {
      batches.push(batch.map(({ changes }) => changes))
      notice()
      return new Promise((resolve, reject) => {
        answers.push({ resolve, reject })
      })
    },
  }
  return {
    writer,
    batches,
    /** Resolves when a batch has been handed over that was not waited for before. */
    nextBatch: async () => {
      noticed += 1
      if (batches.length >= noticed) return
      await new Promise<void>((resolve) => {
        notice = resolve
      })
    },
    applyAll: () => {
      answers.shift()?.resolve(batches.at(-1)?.map(() => ({ applied: true })) ?? [])
    },
    answer: (outcomes: readonly SetResult[]) => answers.shift()?.resolve(outcomes),
    fail: (message: string) => answers.shift()?.reject(new StoreError('commit-failed', message)),
  }
}

/** A change set that can be told from others; what it would do does not matter here. */
function setNamed(id: string): ChangeSet {
  return [{ kind: 'stepPayment', id, expectedVersion: 1, set: { updatedAtMs: 1 } }]
}

function limited(writer: BatchWriter<Taken>, limits: Partial<CommitLimits>): GroupCommitter<Taken> {
  return new GroupCommitter(writer, { ...COMMIT_LIMITS, ...limits })
}

describe('the group committer', () => {
  it('writes a single set at once, and the sets that arrive meanwhile as one batch', async () => {
    const { writer, batches, nextBatch, applyAll } = slowWriter()
    const committer = new GroupCommitter(writer)
    const first = committer.commit(setNamed('a'))
    await nextBatch()
    const others = ['b', 'c', 'd'].map((id) => committer.commit(setNamed(id)))
    applyAll()
    await first
    await nextBatch()
    applyAll()
    await Promise.all(others)
    expect(batches).toEqual([[setNamed('a')], ['b', 'c', 'd'].map(setNamed)])
  })

  it('runs as many batches as its writer accepts, in their order of arrival', async () => {
    const { writer, batches, nextBatch, answer } = slowWriter(2)
    const committer = new GroupCommitter(writer)
    const heard: string[] = []
    const commit = (id: string) => committer.commit(setNamed(id)).then(() => heard.push(id))
    const first = commit('a')
    await nextBatch()
    const second = commit('b')
    await nextBatch()
    const third = [commit('c'), commit('d')]
    answer([{ applied: true }])
    await first
    await nextBatch()
    expect(batches).toEqual([[setNamed('a')], [setNamed('b')], ['c', 'd'].map(setNamed)])
    answer([{ applied: true }])
    await second
    answer([{ applied: true }, { applied: true }])
    await Promise.all(third)
    expect(heard).toEqual(['a', 'b', 'c', 'd'])
  })

  it('resolves nothing before the batch is committed', async () => {
    const { writer, nextBatch, applyAll } = slowWriter()
    const committer = new GroupCommitter(writer)
    let resolved = false
    const commit = committer.commit(setNamed('a')).then(() => {
      resolved = true
    })
    await nextBatch()
    expect(resolved).toBe(false)
    applyAll()
    await commit
  })

  it('puts no more sets into a batch than its limit', async () => {
    const { writer, batches, nextBatch, applyAll } = slowWriter()
    const committer = limited(writer, { batchSets: 2 })
    const commits = ['a', 'b', 'c'].map((id) => committer.commit(setNamed(id)))
    for (let round = 0; round < 2; round += 1) {
      await nextBatch()
      applyAll()
    }
    await Promise.all(commits)
    expect(batches).toEqual([['a', 'b'].map(setNamed), [setNamed('c')]])
  })

  it('limits a batch by its text too, and writes a larger set alone', async () => {
    const { writer, batches, nextBatch, applyAll } = slowWriter()
    const committer = limited(writer, { batchChars: 1000 })
    const sets = ['x'.repeat(1000), 'x'.repeat(500), 'x'.repeat(400), 'small'].map(setNamed)
    const commits = sets.map((set) => committer.commit(set))
    for (let round = 0; round < 3; round += 1) {
      await nextBatch()
      applyAll()
    }
    await Promise.all(commits)
    expect(batches).toEqual([sets.slice(0, 1), sets.slice(1, 2), sets.slice(2)])
  })

  it('refuses a set when the queue is full, and accepts more later', async () => {
    const { writer, nextBatch, applyAll } = slowWriter()
    const committer = limited(writer, { queuedSets: 2 })
    const waiting = ['a', 'b'].map((id) => committer.commit(setNamed(id)))
    const refused = committer.commit(setNamed('c'))
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' })
    await nextBatch()
    const later = committer.commit(setNamed('d'))
    applyAll()
    await Promise.all(waiting)
    await nextBatch()
    applyAll()
    expect(await later).toEqual({ applied: true })
  })

  it('refuses a set when too much text is waiting', async () => {
    const { writer, nextBatch, applyAll } = slowWriter()
    const committer = limited(writer, { queuedChars: 100 })
    const waiting = committer.commit(setNamed('x'.repeat(100)))
    const refused = committer.commit(setNamed('b'))
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' })
    await nextBatch()
    applyAll()
    await waiting
  })

  it('rejects every set of a batch whose commit failed, and continues with the next', async () => {
    const { writer, nextBatch, applyAll, fail } = slowWriter()
    const committer = new GroupCommitter(writer)
    const lost = ['a', 'b'].map((id) => committer.commit(setNamed(id)))
    await nextBatch()
    const kept = committer.commit(setNamed('c'))
    fail('disk I/O error')
    for (const result of await Promise.allSettled(lost)) {
      const reason = { code: 'commit-failed', message: 'disk I/O error' }
      expect(result).toMatchObject({ status: 'rejected', reason })
    }
    await nextBatch()
    applyAll()
    expect(await kept).toEqual({ applied: true })
  })

  it('rejects a set that failed alone, and only that', async () => {
    const { writer, nextBatch, answer } = slowWriter()
    const committer = new GroupCommitter(writer)
    const [good, bad] = ['a', 'b'].map((id) => committer.commit(setNamed(id)))
    await nextBatch()
    answer([{ applied: true }, new StoreError('invalid-change', 'no such column')])
    await expect(bad).rejects.toMatchObject({ code: 'invalid-change' })
    expect(await good).toEqual({ applied: true })
  })

  it('stops when everything that was waiting is written', async () => {
    const { writer, nextBatch, applyAll } = slowWriter()
    const committer = new GroupCommitter(writer)
    const commit = committer.commit(setNamed('a'))
    const stopped = committer.stop()
    await expect(committer.commit(setNamed('b'))).rejects.toMatchObject({ code: 'closed' })
    await nextBatch()
    applyAll()
    await stopped
    expect(await commit).toEqual({ applied: true })
  })
})
