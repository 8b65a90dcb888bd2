import { describe, expect, it } from 'vitest'
import { consents } from './consents.ts'

const free = () => false
// biome-ignore lint/suspicious/noThenProperty: a promise of an old library has nothing else
const oldPromise = (value: unknown) => ({ then: (done: (value: unknown) => void) => done(value) })

describe('whether the page lets a submit go on', () => {
  it.each([undefined, true, null, 0, 'yes'])('it does for %j, synchronously', (answer) => {
    expect(consents(answer, free)).toBe(true)
  })

  it('it does not for false, synchronously', () => {
    expect(consents(false, free)).toBe(false)
  })

  it('it does not when the event was prevented', () => {
    expect(consents(undefined, () => true)).toBe(false)
  })

  it.each([true, Promise.resolve(true)])(
    'yes, when the event was prevented and the page says true',
    async (answer) => {
      expect(await consents(answer, () => true)).toBe(true)
    },
  )

  it.each([
    [Promise.resolve(true), true],
    [Promise.resolve(undefined), true],
    [Promise.resolve(false), false],
    // Promises of jQuery 1 and 2: `then` alone, which calls at once.
    [oldPromise(false), false],
    [oldPromise(undefined), true],
  ])('waits for a promise', async (answer, expected) => {
    expect(await consents(answer, free)).toBe(expected)
  })

  it('it does not when the promise is rejected', async () => {
    expect(await consents(Promise.reject(new Error('no')), free)).toBe(false)
  })
})
