/**
 * Resolves after a random time between half of `ms` and all of it, so that concurrent callers do
 * not wait equally long.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    later(resolve, ms * (0.5 + Math.random() / 2))
  })
}

// Taken when the module loads, so that tests with fake timers do not stop the store.
const later = setTimeout
