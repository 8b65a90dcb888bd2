import { expect, it } from 'vitest'
import { watchLoop } from './loop-load.ts'

it('the load of the event loop is high while this thread computes, and low while it waits', async () => {
  const load = watchLoop()
  const endMs = performance.now() + 150
  while (performance.now() < endMs);
  expect(load()).toBeGreaterThan(0.5)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(load()).toBeLessThan(0.5)
})
