import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../common/money.ts'
import { issuedCard } from '../../server/features/gift-cards/gift-cards.ts'
import { simulatorManual } from './manual.fixture.ts'
import { issuedGiftCards } from './manual-gift-cards.fixture.ts'
import { selectableOutcomes } from './manual-outcomes.fixture.ts'
import { simulatedBehaviour } from './outcomes.ts'

describe('docs/simulator.md', () => {
  it('says what the simulator does', async () => {
    await expect(simulatorManual()).toMatchFileSnapshot('../../docs/simulator.md')
  })

  it.each(selectableOutcomes)('tells truly what comes of $value', ({ value, course }) => {
    const found = simulatedBehaviour({ SIMULATOR_outcome: value }, undefined)
    const verdict = 'outcome' in found ? ` ${found.outcome.kind}` : ''
    expect(found.kind + verdict).toBe(course)
  })

  it.each(issuedGiftCards)('names a gift card that was given out: $number', (one) => {
    const found = issuedCard(one.number)
    const worth = found?.valueIn(one.currency)
    expect(found?.pin).toBe(one.pin)
    expect(worth && formatAmount(worth)).toBe(one.worth)
  })
})
