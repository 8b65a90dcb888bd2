import { describe, expect, it } from 'vitest'
import type { AdminSettingField as SettingField } from '../../common/admin-wire.ts'
import { readEntitySettings } from './read-settings.ts'
import { settingDescriptions } from './setting-descriptions.ts'

interface Described {
  readonly name: string
  readonly field: SettingField
  readonly settingsWith: (value: unknown) => object
}

/** Every field of every form. */
const fields = Object.entries(settingDescriptions).flatMap(([setting, described]): Described[] => {
  if (described.kind !== 'object') {
    return [{ name: setting, field: described, settingsWith: (value) => ({ [setting]: value }) }]
  }
  return Object.entries(described.members).map(([member, field]) => ({
    name: `${setting}.${member}`,
    field,
    settingsWith: (value) => ({ [setting]: { [member]: value } }),
  }))
})

function valuesOf({ kind, choices, min, max, example }: SettingField): readonly unknown[] {
  switch (kind) {
    case 'boolean':
      return [true, false]
    case 'number':
      return [min, max]
    case 'choice':
      return choices ?? []
    case 'list':
      return [[example]]
    case 'json':
      return [JSON.parse(example ?? '')]
    case 'text':
      return [example]
  }
}

const isTaken = (settings: object) => !('faults' in readEntitySettings(settings))

describe('the form of a setting', () => {
  it.each(fields)('offers only what the gateway takes: $name', ({ field, settingsWith }) => {
    expect(valuesOf(field).length).toBeGreaterThan(0)
    for (const value of valuesOf(field)) {
      const settings = settingsWith(value)
      expect([settings, readEntitySettings(settings)]).toEqual([settings, settings])
    }
  })

  it.each(fields.filter(({ field }) => field.kind === 'number'))(
    'knows the limits of $name',
    ({ field: { min = 0, max = 0 }, settingsWith }) => {
      expect([isTaken(settingsWith(min - 1)), isTaken(settingsWith(max + 1))]).toEqual([
        false,
        false,
      ])
    },
  )
})
