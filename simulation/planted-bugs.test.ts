import { expect, it } from 'vitest'
import { TODAY } from '../scripts/rounds.mjs'
import { PLANTED_BUGS } from '../scripts/sim/planted-bugs.mjs'
import { MAX_SIM_MS, sim } from './sim-command.fixture.ts'

/** Every day plants a share of the bugs; `npm run sim -- --planted` plants all. A bug whose seed has moved is searched for. */
const SHARES = PLANTED_BUGS.length

// In a file of its own: it takes as long as all seeds, and runs beside them.
it(
  'the simulated gateway finds every bug that is planted in it on this day',
  async () => {
    const said = await sim('--planted', '--share', `${1 + (TODAY % SHARES)}/${SHARES}`)
    expect(said).toMatch(/\n([1-9]\d*) of \1 planted bugs found$/)
  },
  MAX_SIM_MS,
)
