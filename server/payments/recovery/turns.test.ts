import { describe, expect, it } from 'vitest'
import { Turns } from './turns.ts'

describe('the queue of turns', () => {
  it('runs work of one key in order, and work of two keys in parallel', async () => {
    const turns = new Turns()
    const log: string[] = []
    const gate = openGate()
    const work = (name: string, wait?: Promise<void>) => async () => {
      log.push(`${name} begins`)
      await wait
      log.push(`${name} ends`)
    }
    const first = turns.take('a', work('first', gate.promise))
    const second = turns.take('a', work('second'))
    await turns.take('b', work('other'))
    gate.resolve()
    await Promise.all([first, second])
    expect(log).toEqual([
      'first begins',
      'other begins',
      'other ends',
      'first ends',
      'second begins',
      'second ends',
    ])
  })

  it('continues after work that failed', async () => {
    const turns = new Turns()
    const failed = turns.take('a', () => Promise.reject(new Error('no')))
    const next = turns.take('a', () => Promise.resolve('yes'))
    await expect(failed).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })

  it('refuses work when too much is waiting', async () => {
    const turns = new Turns()
    const gate = openGate()
    const waiting = Array.from({ length: 200 }, () => turns.take('a', () => gate.promise))
    expect(turns.take('a', () => gate.promise)).toBeUndefined()
    gate.resolve()
    await Promise.all(waiting)
    expect(turns.take('a', () => gate.promise)).toBeDefined()
  })
})

/** `Promise.withResolvers`, which Node 20 lacks. */
function openGate(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
