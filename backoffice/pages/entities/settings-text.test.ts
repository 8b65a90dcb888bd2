import { describe, expect, it } from 'vitest'
import {
  kindOf,
  readTyped,
  settingRows,
  settingsFault,
  settingsText,
  typedValue,
  withSetting,
} from './settings-text.ts'

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

describe('the settings of an entity', () => {
  it('are its own, then what it inherits', () => {
    const rows = settingRows({ currency: 'EUR', brands: ['VISA', 'JCB'] }, { brands: ['VISA'] })
    expect(rows).toEqual([
      { name: 'brands', value: ['VISA'], isOwn: true },
      { name: 'currency', value: 'EUR', isOwn: false },
    ])
  })

  it('change one at a time, and are inherited again without a value', () => {
    const own = { brands: ['VISA'], currency: 'EUR' }
    expect(withSetting(own, 'currency', 'USD')).toEqual({ brands: ['VISA'], currency: 'USD' })
    expect(withSetting(own, 'currency')).toEqual({ brands: ['VISA'] })
  })
})

describe('a value', () => {
  it.each([
    [true, 'boolean'],
    [30, 'number'],
    ['strict', 'text'],
    [['VISA'], 'json'],
    [{ EUR: '100.00' }, 'json'],
  ] as const)('%j is edited as %s and means the same afterwards', (value, kind) => {
    expect(kindOf(value)).toBe(kind)
    expect(readTyped(typedValue(value), kind)).toEqual(value)
  })

  it.each([
    ['yes', 'boolean'],
    ['"30"', 'number'],
    ['{', 'json'],
  ] as const)('%j is none of the kind %s', (typed, kind) => {
    expect(readTyped(typed, kind)).toBe(undefined)
  })
})
