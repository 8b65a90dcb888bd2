import { describe, expect, it } from 'vitest'
import { createSubmitLatch } from './submit-latch.ts'

describe('the submit latch', () => {
  it('lets one of many submits of one task through', async () => {
    const latch = createSubmitLatch()
    let submits = 0
    const attempt = () =>
      latch.run(async () => {
        submits++
        return true
      })
    const ran = await Promise.all(Array.from({ length: 10 }, attempt))
    expect(submits).toBe(1)
    expect(ran.filter(Boolean)).toHaveLength(1)
  })

  it('stays closed after a final answer', async () => {
    const latch = createSubmitLatch()
    await latch.run(async () => true)
    expect(await latch.run(async () => true)).toBe(false)
  })

  it('opens when a submit ended without a result or with an exception', async () => {
    const latch = createSubmitLatch()
    await latch.run(async () => false)
    const broken = latch.run(() => Promise.reject(new Error('bug')))
    await expect(broken).rejects.toThrow('bug')
    expect(await latch.run(async () => true)).toBe(true)
  })

  it('is not opened by an old submit after it was reset for a new one', async () => {
    const latch = createSubmitLatch()
    let endOld = (_isOver: boolean) => {}
    const old = latch.run(
      () =>
        new Promise((resolve) => {
          endOld = resolve
        }),
    )
    latch.reset()
    await latch.run(async () => true)
    endOld(false)
    await old
    expect(await latch.run(async () => true)).toBe(false)
  })
})
