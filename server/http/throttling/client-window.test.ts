import { describe, expect, it } from 'vitest'
import { ClientWindow } from './client-window.ts'

function arrange(max = 2) {
  const clock = { nowMs: 1_790_000_000_000, now: () => clock.nowMs }
  return { clock, limit: new ClientWindow(clock, { max, periodMs: 60_000 }) }
}

describe('a window of requests', () => {
  it('admits as many as it allows and refuses the next until the period ends', () => {
    const { clock, limit } = arrange()
    clock.nowMs = 1_790_000_040_000
    const left = 60 - ((clock.nowMs / 1_000) % 60)
    expect([limit.admit('a'), limit.admit('a')]).toEqual([undefined, undefined])
    expect(limit.admit('a')).toMatchObject({ status: 429, retryAfterSeconds: left })
    clock.nowMs += left * 1_000
    expect(limit.admit('a')).toBeUndefined()
  })

  it('counts each name by itself', () => {
    const { limit } = arrange(1)
    expect(limit.admit('a')).toBeUndefined()
    expect(limit.admit('b')).toBeUndefined()
    expect(limit.admit('a')).toMatchObject({ status: 429 })
  })

  it('still refuses a counted name when 20,000 names are counted', () => {
    const { limit } = arrange(1)
    for (let count = 0; count < 25_000; count++) limit.admit(`name ${count}`)
    expect(limit.admit('name 0')).toMatchObject({ status: 429 })
    expect(limit.admit('name 24999')).toBeUndefined()
  })
})
