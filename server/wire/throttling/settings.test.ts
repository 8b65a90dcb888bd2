import { describe, expect, it } from 'vitest'
import { readEntityThrottling } from './settings.ts'

describe('throttling of an entity', () => {
  it.each([{}, { statusReadsPerMinute: 2 }])('is %o', (json) => {
    expect(readEntityThrottling(json)).toEqual(json)
  })

  it.each([
    [null, 'throttling must be an object'],
    [{ statusReadsPerMinute: 0 }, 'throttling.statusReadsPerMinute must be a whole number'],
    [{ statusReadsPerMinute: '2' }, 'throttling.statusReadsPerMinute must be a whole number'],
    [{ statusReads: 2 }, 'throttling.statusReads is not statusReadsPerMinute'],
  ])('is not %o: %s', (json, fault) => {
    expect(readEntityThrottling(json)).toEqual({ faults: [expect.stringContaining(fault)] })
  })
})
