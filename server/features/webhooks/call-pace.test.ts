import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCallPace } from './call-pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the pace of calls', () => {
  it('lets every call begin while the process has time', () => {
    expect(createCallPace(() => false).mayBegin()).toBe(true)
  })

  it('gives a turn every ten milliseconds while the process is busy, in the order of the requests', () => {
    const pace = createCallPace(() => true)
    expect(pace.mayBegin()).toBe(false)
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) pace.onTurn(() => begun.push(name))
    vi.advanceTimersByTime(9)
    expect(begun).toEqual([])
    vi.advanceTimersByTime(1)
    expect(begun).toEqual(['a'])
    vi.advanceTimersByTime(20)
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('gives all turns at once when the process has time again, and lets nobody overtake before', () => {
    let isBusy = true
    const pace = createCallPace(() => isBusy)
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) pace.onTurn(() => begun.push(name))
    isBusy = false
    expect(pace.mayBegin()).toBe(false)
    vi.advanceTimersByTime(10)
    expect(begun).toEqual(['a', 'b', 'c'])
    expect(pace.mayBegin()).toBe(true)
  })
})
