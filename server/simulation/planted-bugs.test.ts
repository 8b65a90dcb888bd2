import { expect, it } from 'vitest'
import { MAX_SIM_MS, sim } from './sim-command.fixture.ts'

// In a file of its own: it takes as long as all seeds, and runs beside them.
it(
  'the simulated gateway finds every bug that is planted in it',
  async () => {
    expect(await sim('--planted')).toMatch(/\n(\d+) of \1 planted bugs found$/)
  },
  MAX_SIM_MS,
)
