import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../results/refusal.ts'
import { createLongReads } from './long-reads.ts'

/** Work that ends when it is told to. */
function workOf(cost = 1) {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    await isOver
    return { result: 'read', cost }
  }
  return { work, end: () => end() }
}

const done = async () => ({ result: 'read', cost: 1 })
const failing = () => Promise.reject(new Error('The store is away'))

describe('long reads', () => {
  it('run one after the other, each access token in turn', async () => {
    const reads = createLongReads()
    const began: string[] = []
    const first = workOf()
    const run = (token: string, name: string) =>
      reads.run(token, async () => {
        began.push(name)
        if (name === 'a1') await first.work()
        return { result: name, cost: 1 }
      })
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1')]
    expect(began).toEqual(['a1'])
    first.end()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('pause after an expensive one for five times its duration, and not after a cheap one', async () => {
    const pauses: number[] = []
    let nowMs = 0
    const reads = createLongReads({ pause: async (ms) => pauses.push(ms), nowMs: () => nowMs })
    for (const [workMs, cost] of [
      [30, 1],
      [30, 5],
      [20, 6],
      [90, 101],
      [900, 101],
    ] as const) {
      await reads.run('token', async () => {
        nowMs += workMs
        return { result: 'read', cost }
      })
    }
    await reads.run('token', done)
    expect(pauses).toEqual([100, 450, 1_000])
  })

  it('refuse the 17th waiting read of one access token, and the 401st of all', async () => {
    const reads = createLongReads()
    const { work, end } = workOf()
    const running = reads.run('first', work)
    const waiting = Array.from({ length: 16 }, () => reads.run('first', done))
    expect(await reads.run('first', done)).toMatchObject({ status: 429, retryAfterSeconds: 1 })
    for (let at = 0; at < 384; at++) waiting.push(reads.run(`token ${at}`, done))
    expect(await reads.run('one more', done)).toMatchObject({ status: 503, retryAfterSeconds: 2 })
    end()
    const answers = await Promise.all([running, ...waiting])
    expect(answers.filter((answer) => isRefusal(answer as object))).toEqual([])
    expect(await reads.run('one more', done)).toBe('read')
  })

  it('continue after one that failed, which rejects', async () => {
    const reads = createLongReads()
    const failed = reads.run('token', failing)
    const next = reads.run('token', done)
    await expect(failed).rejects.toThrow('away')
    expect(await next).toBe('read')
  })
})
