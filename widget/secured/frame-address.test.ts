import { describe, expect, it } from 'vitest'
import { framePermissions } from './frame-address.ts'

describe('a secured frame', () => {
  it('may be filled by browsers that have a permission for it', () => {
    const features = (...names: string[]) => ({ featurePolicy: { features: () => names } })
    expect(framePermissions(features('payment', 'autofill'))).toBe('autofill')
    expect(framePermissions(features('payment'))).toBeUndefined()
    expect(framePermissions({})).toBeUndefined()
  })
})
