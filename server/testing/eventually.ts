import { vi } from 'vitest'

/** How long a test waits for what must come, in milliseconds: no machine is so slow. */
const MAX_WAIT_MS = 120_000

/** Repeats a check until it passes. Rejects with what it throws last. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: MAX_WAIT_MS })
}
