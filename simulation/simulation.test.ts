import { describe, expect, it } from 'vitest'
import { TODAY } from '../scripts/rounds.mjs'
import { MAX_SIM_MS, sim } from './sim-command.fixture.ts'

/** Every day runs other seeds; `npm run sim` runs the first thousand, and more when asked. */
const SEEDS_A_DAY = 20

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
      const together = await digestsOf('--seeds', '4')
      const alone = await digestsOf('--seed', '4')
      expect(new Set(together.values()).size).toBe(4)
      expect(alone.get('4')).toBe(together.get('4'))
      expect(await digestsOf('--seeds', '4')).toEqual(together)
    },
    MAX_SIM_MS,
  )

  it(
    'keeps its promises under the seeds of this day (R-SIM-1, R-SIM-2)',
    async () => {
      const first = 1 + TODAY * SEEDS_A_DAY
      const said = await sim('--from', String(first), '--seeds', String(SEEDS_A_DAY))
      expect(said).toMatch(
        /\n20 seeds, [1-9]\d{3,} operations, \d+ steps, \d+ crashes, 0 failures$/,
      )
    },
    MAX_SIM_MS,
  )
})
