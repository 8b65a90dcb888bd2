import { describe, expect, it } from 'vitest'
import { readEntitySettings } from './read-settings.ts'

const faultsOf = (...rules: readonly unknown[]) => {
  const read = readEntitySettings({ brandRules: rules })
  return 'faults' in read ? read.faults : []
}

describe('the brand rules of an entity', () => {
  it('are taken as they are', () => {
    const condition = {
      currency: 'EUR',
      atLeast: '500.01',
      atMost: '1000.00',
      countries: ['DE', 'AT'],
      registrations: true,
      parameter: { name: 'risk.parameters[level]', is: ['high'] },
      group: { name: 'trial', percent: 50 },
    }
    expect(faultsOf({ name: 'a', hide: ['PAYPAL'] })).toEqual([])
    expect(
      faultsOf({ name: 'a', offerOnly: ['VISA'], when: condition, unless: condition }),
    ).toEqual([])
  })

  it.each([
    [7, 'brandRules[0] must be an object'],
    [{ hide: ['VISA'] }, 'brandRules[0].name must be a text of 1 to 100 characters'],
    [{ name: 'a' }, 'brandRules[0] must have either hide or offerOnly, a list of brands'],
    [
      { name: 'a', hide: ['VISA'], offerOnly: ['MASTER'] },
      'brandRules[0] must have either hide or offerOnly, a list of brands',
    ],
    [
      { name: 'a', hide: ['PAYPALL'] },
      'brandRules[0].hide[0] "PAYPALL" is no payment brand: was PAYPAL meant?',
    ],
    [{ name: 'a', hide: ['VISA'], wen: {} }, 'brandRules[0].wen is no setting: was when meant?'],
    [{ name: 'a', hide: ['VISA'], when: {} }, expect.stringContaining('.when must be an object')],
    [
      { name: 'a', hide: ['VISA'], when: { atLeast: '1.00' } },
      'brandRules[0].when.currency must be a currency, such as EUR',
    ],
    [
      { name: 'a', hide: ['VISA'], unless: { currency: 'EUR', atMost: 1 } },
      expect.stringContaining('.unless.atMost must be an amount of EUR'),
    ],
    [
      { name: 'a', hide: ['VISA'], when: { countries: ['Germany'] } },
      expect.stringContaining('.when.countries[0] must be a country'),
    ],
    [
      { name: 'a', hide: ['VISA'], when: { registrations: 'yes' } },
      'brandRules[0].when.registrations must be true or false',
    ],
    [
      { name: 'a', hide: ['VISA'], when: { parameter: { name: '', is: ['x'] } } },
      expect.stringContaining('.when.parameter.name must name a parameter'),
    ],
    [
      { name: 'a', hide: ['VISA'], when: { group: { name: 'g', percent: 101 } } },
      'brandRules[0].when.group.percent must be a whole number from 0 to 100',
    ],
  ])('of %j: %s', (rule, fault) => {
    expect(faultsOf(rule)).toEqual([fault])
  })
})
