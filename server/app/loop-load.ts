import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** The load is that of the last so many milliseconds at least. */
const WINDOW_MS = 100

/** What is read of the runtime: milliseconds that only grow, and the use of this thread's event loop. */
export interface LoopReadings {
  now(): number
  eventLoopUtilization(
    now?: EventLoopUtilization,
    from?: EventLoopUtilization,
  ): EventLoopUtilization
}

/** Answers which share of the time the event loop of this thread was busy lately: 0 to 1. */
export function watchLoop(readings: LoopReadings = performance): () => number {
  let from = readings.eventLoopUtilization()
  let fromMs = readings.now()
  let share = 0
  return () => {
    const nowMs = readings.now()
    if (nowMs - fromMs < WINDOW_MS) return share
    const now = readings.eventLoopUtilization()
    share = readings.eventLoopUtilization(now, from).utilization
    from = now
    fromMs = nowMs
    return share
  }
}
