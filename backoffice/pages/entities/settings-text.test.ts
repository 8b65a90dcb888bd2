import { describe, expect, it } from 'vitest'
import type { AdminSetting } from '../../../common/admin-wire.ts'
import { faultyFields, typedOf, valueOfTyped } from './setting-form.tsx'
import {
  changedNames,
  settingRows,
  settingsFault,
  settingsForm,
  settingsText,
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
    expect(settingRows({}, {}, ['risk'])).toEqual([
      { name: 'risk', value: undefined, isOwn: false },
    ])
  })

  it('that were changed are sent alone, with what they were before', () => {
    const own = { brands: ['VISA'], numberRetentionDays: 90, profile: 'strict' }
    const next = { brands: ['VISA'], numberRetentionDays: 7, cardLikeReferences: true }
    const names = changedNames(own, next)
    expect(names).toEqual(['numberRetentionDays', 'profile', 'cardLikeReferences'])
    const { settings, settingsBefore } = settingsForm(own, next, names)
    expect(JSON.parse(settings)).toEqual({
      numberRetentionDays: 7,
      profile: null,
      cardLikeReferences: true,
    })
    expect(JSON.parse(settingsBefore)).toEqual({
      numberRetentionDays: 90,
      profile: 'strict',
      cardLikeReferences: null,
    })
  })
})

const field = { name: '', help: '', default: '' }

describe('the form of a setting', () => {
  const holds: AdminSetting = {
    kind: 'object',
    name: '',
    help: '',
    members: {
      days: { ...field, kind: 'json' },
      releaseExpired: { ...field, kind: 'boolean' },
      origins: { ...field, kind: 'list' },
      months: { ...field, kind: 'number', min: 1, max: 12 },
    },
  }

  it.each([
    [{ ...field, kind: 'boolean' }, true],
    [{ ...field, kind: 'number', min: 1, max: 40 }, 30],
    [{ ...field, kind: 'choice', choices: ['strict'] }, 'strict'],
    [{ ...field, kind: 'list' }, ['VISA', 'JCB']],
    [{ ...field, kind: 'json' }, { EUR: '100.00' }],
    [
      holds,
      { days: { VISA: 7 }, releaseExpired: false, origins: ['https://a.example'], months: 3 },
    ],
  ] as const)('shows %j and means the same afterwards', (setting, value) => {
    expect(valueOfTyped(setting, typedOf(setting, value))).toEqual(value)
  })

  it('leaves out what is not set, and says which field is wrong', () => {
    const typed = typedOf(holds, { months: 3 })
    expect(valueOfTyped(holds, typed)).toEqual({ months: 3 })
    expect(valueOfTyped(holds, { ...typed, months: '' })).toBeUndefined()
    const wrong = { ...typed, months: '13', days: '{' }
    expect(faultyFields(holds, wrong)).toEqual(['days', 'months'])
    expect(valueOfTyped(holds, wrong)).toBeUndefined()
  })
})
