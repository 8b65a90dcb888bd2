import { describe, expect, it } from 'vitest'
import { simulatorManual } from './manual.fixture.ts'
import { selectableOutcomes } from './manual-outcomes.fixture.ts'
import { simulatedCourse } from './outcomes.ts'

describe('docs/simulator.md', () => {
  it('says what the simulator does', async () => {
    await expect(simulatorManual()).toMatchFileSnapshot('../../../docs/simulator.md')
  })

  it.each(selectableOutcomes)('tells truly what comes of $value', ({ value, course }) => {
    const found = simulatedCourse({ SIMULATOR_outcome: value }, undefined)
    const verdict = 'outcome' in found ? ` ${found.outcome.kind}` : ''
    expect(found.kind + verdict).toBe(course)
  })
})
