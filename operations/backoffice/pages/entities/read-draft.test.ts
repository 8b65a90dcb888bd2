import { describe, expect, it } from 'vitest'
import {
  everything,
  fieldsIn,
  onlyRequired,
  sampleOf,
  settingsThatSayEverything,
  valuesOf,
} from '../../../../server/entities/setting-samples.fixture.ts'
import { settingDescriptions } from '../../../../server/entities/setting-schema.ts'
import { readSetting } from './read-draft.ts'
import {
  type ChosenDraft,
  chosenOf,
  type Draft,
  draftOf,
  newEntry,
  withOption,
} from './setting-draft.ts'

const { risk, holds, secondPersonAbove, cardTesting, brandRules } = settingDescriptions

const settings = Object.entries(settingDescriptions)

/** What the form of a setting says after it was opened with a value and saved. */
const saved = (name: string, value: unknown) => {
  const setting = settingDescriptions[name as keyof typeof settingDescriptions]
  return readSetting(setting, draftOf(setting, value), name)
}

const placesOfFaults = (...[setting, draft, name]: Parameters<typeof readSetting>) =>
  readSetting(setting, draft, name).faults.map(({ place }) => place)

describe('the form of a setting', () => {
  it.each(settings)('says %s as it was read', (name, setting) => {
    for (const { field, settingWith } of fieldsIn(name, setting)) {
      for (const value of valuesOf(field)) {
        const whole = settingWith(value, everything)
        expect(saved(name, whole)).toEqual({ value: whole, faults: [] })
      }
    }
  })

  it('can say everything that settings say', () => {
    for (const one of settingsThatSayEverything) {
      for (const [name, value] of Object.entries(one)) {
        expect(saved(name, value)).toEqual({ value, faults: [] })
      }
    }
  })

  it('says that nothing is set, in place of what is inherited', () => {
    expect(saved('risk', undefined).value).toEqual({ rules: [] })
    expect(saved('brandRules', undefined).value).toEqual([])
    expect(saved('secondPersonAbove', undefined).value).toEqual({})
    expect(saved('holds', undefined).value).toEqual({})
  })
})

describe('what is typed', () => {
  const pairs = (...typed: readonly (readonly [key: string, text: string])[]): Draft => ({
    entries: typed.map(([key, text], id) => ({ id, key, draft: { text } })),
  })

  it.each([
    [pairs(['EUR', '1.000,00']), ['secondPersonAbove.EUR']],
    [pairs(['EURO', '1']), ['secondPersonAbove#0']],
    [pairs(['EUR', '1'], ['EUR', '2']), ['secondPersonAbove#1']],
    [pairs(['', '']), ['secondPersonAbove#0', 'secondPersonAbove#0.value']],
  ])('%j is wrong at %j', (draft, places) => {
    expect(placesOfFaults(secondPersonAbove, draft, 'secondPersonAbove')).toEqual(places)
  })

  it('may have a comma before the decimals', () => {
    const typed = pairs(['EUR', '500,50'], ['JPY', ' 60000 '])
    expect(readSetting(secondPersonAbove, typed, 'secondPersonAbove').value).toEqual({
      EUR: '500.50',
      JPY: '60000',
    })
  })

  it('is a whole number within its limits, and a brand that there is', () => {
    const draft = (key: string, text: string): Draft => ({
      members: { days: pairs([key, text]), releaseExpired: { text: '' } },
    })
    expect(placesOfFaults(holds, draft('VISA', '366'), 'holds')).toEqual(['holds.days.VISA'])
    expect(placesOfFaults(holds, draft('VISAA', '3.5'), 'holds')).toEqual([
      'holds.days#0',
      'holds.days.VISAA',
    ])
    expect(placesOfFaults(holds, draft('VISA', '365'), 'holds')).toEqual([])
  })

  it('is missing where a rule needs it', () => {
    const rule = { kind: 'velocity', atMost: {}, effect: { score: 1 } }
    const read = saved('risk', { rules: [{ kind: 'holder', effect: 'refuse' }, rule] })
    expect(read.faults.map(({ place, isMissing }) => [place, isMissing])).toEqual([
      ['risk.rules[1].by', true],
      ['risk.rules[1].atMost.payments', true],
      ['risk.rules[1].withinMinutes', true],
    ])
  })

  it('leaves out a part of which nothing is typed', () => {
    const value = [{ name: 'a', hide: ['VISA'] }]
    expect(readSetting(brandRules, draftOf(brandRules, value), 'brandRules').value).toEqual(value)
  })
})

describe('one of several shapes', () => {
  const rule = risk.kind === 'object' ? risk.members.rules : undefined
  const kinds = rule?.kind === 'records' ? rule.record : undefined
  if (kinds?.kind !== 'oneOf') throw new Error('Risk rules are of several kinds')
  const read = (draft: ChosenDraft) => readSetting(kinds, draft, 'rule').value

  it('begins as the first one where it has to be one', () => {
    expect(chosenOf(draftOf(kinds, undefined)).option).toBe(Object.keys(kinds.options)[0])
    const tries =
      cardTesting.kind === 'object' ? cardTesting.members.declinesPerCardAndDay : undefined
    if (tries === undefined) throw new Error('The limit is a field')
    expect(chosenOf(draftOf(tries, undefined)).option).toBe('')
  })

  it('keeps what both have, and what was typed before', () => {
    const first = { kind: 'block', by: 'bin', values: ['420000'], effect: { score: 9 }, name: 'a' }
    const draft = chosenOf(draftOf(kinds, first))
    const holder = withOption(kinds, draft, 'holder')
    expect(read(holder)).toEqual({ kind: 'holder', effect: { score: 9 }, name: 'a' })
    expect(read(withOption(kinds, holder, 'blockBin'))).toEqual(first)
  })

  it('of a risk rule is told by its kind, also where all are as short as can be', () => {
    for (const [name, option] of Object.entries(kinds.options)) {
      expect(chosenOf(draftOf(kinds, sampleOf(option, onlyRequired))).option).toBe(name)
    }
  })
})

describe('what is missing', () => {
  const newRule = () => {
    if (brandRules.kind !== 'records') throw new Error('brandRules are no list of rules')
    return newEntry(draftOf(brandRules.record, undefined))
  }
  const at = (...ids: readonly number[]) =>
    readSetting(brandRules, { entries: ids.map((id) => ({ ...newRule(), id })) }, 'brandRules')
      .faults

  it('names the entry that it is in, so that it is not said of one that was just added', () => {
    const faults = at(7, 9)
    expect(faults.length).toBeGreaterThan(0)
    for (const { place, entryId, isMissing } of faults) {
      expect([isMissing, entryId]).toEqual([true, place.startsWith('brandRules[0]') ? 7 : 9])
    }
  })
})
