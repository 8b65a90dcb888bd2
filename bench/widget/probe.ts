/** What a page under measurement tells about itself. Times are milliseconds since its navigation. */
export interface PageFigures {
  /** The form was usable and painted. */
  readonly usableMs: number
  /** Sum of what the long tasks of the page had beyond 50 ms each. */
  readonly blockingMs: number
  /** Cumulative layout shift, without a session window: everything counts. */
  readonly layoutShift: number
  /** Frames in the page that have a size. */
  readonly visibleFrames: number
}

/**
 * Runs in the page before anything of it. `benchmark.mark(name)` is called by the page when a part
 * of the form reports ready; after `marks` of them and the next painted frame the form is usable.
 * Tasks and shifts count until `settleMs` later.
 */
export function probeSource(marks: number, settleMs: number): string {
  return `(() => {
    if (self !== top) return
    const blocked = []
    let shift = 0
    const watch = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    watch('longtask', ({ duration }) => blocked.push(duration - 50))
    watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) shift += value })
    let missing = ${marks}
    let done
    const figures = new Promise((resolve) => { done = resolve })
    const painted = (then) => requestAnimationFrame(() => setTimeout(then))
    const finish = (usableMs) => setTimeout(() => {
      const frames = [...document.querySelectorAll('iframe')].map((frame) => frame.getBoundingClientRect())
      done({
        usableMs,
        blockingMs: blocked.reduce((sum, ms) => sum + ms, 0),
        layoutShift: shift,
        visibleFrames: frames.filter(({ width, height }) => width > 0 && height > 0).length,
      })
    }, ${settleMs})
    window.benchmark = {
      figures,
      mark() {
        missing -= 1
        if (missing === 0) painted(() => finish(performance.now()))
      },
    }
  })()`
}
