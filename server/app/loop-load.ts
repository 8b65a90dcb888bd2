import { performance } from 'node:perf_hooks'

/** The load is that of the last so many milliseconds at least. */
const WINDOW_MS = 100

/** Answers which share of the time the event loop of this thread was busy lately: 0 to 1. */
export function watchLoop(): () => number {
  let from = performance.eventLoopUtilization()
  let fromMs = performance.now()
  let share = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - fromMs < WINDOW_MS) return share
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, from).utilization
    from = now
    fromMs = nowMs
    return share
  }
}
