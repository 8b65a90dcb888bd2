import { expect, it } from 'vitest'
import { environmentFault } from './steps.ts'

it.each([
  ['test', false, undefined],
  ['live', true, undefined],
  ['test', true, /of another environment than test/],
  ['live', false, /of another environment than live/],
  ['test', undefined, /of another environment/],
] as const)('an object in %s whose livemode is %s: %s', (environment, livemode, fault) => {
  const found = environmentFault({ livemode }, { environment })
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(fault)
})
