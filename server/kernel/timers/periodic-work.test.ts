import { describe, expect, it } from 'vitest'
import { startPeriodicWork } from './periodic-work.ts'

describe('periodic work', () => {
  it('continues while there is more work, also after a failure, until it is stopped', async () => {
    const failures: string[] = []
    const log = { error: (_fields: object, message: string) => void failures.push(message) }
    let beats = 0
    const periodicWork = startPeriodicWork(1, log as never, async () => {
      beats += 1
      if (beats === 2) throw new Error('away')
      return { more: beats === 1 }
    })
    await expect.poll(() => beats).toBeGreaterThan(3)
    await periodicWork.stop()
    const stoppedAt = beats
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(beats).toBe(stoppedAt)
    expect(failures).toHaveLength(1)
  })

  it('serves what else the process has to do before the next round of work', async () => {
    let rounds = 0
    let roundsBefore: number | undefined
    const periodicWork = startPeriodicWork(1, { error: () => undefined }, async () => {
      if (rounds === 0) setImmediate(() => (roundsBefore = rounds))
      rounds += 1
      return { more: rounds < 100 }
    })
    await expect.poll(() => rounds).toBeGreaterThanOrEqual(100)
    expect(roundsBefore).toBe(1)
    await periodicWork.stop()
  })

  it('waits for the work that runs before it has stopped', async () => {
    let isRunning = false
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const periodicWork = startPeriodicWork(1, { error: () => {} } as never, async () => {
      isRunning = true
      await gate
      isRunning = false
      return { more: false }
    })
    await expect.poll(() => isRunning).toBe(true)
    const stopped = periodicWork.stop()
    release()
    await stopped
    expect(isRunning).toBe(false)
  })
})
