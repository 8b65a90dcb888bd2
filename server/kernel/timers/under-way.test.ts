import { expect, it } from 'vitest'
import { UnderWay } from './under-way.ts'

const of = (entityId: string) => ({ entityId, subjectId: 'one' })

it('an owner whose provider answers has a place while those of many others are late', async () => {
  const underWay = new UnderWay()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  for (let owner = 0; owner < 16; owner += 1) {
    const hanging = of(`hanging-${owner}`)
    const late = Array.from({ length: 32 }, () => underWay.follow(hanging, answered, 1))
    await Promise.all(late)
    expect(underWay.hasPlaceFor(hanging)).toBe(false)
  }
  await underWay.follow(of('one-late'), answered, 1)
  expect(underWay.hasPlaceFor(of('one-late'))).toBe(false)
  expect(underWay.hasPlaceFor(of('answers'))).toBe(true)
  answer()
  await underWay.settled()
  await expect.poll(() => underWay.hasPlaceFor(of('hanging-0'))).toBe(true)
})
