import { describe, expect, it } from 'vitest'
import type { Feature, PaymentExtension } from '../payments/index.ts'
import { joinFeatures, startFeatures } from './start-features.ts'

const extension = (name: string) => ({ name }) as PaymentExtension

const one = {
  name: 'one',
  join: ({ word }: { readonly word: string }) => ({
    services: { length: word.length },
    extensions: { tell: [extension('last')], judge: [extension('first')] },
  }),
} as const satisfies Feature

const two = {
  name: 'two',
  join: ({ length }: { readonly length: number }) => ({
    services: { twice: 2 * length },
    extensions: { judge: [extension('second')] },
  }),
  start: ({ twice }: { readonly twice: number }) => ({
    services: { started: twice },
    work: [{ run: async () => false }],
  }),
} as const satisfies Feature

const onlyInTest = {
  name: 'only-in-test',
  testOnly: true,
  join: () => ({ services: { length: 1 } }),
} as const satisfies Feature

const core = { environment: 'test', word: 'four' } as const

describe('features', () => {
  it('are given what those before them have made', () => {
    const { services } = joinFeatures([one, two], core)
    expect(services).toEqual({ length: 4, twice: 8 })
    const started = startFeatures([one, two], { ...core, ...services })
    expect(started.services).toEqual({ started: 8 })
    expect(started.work).toHaveLength(1)
  })

  it('take part in payments in the order of phases, and of the list within one', () => {
    const { extensions } = joinFeatures([one, two], core)
    const further = extensions({ spend: [extension('third')] })
    expect(further).toEqual(['first', 'second', 'third', 'last'].map((name) => ({ name })))
  })

  it('of the test environment are not in live', () => {
    const live = { environment: 'live', word: 'four' } as const
    expect(joinFeatures([onlyInTest], live).services).toEqual({})
    expect(joinFeatures([onlyInTest], core).services).toEqual({ length: 1 })
  })

  it('do not make the same twice', () => {
    const other = { ...one, name: 'other' }
    expect(() => joinFeatures([one, other], core)).toThrow('Two features make length')
  })

  it('are all closed where one cannot be', async () => {
    const ended: string[] = []
    const closing = (name: string, close: () => Promise<void>) =>
      ({ name, start: () => ({ close }) }) as const satisfies Feature
    const started = startFeatures(
      [
        closing('fails', () => Promise.reject(new Error('still busy'))),
        closing('ends', async () => void ended.push('ends')),
      ],
      core,
    )
    await expect(started.close()).rejects.toThrow('still busy')
    expect(ended).toEqual(['ends'])
  })

  it('that lack something do not compile', () => {
    // @ts-expect-error: `two` asks for `length`, which only `one` makes.
    expect(joinFeatures([two], core).services).toEqual({ twice: Number.NaN })
    // @ts-expect-error: what makes `length` must come first.
    expect(joinFeatures([two, one], core).services).toEqual({ twice: Number.NaN, length: 4 })
  })
})
