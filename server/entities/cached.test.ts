import { describe, expect, it } from 'vitest'
import { cached } from './cached.ts'

describe('a cached look-up', () => {
  it('asks the store again after its time, and never caches that something is missing', async () => {
    let nowMs = 0
    const asked: string[] = []
    const found = new Map([['known', 'first']])
    const look = cached(
      async (key) => {
        asked.push(key)
        return found.get(key)
      },
      { now: () => nowMs },
      1000,
    )
    expect(await look('known')).toBe('first')
    found.set('known', 'second')
    nowMs = 999
    expect(await look('known')).toBe('first')
    nowMs = 1000
    expect(await look('known')).toBe('second')
    expect(await look('later')).toBeUndefined()
    found.set('later', 'here')
    expect(await look('later')).toBe('here')
    expect(asked).toEqual(['known', 'known', 'later', 'later'])
  })
})
