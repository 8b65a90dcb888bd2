import { describe, expect, it } from 'vitest'
import { decideAgain } from './decide-again.ts'

/** Notes how long every pause may be. */
function noting() {
  const pauses: number[] = []
  const pause = async (maxMs: number) => void pauses.push(maxMs)
  return { pauses, clock: { pause } }
}

describe('a decision that others overtake', () => {
  it('is taken again after pauses that grow up to 50 ms', async () => {
    const { pauses, clock } = noting()
    let tries = 0
    const done = await decideAgain(clock, async () => (++tries === 10 ? 'done' : undefined))
    expect(done).toBe('done')
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50])
  })

  it('is given up after 100 tries', async () => {
    const { pauses, clock } = noting()
    let tries = 0
    const done = await decideAgain(clock, async () => {
      tries += 1
      return undefined
    })
    expect([done, tries, pauses.length]).toEqual([undefined, 100, 99])
  })

  it('that nobody overtakes waits for nothing', async () => {
    const { pauses, clock } = noting()
    expect(await decideAgain(clock, async () => false)).toBe(false)
    expect(pauses).toEqual([])
  })
})
