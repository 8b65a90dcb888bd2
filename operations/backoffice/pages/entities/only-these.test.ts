import { describe, expect, it } from 'vitest'
import { comparedLists, firstTicks } from './only-these.tsx'

describe('a list of brands of an entity', () => {
  it('is compared with the inherited one', () => {
    expect(comparedLists(['VISA', 'MASTER'], ['MASTER', 'PAYPAL'])).toEqual({
      added: ['PAYPAL'],
      left: ['VISA'],
    })
    expect(comparedLists(['VISA'], ['VISA'])).toEqual({ added: [], left: [] })
  })

  it('begins with what is inherited, and with none where everything is', () => {
    expect(firstTicks(['VISA'], ['VISA', 'MASTER'])).toEqual(['VISA'])
    expect(firstTicks(['MASTER', 'VISA'], ['VISA', 'MASTER'])).toEqual([])
  })
})
