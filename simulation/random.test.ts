import { describe, expect, it } from 'vitest'
import { Random } from './random.ts'

function numbersOf(seed: number): number[] {
  const random = new Random(seed)
  return Array.from({ length: 1000 }, () => random.next())
}

describe('numbers drawn from a seed', () => {
  it('are the same for the same seed, and differ for the next one', () => {
    expect(numbersOf(7)).toEqual(numbersOf(7))
    expect(numbersOf(7)).not.toEqual(numbersOf(8))
  })

  it('spread evenly', () => {
    const random = new Random(1)
    const drawn = Array.from({ length: 6000 }, () => random.integer(1, 6))
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const share = drawn.filter((one) => one === face).length / drawn.length
      expect(share).toBeCloseTo(1 / 6, 1)
    }
  })

  it('pick names by their weights', () => {
    const random = new Random(1)
    const drawn = Array.from({ length: 1000 }, () =>
      random.weighted({ often: 9, rarely: 1, no: 0 }),
    )
    expect(drawn).not.toContain('no')
    expect(drawn.filter((name) => name === 'rarely').length / 1000).toBeCloseTo(0.1, 1)
  })
})
