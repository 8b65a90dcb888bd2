import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { watchLoop } from './loop-load.ts'

/** The runtime's own sum over two readings, of a loop whose busy and idle milliseconds the test decides. */
function decidedLoop() {
  const total = { active: 0, idle: 0 }
  return {
    pass: (ms: { active: number; idle: number }) => {
      total.active += ms.active
      total.idle += ms.idle
    },
    now: () => total.active + total.idle,
    eventLoopUtilization: (
      now = { ...total, utilization: 0 },
      from = { active: 0, idle: 0, utilization: 0 },
    ) => {
      const active = now.active - from.active
      const idle = now.idle - from.idle
      return { active, idle, utilization: active / (active + idle || 1) }
    },
  }
}

it('the load is the busy share of the time since the reading before', () => {
  const loop = decidedLoop()
  const load = watchLoop(loop)
  loop.pass({ active: 150, idle: 50 })
  expect(load()).toBe(0.75)
  loop.pass({ active: 0, idle: 400 })
  expect(load()).toBe(0)
})

it('a load of less than 100 ms is not computed: the one before it is answered', () => {
  const loop = decidedLoop()
  const load = watchLoop(loop)
  loop.pass({ active: 200, idle: 0 })
  expect(load()).toBe(1)
  loop.pass({ active: 0, idle: 99 })
  expect(load()).toBe(1)
  loop.pass({ active: 0, idle: 1 })
  expect(load()).toBe(0)
})

it('a thread that only computes is busy all the time', () => {
  const load = watchLoop()
  const endMs = performance.now() + 150
  while (performance.now() < endMs);
  expect(load()).toBeGreaterThan(0.5)
})
