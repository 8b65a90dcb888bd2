import { describe, expect, it } from 'vitest'
import { inherited, settingsFault, settingsText } from './settings-text.ts'

describe('settings as a text', () => {
  it('are read back as they were written', () => {
    const settings = { brands: ['VISA'], risk: { provider: 'x' } }
    expect(JSON.parse(settingsText(settings))).toEqual(settings)
    expect(settingsFault(settingsText(settings))).toBe(undefined)
  })

  it.each(['', '{', '[]', '"x"', 'null'])('%j is refused', (text) => {
    expect(settingsFault(text)).toBeTypeOf('string')
  })
})

describe('what is inherited', () => {
  it('is in force and not set by the entity itself', () => {
    expect(inherited({ brands: ['VISA'], currency: 'EUR' }, { brands: ['VISA'] })).toEqual([
      ['currency', 'EUR'],
    ])
  })
})
