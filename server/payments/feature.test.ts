import { describe, expect, it } from 'vitest'
import { inPhases, startedTogether } from './feature.ts'
import type { PaymentExtension } from './screen/payment-extension.ts'

const extension = (name: string) => ({ name }) as PaymentExtension

describe('features', () => {
  it('take part in payments in the order of phases, and of the list within one', () => {
    const extensions = inPhases([
      { extensions: { tell: [extension('last')], judge: [extension('first')] } },
      undefined,
      { extensions: { judge: [extension('second')] } },
      { extensions: { spend: [extension('third')] } },
    ])
    expect(extensions).toEqual(['first', 'second', 'third', 'last'].map((name) => ({ name })))
  })

  it('bring all their work', () => {
    const work = [{ run: async () => false }]
    expect(startedTogether([{}, undefined, { work }, { work }]).work).toHaveLength(2)
  })

  it('are all closed where one cannot be', async () => {
    const ended: string[] = []
    const started = startedTogether([
      { close: () => Promise.reject(new Error('still busy')) },
      { close: async () => void ended.push('ends') },
    ])
    await expect(started.close()).rejects.toThrow('still busy')
    expect(ended).toEqual(['ends'])
  })
})
