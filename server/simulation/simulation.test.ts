import { describe, expect, it } from 'vitest'
import { MAX_SIM_MS, sim } from './sim-command.fixture.ts'

/** The digest of each seed, by seed. */
async function digestsOf(...flags: string[]): Promise<Map<string, string>> {
  const lines = (await sim('--digests', ...flags)).split('\n')
  const pairs = lines.map((line) => /^seed (\d+) ([0-9a-f]{64})$/.exec(line))
  return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? '']])))
}

describe('the simulated gateway', () => {
  it(
    'does the same under the same seed, byte for byte, whatever ran before',
    async () => {
      const together = await digestsOf('--seeds', '12')
      const alone = await digestsOf('--seed', '12')
      expect(together.size).toBe(12)
      expect(new Set(together.values()).size).toBe(12)
      expect(alone.get('12')).toBe(together.get('12'))
      expect(await digestsOf('--seeds', '12')).toEqual(together)
    },
    MAX_SIM_MS,
  )

  it(
    'keeps its promises under 1,000 seeds, and meets every fault on the way (R-SIM-1, R-SIM-2)',
    async () => {
      const said = await sim('--seeds', '1000')
      expect(said).toMatch(/\n1000 seeds, \d{6} operations, \d+ steps, \d+ crashes, 0 failures$/)
      const unmet = said.match(/^ +0 {2}.+$/gm)
      expect(unmet).toBeNull()
    },
    MAX_SIM_MS,
  )
})
