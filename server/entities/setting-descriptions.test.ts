import { describe, expect, it } from 'vitest'
import { readEntitySettings } from './read-settings.ts'
import {
  everything,
  type FieldInSetting,
  fieldsIn,
  onlyRequired,
  sampleOf,
  settingsThatSayEverything,
  valuesOf,
  withoutCode,
} from './setting-samples.fixture.ts'
import { settingDescriptions } from './setting-schema.ts'

const fields = Object.entries(settingDescriptions).flatMap(([name, setting]) =>
  fieldsIn(name, setting).map((one) => ({ ...one, setting: name })),
)

const isTaken = (settings: object) => !('faults' in readEntitySettings(settings))

/** With all other parts of its setting, or with some of them. */
const isTakenIn = (setting: string, { settingWith }: FieldInSetting, value: unknown) =>
  [everything, onlyRequired, withoutCode].some((isFilled) =>
    isTaken({ [setting]: settingWith(value, isFilled) }),
  )

describe('the form of a setting', () => {
  it.each(fields)('offers only what the gateway takes: $path', ({ setting, ...field }) => {
    for (const value of valuesOf(field.field)) {
      expect([value, isTakenIn(setting, field, value)]).toEqual([value, true])
    }
  })

  it.each(fields.filter(({ field }) => field.kind === 'number'))(
    'knows the limits of $path',
    ({ setting, ...one }) => {
      const { field } = one
      if (field.kind !== 'number') return
      expect(isTakenIn(setting, one, field.min - 1)).toBe(false)
      expect(isTakenIn(setting, one, field.max + 1)).toBe(false)
    },
  )

  it.each(fields.filter(({ field }) => field.kind === 'records'))(
    'knows how many entries $path may have',
    ({ setting, ...one }) => {
      const { field } = one
      if (field.kind !== 'records') return
      const entries = (count: number) => Array(count).fill(sampleOf(field.record, everything))
      expect(isTakenIn(setting, one, entries(field.max))).toBe(true)
      expect(isTakenIn(setting, one, entries(field.max + 1))).toBe(false)
    },
  )

  it.each(fields.filter(({ field }) => field.kind === 'object'))(
    'has every member that the gateway takes: $path',
    ({ setting, field, settingWith }) => {
      if (field.kind !== 'object') return
      const name = 'qqqqqqqqqqqqqqqq'
      const value = { ...(sampleOf(field, onlyRequired) as object), [name]: 1 }
      const read = readEntitySettings({ [setting]: settingWith(value, onlyRequired) })
      const fault = 'faults' in read ? read.faults.find((one) => one.includes(name)) : undefined
      const taken = fault?.split('there are ')[1]?.split(', ') ?? []
      const known = [...Object.keys(field.members), ...Object.keys(field.fixed ?? {})]
      // One option says what another one does not: either of two members.
      const others = taken.filter((one) => !known.includes(one))
      expect(others.filter((one) => !optionsNextTo(field).includes(one))).toEqual([])
      expect(known.filter((one) => !taken.includes(one))).toEqual([])
    },
  )

  it('can say what samples say that have all there is', () => {
    for (const settings of settingsThatSayEverything) {
      expect([settings, readEntitySettings(settings)]).toEqual([settings, settings])
    }
  })
})

/** Members of the other options where a field is one of several. */
function optionsNextTo(field: object): readonly string[] {
  const choice = fields.find(
    (one) =>
      one.field.kind === 'oneOf' && Object.values(one.field.options).includes(field as never),
  )
  if (choice?.field.kind !== 'oneOf') return []
  return Object.values(choice.field.options).flatMap((option) =>
    option.kind === 'object' ? Object.keys(option.members) : [],
  )
}
