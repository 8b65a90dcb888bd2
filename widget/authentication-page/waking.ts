/** Waits that end early when there may be news. */
export interface Waking {
  /** Resolves after this time, or when something wakes it. */
  pause(ms: number): Promise<void>
  wake(): void
}

/** Wakes when the network is back, and when the page is looked at again: its timers may have slept. */
export function createWaking(): Waking {
  let resume = () => {}
  const wake = () => resume()
  addEventListener('online', wake)
  addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  return {
    wake,
    pause: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
