import { describe, expect, it } from 'vitest'
import { readEntitySettings } from '../../../../server/entities/read-settings.ts'
import { settingDescriptions } from '../../../../server/entities/setting-schema.ts'
import { readSetting } from './read-draft.ts'
import { draftOf } from './setting-draft.ts'
import { hasFaultBelow, placedFaults, placesOf } from './setting-places.ts'

/** Where the form of a setting shows what the gateway finds wrong with a value. */
function shownAt(name: keyof typeof settingDescriptions, value: unknown) {
  const setting = settingDescriptions[name]
  const draft = draftOf(setting, value)
  const typed = readSetting(setting, draft, name)
  expect(typed.faults).toEqual([])
  const read = readEntitySettings({ [name]: typed.value })
  const sentences = 'faults' in read ? read.faults : []
  const { faults, rest } = placedFaults(sentences, placesOf(setting, draft, name))
  return { places: [...faults.keys()], texts: [...faults.values()], rest }
}

describe('what the gateway finds wrong', () => {
  it.each([
    [
      'risk',
      { rules: [{ kind: 'amount', currency: 'JPY', atMost: '1.50', effect: 'refuse' }] },
      'risk.rules[0].atMost',
      'must be an amount of JPY as text, such as "100.00"',
    ],
    [
      'risk',
      { rules: [{ kind: 'amount', currency: 'EUR', effect: 'refuse' }] },
      'risk.rules[0]',
      'needs atMost or atLeast',
    ],
    [
      'brandRules',
      [{ name: 'a', hide: ['VISA'], when: { atLeast: '5' } }],
      'brandRules[0].when.currency',
      'must be a currency, such as EUR',
    ],
    [
      'threeDSecure',
      { requestors: { visa: { id: 'a'.repeat(36), name: 'a' } } },
      'threeDSecure.requestors.visa.id',
      'must be 1 to 35 characters',
    ],
    ['directDebit', { creditorId: 'x' }, 'directDebit.creditorId', expect.stringContaining('SEPA')],
  ] as const)('with %s %j is shown at %s', (name, value, place, text) => {
    expect(shownAt(name, value)).toEqual({ places: [place], texts: [text], rest: [] })
  })

  it('with an entry of a list is shown at the list', () => {
    const rule = { kind: 'block', by: 'ip', values: ['192.0.2.1', 'here'], effect: 'refuse' }
    expect(shownAt('risk', { rules: [rule] }).places).toEqual(['risk.rules[0].values'])
  })

  it('and names no field is left for the form', () => {
    const sentence = 'dispatching names abc, which is no channel of this entity'
    const faults = placedFaults([sentence, 'and 3 more are wrong'], ['dispatching'])
    expect(faults.rest).toEqual(['and 3 more are wrong'])
    expect(faults.faults.get('dispatching')).toBe('names abc, which is no channel of this entity')
  })

  it('opens the entry around it, and no other', () => {
    const faults = new Map([['risk.rules[1].atMost', 'is wrong']])
    expect(hasFaultBelow(faults, 'risk.rules[1]')).toBe(true)
    expect(hasFaultBelow(faults, 'risk.rules[10]')).toBe(false)
    expect(hasFaultBelow(faults, 'risk.rule')).toBe(false)
  })
})
