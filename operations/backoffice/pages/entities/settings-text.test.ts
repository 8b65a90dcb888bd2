import { describe, expect, it } from 'vitest'
import {
  changedNames,
  originOf,
  settingRows,
  settingsFault,
  settingsForm,
  settingsText,
  withChanges,
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

  it('come from an entity above, from the default, or from nowhere', () => {
    const origin = (name: string, value?: unknown) =>
      originOf({ name, value, isOwn: false }, ['profile'])
    expect(origin('profile', 'strict')).toBe('byDefault')
    expect(origin('brands', ['VISA'])).toBe('inherited')
    expect(origin('risk')).toBe('notSet')
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

describe('what was typed while another person has saved', () => {
  const before = { deadline: 1, brands: ['VISA'], name: 'a' }

  it('is kept on top of what is stored now', () => {
    const after = { brands: ['VISA', 'MASTER'], name: 'a', holds: {} }
    const now = { deadline: 2, brands: [], name: 'b' }
    expect(withChanges(now, { before, after })).toEqual({
      brands: ['VISA', 'MASTER'],
      name: 'b',
      holds: {},
    })
  })

  it('is what is stored now where nothing was typed', () => {
    expect(withChanges({ name: 'b' }, { before, after: before })).toEqual({ name: 'b' })
  })
})
